"""How the hours of several jobs fall on each other (docs/ledger.md, "Several jobs, other demands").

Where the hours of a job lie inside a month, said once and exactly:

1. A wave covers whole weeks, [168 w, 168 (w + weeks on)), cut by the months; other jobs cover the month.
2. Inside what it covers a job runs the same share of every day, in one stretch from ``first_hour``,
   running on over midnight. The share is hours / hours covered; so 84 hours a week are 12 hours a day.
3. Hours beyond those of its waves (ruling 1) are spread over the rest of the month in the same way.
4. A usage log is its layers of GPUs, each a job of rule 2 with the same ``first_hour``: the highest level
   first. Beside other jobs it keeps 12 levels a month (``calc.demand.log.curve``) [assumption].

Two jobs that both start at hour 0 therefore run together as far as they can; inference from 8 h and
fine-tuning from 20 h, twelve hours each, never meet. A month is 730 h, not whole days: rule 2 is a
share of the time, which keeps the hours of every job exactly as they are alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from calc.demand.job import JobDemand, in_month
from calc.demand.weeks import HOURS_PER_MONTH, hours_of_weeks
from calc.inputs import Array

HOURS_PER_DAY = 24.0
MOST_LOG_LEVELS = 12
"""Levels of a log beside other jobs: every one cuts the day once more."""


def hours_by_busy_jobs(jobs: tuple[JobDemand, ...], months: int) -> tuple[Array, ...]:
    """Hours of each month in which exactly a given set of jobs is at its high level.

    Returns
    -------
    tuple of arrays
        One for each set; bit j of the position is job j. Shapes S + (months + 1,) [h]; they sum to 730.
    """
    total: list[Array] = [np.zeros(()) for _ in range(2 ** len(jobs))]
    starts = [job.first_hour / HOURS_PER_DAY for job in jobs]
    shares = [daily_shares(job) for job in jobs]
    for inside, hours in covering_patterns(jobs, months):
        arcs = [share[0] if within else share[1] for share, within in zip(shares, inside, strict=True)]
        for position, fraction in enumerate(_shares_of_day(starts, arcs)):
            total[position] = total[position] + hours * fraction
    return tuple(total)


def levels_over_the_day(jobs: tuple[JobDemand, ...], months: int) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    """GPUs in use and hours of each month, piece by piece of the day, for jobs some of which are usage logs.

    Returns
    -------
    tuple
        Levels [GPU] and the hours of each month at them [h], shapes S + (months + 1,).
    """
    base, *more = (job.low_gpus for job in jobs)
    low = sum(more, base)
    gpus: list[Array] = []
    hours: list[Array] = []
    for inside, covered in covering_patterns(jobs, months):
        layers = [layer for job, within in zip(jobs, inside, strict=True) for layer in _layers(job, within=within)]
        edges = [job.first_hour / HOURS_PER_DAY for job in jobs] + [(one.start + one.share) % 1.0 for one in layers]
        lengths, middles = _pieces_of_day(edges)
        for length, middle in zip(lengths, middles, strict=True):
            busy = ((middle - layer.start) % 1.0 < layer.share for layer in layers)
            parts = [np.where(one, layer.gpus, 0.0) for one, layer in zip(busy, layers, strict=True)]
            gpus.append(sum(parts, low))
            hours.append(covered * length)
    return tuple(gpus), tuple(hours)


@dataclass(frozen=True, slots=True)
class _Layer:
    """GPUs that are busy for a share of the day from a start."""

    start: Array
    share: Array
    gpus: Array


def _layers(job: JobDemand, *, within: bool) -> Iterator[_Layer]:
    start = job.first_hour / HOURS_PER_DAY
    if job.log is None:
        yield _Layer(start, daily_shares(job)[0 if within else 1], job.high_gpus - job.low_gpus)
        return
    gpus, hours = job.log.by_rank(MOST_LOG_LEVELS)
    below = np.zeros(())
    for rank, level in enumerate(gpus):
        yield _Layer(start, hours.at_or_above(rank) / HOURS_PER_MONTH, np.maximum(level - below, 0.0))
        below = np.maximum(level, below)


def hours_with_any_job_on(jobs: tuple[JobDemand, ...], months: int) -> Array:
    """Hours of each month in which at least one job is on, in a wave or at its high level [h]."""
    starts = [job.first_hour / HOURS_PER_DAY for job in jobs]
    total = np.zeros(())
    for inside, hours in covering_patterns(jobs, months):
        arcs = [
            job.on_hours / HOURS_PER_MONTH if job.active is None else np.full((), float(within))
            for job, within in zip(jobs, inside, strict=True)
        ]
        total = total + hours * (1.0 - _shares_of_day(starts, arcs)[0])
    return total


def covering_patterns(jobs: tuple[JobDemand, ...], months: int) -> Iterator[tuple[tuple[bool, ...], Array]]:
    """Every combination of waves that occurs: which jobs' waves cover it, and its hours by month."""
    weeks = hours_of_weeks(months)
    options = [(True,) if job.active is None else (True, False) for job in jobs]
    for inside in product(*options):
        covered = np.ones(weeks.shape[0])
        for job, within in zip(jobs, inside, strict=True):
            if job.active is not None:
                covered = covered * (job.active if within else 1.0 - job.active)
        if covered.any():
            yield inside, covered @ weeks


def daily_shares(job: JobDemand) -> tuple[Array, Array]:
    """Share of the day a job is at its high level, inside the weeks it covers and outside of them, by month [-]."""
    if job.active is None:
        return job.high_hours / HOURS_PER_MONTH, np.zeros(())
    inside = np.minimum(1.0, job.high_hours / np.maximum(job.on_hours, np.finfo(float).tiny))
    outside = np.maximum(0.0, job.high_hours - job.on_hours) / np.maximum(HOURS_PER_MONTH - job.on_hours, 1.0)
    return inside, outside


def _shares_of_day(starts: list[Array], arcs: list[Array]) -> list[Array]:
    # The day is a circle of length 1; job j is busy on [start_j, start_j + arc_j).
    lengths, middles = _pieces_of_day(
        [*starts, *((start + arc) % 1.0 for start, arc in zip(starts, arcs, strict=True))]
    )
    position = np.zeros(lengths.shape, dtype=np.int64)
    for job, (start, arc) in enumerate(zip(starts, arcs, strict=True)):
        position += ((middles - start) % 1.0 < arc).astype(np.int64) << job
    return [np.where(position == code, lengths, 0.0).sum(axis=0) for code in range(2 ** len(starts))]


def _pieces_of_day(marks: list[Array]) -> tuple[Array, Array]:
    edges = np.sort(np.stack(np.broadcast_arrays(*marks)), axis=0)
    lengths = np.concatenate([edges[1:], edges[:1] + 1.0]) - edges
    return lengths, edges + lengths / 2


def month_hours(months: int) -> Array:
    """730 h in every month, none in month 0; shape (months + 1,) [h]."""
    return HOURS_PER_MONTH * in_month(months)
