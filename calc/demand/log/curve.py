"""The levels of a log under scale and growth: what the ledger asks of a demand (docs/ledger.md §2, rulings).

A layer of the log that works H hours a month works min(730, k H) at a factor k of scale and growth, so the
peak stays and a layer that is always in use cannot grow. One job's high level is the same rule with one layer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import overload

import numpy as np

from calc.demand.log.months import LogLevels
from calc.demand.weeks import HOURS_PER_MONTH
from calc.inputs import Array, ceiling


@dataclass(frozen=True, slots=True, eq=False)
class MonthCurve:
    """One month of a log as a load-duration curve.

    Attributes
    ----------
    gpus
        0 and the levels, rising, shape (L + 1,) [GPU].
    hours_from
        Hours at or above each level, then 0, shape (L + 1,): the first is that of the lowest level [h].
    used
        Hours done below each of ``gpus``, shape (L + 1,) [GPU-h].
    """

    gpus: Array
    hours_from: Array
    used: Array

    def used_within(self, capacity_gpus: Array, factor: Array) -> Array:
        """GPU-hours a constant capacity can do, the hours of every layer times the factor up to 730 h."""
        full = np.searchsorted(-self.hours_from[:-1], -HOURS_PER_MONTH / np.maximum(factor, _NO_USE), "right")
        always = np.minimum(capacity_gpus, self.gpus[full])
        rest = np.interp(capacity_gpus, self.gpus, self.used) - np.interp(always, self.gpus, self.used)
        result: Array = HOURS_PER_MONTH * always + factor * rest
        return result


_NO_USE = 1e-300
"""Stands for a factor of 0, at which no layer is full."""


@lru_cache(maxsize=64)
def month_curves(levels: LogLevels, most_levels: int = 0) -> tuple[MonthCurve, ...]:
    """Curves of the months of a log.

    Parameters
    ----------
    levels
        Pairs of hours [h] and GPUs by month.
    most_levels
        Above 0: neighbouring levels are joined, at their mean in time, until so many are left. GPU-hours,
        hours in use and the highest level stay.
    """
    return tuple(_curve(_joined(month, most_levels) if most_levels else month) for month in levels)


def _curve(month: Sequence[tuple[float, float]]) -> MonthCurve:
    pairs = np.array(sorted((gpus, hours) for hours, gpus in month if gpus > 0), dtype=np.float64).reshape(-1, 2)
    gpus = np.concatenate(([0.0], pairs[:, 0]))
    hours_from = np.append(np.cumsum(pairs[::-1, 1])[::-1], 0.0)
    used = np.concatenate(([0.0], np.cumsum(np.diff(gpus) * hours_from[:-1])))
    return MonthCurve(gpus, hours_from, used)


def _joined(month: Sequence[tuple[float, float]], most_levels: int) -> Sequence[tuple[float, float]]:
    rising = sorted((pair for pair in month if pair[1] > 0), key=lambda pair: pair[1])
    if len(rising) <= most_levels:
        return rising
    groups = np.array_split(np.array(rising[:-1]), most_levels - 1)
    joined = [(float(one[:, 0].sum()), float(one[:, 0] @ one[:, 1] / one[:, 0].sum())) for one in groups]
    return [*joined, rising[-1]]


@dataclass(frozen=True, slots=True, eq=False)
class LogUse:
    """A log that repeats, month by month.

    Attributes
    ----------
    levels
        Pairs of hours [h] and GPUs of each month of the log; month t takes the ((t - 1) mod n)-th.
    factor
        Scale times growth, 0 in month 0, shape S + (months + 1,) [-].
    """

    levels: LogLevels
    factor: Array

    @property
    def peak_gpus(self) -> float:
        """Highest level of the log, in whole GPUs [GPU]."""
        highest = max((gpus for month in self.levels for _, gpus in month), default=0.0)
        return float(ceiling(np.asarray(highest)))

    @property
    def needed_gpus(self) -> Array:
        """Whole GPUs of the highest level of each month, shape S + (months + 1,) [GPU]."""
        highest = self._by_month([curve.gpus[-1] for curve in month_curves(self.levels)])
        return np.where(self.factor > 0, ceiling(highest), 0.0)

    @property
    def on_hours(self) -> Array:
        """Hours of each month with a GPU in use, shape S + (months + 1,) [h]."""
        in_use = self._by_month([curve.hours_from[0] for curve in month_curves(self.levels)])
        return np.minimum(HOURS_PER_MONTH, in_use * self.factor)

    def gpu_hours_within(self, capacity_gpus: Array) -> Array:
        """GPU-hours of each month that a constant capacity can do, shape S + (months + 1,) [GPU-h]."""
        capacity, factor = np.broadcast_arrays(capacity_gpus, self.factor)
        done = np.zeros(factor.shape)
        for position, curve in enumerate(month_curves(self.levels)):
            months = np.s_[..., 1 + position :: len(self.levels)]
            done[months] = curve.used_within(capacity[months], factor[months])
        return done

    def by_rank(self, most_levels: int = 0) -> "tuple[tuple[Array, ...], RankHours]":
        """Levels from the lowest up, by their rank in each month: GPUs of shape (months + 1,), and hours."""
        curves = month_curves(self.levels, most_levels)
        gpus = self._by_month_and_rank([curve.gpus[1:] for curve in curves])
        hours_from = self._by_month_and_rank([curve.hours_from[:-1] for curve in curves])
        return gpus, RankHours(hours_from, self.factor)

    def _by_month_and_rank(self, of_log: Sequence[Array]) -> tuple[Array, ...]:
        # Values of each month of the log by rank, 0 beyond its last; all ranks at once, for there may be thousands.
        table = np.zeros((len(of_log), max(map(len, of_log))))
        for month, values in enumerate(of_log):
            table[month, : len(values)] = values
        of_month = table[(np.arange(self.factor.shape[-1]) - 1) % len(of_log)]
        of_month[0] = 0.0
        return tuple(np.ascontiguousarray(of_month.T))

    def _by_month(self, of_log: Sequence[float]) -> Array:
        months = np.arange(self.factor.shape[-1])
        values: Array = np.asarray(of_log, dtype=np.float64)[(months - 1) % len(of_log)]
        return np.where(months > 0, values, 0.0)


class RankHours(Sequence[Array]):
    """Hours of each month at each level, reckoned when asked for: a batch of a long log would not fit.

    Parameters
    ----------
    hours_from
        Hours at or above each level, without the factor, shape (months + 1,) each [h].
    factor
        Shape S + (months + 1,) [-].
    """

    def __init__(self, hours_from: tuple[Array, ...], factor: Array) -> None:
        self._hours_from = hours_from
        self._factor = factor

    def at_or_above(self, rank: int) -> Array:
        """Hours at or above a level, shape S + (months + 1,) [h]."""
        return np.minimum(HOURS_PER_MONTH, self._hours_from[rank] * self._factor)

    def __len__(self) -> int:
        """Number of levels."""
        return len(self._hours_from)

    @overload
    def __getitem__(self, rank: int) -> Array: ...

    @overload
    def __getitem__(self, rank: slice) -> Sequence[Array]: ...

    def __getitem__(self, rank: int | slice) -> Array | Sequence[Array]:
        """Hours at a level."""
        if isinstance(rank, slice):
            return [self[one] for one in range(*rank.indices(len(self)))]
        place = range(len(self))[rank]
        above = self.at_or_above(place + 1) if place + 1 < len(self) else 0.0
        return self.at_or_above(place) - above
