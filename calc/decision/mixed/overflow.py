"""The overflow function O(k): work that a constant capacity cannot do in time (docs/mixed_plan.md §3)."""

import numpy as np

from calc.decision.mixed.month_demand import MonthDemand
from calc.inputs import Array


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
    return _earliest_deadline_first(demand.hourly_gpus, capacities_gpus, queue_hours)


def _without_waiting(demand: MonthDemand, capacities: Array) -> Array:
    # sum over levels above k of hours x (level - k), from running sums over the levels
    levels, hours = demand.levels_gpus, demand.level_hours
    first = np.searchsorted(levels, capacities, side="right")
    hours_from = np.append(np.cumsum(hours[::-1])[::-1], 0.0)
    work_from = np.append(np.cumsum((hours * levels)[::-1])[::-1], 0.0)
    left: Array = work_from[first] - capacities * hours_from[first]
    return np.maximum(left, 0.0)


def _earliest_deadline_first(hourly: Array, capacities: Array, queue_hours: int) -> Array:
    arrived = np.cumsum(hourly)
    due = np.zeros(arrived.size)
    due[queue_hours:] = arrived[: max(0, arrived.size - queue_hours)]
    due[-1] = arrived[-1]
    served = np.zeros(capacities.shape)
    overflow = np.zeros(capacities.shape)
    for arrived_by, due_by in zip(arrived, due, strict=True):
        np.minimum(arrived_by, served + capacities, out=served)
        late = np.maximum(due_by - served, 0.0)
        overflow += late
        served += late
    return overflow
