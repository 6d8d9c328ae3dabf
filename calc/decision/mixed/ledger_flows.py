"""A mixed plan through the whole ledger: nodes that join by month, contracts, hours, VAT and tax (docs/ledger.md).

Every order is a fleet of the ledger, delivered after the lead time, paid and funded on the same terms. Place,
power and staff see the nodes of each month; rent sees the hours and contracts that are left. While nothing is
owned the whole rent bill runs, as in the months before a delivery (§4); beside owned nodes, set-up and storage
run in every month that rents, or lies between two that must, and egress in the share of hours rented; staff of
the renter only if nothing is ever owned. Income tax is reckoned once for all of it, so losses of one part meet
profits of another. Each order keeps a balance of its own for depreciation [assumption]: one balance for all would
differ only where a fleet that is replaced sells for more than is left of it (docs/ledger.md §9.2).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calc.choices import Funding, RentMode
from calc.cost.billing import demanded_gpu_hours, rented_gpu_hours
from calc.cost.books import Books
from calc.cost.case import NOTHING_GIVEN, Case, Given
from calc.cost.contracts import contracted_gpus, needed_gpus, new_contract_gpus
from calc.cost.contracts import overflow_gpu_hours as excess_gpu_hours
from calc.cost.energy import it_kwh
from calc.cost.exchange import own_hours_ratio, rent_hours_ratio
from calc.cost.fleet import nodes, own_gpu_hours
from calc.cost.flows import Flows
from calc.cost.interpreter import Amounts, evaluate
from calc.cost.line import Line
from calc.cost.windows import at_order, service_months
from calc.decision.mixed.ledger_join import apart, join
from calc.decision.mixed.ledger_lines import (
    CONTRACT_LINES,
    EGRESS_LINES,
    EXCESS_LINES,
    FLEET_LINES,
    HOURLY_LINES,
    KEPT_DATA_LINES,
    PLACE_MONTH_LINES,
    PLACE_ONCE_LINES,
    RENT_STAFF_LINES,
)
from calc.decision.mixed.month_choice import operate_month, rented_work, rents
from calc.decision.mixed.overflow import overflow_gpu_hours
from calc.decision.mixed.priced import PricedProblem
from calc.inputs import Array, Inputs, growth
from calc.plan import Plan

Whole = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class MixedChoice:
    """What a mixed plan decides.

    Attributes
    ----------
    orders
        Nodes ordered at instants 0..T − 1 [node].
    month_gpus
        GPUs wanted by the month, months 1..T [GPU].
    started
        GPUs committed by start month 1..T, by tariff [GPU].
    """

    orders: Whole
    month_gpus: Whole
    started: Mapping[RentMode, Whole]


@dataclass(frozen=True, slots=True)
class MixedFlows:
    """The plan carried out.

    Attributes
    ----------
    flows
        Its branch of the ledger, shape ().
    nodes_in_service, month_gpus, committed_gpus
        Months 1..T, contracts of several months running to their end [node], [GPU].
    own_gpu_hours, hourly_gpu_hours, prepaid_gpu_hours, rented_gpu_hours
        Demanded hours done on own GPUs, hours billed by the hour, demanded hours done on prepaid GPUs and on
        rented ones of any tariff, months 1..T [GPU-h].
    """

    flows: Flows
    nodes_in_service: Whole
    month_gpus: Whole
    committed_gpus: Whole
    own_gpu_hours: Array
    hourly_gpu_hours: Array
    prepaid_gpu_hours: Array
    rented_gpu_hours: Array


def with_rent_mode(plan: Plan, mode: RentMode) -> Plan:
    """The plan on another tariff."""
    return replace(plan, rent=plan.rent.model_copy(update={"mode": mode}))


def fleet_overrides(plan: Plan, orders: Array, counts: Array | float) -> dict[str, Array]:
    """Fields of fleets ordered at instants s: delivered at s + L, at the price of their order month.

    Parameters
    ----------
    plan
        The plan.
    orders
        Order instants, shape (n,) [month].
    counts
        Nodes of each [node].
    """
    rate = np.asarray(float(plan.buy.node_price_growth_per_year))
    return {
        "buy.lead_months": orders + plan.buy.lead_months,
        "buy.nodes": np.broadcast_to(counts, orders.shape),
        "buy.node_price": np.broadcast_to(plan.buy.node_price * growth(rate, orders), orders.shape),
    }


def fleet_case(plan: Plan, orders: Array, overrides: dict[str, Any]) -> Case:
    """The ledger's case of fleets ordered at instants s, a batch of shape (n,)."""
    case = Case(Inputs(plan, overrides))
    ordered = (case.month == orders[:, None]).astype(np.float64)
    return Case(case.inputs, {at_order: ordered})


