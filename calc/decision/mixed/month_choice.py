"""How many GPUs to rent by the month, for every number of nodes and of committed GPUs (docs/mixed_plan.md §4)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calc.decision.mixed.month_demand import MonthDemand
from calc.decision.mixed.month_operation import HourTariff, operate
from calc.decision.mixed.overflow import overflow_gpu_hours
from calc.decision.mixed.priced import DUST_GPU_HOURS, PricedProblem
from calc.inputs import Array, ceiling

TIE_SHARE = 1e-9
"""Costs nearer than this share are equal (trap 12)."""


@dataclass(frozen=True, slots=True)
class MonthChoice:
    """The best of one month, by number of nodes; every array of shape (n,).

    Attributes
    ----------
    month_gpus
        Fewest GPUs by the month among the best [GPU].
    cost
        Everything but the nodes and contracts themselves [cur].
    own_gpu_hours, hourly_gpu_hours
        Own and billed hours [GPU-h].
    """

    month_gpus: NDArray[np.intp]
    cost: Array
    own_gpu_hours: Array
    hourly_gpu_hours: Array


def choose_month_gpus(
    problem: PricedProblem, position: int, nodes: NDArray[np.intp], committed_gpus: int = 0
) -> MonthChoice:
    """Best number of monthly GPUs in one month.

    Parameters
    ----------
    problem
        The problem.
    position
        Month less 1.
    nodes
        Numbers of nodes in service, shape (n,) [node].
    committed_gpus
        GPUs under contract [GPU].

    Returns
    -------
    MonthChoice
        Ties go to fewer monthly GPUs.
    """
    demand, costs = problem.months[position], problem.costs
    own = np.asarray(nodes * problem.node_capacity_gpus, dtype=np.float64)
    tried = np.zeros((nodes.size, 1))
    if costs.month is not None:
        tried = _worth_trying(problem, demand, own, committed_gpus)
    cost, used, hourly = run_costs(problem, position, np.asarray(committed_gpus + tried), own[:, None])
    if costs.month is not None:
        cost = cost + costs.month[position] * tried
    best = first_best(cost)
    rows = np.arange(nodes.size)
    return MonthChoice(
        month_gpus=np.rint(tried[rows, best]).astype(np.intp),
        cost=cost[rows, best] + costs.fleet_by_month[position, nodes],
        own_gpu_hours=used[rows, best],
        hourly_gpu_hours=hourly[rows, best],
    )


def run_costs(
    problem: PricedProblem, position: int, prepaid_gpus: Array, own_gpus: Array
) -> tuple[Array, Array, Array]:
    """Cost of the hours of one month, with the own and the billed ones, for capacities of shape S."""
    used, hourly, excess = operate_month(problem, position, prepaid_gpus, own_gpus)
    costs = problem.costs
    cost = costs.own_hour[position] * used + costs.hour[position] * hourly
    if costs.excess_hour is not None:
        cost = cost + costs.excess_hour[position] * excess
    beside = np.asarray(own_gpus) > 0
    if costs.rent_beside is not None:
        cost = cost + costs.rent_beside[position] * (
            beside & (rents(prepaid_gpus, hourly) | problem.keeps_data(position, own_gpus))
        )
    if costs.egress_hour is not None:
        cost = cost + costs.egress_hour[position] * beside * rented_work(problem, position, used)
    return cost, used, hourly


def rents(prepaid_gpus: Array, hourly_gpu_hours: Array) -> NDArray[np.bool_]:
    """Whether a month rents anything, prepaid or by the hour."""
    renting: NDArray[np.bool_] = (prepaid_gpus > 0) | (hourly_gpu_hours > DUST_GPU_HOURS)
    return renting


def rented_work(problem: PricedProblem, position: int, own_gpu_hours: Array) -> Array:
    """Demanded hours of one month that are done on rented GPUs, by any tariff [GPU-h]."""
    return np.maximum(0.0, problem.months[position].gpu_hours - own_gpu_hours)


def operate_month(
    problem: PricedProblem, position: int, prepaid_gpus: Array, own_gpus: Array
) -> tuple[Array, Array, Array]:
    """Own, hourly billed and excess hours of one month, for capacities of shape S [GPU-h].

    Work on GPUs that do less than a demanded hour in an hour takes longer; what the month cannot hold on
    prepaid ones is excess, on own ones it is rented by the hour (docs/ledger.md §3, §16).
    """
    demand = problem.months[position]
    tariff = HourTariff(
        problem.queue_hours,
        problem.hour_gpu_step,
        problem.hour_billing_step_hours,
        float(problem.costs.hour[position]),
        float(problem.costs.own_hour[position]),
    )
    used, hourly = operate(demand, prepaid_gpus, own_gpus, tariff)
    if problem.own_share is not None:
        over = np.maximum(0.0, used - own_gpus * problem.hours_per_month * problem.own_share[position])
        used, hourly = used - over, hourly + over
    if problem.costs.excess_hour is None or problem.prepaid_share is None:
        return used, hourly, np.zeros(np.shape(used))
    work = demand.gpu_hours - overflow_gpu_hours(demand, prepaid_gpus, problem.queue_hours)
    excess = np.maximum(0.0, work / problem.prepaid_share[position] - problem.hours_per_month * prepaid_gpus)
    return used, hourly, np.broadcast_to(excess, used.shape)


def first_best(cost: Array) -> NDArray[np.intp]:
    """Position of the first of the last axis that is as good as the best."""
    best = cost.min(axis=-1, keepdims=True)
    first: NDArray[np.intp] = (cost <= best + TIE_SHARE * np.abs(best)).argmax(axis=-1)
    return first


def _worth_trying(problem: PricedProblem, demand: MonthDemand, own: Array, committed: int) -> Array:
    # Numbers of monthly GPUs, rising, shape (n, tries). Without a queue the cost is straight between the
    # numbers at which a level is just covered, alone or with the own GPUs, so only those can be best.
    most = max(0, demand.most_prepaid_gpus - committed)
    levels = demand.levels_gpus
    bends = problem.queue_hours > 0 or problem.costs.excess_hour is not None or problem.own_share is not None
    if bends or most <= 4 * levels.size:
        return np.tile(problem.prepaid_levels(most), (own.size, 1))
    covered = np.concatenate([levels[None, :] - own[:, None], np.tile(levels, (own.size, 1))], axis=1) - committed
    around = np.concatenate([np.zeros((own.size, 1)), np.floor(covered + TIE_SHARE), ceiling(covered)], axis=1)
    return np.sort(np.clip(around, 0.0, most), axis=1)
