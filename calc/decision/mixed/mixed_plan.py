"""The mixed plan of a plan: own the base, rent the peaks, from the full after-tax ledger (docs/mixed_plan.md)."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from calc.check import check
from calc.choices import Branch
from calc.cost import ledger
from calc.cost.flows import Flows, Ledger
from calc.decision.branch_value import branch_value
from calc.decision.decision import BranchValue
from calc.decision.mixed.committed_programme import MOST_LEVELS
from calc.decision.mixed.ledger_costs import PricedPlan, orders_only_at_decision, price_plan
from calc.decision.mixed.ledger_flows import MixedFlows, mixed_flows
from calc.decision.mixed.month_choice import TIE_SHARE
from calc.decision.mixed.node_curve import NodeCurve, node_curve
from calc.decision.mixed.optimum import CommitmentStart
from calc.decision.mixed.priced import DUST_GPU_HOURS, PricedProblem
from calc.decision.mixed.search import LINEAR_SHARE, Candidate, candidates, difference_share, ends
from calc.decision.mixed.thresholds import Thresholds, thresholds
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
    rented_gpu_hours
        Demanded hours done on rented GPUs by any tariff: with the own ones, all that are demanded, but for work
        that waits for the delivery [GPU-h].
    hourly_gpu_hours
        Hours billed by the hour [GPU-h].
    thresholds
        Above how many hours a month owning and renting by the month pay.
    cost_by_nodes
        Cost against nodes bought at the decision, the rest rented at the cheapest.
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
    rented_gpu_hours: tuple[float, ...]
    hourly_gpu_hours: tuple[float, ...]
    thresholds: Thresholds
    cost_by_nodes: NodeCurve
    notes: tuple[Message, ...]

    @property
    def most_nodes(self) -> int:
        """Most nodes in service in any month [node]."""
        return max(self.nodes_in_service)


def mixed_plan(plan: Plan, result: Ledger | None = None, *, commitments_any_month: bool = False) -> MixedPlan:
    """Own the base, rent the peaks: the plan of least present cost.

    Present costs of a node by order month, an own hour, a rented hour, month and contract are read off the
    ledger; a dynamic programme finds the best plan; it, every number of nodes bought at the decision and the
    two ends are then evaluated by the whole ledger, and the cheapest of them is the plan.

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
    evaluated = [*ends(plan, result), *candidates(plan, priced, any_month=commitments_any_month)]
    least = min(candidate.present_cost for candidate in evaluated)
    # Ends come first: a plan that costs the same is the end.
    winner = next(c for c in evaluated if c.present_cost <= least + TIE_SHARE * abs(least))
    carried = winner.carried
    if winner.choice is not None:
        carried = mixed_flows(plan, priced.problem, winner.choice, keep_lines=True)
    notes = _notes(plan, priced, winner, difference_share(evaluated), any_month=commitments_any_month)
    curve = node_curve(evaluated, winner)
    return _plan(plan, replace(winner, carried=carried), priced, curve, notes)


def _plan(plan: Plan, winner: Candidate, priced: PricedPlan, curve: NodeCurve, notes: tuple[Message, ...]) -> MixedPlan:
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
        rented_gpu_hours=tuple(carried.rented_gpu_hours.tolist()),
        hourly_gpu_hours=tuple(carried.hourly_gpu_hours.tolist()),
        thresholds=thresholds(priced.problem, plan.buy.gpus_per_node * priced.node_step),
        cost_by_nodes=curve,
        notes=notes,
    )


def _notes(
    plan: Plan, priced: PricedPlan, winner: Candidate, apart_share: float, *, any_month: bool
) -> tuple[Message, ...]:
    problem = priced.problem
    in_steps = _prepaid_in_steps(problem, any_month=any_month)
    notes = [
        Message(MixedNote.KEPT_TO_HORIZON, {"months": problem.horizon_months}),
        Message(MixedNote.EXACT_HOURS),
        Message(MixedNote.WORK_IS_FLUID),
    ]
    if priced.node_step == 1 and not in_steps and apart_share <= LINEAR_SHARE:
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
    if apart_share > LINEAR_SHARE:
        notes.append(Message(MixedNote.NOT_LINEAR, {"difference_share": apart_share}))
    if winner.branch is Branch.BUY and _leaves_data(problem, winner.carried):
        notes.append(Message(MixedNote.OWN_END_LEAVES_DATA))
    return tuple(notes)


def _leaves_data(problem: PricedProblem, carried: MixedFlows) -> bool:
    has_data = problem.costs.rent_beside is not None or problem.costs.egress_hour is not None
    short = (carried.nodes_in_service > 0) & (carried.hourly_gpu_hours > DUST_GPU_HOURS)
    return has_data and bool(short.any())


def _prepaid_in_steps(problem: PricedProblem, *, any_month: bool) -> bool:
    committed = bool(problem.contracts) and not any_month
    most = max(month.most_prepaid_gpus for month in problem.months)
    bends = problem.queue_hours > 0 or problem.costs.excess_hour is not None
    return (committed and most >= MOST_LEVELS) or (bends and problem.prepaid_step > 1)