def mixed_flows(plan: Plan, problem: PricedProblem, choice: MixedChoice, *, keep_lines: bool = False) -> MixedFlows:
    """Reckon a mixed plan.

    Parameters
    ----------
    plan
        The plan.
    problem
        Its demand by month, and which hours are cheaper.
    choice
        Orders, months, commitments.
    keep_lines
        Also give every line and the tax years.
    """
    mixed = _Mixed(plan, problem, choice)
    books = mixed.books(keep_lines=keep_lines)
    horizon = problem.horizon_months
    month = slice(1, horizon + 1)
    return MixedFlows(
        flows=_flows(mixed, books, keep_lines=keep_lines),
        nodes_in_service=np.rint(mixed.nodes[month]).astype(np.intp),
        month_gpus=np.rint(mixed.contracted[RentMode.MONTHLY][month]).astype(np.intp),
        committed_gpus=np.rint((mixed.prepaid - mixed.contracted[RentMode.MONTHLY])[month]).astype(np.intp),
        own_gpu_hours=mixed.own_work[month],
        hourly_gpu_hours=(mixed.rented_hours + mixed.excess_hours)[month],
        prepaid_gpu_hours=mixed.prepaid_hours[month],
        rented_gpu_hours=mixed.rented_work[month],
    )


class _Mixed:
    # The physical side by month 0..M, and the cases the records are evaluated on.

    def __init__(self, plan: Plan, problem: PricedProblem, choice: MixedChoice) -> None:
        self.plan, self.problem = plan, problem
        self.base = Case(Inputs(plan))
        self.orders = np.flatnonzero(choice.orders)
        self.counts = choice.orders[self.orders].astype(np.float64)
        self.nodes = self._nodes()
        self._contracts = self._contract_cases(choice)
        self.contracted = {mode: case.of(contracted_gpus) for mode, case in self._contracts.items()}
        self.prepaid: Array = np.asarray(sum(self.contracted.values(), np.zeros(self.base.months + 1)))
        self.own_work, hourly, self.excess_hours, self.prepaid_hours = self._hours()
        self.rented_work = self._padded(
            np.array(
                [
                    rented_work(problem, position, own)
                    for position, own in enumerate(self.own_work[1 : problem.horizon_months + 1])
                ]
            )
        )
        self.rented_hours = hourly * self.base.of(rent_hours_ratio)
        self.own_hours = self.own_work * self.base.of(own_hours_ratio)

    def _nodes(self) -> Array:
        service = np.zeros(self.base.months + 1)
        for order, count in zip(self.orders, self.counts, strict=True):
            service[int(order) + self.plan.buy.lead_months + 1 :] += count
        service[self.problem.horizon_months + 1 :] = 0.0
        return service

    def _contract_cases(self, choice: MixedChoice) -> dict[RentMode, Case]:
        by_tariff = {RentMode.MONTHLY: self._padded(choice.month_gpus)}
        cases = {RentMode.MONTHLY: self._case(RentMode.MONTHLY, {needed_gpus: by_tariff[RentMode.MONTHLY]})}
        for mode, gpus in choice.started.items():
            cases[mode] = self._case(mode, {new_contract_gpus: self._padded(gpus)})
        return cases

    def _padded(self, by_month: Whole | Array) -> Array:
        grid = np.zeros(self.base.months + 1)
        grid[1 : by_month.size + 1] = by_month
        return grid

    def _case(self, mode: RentMode, given: Given = NOTHING_GIVEN) -> Case:
        return Case(Inputs(with_rent_mode(self.plan, mode)), given)

    def _hours(self) -> tuple[Array, ...]:
        columns: tuple[list[float], ...] = ([], [], [], [])
        capacity = self.nodes * self.plan.buy.gpus_per_node * self.plan.buy.availability
        for position, demand in enumerate(self.problem.months):
            prepaid, own = self.prepaid[position + 1 : position + 2], capacity[position + 1 : position + 2]
            hours = operate_month(self.problem, position, prepaid, own)
            left = overflow_gpu_hours(demand, prepaid, self.problem.queue_hours)
            for column, value in zip(columns, (*hours, demand.gpu_hours - left), strict=True):
                column.append(float(value[0]))
        return tuple(self._padded(np.array(column)) for column in columns)

    @property
    def keeps_data(self) -> NDArray[np.bool_]:
        """Months that bear set-up and storage (docs/mixed_plan.md §2): no nodes, rent, or rent before and after."""
        between = np.zeros(self.nodes.size, dtype=np.bool_)
        own = self.nodes * self.plan.buy.gpus_per_node * self.plan.buy.availability
        for position in range(self.problem.horizon_months):
            between[position + 1] = self.problem.keeps_data(position, own[position + 1])
        keeps: NDArray[np.bool_] = (self.nodes == 0) | rents(self.prepaid, self.rented_hours) | between
        return keeps

    def _rented_share(self) -> Array:
        demanded = np.broadcast_to(self.base.of(demanded_gpu_hours), self.nodes.shape)
        share = self.rented_work / np.where(demanded > 0, demanded, 1.0)
        return np.where(self.nodes == 0, 1.0, share)

    def books(self, *, keep_lines: bool) -> list[Books]:
        owning = self._owning(keep_lines=keep_lines) if self.orders.size else []
        place = self._place_case()
        parts = [*self._rent(keep_lines=keep_lines)]
        if self.orders.size:
            parts.append(evaluate((*PLACE_MONTH_LINES, *PLACE_ONCE_LINES), place, place.choice, keep_lines=keep_lines))
        return [Books(place, parts), *owning]

    def _owning(self, *, keep_lines: bool) -> list[Books]:
        instants = self.orders.astype(np.float64)
        overrides = fleet_overrides(self.plan, instants, self.counts)
        # The network comes with the first order.
        overrides["buy.network_price"] = np.where(instants == instants[0], float(self.plan.buy.network_price), 0.0)
        case = fleet_case(self.plan, instants, overrides)
        amounts = evaluate(FLEET_LINES, case, case.choice, keep_lines=keep_lines)
        return [Books(case, [amounts], leased=self.plan.finance.funding is Funding.LEASE)]

    def _place_case(self) -> Case:
        if not self.orders.size:
            return self.base
        delivered = float(self.orders[0] + self.plan.buy.lead_months)
        given = {nodes: self.nodes, own_gpu_hours: self.own_hours}
        return Case(Inputs(self.plan, {"buy.lead_months": delivered}), given)

    def place_kwh(self) -> Array:
        case = self._place_case()
        return case.of(it_kwh) * case.of(service_months) if self.orders.size else np.zeros(case.months + 1)

    def _rent(self, *, keep_lines: bool) -> Iterable[Amounts]:
        hourly = self._case(RentMode.HOURLY, {rented_gpu_hours: self.rented_hours})
        yield evaluate(HOURLY_LINES, hourly, hourly.choice, keep_lines=keep_lines)
        excess = self._case(RentMode.MONTHLY, {excess_gpu_hours: self.excess_hours})
        yield evaluate(EXCESS_LINES, excess, excess.choice, keep_lines=keep_lines)
        for case in self._contracts.values():
            yield evaluate(CONTRACT_LINES, case, case.choice, keep_lines=keep_lines)
        extras = (*_weighed(KEPT_DATA_LINES, self.keeps_data), *_weighed(EGRESS_LINES, self._rented_share()))
        yield evaluate(extras, self.base, self.base.choice, keep_lines=keep_lines)
        if not self.orders.size:
            yield evaluate(RENT_STAFF_LINES, self.base, self.base.choice, keep_lines=keep_lines)


def _weighed(lines: Iterable[Line], shares: Array | NDArray[np.bool_]) -> tuple[Line, ...]:
    # The same records in these shares of their months.
    def window(case: Case) -> Array:
        inside = (case.month >= 1) & (case.month <= case.horizon)
        return np.asarray(inside * shares.astype(np.float64))

    return tuple(replace(line, window=window) for line in lines)


def _flows(mixed: _Mixed, books: list[Books], *, keep_lines: bool) -> Flows:
    case = mixed.base
    joined = join(case, books)
    done = case.of(demanded_gpu_hours)[1:] * ((case.month >= 1) & (case.month <= case.horizon))[1:]
    return Flows(
        cash=joined.cash,
        used_gpu_hours=done,
        own_gpu_hours=mixed.own_hours[1:],
        own_work_gpu_hours=mixed.own_work[1:],
        it_kwh=mixed.place_kwh()[1:],
        nodes=np.asarray(mixed.counts.sum()),
        lines=joined.lines if keep_lines else {},
        tax_years=joined.tax_years if keep_lines else None,
        fleets=tuple(each for part in books[1:] for fleet in part.fleets() for each in apart(fleet))
        if keep_lines
        else (),
    )
