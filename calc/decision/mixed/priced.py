"""The problem with every price at its present cost: what all algorithms of the mixed plan work on."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calc.decision.mixed.month_demand import MonthDemand
from calc.decision.mixed.overflow import overflow_gpu_hours, tabulate_overflow
from calc.decision.mixed.problem import BeyondHorizon, Commitment, MixedProblem, Moment, Sell
from calc.decision.value import monthly_rate
from calc.inputs import Array

DUST_GPU_HOURS = 1e-6
"""Hours below this are what floating point leaves of a difference (trap 13) [GPU-h]."""
_EARLIER_MONTHS = {Moment.START: 1.0, Moment.MIDDLE: 0.5, Moment.END: 0.0}


@dataclass(frozen=True, slots=True)
class PresentCosts:
    """Present cost of one unit of everything that can be chosen. Months 1..T are positions 0..T − 1.

    Attributes
    ----------
    node_by_order_and_sale
        A node ordered at instant s and sold at the end of month e, all it causes but its use, shape
        (T, T + 1); infinite where it may not be [cur/node].
    first_node_by_order
        What comes once, with the first node ordered at s, shape (T,) [cur].
    fleet_by_month
        Cost of having n nodes in service in a month that is not a multiple of n, shape (T, N + 1) [cur].
    own_hour, hour
        A used own hour above an idle one, and a rented hour, shape (T,) [cur/GPU-h].
    month
        A GPU for a month, shape (T,) [cur/GPU-month]; ``None`` where there is no monthly tier.
    commitments
        By contract and start month, infinite where it may not start, each (T,) [cur/GPU].
    initial_nodes
        The nodes that are there, but their use [cur].
    excess_hour
        An hour billed beyond what prepaid GPUs hold, shape (T,) [cur/GPU-h]; ``None`` where they lose none.
    rent_beside, egress_hour
        Set-up and storage of a month that rents beside nodes in service, shape (T,) [cur], and egress of a
        demanded hour done on rented GPUs in it, shape (T,) [cur/GPU-h]; ``None`` where rent has none.
    """

    node_by_order_and_sale: Array
    first_node_by_order: Array
    fleet_by_month: Array
    own_hour: Array
    hour: Array
    month: Array | None
    commitments: tuple[Array, ...]
    initial_nodes: float
    excess_hour: Array | None = None
    rent_beside: Array | None = None
    egress_hour: Array | None = None

    @property
    def kept_node_by_order(self) -> Array:
        """A node kept to the horizon, by order month, shape (T,) [cur/node]."""
        kept: Array = self.node_by_order_and_sale[:, -1]
        return kept


@dataclass(frozen=True, slots=True)
class Contract:
    """A commitment without its prices: its name and the months it runs [month]."""

    name: str
    term_months: int


@dataclass(frozen=True, slots=True)
class PricedProblem:
    """Demand by month, capacities and the present cost of every choice.

    Attributes
    ----------
    months
        Demand by month.
    node_capacity_gpus
        GPUs a node does in every hour [GPU].
    max_nodes, initial_nodes, lead_months, queue_hours
        As in the problem.
    hour_gpu_step, hour_billing_step_hours
        How hours are billed.
    contracts
        Commitments on offer.
    costs
        Present costs.
    sells_any_month
        Whether nodes may be sold before the horizon.
    prepaid_step
        Prepaid GPUs are looked at in steps of so many where the cost bends between whole numbers [GPU].
    prepaid_share, own_share
        Demanded hours that an hour of a prepaid and of an own GPU does, by month, shape (T,); ``None``: 1.
        What does not go into the hours of the month is billed as excess, or rented by the hour.
    hours_per_month
        Hours of every month [h].
    data_kept
        Whether a month of n nodes bears set-up and storage though it rents nothing, for months before and after
        it need more than these nodes do, shape (T, N + 1); ``None`` where rent has neither.
    """

    months: tuple[MonthDemand, ...]
    node_capacity_gpus: float
    max_nodes: int
    initial_nodes: int
    lead_months: int
    queue_hours: int
    hour_gpu_step: int
    hour_billing_step_hours: int
    contracts: tuple[Contract, ...]
    costs: PresentCosts
    sells_any_month: bool = False
    prepaid_step: int = 1
    prepaid_share: Array | None = None
    own_share: Array | None = None
    hours_per_month: float = 730.0
    data_kept: NDArray[np.bool_] | None = None

    @property
    def horizon_months(self) -> int:
        """T [month]."""
        return len(self.months)

    def prepaid_levels(self, most_gpus: int, at_least_step: int = 1) -> Array:
        """Numbers of prepaid GPUs to look at, from 0 to at least so many [GPU]."""
        step = max(self.prepaid_step, at_least_step)
        return np.arange(-(-most_gpus // step) + 1.0) * step

    def tabulated(self) -> "PricedProblem":
        """The same problem with the overflow of every month at the capacities it can reach."""
        if self.queue_hours == 0 or self.months[0].overflow is not None:
            return self
        most = max(month.most_prepaid_gpus for month in self.months)
        own = np.arange(self.max_nodes + 1) * self.node_capacity_gpus
        reached = (own[:, None] + self.prepaid_levels(most)[None, :]).ravel()
        return replace(self, months=tabulate_overflow(self.months, reached, self.queue_hours))

    def keeping_data(self) -> "PricedProblem":
        """The same problem with the months that lie between two that need the cloud, by nodes in service."""
        if self.costs.rent_beside is None:
            return self
        own = np.arange(self.max_nodes + 1.0) * self.node_capacity_gpus
        short = np.stack([overflow_gpu_hours(month, own, self.queue_hours) for month in self.months]) > DUST_GPU_HOURS
        before = np.maximum.accumulate(short, axis=0)
        after = np.maximum.accumulate(short[::-1], axis=0)[::-1]
        return replace(self, data_kept=before & after)

    def keeps_data(self, position: int, own_gpus: Array) -> NDArray[np.bool_]:
        """Whether a month keeps its data in the cloud between others that need it, for own GPUs of any shape."""
        if self.data_kept is None:
            return np.zeros(np.shape(own_gpus), dtype=np.bool_)
        nodes = np.rint(np.asarray(own_gpus) / self.node_capacity_gpus).astype(np.intp)
        kept: NDArray[np.bool_] = self.data_kept[position, np.minimum(nodes, self.max_nodes)]
        return kept

    @property
    def first_choice_month(self) -> int:
        """First month whose nodes can still be chosen; months before it keep the initial ones [month]."""
        return self.lead_months + 1


def priced(problem: MixedProblem) -> PricedProblem:
    """Discount every price of a problem to the decision (docs/mixed_plan.md §1, §4)."""
    own = problem.own
    months = problem.months
    monthly = monthly_rate(problem.discount_rate_per_year)
    fixed = _by_month(problem, own.fixed_per_node_month, problem.timing.own_fixed)
    # All GPUs of a node draw at least the idle rate, failed ones too (trap 6).
    idle_hours = own.node_gpus * problem.hours_per_month
    kept = fixed + idle_hours * _by_month(problem, own.idle_per_gpu_hour, problem.timing.own_hours)
    above_idle = np.subtract(own.used_per_gpu_hour, own.idle_per_gpu_hour)
    month_rates = problem.rent.month_per_gpu_month
    return PricedProblem(
        months=tuple(MonthDemand(runs) for runs in problem.demand_runs),
        node_capacity_gpus=own.node_capacity_gpus,
        max_nodes=own.max_nodes,
        initial_nodes=own.initial_nodes,
        lead_months=own.lead_months,
        queue_hours=problem.queue_hours,
        hour_gpu_step=problem.rent.hour_gpu_step,
        hour_billing_step_hours=problem.rent.hour_billing_step_hours,
        contracts=tuple(Contract(c.name, c.term_months) for c in problem.rent.commitments),
        costs=PresentCosts(
            node_by_order_and_sale=_node_costs(problem, kept, monthly),
            first_node_by_order=np.zeros(months),
            fleet_by_month=np.zeros((months, own.max_nodes + 1)),
            own_hour=_by_month(problem, tuple(above_idle.tolist()), problem.timing.own_hours),
            hour=_by_month(problem, problem.rent.hour_per_gpu_hour, problem.timing.rent_hour),
            month=None if month_rates is None else _by_month(problem, month_rates, problem.timing.rent_month),
            commitments=tuple(_commitment(problem, c, monthly) for c in problem.rent.commitments),
            initial_nodes=float(own.initial_nodes * kept.sum()),
        ),
        sells_any_month=own.sell is Sell.ANY,
        hours_per_month=problem.hours_per_month,
    )


def _discount(monthly: float, months: ArrayLike) -> Array:
    return np.asarray(np.exp(-np.log1p(monthly) * np.asarray(months, dtype=np.float64)))


def _by_month(problem: MixedProblem, prices: tuple[float, ...], moment: Moment) -> Array:
    month = np.arange(1, problem.months + 1) - _EARLIER_MONTHS[moment]
    return np.asarray(np.asarray(prices) * _discount(monthly_rate(problem.discount_rate_per_year), month))


def _node_costs(problem: MixedProblem, kept: Array, monthly: float) -> Array:
    # [s, e]: price at s, every month of service s + L + 1 .. e, less the resale at the end of e.
    own, months = problem.own, problem.months
    order, sale = np.arange(months)[:, None], np.arange(months + 1)[None, :]
    delivered = order + own.lead_months
    running = np.concatenate(([0.0], np.cumsum(kept)))
    price = np.asarray(own.node_price_by_order_month)[:, None]
    age = np.clip(sale - delivered, 0, months)
    resale = price * np.asarray(own.residual_share_by_age)[age] * _discount(monthly, sale)
    cost = price * _discount(monthly, order) + running[sale] - running[np.minimum(delivered, months)] - resale
    may_be = (sale > delivered) if own.sell is Sell.ANY else (sale == months) & (delivered < months)
    return np.where(may_be, cost, np.inf)


def _commitment(problem: MixedProblem, contract: Commitment, monthly: float) -> Array:
    earlier = _EARLIER_MONTHS[problem.timing.commitment]
    cost = np.empty(problem.months)
    for start, price in enumerate(contract.per_gpu_month_by_start_month, start=1):
        end = start + contract.term_months - 1
        if end > problem.months and contract.beyond_horizon is BeyondHorizon.FORBID:
            cost[start - 1] = np.inf
            continue
        if contract.beyond_horizon is BeyondHorizon.CUT:
            end = min(end, problem.months)
        paid = _discount(monthly, np.arange(start, end + 1) - earlier).sum()
        upfront = contract.upfront_per_gpu * float(_discount(monthly, start - 1.0))
        cost[start - 1] = price * paid + upfront
    return cost
