"""Hours of the work on the GPUs that are rented and bought, where these are not the GPU the demand is stated for.

Demand, and everything "used", counts GPU-hours of the GPU of the scenario. The same work takes ``own_hours_ratio``
times as many on the GPU that is bought, and ``rent_hours_ratio`` times as many on the one that is rented
(docs/ledger.md §16).
"""

import numpy as np

from calc.cost.case import Case
from calc.inputs import Array


def rent_hours_ratio(case: Case) -> Array:
    """Hours on the rented GPU for an hour of demand [-]."""
    return _mean(case, [job.rent_hours_ratio for job in case.inputs.plan.jobs])


def own_hours_ratio(case: Case) -> Array:
    """Hours on the bought GPU for an hour of demand [-]."""
    return _mean(case, [job.own_hours_ratio for job in case.inputs.plan.jobs])


def _mean(case: Case, ratios: list[float]) -> Array:
    # Jobs that differ are weighed by their GPU-hours of the month: exact but for months in which only the
    # work of one of them overflows.
    if len(set(ratios)) == 1:
        return np.asarray(ratios[0])
    hours = [job.gpu_hours for job in case.levels.jobs]
    total = sum(hours[1:], hours[0])
    weighed = sum((ratio * one for ratio, one in zip(ratios, hours, strict=True)), np.zeros(()))
    busy = total > 0
    return np.where(busy, weighed / np.where(busy, total, 1.0), 1.0)
