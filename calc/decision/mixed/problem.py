"""The problem of the mixed plan as typed input: own the base, rent the peaks (docs/mixed_plan.md §1)."""

import math
from dataclasses import dataclass, field
from enum import Enum

from calc.errors import ErrorCode, EsepError


class Moment(Enum):
    """When inside its month a line is paid."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Sell(Enum):
    """When owned nodes may be sold: at the end of the horizon, or at the end of any month of service."""

    HORIZON = "horizon"
    ANY = "any"


class BeyondHorizon(Enum):
    """Who pays the months of a commitment that lie past the horizon."""

    PAY_ALL = "pay_all"
    CUT = "cut"
    FORBID = "forbid"


Runs = tuple[tuple[float, float], ...]
"""Demand of a month in time order: pairs of [hours, GPUs]."""


@dataclass(frozen=True, slots=True)
class OwnTerms:
    """What owning nodes costs.

    Attributes
    ----------
    node_gpus, availability
        A node does ``node_gpus`` x ``availability`` GPUs in every hour [GPU], [share].
    max_nodes, initial_nodes
        Most nodes in service; nodes that are there from month 1, paid and kept [node].
    lead_months
        A node ordered at instant s serves from month s + 1 + lead [month].
    node_price_by_order_month
        Paid at instants 0..T − 1 [cur/node].
    fixed_per_node_month
        In every month of service, months 1..T [cur/node-month].
    used_per_gpu_hour, idle_per_gpu_hour
        While a GPU is used, and while it is not, used >= idle [cur/GPU-h].
    residual_share_by_age
        Share of its price a node brings after 0..T months of service [share].
    sell
        When nodes may be sold.
    """

    node_gpus: int
    max_nodes: int
    node_price_by_order_month: tuple[float, ...]
    fixed_per_node_month: tuple[float, ...]
    used_per_gpu_hour: tuple[float, ...]
    idle_per_gpu_hour: tuple[float, ...]
    residual_share_by_age: tuple[float, ...]
    initial_nodes: int = 0
    lead_months: int = 0
    availability: float = 1.0
    sell: Sell = Sell.HORIZON

    @property
    def node_capacity_gpus(self) -> float:
        """GPUs a node does in every hour [GPU]."""
        return self.node_gpus * self.availability


@dataclass(frozen=True, slots=True)
class Commitment:
    """A contract over several months at a price fixed when it starts.

    Attributes
    ----------
    name
        Its name in the plan.
    term_months
        Months it runs [month].
    per_gpu_month_by_start_month
        Price of each month of the term, by the month it starts in, 1..T [cur/GPU-month].
    upfront_per_gpu
        Paid at the start of the first month [cur/GPU].
    beyond_horizon
        Who pays the months past T.
    """

    name: str
    term_months: int
    per_gpu_month_by_start_month: tuple[float, ...]
    upfront_per_gpu: float = 0.0
    beyond_horizon: BeyondHorizon = BeyondHorizon.PAY_ALL


@dataclass(frozen=True, slots=True)
class RentTerms:
    """What renting costs.

    Attributes
    ----------
    hour_per_gpu_hour
        Hourly tier by month [cur/GPU-h].
    hour_gpu_step
        0: exact GPU-hours are billed; 1: whole GPUs in each hour [GPU].
    hour_billing_step_hours
        Hours are billed in blocks of this length from the start of the month [h].
    month_per_gpu_month
        Monthly tier, whole GPUs and whole months [cur/GPU-month]; ``None`` where there is none.
    commitments
        Contracts over several months.
    """

    hour_per_gpu_hour: tuple[float, ...]
    hour_gpu_step: int = 0
    hour_billing_step_hours: int = 1
    month_per_gpu_month: tuple[float, ...] | None = None
    commitments: tuple[Commitment, ...] = ()


@dataclass(frozen=True, slots=True)
class Timing:
    """When inside the month each line is paid."""

    own_fixed: Moment = Moment.END
    own_hours: Moment = Moment.END
    rent_hour: Moment = Moment.END
    rent_month: Moment = Moment.END
    commitment: Moment = Moment.END


@dataclass(frozen=True, slots=True)
class MixedProblem:
    """Demand, owned nodes and rent tiers of a horizon (docs/mixed_plan.md §1).

    Attributes
    ----------
    demand_runs
        Per month the demand in time order; growth is already in it ([h], [GPU]).
    own, rent
        Terms of owning and renting, all prices by month.
    hours_per_month
        Hours of every month [h].
    queue_hours
        Hours a piece of work may wait; the queue is empty at each month's end [h].
    discount_rate_per_year
        Effective annual rate [1/year].
    timing
        Moments of the lines.

    Raises
    ------
    EsepError
        ``CONFLICT`` for a list that does not cover the months, ``OUT_OF_RANGE`` for a negative or
        not finite number, ``CONFLICT`` for demand that does not fill its months, ``NOT_WHOLE`` for parts
        of hours where their order counts.
    """

    demand_runs: tuple[Runs, ...]
    own: OwnTerms
    rent: RentTerms
    hours_per_month: float = 730.0
    queue_hours: int = 0
    discount_rate_per_year: float = 0.0
    timing: Timing = field(default_factory=Timing)

    @property
    def months(self) -> int:
        """T, months of the horizon [month]."""
        return len(self.demand_runs)

    def __post_init__(self) -> None:
        _check_own(self.own, self.months)
        _check_rent(self.rent, self.months)
        _at_least("queue_hours", self.queue_hours, 0)
        _above("discount_rate_per_year", self.discount_rate_per_year, -1)
        if not self.demand_runs:
            raise EsepError(ErrorCode.OUT_OF_RANGE, "months", 0, ">= 1")
        for month, runs in enumerate(self.demand_runs, start=1):
            self._check_runs(f"demand_runs_hours_gpus.{month}", runs)

    def _check_runs(self, name: str, runs: Runs) -> None:
        for hours, gpus in runs:
            _at_least(name, hours, 0)
            _at_least(name, gpus, 0)
        total = math.fsum(hours for hours, _ in runs)
        if not math.isclose(total, self.hours_per_month, rel_tol=1e-9):
            raise EsepError(ErrorCode.CONFLICT, name, total, f"= {self.hours_per_month}")
        in_order = self.queue_hours > 0 or self.rent.hour_billing_step_hours > 1
        if in_order and any(hours != round(hours) for hours, _ in runs):
            raise EsepError(ErrorCode.NOT_WHOLE, name, total, "h")


def _check_own(own: OwnTerms, months: int) -> None:
    _at_least("own.node_gpus", own.node_gpus, 1)
    _at_least("own.initial_nodes", own.initial_nodes, 0)
    _at_least("own.max_nodes", own.max_nodes, own.initial_nodes)
    _at_least("own.lead_months", own.lead_months, 0)
    _above("own.availability", own.availability, 0)
    if own.availability > 1:
        raise EsepError(ErrorCode.OUT_OF_RANGE, "own.availability", own.availability, "<= 1")
    _prices("own.node_price_by_order_month", own.node_price_by_order_month, months)
    _prices("own.fixed_per_node_month", own.fixed_per_node_month, months)
    _prices("own.used_per_gpu_hour", own.used_per_gpu_hour, months)
    _prices("own.idle_per_gpu_hour", own.idle_per_gpu_hour, months)
    _prices("own.residual_share_by_age", own.residual_share_by_age, months + 1)
    for used, idle in zip(own.used_per_gpu_hour, own.idle_per_gpu_hour, strict=True):
        _at_least("own.used_per_gpu_hour", used, idle)


def _check_rent(rent: RentTerms, months: int) -> None:
    _prices("rent.hour_per_gpu_hour", rent.hour_per_gpu_hour, months)
    if rent.hour_gpu_step not in {0, 1}:
        raise EsepError(ErrorCode.NOT_ALLOWED, "rent.hour_gpu_step", rent.hour_gpu_step, "0, 1")
    _at_least("rent.hour_billing_step_hours", rent.hour_billing_step_hours, 1)
    if rent.month_per_gpu_month is not None:
        _prices("rent.month_per_gpu_month", rent.month_per_gpu_month, months)
    for contract in rent.commitments:
        _at_least("rent.commitments.term_months", contract.term_months, 1)
        _at_least("rent.commitments.upfront_per_gpu", contract.upfront_per_gpu, 0)
        _prices("rent.commitments.per_gpu_month_by_start_month", contract.per_gpu_month_by_start_month, months)


def _prices(name: str, values: tuple[float, ...], length: int) -> None:
    if len(values) != length:
        raise EsepError(ErrorCode.CONFLICT, name, len(values), f"= {length}")
    for value in values:
        _at_least(name, value, 0)


def _at_least(name: str, value: float, low: float) -> None:
    if not (math.isfinite(value) and value >= low):
        raise EsepError(ErrorCode.OUT_OF_RANGE, name, value, f">= {low}")


def _above(name: str, value: float, low: float) -> None:
    if not (math.isfinite(value) and value > low):
        raise EsepError(ErrorCode.OUT_OF_RANGE, name, value, f"> {low}")
