"""The matrix all cost code sees: hours of every month at each GPU level, all jobs together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calc.demand.job import JobDemand, job_demand
from calc.demand.log.curve import LogUse
from calc.demand.overlap import hours_by_busy_jobs, hours_with_any_job_on, levels_over_the_day, month_hours
from calc.demand.weeks import HOURS_PER_MONTH
from calc.inputs import Array, Inputs, ceiling, is_zero

SHORTEST_HOURS = 0.01
"""A level of several jobs that lasts less is dust of rounding, not a need (docs/ledger.md) [h]."""


@dataclass(frozen=True, slots=True)
class Levels:
    """Demand of all jobs by month. Months 0..M are the last axis; month 0 is empty.

    Attributes
    ----------
    gpus
        The levels, each S + (1,) or (), with a usage log S + (M + 1,) [GPU]; a level without GPUs may be
        left out.
    hours
        Hours of each month at each level, S + (M + 1,) [h].
    jobs
        The jobs they add up from.
    """

    gpus: tuple[Array, ...]
    hours: Sequence[Array]
    jobs: tuple[JobDemand, ...]

    @property
    def gpu_hours(self) -> Array:
        """Demanded GPU-hours D of each month [GPU-h]."""
        return self.gpu_hours_within(np.full((), np.inf))

    def gpu_hours_within(self, capacity_gpus: Array) -> Array:
        """GPU-hours of each month that a constant capacity can do [GPU-h]."""
        if self._one_log is not None:
            return self._one_log.gpu_hours_within(capacity_gpus)
        pairs = zip(self.gpus, self.hours, strict=True)
        first, *rest = (np.minimum(level, capacity_gpus) * hours for level, hours in pairs)
        return sum(rest, first)

    @property
    def needed_gpus(self) -> Array:
        """Highest level that occurs in each month; of usage logs in whole GPUs [GPU]."""
        if self._one_log is not None:
            return self._one_log.needed_gpus
        shortest = SHORTEST_HOURS if len(self.jobs) > 1 else 0.0
        need = np.zeros(())
        for level, hours in zip(self.gpus, self.hours, strict=True):
            need = np.maximum(need, np.where(hours > shortest, level, 0.0))
        return need if all(job.log is None for job in self.jobs) else ceiling(need)

    @property
    def _one_log(self) -> LogUse | None:
        # A single log has a closed form for any number of levels.
        return self.jobs[0].log if len(self.jobs) == 1 else None

    @property
    def waves_begun(self) -> Array:
        """Waves of all jobs that begin in each month."""
        first, *rest = (job.waves_begun for job in self.jobs)
        return sum(rest, first)

    @property
    def on_share(self) -> Array:
        """Share of each month in which any job is on [-]."""
        if len(self.jobs) == 1:
            return self.jobs[0].on_hours / HOURS_PER_MONTH
        months = self.jobs[0].waves_begun.shape[-1] - 1
        return hours_with_any_job_on(self.jobs, months) / HOURS_PER_MONTH

    def peak_gpus(self, horizon_months: Array) -> Array:
        """GPUs at the highest hour up to the horizon [GPU].

        Of one job its high level, used or not (docs/ledger.md §2). Of several the highest sum that
        occurs, and never less than the largest of the jobs alone, so that a scale of 0 keeps the fleet.
        """
        alone = self.jobs[0].high_gpus
        if len(self.jobs) == 1:
            return alone
        for job in self.jobs[1:]:
            alone = np.maximum(alone, job.high_gpus)
        need = self.needed_gpus
        month = np.arange(need.shape[-1])
        together: Array = np.where(month <= horizon_months, need, 0.0).max(axis=-1, keepdims=True)
        return np.maximum(alone, together)


def demand_levels(inputs: Inputs, months: int) -> Levels:
    """Reduce the demand of all jobs to hours at each GPU level (docs/design.md §4, docs/ledger.md §2)."""
    jobs = tuple(job_demand(inputs, index, months) for index in range(len(inputs.plan.jobs)))
    if len(jobs) > 1:
        return _added(jobs, months)
    (job,) = jobs
    if job.log is not None:
        return Levels(*job.log.by_rank(), jobs)
    levels = [(job.high_gpus, job.high_hours)]
    if not is_zero(job.low_gpus):
        levels.append((job.low_gpus, month_hours(months) - job.high_hours))
    gpus, hours = zip(*levels, strict=True)
    return Levels(gpus, hours, jobs)


def _added(jobs: tuple[JobDemand, ...], months: int) -> Levels:
    if any(job.log is not None for job in jobs):
        return Levels(*levels_over_the_day(jobs, months), jobs)
    gpus, hours = [], []
    for position, lasting in enumerate(hours_by_busy_jobs(jobs, months)):
        levels = [job.high_gpus if position >> bit & 1 else job.low_gpus for bit, job in enumerate(jobs)]
        gpus.append(sum(levels[1:], levels[0]))
        hours.append(lasting)
    return Levels(tuple(gpus), tuple(hours), jobs)
