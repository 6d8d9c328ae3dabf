"""A log in months of 730 h: their figures, and the hours at each GPU level that the ledger takes."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from calc.demand.log.hourly import MILLI, SECONDS_PER_HOUR, hourly_use
from calc.demand.log.jobs import Whole
from calc.demand.log.step_function import StepFunction

CLOCK_HOURS_PER_MONTH = 730
SECONDS_PER_MONTH = CLOCK_HOURS_PER_MONTH * SECONDS_PER_HOUR
DECIMALS = 6
"""Hours and GPUs of a level keep a few thousandths of a second and a millionth of a GPU."""

LogLevels = tuple[tuple[tuple[float, float], ...], ...]


class LastMonth(StrEnum):
    """What the end of a log that does not fill its last month of 730 h stands for."""

    AS_IT_WAS = "as_it_was"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class MonthUse:
    """One block of 730 clock hours, counted from the first clock hour of the log.

    Attributes
    ----------
    month
        1, 2, ...
    hours
        Clock hours of the log in it, at most 730; a partial one counts.
    gpu_hours
        Use [GPU-h].
    highest_hourly_mean_gpus
        Its busiest clock hour [GPU].
    """

    month: int
    hours: int
    gpu_hours: float
    highest_hourly_mean_gpus: float


def monthly_use(step: StepFunction) -> tuple[MonthUse, ...]:
    """Figures of each month of 730 clock hours."""
    hours = hourly_use(step)
    first = np.arange(0, len(hours.milli_gpu_seconds), CLOCK_HOURS_PER_MONTH)
    counts = np.diff(np.append(first, len(hours.milli_gpu_seconds)))
    used = np.add.reduceat(hours.milli_gpu_seconds, first) / (MILLI * SECONDS_PER_HOUR)
    highest = np.maximum.reduceat(hours.mean_gpus, first)
    return tuple(
        MonthUse(index + 1, int(counts[index]), float(used[index]), float(highest[index]))
        for index in range(len(first))
    )


def monthly_levels(step: StepFunction, last_month: LastMonth = LastMonth.AS_IT_WAS) -> LogLevels:
    """Hours at each GPU level of each month: what ``demand.log_levels`` holds.

    Moments between q - 1 and q GPUs are one level, at their mean in time. That keeps the GPU-hours, the
    hours in use and what any whole number of GPUs can do; a log of whole GPUs is kept as it is.

    Parameters
    ----------
    step
        The log.
    last_month
        ``as_it_was``: the last month is what is left after whole months, 365 to 1,095 h (or a log that is
        shorter still), and its shape is brought to 730 h, so that a log of 31 days is a month and not a
        month and 14 hours. ``idle``: months of 730 h, and nothing runs in what the last one lacks.

    Returns
    -------
    tuple
        For each month pairs of hours [h] and GPUs [GPU], GPUs rising; hours without use are left out.
    """
    marks = _month_marks(step, last_month)
    cut = step.cut_at(marks)
    month = np.searchsorted(marks, cut.edges_s[:-1], side="right") - 1
    layer = -(-cut.milli_gpus // MILLI)
    layers = int(layer.max()) + 1
    cell = month * layers + layer
    shape = (len(marks) - 1, layers)
    lasting = np.bincount(cell, weights=cut.lengths_s, minlength=shape[0] * layers).reshape(shape)
    used = np.bincount(cell, weights=cut.lengths_s * cut.milli_gpus, minlength=shape[0] * layers).reshape(shape)
    observed = lasting.sum(axis=1, keepdims=True)
    whole = observed if last_month is LastMonth.AS_IT_WAS else np.full_like(observed, SECONDS_PER_MONTH)
    hours = lasting / whole * CLOCK_HOURS_PER_MONTH
    gpus = used / np.maximum(lasting, 1) / MILLI
    return tuple(_pairs(hours[index], gpus[index]) for index in range(shape[0]))


def _month_marks(step: StepFunction, last_month: LastMonth) -> Whole:
    first = int(step.edges_s[0]) // SECONDS_PER_HOUR * SECONDS_PER_HOUR
    months = (int(step.edges_s[-1]) - first) / SECONDS_PER_MONTH
    count = max(1, round(months) if last_month is LastMonth.AS_IT_WAS else int(np.ceil(months)))
    marks = first + np.arange(count + 1, dtype=np.int64) * SECONDS_PER_MONTH
    marks[-1] = max(int(marks[-1]), int(step.edges_s[-1]))
    return marks


def _pairs(hours: NDArray[np.float64], gpus: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    # The running sum is rounded, not each level, so that a month never gains or loses time.
    from_above = np.round(np.append(np.cumsum(hours[::-1])[::-1], 0.0), DECIMALS)
    kept = np.round(-np.diff(from_above), DECIMALS)
    levels = np.round(gpus, DECIMALS)
    return tuple(
        (float(lasting), float(level)) for lasting, level in zip(kept, levels, strict=True) if lasting > 0 and level > 0
    )
