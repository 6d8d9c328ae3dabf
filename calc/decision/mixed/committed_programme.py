"""Commitments with their starts restricted to every term: a programme over (month, nodes, committed).

The page needs its plan at once, so a contract of n months may start in months 1, 1 + n, 1 + 2 n, ... only, and
one kind of contract is used (docs/mixed_plan.md §4, last but one row). The plan says so; contracts that may
start in any month are for :mod:`calc.decision.mixed.whole_programme`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calc.decision.mixed.month_choice import first_best, run_costs
from calc.decision.mixed.priced import PricedProblem
from calc.decision.mixed.settle import Whole
from calc.inputs import Array

MOST_LEVELS = 65
"""Numbers of committed GPUs looked at; up to 64 all of them."""


@dataclass(frozen=True, slots=True)
class PrepaidTable:
    """Cost of every month by nodes and committed GPUs, the best number of monthly ones on top.

    Attributes
    ----------
    gpus
        Numbers of committed GPUs, rising from 0, shape (K,) [GPU].
    cost
        Shape (T, N + 1, K) [cur].
    """

    gpus: Whole
    cost: Array


def prepaid_table(problem: PricedProblem) -> PrepaidTable:
    """The table of all months."""
    most = max(month.most_prepaid_gpus for month in problem.months)
    prepaid = problem.prepaid_levels(most, -(-most // (MOST_LEVELS - 1)))
    gpus = np.rint(prepaid).astype(np.intp)
    own = np.asarray(np.arange(problem.max_nodes + 1) * problem.node_capacity_gpus, dtype=np.float64)
    months = []
    for position in range(problem.horizon_months):
        cost, _, _ = run_costs(problem, position, prepaid[None, :], own[:, None])
        if problem.costs.month is not None:
            paid = cost + problem.costs.month[position] * prepaid
            cost = np.minimum.accumulate(paid[:, ::-1], axis=1)[:, ::-1] - problem.costs.month[position] * prepaid
        months.append(cost + problem.costs.fleet_by_month[position][:, None])
    return PrepaidTable(gpus, np.stack(months))


@dataclass(frozen=True, slots=True)
class CommittedProgramme:
    """Least cost of reaching n nodes and k committed GPUs with one kind of contract, kept to the horizon.

    Attributes
    ----------
    problem, contract, table
        The problem, the position of its contract, its table.
    value
        Least cost of months 1..T, shape (N + 1, K) [cur].
    came_from
        By month, the nodes before it of the best way to each (n, k); ``None`` where none can join.
    chosen
        By month in which terms start, the level before it by nodes.
    """

    problem: PricedProblem
    contract: int
    table: PrepaidTable
    value: Array
    came_from: tuple[NDArray[np.intp] | None, ...]
    chosen: Mapping[int, NDArray[np.intp]]

    def best_nodes(self) -> int:
        """Fewest nodes at the horizon among the best."""
        return int(first_best(self.value.min(axis=1)))

    def cost(self, nodes: int) -> float:
        """Least cost of ending with a number of nodes [cur]."""
        return float(self.value[nodes].min())

    def plan(self, nodes: int) -> tuple[Whole, Whole]:
        """Best plan that ends with a number of nodes: orders by month 0..T - 1, GPUs by start month 1..T."""
        horizon = self.problem.horizon_months
        level = int(first_best(self.value[nodes]))
        orders, started = np.zeros(horizon, dtype=np.intp), np.zeros(horizon, dtype=np.intp)
        for position in range(horizon - 1, -1, -1):
            before = self.came_from[position]
            if before is not None:
                fewer = int(before[nodes, level])
                orders[position - self.problem.lead_months] = nodes - fewer
                nodes = fewer
            if position in self.chosen:
                started[position] = self.table.gpus[level]
                level = int(self.chosen[position][nodes])
        return orders, started


def run_committed_programme(problem: PricedProblem, contract: int, table: PrepaidTable) -> CommittedProgramme:
    """Least costs with one kind of contract.

    Parameters
    ----------
    problem
        The problem, without nodes at the start.
    contract
        Position of the contract.
    table
        Its table.
    """
    horizon = problem.horizon_months
    term = problem.contracts[contract].term_months
    starts = np.arange(0, horizon, term)
    costs = problem.costs.commitments[contract]
    value = np.full(table.cost.shape[1:], np.inf)
    value[0] = problem.costs.initial_nodes
    came_from: list[NDArray[np.intp] | None] = []
    chosen: dict[int, NDArray[np.intp]] = {}
    for position in range(horizon):
        if position in starts:
            # A term has ended: any number may be committed again.
            chosen[position] = first_best(value)
            value = value.min(axis=1, keepdims=True) + costs[position] * table.gpus
        before = None
        if position >= problem.lead_months:
            value, before = _join_nodes(problem, value, position - problem.lead_months)
        came_from.append(before)
        value = value + table.cost[position]
    return CommittedProgramme(problem, contract, table, value, tuple(came_from), chosen)


def _join_nodes(problem: PricedProblem, value: Array, order: int) -> tuple[Array, NDArray[np.intp]]:
    # Least cost of having n nodes now, from any n' <= n before; the cheapest n' by prefix minima.
    nodes = np.arange(value.shape[0])[:, None]
    price = float(problem.costs.kept_node_by_order[order])
    if not math.isfinite(price):  # nothing can be ordered then
        return value, np.broadcast_to(nodes, value.shape)
    first = value.copy()
    first[0] += problem.costs.first_node_by_order[order]
    lifted = first - price * nodes
    least = np.minimum.accumulate(lifted, axis=0)
    is_least = lifted == least
    at = np.maximum.accumulate(np.where(is_least, nodes, 0), axis=0)
    bought = np.full(value.shape, np.inf)
    bought[1:] = least[:-1] + price * nodes[1:]
    origin = np.zeros(value.shape, dtype=np.intp)
    origin[1:] = at[:-1]
    stay = value <= bought
    return np.where(stay, value, bought), np.where(stay, nodes, origin)
