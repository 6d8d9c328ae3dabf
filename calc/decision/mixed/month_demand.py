"""Demand of one month, as levels where the order of its hours does not matter and hour by hour where it does."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calc.decision.mixed.problem import Runs
from calc.inputs import Array, ceiling


@dataclass(frozen=True, slots=True)
class OverflowTable:
    """Overflow of a month with a queue, at many capacities.

    Attributes
    ----------
    queue_hours
        Hours work may wait [h].
    capacities_gpus
        Rising, shape (K,) [GPU].
    gpu_hours
        Overflow at each, shape (K,) [GPU-h].
    """

    queue_hours: int
    capacities_gpus: Array
    gpu_hours: Array


@dataclass(frozen=True)
class MonthDemand:
    """Demand of a month.

    Attributes
    ----------
    runs
        Pairs of [hours, GPUs] in time order.
    overflow
        The overflow at the capacities a problem can reach, where it was tabulated.
    """

    runs: Runs
    overflow: OverflowTable | None = None

    @cached_property
    def levels_gpus(self) -> Array:
        """Levels that occur, rising, shape (L,) [GPU]; one level 0 for a month without work."""
        levels = np.unique([gpus for hours, gpus in self.runs if hours > 0 and gpus > 0])
        return levels if levels.size else np.zeros(1)

    @cached_property
    def level_hours(self) -> Array:
        """Hours at each level, shape (L,) [h]."""
        hours = np.zeros(self.levels_gpus.size)
        for length, gpus in self.runs:
            if length > 0 and gpus > 0:
                hours[np.searchsorted(self.levels_gpus, gpus)] += length
        return hours

    @cached_property
    def hourly_gpus(self) -> Array:
        """GPUs of every hour in time order, shape (H,) [GPU]; the runs are whole hours."""
        hours, gpus = zip(*self.runs, strict=True)
        return np.repeat(np.asarray(gpus, dtype=np.float64), np.rint(hours).astype(np.intp))

    @property
    def gpu_hours(self) -> float:
        """Work of the month [GPU-h]."""
        return float(self.levels_gpus @ self.level_hours)

    @property
    def peak_gpus(self) -> float:
        """Highest hour [GPU]."""
        return float(self.levels_gpus[-1])

    @property
    def most_prepaid_gpus(self) -> int:
        """More whole prepaid GPUs than this do nothing [GPU]."""
        return int(ceiling(self.levels_gpus[-1:])[0])
