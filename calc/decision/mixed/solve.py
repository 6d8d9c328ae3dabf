"""The plan of least cost, by the exact method its problem allows, and its ends (docs/mixed_plan.md §2, §4)."""

from dataclasses import replace

import numpy as np

from calc.decision.mixed.month_choice import TIE_SHARE
from calc.decision.mixed.node_programme import run_node_programme
from calc.decision.mixed.optimum import MixedOptimum
from calc.decision.mixed.priced import PricedProblem
from calc.decision.mixed.settle import kept, settle
from calc.decision.mixed.whole_programme import run_whole_programme


def solve(problem: PricedProblem) -> MixedOptimum:
    """The plan of least present cost.

    Without commitments and sales before the horizon a dynamic programme over (month, nodes), else a
    whole-number programme. Ties go to fewer nodes, then later orders, then fewer monthly GPUs.
    """
    problem = problem.tabulated()
    if problem.contracts or problem.sells_any_month:
        return settle(problem, *run_whole_programme(problem))
    programme = run_node_programme(problem)
    return settle(problem, kept(problem, programme.orders(programme.best_nodes())))


def solve_all_rent(problem: PricedProblem) -> MixedOptimum:
    """The end without orders: only the nodes that are there, and the best mix of rents."""
    return solve(replace(problem, max_nodes=problem.initial_nodes, sells_any_month=False))


def solve_hourly_only(problem: PricedProblem) -> MixedOptimum:
    """Everything the nodes that are there cannot do is rented by the hour."""
    costs = replace(problem.costs, month=None, commitments=())
    return solve_all_rent(replace(problem, costs=costs, contracts=()))


def solve_all_own(problem: PricedProblem) -> MixedOptimum | None:
    """The end that owns the peak: the fewest nodes that cover each month, ordered in time, kept to the horizon.

    Returns
    -------
    MixedOptimum or None
        ``None`` where the most nodes cannot cover the peak.
    """
    peaks = np.array([month.peak_gpus for month in problem.months])
    needed = np.ceil(peaks / problem.node_capacity_gpus - TIE_SHARE).astype(np.intp)
    needed[: problem.lead_months] = 0
    service = np.maximum.accumulate(np.maximum(needed, problem.initial_nodes))
    if service[-1] > problem.max_nodes:
        return None
    orders = np.zeros(service.size, dtype=np.intp)
    joined = np.diff(service, prepend=problem.initial_nodes)[problem.lead_months :]
    orders[: joined.size] = joined
    return settle(problem, kept(problem, orders))
