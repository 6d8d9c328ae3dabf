"""The mixed plan of a plan: own the base, rent the peaks, from the full after-tax ledger (docs/mixed_plan.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from calc.check import check
from calc.choices import Branch, RentMode
from calc.cost import ledger
from calc.cost.flows import Flows, Ledger
from calc.decision.branch_value import branch_value
from calc.decision.decision import BranchValue
from calc.decision.mixed.committed_programme import MOST_LEVELS, prepaid_table, run_committed_programme
from calc.decision.mixed.ends import own_end, rent_end
from calc.decision.mixed.ledger_costs import PricedPlan, orders_only_at_decision, price_plan
from calc.decision.mixed.ledger_flows import MixedChoice, MixedFlows, mixed_flows
from calc.decision.mixed.month_choice import TIE_SHARE
from calc.decision.mixed.node_curve import NodeCurve, node_curve
from calc.decision.mixed.node_programme import NodeProgramme, run_node_programme
from calc.decision.mixed.optimum import CommitmentStart, MixedOptimum
from calc.decision.mixed.priced import PricedProblem
from calc.decision.mixed.settle import Whole, kept, settle
from calc.decision.mixed.thresholds import Thresholds, thresholds
from calc.decision.mixed.whole_programme import run_whole_programme
from calc.decision.value import present_value
from calc.message import Message
from calc.plan import Plan


class MixedNote(StrEnum):
    """What the optimum covers and what it does not.

    Parameters by code: ``exact_over_nodes_and_months`` node_gpus, most_nodes; ``commitments_every_term`` none;
    ``commitments_any_month`` none; ``prepaid_in_steps`` levels; ``nodes_in_steps`` nodes; ``kept_to_horizon``
    months; ``exact_hours`` none; ``work_is_fluid`` none; ``orders_only_at_decision`` none; ``not_linear``
    difference_share; ``own_end_leaves_data`` none.
    """

    EXACT_OVER_NODES_AND_MONTHS = "exact_over_nodes_and_months"
    COMMITMENTS_EVERY_TERM = "commitments_every_term"
    COMMITMENTS_ANY_MONTH = "commitments_any_month"
    PREPAID_IN_STEPS = "prepaid_in_steps"
    NODES_IN_STEPS = "nodes_in_steps"
    KEPT_TO_HORIZON = "kept_to_horizon"
    WORK_IS_FLUID = "work_is_fluid"
    ORDERS_ONLY_AT_DECISION = "orders_only_at_decision"
    NOT_LINEAR = "not_linear"
    EXACT_HOURS = "exact_hours"
    OWN_END_LEAVES_DATA = "own_end_leaves_data"


@dataclass(frozen=True, slots=True)
class MixedPlan:
    """The cheapest plan found, evaluated by the full ledger. Lists by month are months 1..T.

    Attributes
    ----------
    branch
        ``rent`` or ``buy`` where an end is cheapest; its figures are then those of the end. Else ``mixed``.
    value, flows
        Its cost and its branch of the ledger.
    orders_by_month
        Nodes ordered at instants 0..T − 1 [node].
    nodes_in_service, month_gpus, committed_gpus
        [node], [GPU].
    commitment_starts
        Contracts begun.
    demanded_gpu_hours, own_gpu_hours, prepaid_gpu_hours
        Demanded hours, and those done on own GPUs and on GPUs rented by the month [GPU-h].
    hourly_gpu_hours
        Hours billed by the hour [GPU-h].
    thresholds
        Above how many hours a month owning and renting by the month pay.
    cost_by_nodes
        Cost against owned nodes, without commitments.
    notes
        What the optimum covers and what it does not.
    """

    branch: Branch
    value: BranchValue
    flows: Flows
    orders_by_month: tuple[int, ...]
    nodes_in_service: tuple[int, ...]
    month_gpus: tuple[int, ...]
    committed_gpus: tuple[int, ...]
    commitment_starts: tuple[CommitmentStart, ...]
    demanded_gpu_hours: tuple[float, ...]
    own_gpu_hours: tuple[float, ...]
    prepaid_gpu_hours: tuple[float, ...]
    hourly_gpu_hours: tuple[float, ...]
    thresholds: Thresholds
    cost_by_nodes: NodeCurve
    notes: tuple[Message, ...]

    @property
    def most_nodes(self) -> int:
        """Most nodes in service in any month [node]."""
        return max(self.nodes_in_service)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan that was evaluated by the whole ledger.

    Attributes
    ----------
    branch
        Which end it is, or ``mixed``.
    choice
        What it decides; ``None`` for an end.
    carried
        The plan carried out.
    present_cost
        [cur].
    """

    branch: Branch
    choice: MixedChoice | None
    carried: MixedFlows
    present_cost: float


