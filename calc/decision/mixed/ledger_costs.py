"""Present cost of every choice of the mixed plan, read off the full after-tax ledger (docs/mixed_plan.md §4, C_s).

A node ordered in any month, a month of n nodes in service, an own hour, a rented hour, a month, a contract: each
is evaluated by the ledger's own records and books, with VAT, income tax, currency and discount. This is exact as
long as losses are absorbed and nothing has a least term; the plan found is then evaluated as a whole.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from calc.choices import Funding, RentMode, TaxPosition
from calc.cost.billing import demanded_gpu_hours, rented_gpu_hours
from calc.cost.books import Books
from calc.cost.case import NOTHING_GIVEN, Case, Given
from calc.cost.contracts import COMMITTED_MONTHS, contracted_gpus, new_contract_gpus, overflow_gpu_hours
from calc.cost.energy import it_kwh
from calc.cost.exchange import own_hours_ratio, rent_hours_ratio
from calc.cost.fleet import own_gpu_hours, peak_gpus
from calc.cost.interpreter import Amounts, Class, evaluate
from calc.cost.line import Line
from calc.decision.mixed.ledger_flows import fleet_case, fleet_overrides, with_rent_mode
from calc.decision.mixed.ledger_lines import (
    CONTRACT_LINES,
    EGRESS_LINES,
    EXCESS_LINES,
    FLEET_LINES,
    HOURLY_LINES,
    KEPT_DATA_LINES,
    PLACE_EXIT_LINES,
    PLACE_MONTH_LINES,
    PLACE_ONCE_LINES,
    RENT_EXTRA_LINES,
    RENT_STAFF_LINES,
    USE_LINES,
)
from calc.decision.mixed.month_demand import MonthDemand
from calc.decision.mixed.priced import Contract, PresentCosts, PricedProblem
from calc.decision.value import present_value
from calc.demand.hourly import hourly_gpus
from calc.demand.weeks import HOURS_PER_MONTH
from calc.inputs import Array, Inputs
from calc.plan import Plan

MOST_NODE_COUNTS = 128
"""Numbers of nodes looked at; a larger fleet is looked at in steps of several nodes."""
MOST_COUNTS_WITH_QUEUE = 16
"""The same where work may wait: every capacity is a run through all hours."""
MOST_PREPAID, MOST_PREPAID_WITH_QUEUE = 512, 64
"""Numbers of GPUs by the month looked at where the cost bends between whole ones."""
_ANY_USE_GPU_HOURS = 1e-9
"""Enough to be a month with use, too little to cost anything: the kW of a place follow whether there is use."""


@dataclass(frozen=True, slots=True)
class PricedPlan:
    """A plan as a priced problem.

    Attributes
    ----------
    problem
        The problem; its nodes are steps of ``node_step`` nodes.
    node_step
        Nodes that are bought together [node].
    modes
        Tariff of each contract of the problem.
    """

    problem: PricedProblem
    node_step: int
    modes: tuple[RentMode, ...]


def price_plan(plan: Plan, queue_hours: int | None = None) -> PricedPlan:
    """Read the present cost of every choice off the ledger.

    Parameters
    ----------
    plan
        The plan, its demand of runs settled.
    queue_hours
        Hours work may wait. ``None``: what every job of the plan allows. A number, 0 too: demand hour by hour,
        so that waits compare [h].
    """
    # Losses are absorbed here; queues of losses are for the evaluation of the whole plan.
    absorbed = plan.finance.model_copy(update={"tax_position": TaxPosition.TAXABLE})
    prices = _Prices(replace(plan, finance=absorbed))
    capacity = plan.buy.gpus_per_node * plan.buy.availability
    wait = min(job.demand.queue_hours for job in plan.jobs) if queue_hours is None else queue_hours
    by_hour = wait > 0 or queue_hours is not None
    peak = math.ceil(float(prices.base.of(peak_gpus).max()) - 1e-9)
    counts = math.ceil(peak / capacity - 1e-9)
    step = max(1, math.ceil(counts / (MOST_COUNTS_WITH_QUEUE if by_hour else MOST_NODE_COUNTS)))
    most = math.ceil(counts / step)
    modes = tuple(mode for mode in COMMITTED_MONTHS if offered(plan, mode))
    prepaid_share, own_share = prices.work_shares()
    renter = prices.renter_staff()
    problem = PricedProblem(
        months=prices.hourly_demand() if by_hour else prices.demand(),
        node_capacity_gpus=capacity * step,
        max_nodes=most,
        initial_nodes=0,
        lead_months=plan.buy.lead_months,
        queue_hours=wait,
        hour_gpu_step=0,  # exact GPU-hours, as the ledger bills them (docs/ledger.md §3)
        hour_billing_step_hours=1,
        contracts=tuple(Contract(str(mode), int(COMMITTED_MONTHS[mode])) for mode in modes),
        costs=PresentCosts(
            node_by_order_and_sale=prices.nodes(step),
            first_node_by_order=prices.first_node() - renter,
            fleet_by_month=prices.fleet(step, most),
            own_hour=prices.own_hour(),
            hour=prices.hour(),
            month=prices.month() if offered(plan, RentMode.MONTHLY) else None,
            commitments=tuple(prices.commitment(mode) for mode in modes),
            initial_nodes=renter,
            excess_hour=prices.excess_hour() if (prepaid_share < 1).any() else None,
            rent_beside=prices.rent_beside(),
            egress_hour=prices.egress_hour(),
        ),
        prepaid_step=max(1, math.ceil(peak / (MOST_PREPAID_WITH_QUEUE if by_hour else MOST_PREPAID))),
        prepaid_share=prepaid_share,
        own_share=own_share if (own_share < 1).any() else None,
        hours_per_month=HOURS_PER_MONTH,
    )
    return PricedPlan(problem.tabulated().keeping_data(), step, modes)


_OFFERED = {
    RentMode.MONTHLY: "monthly_offered",
    RentMode.COMMITTED_1Y: "committed_1y_offered",
    RentMode.COMMITTED_3Y: "committed_3y_offered",
}


def offered(plan: Plan, mode: RentMode) -> bool:
    """Whether the plan may use a tariff: the one in force, or one the user has an offer for."""
    return plan.rent.mode is mode or bool(getattr(plan.rent, _OFFERED[mode]))


def orders_only_at_decision(plan: Plan) -> bool:
    """Whether later orders are left out: fleets that are replaced at prices that move (docs/ledger.md §4)."""
    return plan.buy.refresh_every_months > 0 and plan.buy.node_price_growth_per_year != 0


class _Prices:
    # Months 1..T of the present cost of one unit.

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.base = Case(Inputs(plan))
        self._horizon = plan.finance.horizon_months
        self._rate = float(plan.finance.discount_rate_per_year)
        self._months = np.arange(self.base.months + 1)
        self._ones = ((self._months >= 1) & (self._months <= self._horizon)).astype(np.float64)
        self._worth: dict[Class, Array] = {}
        self._orders = np.arange(self._horizon - plan.buy.lead_months, dtype=np.float64)

    def demand(self) -> tuple[MonthDemand, ...]:
        levels = self.base.levels
        shape = self._months.shape
        gpus = np.stack([np.broadcast_to(level, shape) for level in levels.gpus])
        hours = np.stack([np.broadcast_to(lasting, shape) for lasting in levels.hours])
        return tuple(
            MonthDemand(tuple(zip(hours[:, month].tolist(), gpus[:, month].tolist(), strict=True)))
            for month in range(1, self._horizon + 1)
        )

    def hourly_demand(self) -> tuple[MonthDemand, ...]:
        hourly = hourly_gpus(Inputs(self._plan), self._horizon)
        return tuple(MonthDemand(tuple((1.0, gpus) for gpus in month)) for month in np.round(hourly, 9).tolist())

    def nodes(self, step: int) -> Array:
        """A step of nodes by order month, kept to the horizon."""
        costs = np.full((self._horizon, self._horizon + 1), np.inf)
        costs[: self._orders.size, -1] = self._ordered(float(step), 0.0)
        if orders_only_at_decision(self._plan):
            costs[1:] = np.inf
        return costs

    def first_node(self) -> Array:
        """What the first order brings besides its nodes: network, room, set-up; fewer months of exit."""
        costs = np.zeros(self._horizon)
        network = float(self._plan.buy.network_price)
        alone = self._ordered(1.0, 0.0)
        once = self._ordered(1.0, network, PLACE_ONCE_LINES) - alone
        costs[: self._orders.size] = once - self._exit(np.ones(1))
        return costs

    def rent_beside(self) -> Array | None:
        """Set-up and storage of each month; ``None`` where there are none."""
        costs = self._by_month(self.base, KEPT_DATA_LINES)
        return costs if costs.any() else None

    def egress_hour(self) -> Array | None:
        """Egress of each month for a demanded hour; ``None`` where there is none."""
        costs = self._by_month(self.base, EGRESS_LINES)
        work = np.broadcast_to(self.base.of(demanded_gpu_hours), self._months.shape)[1 : self._horizon + 1]
        return costs / np.where(work > 0, work, 1.0) if costs.any() else None

    def _ordered(self, counts: float, network_price: float, lines: tuple[Line, ...] = ()) -> Array:
        overrides = fleet_overrides(self._plan, self._orders, counts)
        overrides["buy.network_price"] = np.asarray(network_price)
        case = fleet_case(self._plan, self._orders, overrides)
        amounts = evaluate((*FLEET_LINES, *lines), case, case.choice)
        books = Books(case, [amounts], leased=self._plan.finance.funding is Funding.LEASE)
        return np.broadcast_to(present_value(books.cash(), self._rate), self._orders.shape)

    def fleet(self, step: int, most: int) -> Array:
        """Place of n steps of nodes in service; nothing owned: the extras of the rent bill."""
        costs = np.zeros((self._horizon, most + 1))
        costs[:, 0] = self._by_month(self.base, RENT_EXTRA_LINES)
        counts = step * np.arange(1.0, most + 1)
        used = np.where(self.base.of(demanded_gpu_hours) > 0, _ANY_USE_GPU_HOURS, 0.0)
        at_once = {"buy.lead_months": np.asarray(0.0)}
        case = Case(Inputs(self._plan, {**at_once, "buy.nodes": counts}), {own_gpu_hours: used})
        costs[:, 1:] = np.broadcast_to(self._by_month(case, PLACE_MONTH_LINES), (most, self._horizon)).T
        costs[-1, 1:] += self._exit(counts)
        return costs

    def _exit(self, counts: Array) -> Array:
        # Leaving the place with n nodes bought at the decision: those in service at T pay it.
        used = np.where(self.base.of(demanded_gpu_hours) > 0, _ANY_USE_GPU_HOURS, 0.0)
        case = Case(Inputs(self._plan, {"buy.nodes": counts}), {own_gpu_hours: used})
        return np.broadcast_to(self._by_month(case, PLACE_EXIT_LINES).sum(axis=-1), counts.shape)

    def own_hour(self) -> Array:
        site, node_gpus = self._plan.site, self._plan.buy.gpus_per_node
        above_idle = (site.active_kw_per_node - site.idle_kw_per_node) / node_gpus
        case = Case(
            Inputs(self._plan, {"buy.lead_months": 0.0}),
            {it_kwh: self._ones * above_idle * self.base.of(own_hours_ratio)},
        )
        return self._by_month(case, USE_LINES)

    def hour(self) -> Array:
        hours = self._ones * self.base.of(rent_hours_ratio)
        return self._by_month(self._rented(RentMode.HOURLY, {rented_gpu_hours: hours}), HOURLY_LINES)

    def excess_hour(self) -> Array:
        return self._by_month(self._rented(RentMode.MONTHLY, {overflow_gpu_hours: self._ones}), EXCESS_LINES)

    def month(self) -> Array:
        case = self._rented(RentMode.MONTHLY, {contracted_gpus: self._ones, new_contract_gpus: np.zeros(())})
        return self._by_month(case, CONTRACT_LINES)

    def commitment(self, mode: RentMode) -> Array:
        started = np.eye(self._months.size)[1 : self._horizon + 1]
        case = self._rented(mode, {new_contract_gpus: started})
        rows = self._by_month(case, CONTRACT_LINES)
        # A rate of 0 leaves no amounts, and no batch of start months with them.
        return np.broadcast_to(rows.sum(axis=-1), (self._horizon,))

    def work_shares(self) -> tuple[Array, Array]:
        """Demanded hours that an hour of a prepaid and of an own GPU does, by month."""
        prepaid = float(self._plan.rent.goodput) / self.base.of(rent_hours_ratio)
        own = 1.0 / self.base.of(own_hours_ratio)
        grid = self._months.shape
        return np.broadcast_to(prepaid, grid)[1 : self._horizon + 1], np.broadcast_to(own, grid)[1 : self._horizon + 1]

    def renter_staff(self) -> float:
        return float(self._by_month(self.base, RENT_STAFF_LINES).sum())

    def _rented(self, mode: RentMode, given: Given = NOTHING_GIVEN) -> Case:
        return Case(Inputs(with_rent_mode(self._plan, mode)), given)

    def _by_month(self, case: Case, lines: Iterable[Line]) -> Array:
        # Present cost of the amounts of each month, S + (T,).
        total: Array = np.zeros(self._months.size)
        for key, amount in evaluate(lines, case, case.choice).by_class.items():
            total = total + amount * self._worth_of(key)
        return total[..., 1 : self._horizon + 1]

    def _worth_of(self, key: Class) -> Array:
        # Present cost, VAT and tax in it, of one tenge of a class in each month.
        if key not in self._worth:
            batch = np.full(self._months.size, self._rate)
            case = Case(Inputs(self._plan, {"finance.discount_rate_per_year": batch}))
            books = Books(case, [Amounts({key: np.diag(self._ones)})])
            self._worth[key] = present_value(books.cash(), self._rate)
        return self._worth[key]
