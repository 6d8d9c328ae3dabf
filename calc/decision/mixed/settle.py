"""A plan of orders and contracts carried out: months at their best, and the cost of it all, from scratch."""

import numpy as np
from numpy.typing import NDArray

from calc.decision.mixed.month_choice import choose_month_gpus
from calc.decision.mixed.optimum import CommitmentStart, MixedOptimum, NodeSale
from calc.decision.mixed.priced import PricedProblem

Whole = NDArray[np.intp]


def settle(problem: PricedProblem, bought: Whole, started: tuple[Whole, ...] = ()) -> MixedOptimum:
    """Evaluate a plan.

    Parameters
    ----------
    problem
        The problem.
    bought
        Nodes by order and sale, shape (T, T + 1) [node].
    started
        GPUs by contract and start month, each (T,) [GPU].

    Returns
    -------
    MixedOptimum
        With the best monthly GPUs for these nodes and contracts.
    """
    nodes = nodes_in_service(problem, bought)
    committed = committed_gpus(problem, started)
    choices = [
        choose_month_gpus(problem, position, nodes[position : position + 1], int(committed[position]))
        for position in range(problem.horizon_months)
    ]
    return MixedOptimum(
        cost=_bought_cost(problem, bought)
        + _contract_cost(problem, started)
        + float(sum(choice.cost[0] for choice in choices))
        + problem.costs.initial_nodes,
        orders_by_month=tuple(bought.sum(axis=1).tolist()),
        sales=tuple(
            NodeSale(int(s), int(e), int(bought[s, e])) for s, e in np.argwhere(bought) if e < problem.horizon_months
        ),
        nodes_in_service=tuple(nodes.tolist()),
        commitment_starts=tuple(
            CommitmentStart(contract.name, int(month) + 1, int(gpus[month]))
            for contract, gpus in zip(problem.contracts, started, strict=False)
            for month in np.flatnonzero(gpus)
        ),
        committed_gpus=tuple(committed.tolist()),
        month_gpus=tuple(int(choice.month_gpus[0]) for choice in choices),
        own_used_gpu_hours=tuple(float(choice.own_gpu_hours[0]) for choice in choices),
        hourly_billed_gpu_hours=tuple(float(choice.hourly_gpu_hours[0]) for choice in choices),
    )


def kept(problem: PricedProblem, orders: Whole) -> Whole:
    """Orders by month, all kept to the horizon, as nodes by order and sale."""
    bought = np.zeros((orders.size, orders.size + 1), dtype=np.intp)
    bought[:, problem.horizon_months] = orders
    return bought


def nodes_in_service(problem: PricedProblem, bought: Whole) -> Whole:
    """Nodes that serve in months 1..T: the initial ones and those with s + L < t <= e [node]."""
    months = problem.horizon_months
    joined = np.concatenate([np.zeros(problem.lead_months, dtype=np.intp), bought.sum(axis=1)])[:months]
    left = np.concatenate([[0], bought.sum(axis=0)[1:-1]])
    service: Whole = problem.initial_nodes + np.cumsum(joined) - np.cumsum(left)
    return service


def committed_gpus(problem: PricedProblem, started: tuple[Whole, ...]) -> Whole:
    """GPUs under contract in months 1..T [GPU]."""
    total = np.zeros(problem.horizon_months, dtype=np.intp)
    for contract, gpus in zip(problem.contracts, started, strict=False):
        running = np.cumsum(gpus)
        ended = np.concatenate([np.zeros(contract.term_months, dtype=np.intp), running])[: running.size]
        total += running - ended
    return total


def _bought_cost(problem: PricedProblem, bought: Whole) -> float:
    chosen = bought > 0
    cost = float((bought[chosen] * problem.costs.node_by_order_and_sale[chosen]).sum())
    orders = np.flatnonzero(bought.sum(axis=1))
    return cost + (float(problem.costs.first_node_by_order[orders[0]]) if orders.size else 0.0)


def _contract_cost(problem: PricedProblem, started: tuple[Whole, ...]) -> float:
    pairs = zip(started, problem.costs.commitments, strict=False)
    return float(sum((gpus[gpus > 0] * cost[gpus > 0]).sum() for gpus, cost in pairs))
