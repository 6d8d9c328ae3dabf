"""Demand hour by hour, for what needs the order of the hours: waiting in a queue, and the picture of a year.

The hours lie where :mod:`calc.demand.overlap` puts them. A stretch of a month in which the same waves cover is
cut into whole days of about 24 h, so that every share of the day, and with it every hour of the ledger, is kept
exactly; an hour that is used in part has a fraction of the GPUs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from calc.choices import DemandKind
from calc.demand.job import JobDemand, job_demand
from calc.demand.log.curve import LogUse
from calc.demand.overlap import HOURS_PER_DAY, daily_shares
from calc.demand.weekly import MONTHS_A_YEAR, WEEKS_A_YEAR, used_shares
from calc.demand.weeks import HOURS_PER_MONTH, HOURS_PER_WEEK
from calc.inputs import Array, Inputs

_MONTH = int(HOURS_PER_MONTH)
_WEEK = int(HOURS_PER_WEEK)


@dataclass(frozen=True, slots=True)
class _Layer:
    # GPUs, hour of the day they start, the hours they cover, and shares of the day inside and outside of these.
    gpus: Array
    start: float
    covers: NDArray[np.bool_]
    inside: Array
    outside: Array


def hourly_gpus(inputs: Inputs, months: int) -> Array:
    """GPUs in use in every hour of months 1..M, on average over the hour.

    Parameters
    ----------
    inputs
        One plan, no batch.
    months
        M [month].

    Returns
    -------
    Array
        Shape (M, 730); each month sums to the GPU-hours of the ledger [GPU].
    """
    total: Array = hourly_gpus_by_job(inputs, months).sum(axis=0)
    return total


def hourly_gpus_by_job(inputs: Inputs, months: int) -> Array:
    """The same job by job, shape (jobs, M, 730) [GPU]."""
    jobs = len(inputs.plan.jobs)
    layers = [(index, layer) for index in range(jobs) for layer in _layers(inputs, index, months)]
    hourly = np.zeros((jobs, months * _MONTH))
    for first, last in _stretches([layer for _, layer in layers], months):
        month = first // _MONTH
        days = max(1, round((last - first) / HOURS_PER_DAY))
        edges = np.arange(last - first + 1) / (last - first) * days
        for index, layer in layers:
            share = layer.inside[month] if layer.covers[first] else layer.outside[month]
            busy = np.diff(_busy_days(edges, layer.start / HOURS_PER_DAY, float(share)))
            hourly[index, first:last] += layer.gpus[month] * busy * (last - first) / days
    return hourly.reshape(jobs, months, _MONTH)


def _stretches(layers: list[_Layer], months: int) -> Iterator[tuple[int, int]]:
    # Hours between changes of what covers them, cut by the months.
    changes = np.zeros(months * _MONTH + 1, dtype=np.bool_)
    changes[::_MONTH] = True
    for layer in layers:
        changes[1:-1] |= layer.covers[1:] != layer.covers[:-1]
    marks = np.flatnonzero(changes).tolist()
    return pairwise(marks)


def _busy_days(edges: Array, start: float, share: float) -> Array:
    # Days of use up to each moment, counted in days, when [start, start + share) of every day is used.
    whole = np.floor(edges)
    part = edges - whole
    wrapped = max(0.0, start + share - 1.0)
    today = np.clip(part, 0.0, wrapped) + np.clip(part - start, 0.0, share - wrapped)
    return np.asarray(whole * share + today)


def _layers(inputs: Inputs, index: int, months: int) -> Iterator[_Layer]:
    job = job_demand(inputs, index, months)
    start = float(job.first_hour)
    always = np.ones(months * _MONTH, dtype=np.bool_)
    if job.log is None:
        yield _Layer(_by_month(job.low_gpus, months), 0.0, always, np.ones(months), np.ones(months))
        inside, outside = (_by_month(share, months) for share in daily_shares(job))
        high = _by_month(job.high_gpus - job.low_gpus, months)
        yield _Layer(high, start, _covered(job, months), inside, outside)
    elif inputs.choice(f"jobs.{index}.demand.kind") is DemandKind.WEEKLY:
        demand = f"jobs.{index}.demand."
        shares = used_shares(inputs.choice(demand + "weekly_hours"))
        yield from _of_weeks(inputs.choice(demand + "weekly_gpus"), shares, job.log, start)
    else:
        yield from _of_log(job.log, start, months)


def _by_month(values: Array, months: int) -> Array:
    grid = np.broadcast_to(values, (months + 1,)) if values.ndim else np.full(months + 1, float(values))
    return grid[1:]


def _covered(job: JobDemand, months: int) -> NDArray[np.bool_]:
    if job.active is None:
        return np.ones(months * _MONTH, dtype=np.bool_)
    return np.repeat(job.active > 0, _WEEK)[: months * _MONTH]


def _of_log(use: LogUse, start: float, months: int) -> Iterator[_Layer]:
    # A log has no order inside its month: each layer takes its share of every day.
    gpus, hours = use.by_rank()
    always = np.ones(months * _MONTH, dtype=np.bool_)
    below = np.zeros(months)
    for rank, level in enumerate(gpus):
        share = _by_month(hours.at_or_above(rank), months) / HOURS_PER_MONTH
        here = _by_month(level, months)
        yield _Layer(np.maximum(here - below, 0.0), start, always, share, share)
        below = np.maximum(here, below)


def _of_weeks(
    gpus_by_week: tuple[float, ...], shares: tuple[float, ...], use: LogUse, start: float
) -> Iterator[_Layer]:
    # Each layer of the year covers its weeks and takes the same share of all of them that lie in a month; hours
    # beyond them are spread over the rest, as waves do.
    months = use.factor.shape[-1] - 1
    week = np.minimum(np.arange(MONTHS_A_YEAR * _MONTH) // _WEEK, WEEKS_A_YEAR - 1)
    year = np.zeros(WEEKS_A_YEAR)
    year[: len(gpus_by_week)] = gpus_by_week
    of_hour = np.resize(year[week], months * _MONTH)
    used = np.resize(np.array(shares)[week], months * _MONTH)
    factor = _by_month(use.factor, months)
    below = 0.0
    for level in np.unique(year[year > 0]).tolist():
        covers = of_hour >= level
        on = covers.reshape(months, _MONTH).sum(axis=1).astype(np.float64)
        hours = np.minimum(HOURS_PER_MONTH, (covers * used).reshape(months, _MONTH).sum(axis=1) * factor)
        inside = np.minimum(1.0, hours / np.maximum(on, 1.0))
        outside = np.maximum(0.0, hours - on) / np.maximum(HOURS_PER_MONTH - on, 1.0)
        yield _Layer(np.full(months, level - below), start, covers, inside, outside)
        below = level
