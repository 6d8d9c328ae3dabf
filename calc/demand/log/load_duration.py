"""The load-duration curve: how long each GPU layer was needed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calc.demand.log.hourly import MILLI, SECONDS_PER_HOUR, hourly_use
from calc.demand.log.jobs import Whole
from calc.demand.log.step_function import StepFunction
from calc.errors import ErrorCode, EsepError

Column = NDArray[np.float64]

MOST_LEVELS = 1_000_000
"""A log of more GPUs at once is a log with wrong counts [GPU]."""


@dataclass(frozen=True, slots=True)
class LoadDuration:
    """Columns over the levels q = 1, 2, ... up to the highest moment, rounded up.

    Attributes
    ----------
    level_gpus
        q [GPU].
    hours_at_or_above
        Time with D(t) >= q [h].
    hours_above_level_minus_1
        Time with D(t) > q - 1: layer q is touched, what a whole rented GPU is billed for [h].
    used_gpu_hours_in_layer
        Integral of clip(D - (q - 1), 0, 1): what layer q works; sums to the GPU-hours [GPU-h].
    clock_hours_with_mean_at_or_above
        Number of clock hours whose mean is at least q.
    """

    level_gpus: Whole
    hours_at_or_above: Column
    hours_above_level_minus_1: Column
    used_gpu_hours_in_layer: Column
    clock_hours_with_mean_at_or_above: Whole


def load_duration(step: StepFunction) -> LoadDuration:
    """Sort the steps by their GPUs and add up their time.

    Raises
    ------
    EsepError
        ``OUT_OF_RANGE`` at ``log.gpus`` above ``MOST_LEVELS``.
    """
    highest = -(-int(step.milli_gpus.max()) // MILLI)
    if highest > MOST_LEVELS:
        raise EsepError(ErrorCode.OUT_OF_RANGE, "log.gpus", highest, f"0..{MOST_LEVELS}")
    levels = np.arange(highest + 1, dtype=np.int64)
    order = np.argsort(step.milli_gpus, kind="stable")
    gpus, lasting = step.milli_gpus[order], step.lengths_s[order]
    at_least = np.searchsorted(gpus, levels * MILLI, side="left")
    above = np.searchsorted(gpus, levels * MILLI, side="right")
    time = np.concatenate(([0], np.cumsum(lasting)))
    used = np.concatenate(([0], np.cumsum(gpus * lasting)))
    seconds_from = time[-1] - time
    # Use below the level: whole steps under it, and the level itself for as long as D is above.
    below = used[above] + levels * MILLI * seconds_from[above]
    hours = np.sort(hourly_use(step).milli_gpu_seconds)
    means = len(hours) - np.searchsorted(hours, levels * MILLI * SECONDS_PER_HOUR, side="left")
    return LoadDuration(
        level_gpus=levels[1:],
        hours_at_or_above=seconds_from[at_least][1:] / SECONDS_PER_HOUR,
        hours_above_level_minus_1=seconds_from[above][:-1] / SECONDS_PER_HOUR,
        used_gpu_hours_in_layer=np.diff(below) / (MILLI * SECONDS_PER_HOUR),
        clock_hours_with_mean_at_or_above=means[1:].astype(np.int64),
    )
