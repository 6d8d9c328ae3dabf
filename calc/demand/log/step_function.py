"""GPUs in use over time, added up from the starts and ends of jobs."""

from dataclasses import dataclass

import numpy as np

from calc.demand.log.jobs import Jobs, Whole
from calc.errors import ErrorCode, EsepError


@dataclass(frozen=True, slots=True)
class StepFunction:
    """D(t), constant between edges.

    Attributes
    ----------
    edges_s
        Rising moments, n + 1 of them; the first and the last are the window [s].
    milli_gpus
        GPUs in use on [edge, next edge), n of them [GPU/1000].
    """

    edges_s: Whole
    milli_gpus: Whole

    @property
    def lengths_s(self) -> Whole:
        """How long each step lasts [s]."""
        return np.diff(self.edges_s)

    def integral_at(self, moments_s: Whole) -> Whole:
        """Use from the first edge to each moment, in whole numbers [GPU/1000 s].

        Moments outside the window count as its nearer end.
        """
        inside = np.clip(moments_s, self.edges_s[0], self.edges_s[-1])
        step = np.minimum(np.searchsorted(self.edges_s, inside, side="right") - 1, len(self.milli_gpus) - 1)
        before = np.concatenate(([0], np.cumsum(self.milli_gpus * self.lengths_s)))
        used: Whole = before[step] + self.milli_gpus[step] * (inside - self.edges_s[step])
        return used

    def cut_at(self, moments_s: Whole) -> "StepFunction":
        """The same function with further edges, at rising moments inside its window."""
        inside = moments_s[(moments_s > self.edges_s[0]) & (moments_s < self.edges_s[-1])]
        place = np.searchsorted(self.edges_s, inside)
        new = self.edges_s[place] != inside
        inside, place = inside[new], place[new]
        milli_gpus = np.insert(self.milli_gpus, place, self.milli_gpus[place - 1])
        return StepFunction(np.insert(self.edges_s, place, inside), milli_gpus)


def step_function(jobs: Jobs, window_s: tuple[int, int] | None = None) -> StepFunction:
    """Sort the starts and ends and add them up.

    Parameters
    ----------
    jobs
        Usable jobs.
    window_s
        Limits of the report; the first start and the last end by default. What lies outside is cut off.

    Raises
    ------
    EsepError
        ``MISSING`` at ``log.jobs`` when there is neither a job nor a window.
    """
    if window_s is None:
        if not len(jobs):
            raise EsepError(ErrorCode.MISSING, "log.jobs", "", ">= 1")
        window_s = int(jobs.start_s.min()), int(jobs.end_s.max())
    start, end = np.clip(jobs.start_s, *window_s), np.clip(jobs.end_s, *window_s)
    moments = np.concatenate((start, end, window_s))
    changes = np.concatenate((jobs.milli_gpus, -jobs.milli_gpus, (0, 0)))
    order = np.argsort(moments, kind="stable")
    moments, level = moments[order], np.cumsum(changes[order])
    last_of_moment = np.flatnonzero(np.concatenate((np.diff(moments) > 0, [True])))
    return StepFunction(moments[last_of_moment], level[last_of_moment[:-1]])
