"""Use by clock hour, from differences of the running integral at the hour marks."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calc.demand.log.jobs import Whole
from calc.demand.log.step_function import StepFunction

SECONDS_PER_HOUR = 3600
MILLI = 1000


@dataclass(frozen=True, slots=True)
class HourlyUse:
    """Clock hours [3600 n, 3600 (n + 1)) that the window touches.

    Attributes
    ----------
    first_hour_s
        Start of the first one [s].
    milli_gpu_seconds
        Use of each [GPU/1000 s].
    """

    first_hour_s: int
    milli_gpu_seconds: Whole

    @property
    def mean_gpus(self) -> NDArray[np.float64]:
        """Mean of each; always over 3600 s, also in a partial first or last hour [GPU]."""
        return self.milli_gpu_seconds / (SECONDS_PER_HOUR * MILLI)


def hourly_use(step: StepFunction) -> HourlyUse:
    """Use of every clock hour of the window."""
    first = step.edges_s[0] // SECONDS_PER_HOUR
    beyond = -(-step.edges_s[-1] // SECONDS_PER_HOUR)
    marks = np.arange(first, beyond + 1) * SECONDS_PER_HOUR
    return HourlyUse(int(marks[0]), np.diff(step.integral_at(marks)))
