"""Plans worth reckoning in full: the best by unit costs, and every number of nodes bought at the decision."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from calc.choices import Branch, RentMode
from calc.cost.flows import Ledger
from calc.decision.mixed.committed_programme import (
    CommittedProgramme,
    PrepaidTable,
    prepaid_table,
    run_committed_programme,
)
from calc.decision.mixed.ends import own_end, rent_end
from calc.decision.mixed.ledger_costs import PricedPlan
from calc.decision.mixed.ledger_flows import MixedChoice, MixedFlows, mixed_flows
from calc.decision.mixed.node_programme import run_node_programme
from calc.decision.mixed.optimum import MixedOptimum
from calc.decision.mixed.priced import PricedProblem
from calc.decision.mixed.settle import Whole, kept, settle
from calc.decision.mixed.whole_programme import run_whole_programme
from calc.decision.value import present_value
from calc.plan import Plan

LINEAR_SHARE = 1e-6
"""Difference between the sum of unit costs and the whole ledger that is worth saying."""


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
    unit_cost
        The same as the sum of unit costs; ``None`` for an end [cur].
    """

    branch: Branch
    choice: MixedChoice | None
    carried: MixedFlows
    present_cost: float
    unit_cost: float | None = None

    @property
    def nodes(self) -> int:
        """Nodes in service at the horizon [node]."""
        return int(self.carried.nodes_in_service[-1])

    @property
    def bought_at_decision(self) -> bool:
        """Whether nothing is ordered later; the ends are such plans."""
        return self.choice is None or not self.choice.orders[1:].any()


def ends(plan: Plan, result: Ledger) -> Iterator[Candidate]:
    """Renting all and owning all, with the figures of the ledger."""
    rate = plan.finance.discount_rate_per_year
    for branch, carried in ((Branch.RENT, rent_end(plan, result)), (Branch.BUY, own_end(plan, result))):
        yield Candidate(branch, None, carried, float(present_value(carried.flows.cash, rate)))


def candidates(plan: Plan, priced: PricedPlan, *, any_month: bool = False) -> list[Candidate]:
    """The best plan by unit costs and every number of nodes bought at the decision, evaluated by the whole ledger.

    Where the two costs of a plan differ, taxes or least terms tie its parts together and unit costs may rank
    wrongly: the best order months of every number of nodes are then evaluated too.

    Parameters
    ----------
    plan
        The plan, its demand of runs settled.
    priced
        Its unit costs.
    any_month
        Let commitments start in any month.
    """
    problem = priced.problem
    table = prepaid_table(problem) if problem.contracts else None
    free = _Programmes(problem, table)
    evaluated = [_evaluated(plan, priced, free.best(any_month=any_month))]
    evaluated += [_evaluated(plan, priced, found) for found in _Programmes(_at_decision(problem), table).by_nodes()]
    if difference_share(evaluated) > LINEAR_SHARE:
        evaluated += [_evaluated(plan, priced, found) for found in free.by_nodes() if any(found.orders_by_month[1:])]
    return evaluated


def difference_share(evaluated: list[Candidate]) -> float:
    """Greatest difference between the sum of unit costs and the whole ledger, as a share of the greatest cost."""
    pairs = [(each.present_cost, each.unit_cost) for each in evaluated if each.unit_cost is not None]
    greatest = max(abs(cost) for cost, _ in pairs)
    return max(abs(cost - unit) for cost, unit in pairs) / greatest if greatest > 0 else 0.0


def cheapest_choice(plan: Plan, priced: PricedPlan) -> Candidate:
    """The cheapest candidate of a priced plan, without the ends."""
    return min(candidates(plan, priced), key=lambda candidate: candidate.present_cost)


class _Programmes:
    # The programmes of a problem: without commitments, and one for each kind of contract.

    def __init__(self, problem: PricedProblem, table: PrepaidTable | None) -> None:
        self._problem = problem
        self._nodes = run_node_programme(
            replace(problem, contracts=(), costs=replace(problem.costs, commitments=())),
        )
        contracts = range(len(problem.contracts))
        self._committed = () if table is None else [run_committed_programme(problem, each, table) for each in contracts]

    def best(self, *, any_month: bool) -> MixedOptimum:
        """The cheapest by unit costs, with the kind of contract that helps most."""
        nodes = self._nodes
        plans = [settle(nodes.problem, kept(self._problem, nodes.orders(nodes.best_nodes())))]
        if any_month and self._problem.contracts:
            plans.append(settle(self._problem, *run_whole_programme(self._problem)))
        else:
            plans += [self._settled(each, each.best_nodes()) for each in self._committed]
        return min(plans, key=lambda found: found.cost)

    def by_nodes(self) -> Iterator[MixedOptimum]:
        """The cheapest by unit costs that ends with each number of nodes."""
        for count in range(self._problem.max_nodes + 1):
            alone = float(self._nodes.value[-1, count])
            if not np.isfinite(alone):
                continue
            least = min(self._committed, key=lambda each: each.cost(count), default=None)
            if least is not None and least.cost(count) < alone:
                yield self._settled(least, count)
            else:
                yield settle(self._nodes.problem, kept(self._problem, self._nodes.orders(count)))

    def _settled(self, programme: CommittedProgramme, nodes: int) -> MixedOptimum:
        orders, started = programme.plan(nodes)
        nothing = np.zeros_like(started)
        contracts = range(len(self._problem.contracts))
        starts = tuple(started if each == programme.contract else nothing for each in contracts)
        return settle(self._problem, kept(self._problem, orders), starts)


def _at_decision(problem: PricedProblem) -> PricedProblem:
    costs = problem.costs.node_by_order_and_sale.copy()
    costs[1:] = np.inf
    return replace(problem, costs=replace(problem.costs, node_by_order_and_sale=costs))


def _evaluated(plan: Plan, priced: PricedPlan, found: MixedOptimum) -> Candidate:
    choice = _choice(priced, found)
    carried = mixed_flows(plan, priced.problem, choice)
    cost = float(present_value(carried.flows.cash, plan.finance.discount_rate_per_year))
    return Candidate(Branch.MIXED, choice, carried, cost, found.cost)


def _choice(priced: PricedPlan, optimum: MixedOptimum) -> MixedChoice:
    started: Mapping[RentMode, Whole] = {
        mode: np.zeros(priced.problem.horizon_months, dtype=np.intp) for mode in priced.modes
    }
    for start in optimum.commitment_starts:
        started[RentMode(start.name)][start.start_month - 1] = start.gpus
    orders = np.array(optimum.orders_by_month, dtype=np.intp) * priced.node_step
    return MixedChoice(orders, np.array(optimum.month_gpus, dtype=np.intp), started)
