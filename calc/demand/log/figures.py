"""The figures of a log: GPU-hours, mean, highest hour, highest moment."""

from dataclasses import dataclass

import numpy as np

from calc.demand.log.hourly import MILLI, SECONDS_PER_HOUR, hourly_use
from calc.demand.log.step_function import StepFunction


@dataclass(frozen=True, slots=True)
class LogFigures:
    """One log in six figures.

    Attributes
    ----------
    window_start_s, window_end_s, window_hours
        Limits of what was reported [s], [h].
    gpu_hours
        Sum of GPUs x (end - start) [GPU-h].
    mean_gpus
        GPU-hours over the hours of the window [GPU].
    highest_hourly_mean_gpus, highest_hour_starts_s
        The busiest clock hour [GPU], [s].
    highest_moment_gpus
        Largest D(t) [GPU].
    hours_idle
        Time without a GPU in use [h].
    """

    window_start_s: int
    window_end_s: int
    window_hours: float
    gpu_hours: float
    mean_gpus: float
    highest_hourly_mean_gpus: float
    highest_hour_starts_s: int
    highest_moment_gpus: float
    hours_idle: float


def log_figures(step: StepFunction) -> LogFigures:
    """Figures of a step function."""
    start, end = int(step.edges_s[0]), int(step.edges_s[-1])
    hours = hourly_use(step)
    busiest = int(np.argmax(hours.milli_gpu_seconds))
    used = int(hours.milli_gpu_seconds.sum())
    return LogFigures(
        window_start_s=start,
        window_end_s=end,
        window_hours=(end - start) / SECONDS_PER_HOUR,
        gpu_hours=used / (MILLI * SECONDS_PER_HOUR),
        mean_gpus=used / (MILLI * (end - start)),
        highest_hourly_mean_gpus=float(hours.mean_gpus[busiest]),
        highest_hour_starts_s=hours.first_hour_s + busiest * SECONDS_PER_HOUR,
        highest_moment_gpus=int(step.milli_gpus.max()) / MILLI,
        hours_idle=int(step.lengths_s[step.milli_gpus == 0].sum()) / SECONDS_PER_HOUR,
    )
