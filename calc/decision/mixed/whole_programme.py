"""Whole-number programme: commitments that may start in any month, and nodes that may be sold (docs/mixed_plan.md §4).

A month is a point of its table of costs by (nodes, committed GPUs), written as weights on the entries of the
table. For a number of nodes the cost is convex in committed GPUs, so weights may be fractions between two
neighbours and a whole number of GPUs is exact; only the number of nodes needs a whole choice.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from calc.decision.mixed.month_choice import TIE_SHARE, run_costs
from calc.decision.mixed.priced import PricedProblem
from calc.decision.mixed.settle import Whole
from calc.inputs import Array


@dataclass
class _Columns:
    # Columns of the programme as they are added: cost, upper bound, whether whole.
    cost: list[Array] = field(default_factory=list)
    upper: list[Array] = field(default_factory=list)
    whole: list[NDArray[np.bool_]] = field(default_factory=list)
    count: int = 0

    def add(self, cost: Array, upper: float, *, whole: bool) -> NDArray[np.intp]:
        self.cost.append(cost.ravel())
        self.upper.append(np.full(cost.size, upper))
        self.whole.append(np.full(cost.size, whole))
        first, self.count = self.count, self.count + cost.size
        return np.arange(first, self.count).reshape(cost.shape)


@dataclass
class _Rows:
    # Rows low <= sum of factor x column <= high.
    row: list[NDArray[np.intp]] = field(default_factory=list)
    column: list[NDArray[np.intp]] = field(default_factory=list)
    factor: list[Array] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)

    def add(self, low: float, high: float, *terms: tuple[NDArray[np.intp], Array | float]) -> None:
        for columns, factors in terms:
            self.row.append(np.full(columns.size, len(self.low)))
            self.column.append(columns.ravel())
            self.factor.append(np.broadcast_to(factors, columns.shape).ravel())
        self.low.append(low)
        self.high.append(high)


def run_whole_programme(problem: PricedProblem) -> tuple[Whole, tuple[Whole, ...]]:
    """Exact plan with commitments at any start and sales in any month.

    Returns
    -------
    tuple
        Nodes by order and sale, shape (T, T + 1), and GPUs by contract and start month, each (T,).
    """
    columns, rows = _Columns(), _Rows()
    months = problem.horizon_months
    may_buy = np.argwhere(np.isfinite(problem.costs.node_by_order_and_sale))
    if problem.max_nodes == problem.initial_nodes:
        may_buy = may_buy[:0]
    order, sale = may_buy.T
    bought = columns.add(problem.costs.node_by_order_and_sale[order, sale], problem.max_nodes, whole=True)
    most = max(month.most_prepaid_gpus for month in problem.months)
    may_start = [np.flatnonzero(np.isfinite(cost)) for cost in problem.costs.commitments]
    started = [
        columns.add(cost[at], most, whole=True) for cost, at in zip(problem.costs.commitments, may_start, strict=True)
    ]
    for month in range(1, months + 1):
        serving = bought[(order + problem.lead_months < month) & (month <= sale)]
        active = [
            (begun[(at + 1 <= month) & (month < at + 1 + contract.term_months)], -1.0)
            for contract, begun, at in zip(problem.contracts, started, may_start, strict=True)
        ]
        _add_month(problem, month, columns, rows, (serving, active))
    _add_first_node(problem, columns, rows, (order, bought))
    values = _solve(columns, rows)
    plan = np.zeros((months, months + 1), dtype=np.intp)
    plan[order, sale] = values[bought]
    starts = []
    for begun, at in zip(started, may_start, strict=True):
        gpus = np.zeros(months, dtype=np.intp)
        gpus[at] = values[begun]
        starts.append(gpus)
    return plan, tuple(starts)


def _add_month(
    problem: PricedProblem,
    month: int,
    columns: _Columns,
    rows: _Rows,
    chosen: tuple[NDArray[np.intp], list[tuple[NDArray[np.intp], float]]],
) -> None:
    serving, active = chosen
    fewest = problem.initial_nodes
    nodes = np.arange(fewest, problem.max_nodes + 1 if serving.size else fewest + 1)
    table = _month_table(problem, month - 1, nodes)
    committed = np.arange(table.shape[1], dtype=np.float64)
    bends_down = bool((np.diff(table, 2, axis=1) < -TIE_SHARE * np.abs(table).max()).any())
    weights = columns.add(table, 1.0, whole=bends_down)
    rows.add(1.0, 1.0, (weights, 1.0))
    rows.add(-np.inf, 0.0, (weights, np.tile(committed, (nodes.size, 1))), *active)
    if nodes.size > 1:
        picked = columns.add(np.zeros(nodes.size), 1.0, whole=True)
        for row, pick in zip(weights, picked, strict=True):
            rows.add(0.0, 0.0, (row, 1.0), (np.array([pick]), -1.0))
        rows.add(-fewest, -fewest, (serving, 1.0), (picked, -nodes.astype(np.float64)))


def _month_table(problem: PricedProblem, position: int, nodes: NDArray[np.intp]) -> Array:
    # Cost of the month by nodes and committed GPUs, with the best number of monthly ones on top.
    most = problem.months[position].most_prepaid_gpus if _has_prepaid(problem) else 0
    prepaid = np.arange(most + 1.0)
    own = np.asarray(nodes * problem.node_capacity_gpus, dtype=np.float64)
    cost, _, _ = run_costs(problem, position, prepaid[None, :], own[:, None])
    if problem.costs.month is not None:
        paid = cost + problem.costs.month[position] * prepaid
        least = np.minimum.accumulate(paid[:, ::-1], axis=1)[:, ::-1]
        cost = least - problem.costs.month[position] * prepaid
    table: Array = cost + problem.costs.fleet_by_month[position, nodes][:, None]
    return table if problem.contracts else table[:, :1]


def _has_prepaid(problem: PricedProblem) -> bool:
    return problem.costs.month is not None or bool(problem.contracts)


def _add_first_node(
    problem: PricedProblem, columns: _Columns, rows: _Rows, orders: tuple[NDArray[np.intp], NDArray[np.intp]]
) -> None:
    # The cost of the first node is paid by the earliest order: something is open from it on.
    order, bought = orders
    once = problem.costs.first_node_by_order
    if not once.any() or not bought.size:
        return
    opened = columns.add(once, 1.0, whole=True)
    for month in range(problem.horizon_months):
        at = bought[order == month]
        if at.size:
            rows.add(-np.inf, 0.0, (at, 1.0), (opened[: month + 1], -float(problem.max_nodes)))
        # It may be a saving (the renter's staff), and is none without an order.
        rows.add(-np.inf, 0.0, (opened[month : month + 1], 1.0), (at, -1.0))
    rows.add(-np.inf, 1.0, (opened, 1.0))


def _solve(columns: _Columns, rows: _Rows) -> NDArray[np.intp]:
    shape = (len(rows.low), columns.count)
    row, column, factor = (np.concatenate(part) for part in (rows.row, rows.column, rows.factor))
    found = milp(
        np.concatenate(columns.cost),
        integrality=np.concatenate(columns.whole),
        bounds=Bounds(0, np.concatenate(columns.upper)),
        constraints=LinearConstraint(coo_array((factor, (row, column)), shape).tocsc(), rows.low, rows.high),
        options={"mip_rel_gap": 0},
    )
    values: NDArray[np.intp] = np.rint(np.asarray(found.x, dtype=np.float64)).astype(np.intp)
    return values
