"""The overflow function O(k): work that a constant capacity cannot do in time (docs/mixed_plan.md §3)."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calc.decision.mixed.month_demand import MonthDemand, OverflowTable
from calc.inputs import Array

_SAME_GPUS = 1e-7
"""Capacities nearer than this are one: sums of nodes and GPUs in floating point [GPU]."""


def overflow_gpu_hours(demand: MonthDemand, capacities_gpus: Array, queue_hours: int) -> Array:
    """Work of a month that capacities cannot do in time, each alone: convex, from all the work down to 0.

    Parameters
    ----------
    demand
        The month.
    capacities_gpus
        Any shape S [GPU].
    queue_hours
        Hours work may wait; the queue is empty at the month's end [h].

    Returns
    -------
    Array
        Shape S [GPU-h].
    """
    if queue_hours == 0:
        return _without_waiting(demand, capacities_gpus)
    if demand.overflow is not None and demand.overflow.queue_hours == queue_hours:
        found = _looked_up(demand.overflow, capacities_gpus)
        if found is not None:
            return found
    hourly = demand.hourly_gpus[:, None]
    overflow = _earliest_deadline_first(hourly, capacities_gpus.ravel()[None, :], queue_hours)
    return overflow.reshape(capacities_gpus.shape)


def tabulate_overflow(
    months: Sequence[MonthDemand], capacities_gpus: Array, queue_hours: int
) -> tuple[MonthDemand, ...]:
    """The months with their overflow at many capacities, reckoned for all of them at once.

    Parameters
    ----------
    months
        Months of the same number of hours.
    capacities_gpus
        Any capacities [GPU].
    queue_hours
        Hours work may wait, above 0 [h].
    """
    capacities = np.unique(np.round(capacities_gpus, 9))
    different, which = np.unique(np.stack([month.hourly_gpus for month in months]), axis=0, return_inverse=True)
    overflow = _earliest_deadline_first(different.T[:, :, None], capacities[None, :], queue_hours)
    return tuple(
        replace(month, overflow=OverflowTable(queue_hours, capacities, overflow[row]))
        for month, row in zip(months, which.ravel(), strict=True)
    )


def _looked_up(table: OverflowTable, capacities: Array) -> Array | None:
    at = np.searchsorted(table.capacities_gpus, capacities - _SAME_GPUS)
    at = np.minimum(at, table.capacities_gpus.size - 1)
    if (np.abs(table.capacities_gpus[at] - capacities) > _SAME_GPUS).any():
        return None
    return table.gpu_hours[at]


def _without_waiting(demand: MonthDemand, capacities: Array) -> Array:
    # sum over levels above k of hours x (level - k), from running sums over the levels
    levels, hours = demand.levels_gpus, demand.level_hours
    first = np.searchsorted(levels, capacities, side="right")
    hours_from = np.append(np.cumsum(hours[::-1])[::-1], 0.0)
    work_from = np.append(np.cumsum((hours * levels)[::-1])[::-1], 0.0)
    left: Array = work_from[first] - capacities * hours_from[first]
    return np.maximum(left, 0.0)


def _earliest_deadline_first(hourly: Array, capacities: Array, queue_hours: int) -> Array:
    # Hours are the first axis of the demand; the rest of its shape broadcasts against the capacities.
    arrived = np.cumsum(hourly, axis=0)
    due = np.zeros(arrived.shape)
    due[queue_hours:] = arrived[: max(0, len(arrived) - queue_hours)]
    due[-1] = arrived[-1]
    shape = np.broadcast_shapes(hourly.shape[1:], capacities.shape)
    served, overflow = np.zeros(shape), np.zeros(shape)
    for arrived_by, due_by in zip(arrived, due, strict=True):
        np.minimum(arrived_by, served + capacities, out=served)
        late = np.maximum(due_by - served, 0.0)
        overflow += late
        served += late
    return overflow