def mixed_plan(plan: Plan, result: Ledger | None = None, *, commitments_any_month: bool = False) -> MixedPlan:
    """Own the base, rent the peaks: the plan of least present cost.

    Present costs of a node by order month, an own hour, a rented hour, month and contract are read off the
    ledger; a dynamic programme finds the best plan; the winner, its neighbours and the two ends are then
    evaluated by the whole ledger, and the cheapest of them is the plan.

    Parameters
    ----------
    plan
        The plan, its demand of runs settled.
    result
        Its ledger with lines kept, where it is at hand.
    commitments_any_month
        Let commitments start in any month: exact, but it may take seconds.

    Raises
    ------
    EsepError
        When fields contradict each other.
    """
    check(plan)
    result = ledger(plan, keep_lines=True) if result is None else result
    priced = price_plan(plan)
    programme = run_node_programme(_without_contracts(priced.problem))
    found = _found(priced, programme, any_month=commitments_any_month)
    candidates = [*_ends(plan, result), *_evaluated(plan, priced, found, programme)]
    least = min(candidate.present_cost for candidate in candidates)
    # Ends come first: a plan that costs the same is the end.
    winner = next(c for c in candidates if c.present_cost <= least + TIE_SHARE * abs(least))
    carried = winner.carried
    if winner.choice is not None:
        carried = mixed_flows(plan, priced.problem, winner.choice, keep_lines=True)
    notes = _notes(plan, priced, found, candidates, any_month=commitments_any_month)
    return _plan(plan, replace(winner, carried=carried), priced, programme, notes)


def cheapest_choice(plan: Plan, priced: PricedPlan) -> Candidate:
    """The best choice of a priced plan and its neighbours, evaluated by the whole ledger, without the ends."""
    programme = run_node_programme(_without_contracts(priced.problem))
    found = _found(priced, programme, any_month=False)
    return min(_evaluated(plan, priced, found, programme), key=lambda candidate: candidate.present_cost)


def _without_contracts(problem: PricedProblem) -> PricedProblem:
    return replace(problem, contracts=(), costs=replace(problem.costs, commitments=()))


def _found(priced: PricedPlan, programme: NodeProgramme, *, any_month: bool) -> MixedOptimum:
    # The cheapest by unit costs: without commitments, or with the kind that helps most.
    problem = priced.problem
    orders = programme.orders(programme.best_nodes())
    plans = [settle(programme.problem, kept(problem, orders))]
    if problem.contracts and any_month:
        plans.append(settle(problem, *run_whole_programme(problem)))
    elif problem.contracts:
        table = prepaid_table(problem)
        for contract in range(len(problem.contracts)):
            orders, started = run_committed_programme(problem, contract, table)
            nothing = np.zeros_like(started)
            starts = tuple(started if each == contract else nothing for each in range(len(problem.contracts)))
            plans.append(settle(problem, kept(problem, orders), starts))
    return min(plans, key=lambda found: found.cost)


def _ends(plan: Plan, result: Ledger) -> Iterator[Candidate]:
    rate = plan.finance.discount_rate_per_year
    for branch, carried in ((Branch.RENT, rent_end(plan, result)), (Branch.BUY, own_end(plan, result))):
        yield Candidate(branch, None, carried, float(present_value(carried.flows.cash, rate)))


def _evaluated(plan: Plan, priced: PricedPlan, found: MixedOptimum, programme: NodeProgramme) -> Iterator[Candidate]:
    rate = plan.finance.discount_rate_per_year
    for optimum in (found, *_neighbours(programme)):
        choice = _choice(priced, optimum)
        carried = mixed_flows(plan, priced.problem, choice)
        yield Candidate(Branch.MIXED, choice, carried, float(present_value(carried.flows.cash, rate)))


def _neighbours(programme: NodeProgramme) -> Iterator[MixedOptimum]:
    # The best plans with one node less and one more.
    best = programme.best_nodes()
    last = programme.value[-1]
    for nodes in (best - 1, best + 1):
        if 0 <= nodes < last.size and np.isfinite(last[nodes]):
            yield settle(programme.problem, kept(programme.problem, programme.orders(nodes)))


