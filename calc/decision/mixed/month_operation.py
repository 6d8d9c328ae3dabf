"""One month run at least cost with given prepaid and owned GPUs (docs/mixed_plan.md §3)."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from calc.decision.mixed.month_demand import MonthDemand
from calc.decision.mixed.overflow import overflow_gpu_hours
from calc.decision.mixed.whole_gpus_in_queue import operate_hour_by_hour
from calc.inputs import Array

_DUST_GPUS = 1e-9
"""GPUs below this are what floating point leaves of a difference (trap 13) [GPU]."""


class Operation(NamedTuple):
    """Hours of a month, each of the shape of the capacities [GPU-h]."""

    own_gpu_hours: Array
    hourly_gpu_hours: Array


@dataclass(frozen=True, slots=True)
class HourTariff:
    """How hours are billed and what they cost against own ones.

    Attributes
    ----------
    queue_hours, gpu_step, billing_step_hours
        As in the problem.
    hour, own_hour
        Present costs in this month [cur/GPU-h].
    """

    queue_hours: int
    gpu_step: int
    billing_step_hours: int
    hour: float
    own_hour: float

    @property
    def own_stands_still(self) -> bool:
        """Whether a used own hour costs more than a rented one, so that owned GPUs wait."""
        return self.own_hour > self.hour


def operate(demand: MonthDemand, prepaid_gpus: Array, own_gpus: Array, tariff: HourTariff) -> Operation:
    """Own and hourly billed hours of a month at least cost.

    Prepaid GPUs work first, since they cost nothing more; then owned ones, then hourly ones.

    Parameters
    ----------
    demand
        The month.
    prepaid_gpus, own_gpus
        Capacities, shapes that broadcast to S [GPU].
    tariff
        How hours are billed.

    Returns
    -------
    Operation
        Arrays of shape S [GPU-h].
    """
    prepaid, own = np.broadcast_arrays(prepaid_gpus, own_gpus)
    if tariff.gpu_step == 0 and tariff.billing_step_hours == 1:
        return _exact_hours(demand, prepaid, own, tariff)
    if tariff.queue_hours > 0:
        steps = (tariff.gpu_step, tariff.billing_step_hours)
        pairs = [
            operate_hour_by_hour(demand, (k, c), tariff.queue_hours, steps, (tariff.hour, tariff.own_hour))
            for k, c in zip(prepaid.ravel().tolist(), own.ravel().tolist(), strict=True)
        ]
        return Operation(*(np.array(column).reshape(prepaid.shape) for column in zip(*pairs, strict=True)))
    return _in_blocks(demand, prepaid, own, tariff)


def _exact_hours(demand: MonthDemand, prepaid: Array, own: Array, tariff: HourTariff) -> Operation:
    left = overflow_gpu_hours(demand, prepaid, tariff.queue_hours)
    if tariff.own_stands_still:
        return Operation(np.zeros(left.shape), left)
    hourly = overflow_gpu_hours(demand, prepaid + own, tariff.queue_hours)
    return Operation(left - hourly, hourly)


def _in_blocks(demand: MonthDemand, prepaid: Array, own: Array, tariff: HourTariff) -> Operation:
    gpus, weights, billed_hours = _blocks(demand, tariff.billing_step_hours)
    rest = _clean(gpus - prepaid[..., None, None])
    rented = _whole((rest - own[..., None, None]).max(axis=-1), tariff.gpu_step)
    if tariff.own_stands_still:
        rented = _cheapest_rented(rest, weights, billed_hours, rented, tariff)
    used = (np.maximum(rest - rented[..., None], 0.0) * weights).sum(axis=(-1, -2))
    return Operation(used, rented @ billed_hours)


def _blocks(demand: MonthDemand, step_hours: int) -> tuple[Array, Array, Array]:
    # GPUs and hours inside each block, shape (blocks, hours), and the hours each block is billed for.
    if step_hours == 1:
        hours = demand.level_hours
        return demand.levels_gpus[:, None], hours[:, None], hours
    hourly = demand.hourly_gpus
    count = -(-hourly.size // step_hours)
    gpus, weights = np.zeros(count * step_hours), np.zeros(count * step_hours)
    gpus[: hourly.size], weights[: hourly.size] = hourly, 1.0
    inside = weights.reshape(count, step_hours)
    return gpus.reshape(count, step_hours), inside, inside.sum(axis=-1)


def _cheapest_rented(rest: Array, weights: Array, billed_hours: Array, least: Array, tariff: HourTariff) -> Array:
    # Bill plus own hours is straight between the levels of a block: its least is at one of them.
    rented, best = least, np.full(least.shape, np.inf)
    for hour in range(rest.shape[-1]):
        level = rest[..., hour]
        tries = (np.floor(level + _DUST_GPUS), _whole(level, 1)) if tariff.gpu_step else (level,)
        for candidate in (least, *(np.maximum(least, wanted) for wanted in tries)):
            used = (np.maximum(rest - candidate[..., None], 0.0) * weights).sum(axis=-1)
            cost = tariff.hour * candidate * billed_hours + tariff.own_hour * used
            better = cost < best
            rented, best = np.where(better, candidate, rented), np.where(better, cost, best)
    return rented


def _clean(gpus: Array) -> Array:
    return np.where(gpus > _DUST_GPUS, gpus, 0.0)


def _whole(gpus: Array, step: int) -> Array:
    return np.ceil(_clean(gpus) - _DUST_GPUS) if step else _clean(gpus)
