"""The quantities whose break-even is searched, with their ranges (docs/ledger.md §12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from calc.choices import DemandKind, RentMode
from calc.plan import Plan


class QuantityId(StrEnum):
    """Quantities of the break-even table, in the order it is printed."""

    UTILIZATION = "utilization"
    DEMAND_SCALE = "demand_scale"
    HOURLY_RATE = "hourly_rate"
    MONTHLY_RATE = "monthly_rate"
    RENT_RATE = "rent_rate"
    PURCHASE_PRICE = "purchase_price"
    TARIFF = "tariff"
    USD_KZT = "usd_kzt"
    DISCOUNT_RATE = "discount_rate"
    RESIDUAL = "residual"
    HORIZON = "horizon"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of the plan that is moved while all else is held.

    Attributes
    ----------
    id
        Its name in the answer.
    fields
        Dotted names of the fields it moves, and what each is times it.
    today
        Its value in the plan, in the unit of the field.
    low, high
        Searched range.
    """

    id: QuantityId
    fields: Mapping[str, float]
    today: float
    low: float
    high: float


RENT_RATE_FIELDS: Mapping[RentMode, str] = {
    RentMode.HOURLY: "hourly_rate",
    RentMode.MONTHLY: "monthly_rate",
    RentMode.COMMITTED_1Y: "committed_1y_rate",
    RentMode.COMMITTED_3Y: "committed_3y_rate",
}
GRID_MONTHS = 60
"""Months every plan is reckoned on at least, so that horizons are one batch (docs/ledger.md §12)."""
_TIMES_TODAY = 10.0
_HOURLY_IF_ZERO, _MONTHLY_IF_ZERO, _PRICE_IF_ZERO, _TARIFF_IF_ZERO = 100.0, 10_000.0, 1_000_000.0, 1_000.0
_LARGEST_SCALE = 5.0
_LEAST_FX = 0.1


def demand_quantity(plan: Plan) -> Quantity:
    """How much the GPUs are used: ``utilization`` of one constant job, else ``demand_scale`` of all hours."""
    if len(plan.jobs) == 1 and plan.jobs[0].demand.kind is DemandKind.CONSTANT:
        today = float(plan.jobs[0].demand.utilization)
        return Quantity(QuantityId.UTILIZATION, {"demand.utilization": 1.0}, today, 0.0, 1.0)
    return scale_quantity(plan)


def scale_quantity(plan: Plan) -> Quantity:
    """One factor on the hours of all jobs: the scale of a single job, or times today's scales of several."""
    scales = {f"jobs.{index}.demand.scale": job.demand.scale for index, job in enumerate(plan.jobs)}
    if len(scales) > 1:
        return Quantity(QuantityId.DEMAND_SCALE, scales, 1.0, 0.0, _LARGEST_SCALE)
    return Quantity(
        QuantityId.DEMAND_SCALE, dict.fromkeys(scales, 1.0), float(plan.jobs[0].demand.scale), 0.0, _LARGEST_SCALE
    )


def quantities(plan: Plan) -> tuple[Quantity, ...]:
    """Every quantity that is searched on its range; ``horizon`` and ``month`` are whole months and apart."""
    rent, site, finance = plan.rent, plan.site, plan.finance
    rate = RENT_RATE_FIELDS[rent.mode]
    rate_if_zero = _MONTHLY_IF_ZERO if rent.mode is RentMode.MONTHLY else _HOURLY_IF_ZERO
    fx = float(finance.usd_kzt)
    return (
        demand_quantity(plan),
        _price(QuantityId.HOURLY_RATE, "rent.hourly_rate", rent.hourly_rate, _HOURLY_IF_ZERO),
        _price(QuantityId.MONTHLY_RATE, "rent.monthly_rate", rent.monthly_rate, _MONTHLY_IF_ZERO),
        _price(QuantityId.RENT_RATE, f"rent.{rate}", getattr(rent, rate), rate_if_zero),
        _price(QuantityId.PURCHASE_PRICE, "buy.node_price", plan.buy.node_price, _PRICE_IF_ZERO),
        _price(QuantityId.TARIFF, "site.tariff_kzt_per_kwh", site.tariff_kzt_per_kwh, _TARIFF_IF_ZERO),
        Quantity(QuantityId.USD_KZT, {"finance.usd_kzt": 1.0}, fx, _LEAST_FX * fx, _TIMES_TODAY * fx),
        Quantity(
            QuantityId.DISCOUNT_RATE,
            {"finance.discount_rate_per_year": 1.0},
            float(finance.discount_rate_per_year),
            0.0,
            1.0,
        ),
        Quantity(QuantityId.RESIDUAL, {"buy.residual_scale": 1.0}, float(plan.buy.residual_scale), 0.0, _LARGEST_SCALE),
    )


def horizon_quantity(plan: Plan) -> Quantity:
    """The horizon in whole months, from the first month of service to five years or today's horizon."""
    today = plan.finance.horizon_months
    first = plan.buy.lead_months + 1
    fields = {"finance.horizon_months": 1.0}
    return Quantity(QuantityId.HORIZON, fields, float(today), float(first), float(max(GRID_MONTHS, today)))


def _price(quantity: QuantityId, field: str, today: float, high_if_zero: float) -> Quantity:
    return Quantity(quantity, {field: 1.0}, float(today), 0.0, _TIMES_TODAY * today if today else high_if_zero)