def _choice(priced: PricedPlan, optimum: MixedOptimum) -> MixedChoice:
    started: Mapping[RentMode, Whole] = {
        mode: np.zeros(priced.problem.horizon_months, dtype=np.intp) for mode in priced.modes
    }
    for start in optimum.commitment_starts:
        started[RentMode(start.name)][start.start_month - 1] = start.gpus
    orders = np.array(optimum.orders_by_month, dtype=np.intp) * priced.node_step
    return MixedChoice(orders, np.array(optimum.month_gpus, dtype=np.intp), started)


def _plan(
    plan: Plan, winner: Candidate, priced: PricedPlan, programme: NodeProgramme, notes: tuple[Message, ...]
) -> MixedPlan:
    horizon = plan.finance.horizon_months
    carried = winner.carried
    service = carried.nodes_in_service
    orders = np.zeros(horizon, dtype=np.intp)
    joined = np.diff(service, prepend=0)[plan.buy.lead_months :]
    orders[: joined.size] = joined
    started = {} if winner.choice is None else winner.choice.started
    return MixedPlan(
        branch=winner.branch,
        value=branch_value(carried.flows, plan.finance.discount_rate_per_year, horizon),
        flows=carried.flows,
        orders_by_month=tuple(orders.tolist()),
        nodes_in_service=tuple(service.tolist()),
        month_gpus=tuple(carried.month_gpus.tolist()),
        committed_gpus=tuple(carried.committed_gpus.tolist()),
        commitment_starts=tuple(
            CommitmentStart(str(mode), int(month) + 1, int(gpus[month]))
            for mode, gpus in started.items()
            for month in np.flatnonzero(gpus)
        ),
        demanded_gpu_hours=tuple(month.gpu_hours for month in priced.problem.months),
        own_gpu_hours=tuple(carried.own_gpu_hours.tolist()),
        prepaid_gpu_hours=tuple(carried.prepaid_gpu_hours.tolist()),
        hourly_gpu_hours=tuple(carried.hourly_gpu_hours.tolist()),
        thresholds=thresholds(priced.problem, plan.buy.gpus_per_node * priced.node_step),
        cost_by_nodes=node_curve(programme, priced.node_step),
        notes=notes,
    )


def _notes(
    plan: Plan, priced: PricedPlan, found: MixedOptimum, candidates: list[Candidate], *, any_month: bool
) -> tuple[Message, ...]:
    problem = priced.problem
    in_steps = _prepaid_in_steps(problem, any_month=any_month)
    notes = [
        Message(MixedNote.KEPT_TO_HORIZON, {"months": problem.horizon_months}),
        Message(MixedNote.EXACT_HOURS),
        Message(MixedNote.WORK_IS_FLUID),
    ]
    if priced.node_step == 1 and not in_steps:
        sizes = {"node_gpus": plan.buy.gpus_per_node, "most_nodes": problem.max_nodes}
        notes.insert(0, Message(MixedNote.EXACT_OVER_NODES_AND_MONTHS, sizes))
    if problem.contracts:
        notes.append(Message(MixedNote.COMMITMENTS_ANY_MONTH if any_month else MixedNote.COMMITMENTS_EVERY_TERM))
    if in_steps:
        notes.append(Message(MixedNote.PREPAID_IN_STEPS, {"levels": MOST_LEVELS - 1}))
    if priced.node_step > 1:
        notes.append(Message(MixedNote.NODES_IN_STEPS, {"nodes": priced.node_step}))
    if orders_only_at_decision(plan):
        notes.append(Message(MixedNote.ORDERS_ONLY_AT_DECISION))
    evaluated = next(c.present_cost for c in candidates if c.branch is Branch.MIXED)
    share = abs(evaluated - found.cost) / max(abs(evaluated), abs(found.cost), 1e-12)
    if share > _LINEAR_SHARE:
        notes.append(Message(MixedNote.NOT_LINEAR, {"difference_share": share}))
    return tuple(notes)


def _prepaid_in_steps(problem: PricedProblem, *, any_month: bool) -> bool:
    committed = bool(problem.contracts) and not any_month
    most = max(month.most_prepaid_gpus for month in problem.months)
    bends = problem.queue_hours > 0 or problem.costs.excess_hour is not None
    return (committed and most >= MOST_LEVELS) or (bends and problem.prepaid_step > 1)


_LINEAR_SHARE = 1e-6
"""Difference between the sum of unit costs and the whole ledger that is worth saying."""
