"""Dynamic programme over (month, nodes): purchase months, lead, growth, price paths (docs/mixed_plan.md §4)."""

import math
from dataclasses import dataclass

import numpy as np

from calc.decision.mixed.month_choice import TIE_SHARE, choose_month_gpus
from calc.decision.mixed.priced import PricedProblem
from calc.decision.mixed.settle import Whole
from calc.inputs import Array


@dataclass(frozen=True, slots=True)
class NodeProgramme:
    """Least cost of reaching n nodes by each month, kept to the horizon, without commitments.

    Attributes
    ----------
    problem
        The problem.
    value
        Least cost of months 1..t with n nodes in service in month t, shape (T + 1, N + 1); the cost
        of nodes is counted when they begin to serve. Infinite where it cannot be [cur].
    """

    problem: PricedProblem
    value: Array

    def best_nodes(self) -> int:
        """Fewest nodes at the horizon among the best."""
        last = self.value[-1]
        return int((last <= _near(last.min())).argmax())

    def orders(self, nodes: int) -> Whole:
        """Orders by month 0..T − 1 of the best plan that ends with a number of nodes; ties go to later ones."""
        problem = self.problem
        orders = np.zeros(problem.horizon_months, dtype=np.intp)
        for month in range(problem.horizon_months, problem.first_choice_month - 1, -1):
            ways = _ways(problem, self.value[month - 1], month)[:, nodes]
            before = int((ways <= _near(ways.min())).argmax())
            orders[month - problem.first_choice_month] = nodes - before
            nodes = before
        return orders


def run_node_programme(problem: PricedProblem) -> NodeProgramme:
    """Least costs of all (month, nodes)."""
    problem = problem.tabulated()
    nodes = np.arange(problem.max_nodes + 1)
    value = np.full((problem.horizon_months + 1, nodes.size), np.inf)
    value[0, problem.initial_nodes] = problem.costs.initial_nodes
    for position in range(problem.horizon_months):
        month = position + 1
        can_serve = nodes[problem.initial_nodes :] if month >= problem.first_choice_month else nodes[:0]
        if not can_serve.size:
            can_serve = nodes[problem.initial_nodes : problem.initial_nodes + 1]
        running = choose_month_gpus(problem, position, can_serve).cost
        before = value[position]
        if month >= problem.first_choice_month:
            before = _ways(problem, before, month).min(axis=0)
        value[month, can_serve] = before[can_serve] + running
    return NodeProgramme(problem, value)


def _ways(problem: PricedProblem, before: Array, month: int) -> Array:
    # Cost of every way from n' nodes in the month before to n nodes in this one, shape (n', n).
    order = month - problem.first_choice_month
    nodes = np.arange(before.size)
    more = nodes[None, :] - nodes[:, None]
    price = float(problem.costs.kept_node_by_order[order])
    if not math.isfinite(price):  # nothing can be ordered then
        return np.where(more == 0, before[:, None], np.inf)
    added = more * price
    first = (nodes[:, None] == problem.initial_nodes) & (more > 0)
    added = added + first * problem.costs.first_node_by_order[order]
    return np.where(more < 0, np.inf, before[:, None] + added)


def _near(cost: float) -> float:
    return float(cost + TIE_SHARE * abs(cost))
