"""Break-even quantities in words: what a value of one looks like, and how far a threshold is from today."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from calc.choices import RentMode
from calc.decision.decision import BreakEven
from calc.decision.quantities import QuantityId, demand_quantity
from calc.decision.sense_checks import sold_shares
from calc.decision.usage_axis import use_along
from calc.plan import Plan
from ui.formats import scale_of
from ui.texts import Texts

_Writer = Callable[[Texts, Plan, float], str]


def quantity_value(t: Texts, plan: Plan, quantity: str, value: float) -> str:
    """A value of a quantity as printed, with its unit.

    Parameters
    ----------
    quantity
        Id of ``calc.decision.quantities.QuantityId``.
    value
        In the unit of the field the quantity moves.
    """
    return _WRITERS[QuantityId(quantity)](t, plan, value)


def points(found: BreakEven) -> tuple[float, ...]:
    """All thresholds of a quantity, rising."""
    return tuple(sorted((*found.roots, *found.jumps)))


def nearest(found: BreakEven) -> float | None:
    """The threshold nearest to today; the first where there is no today, ``None`` where there is none."""
    thresholds = points(found)
    if not thresholds:
        return None
    today = found.today
    return thresholds[0] if today is None else min(thresholds, key=lambda point: abs(point - today))


def _hourly(t: Texts, plan: Plan, value: float) -> str:
    return t("threshold.per_gpu_hour", value=t.formats.rate(value, plan.rent.currency))


def _monthly(t: Texts, plan: Plan, value: float) -> str:
    return t("threshold.per_gpu_month", value=t.formats.rate(value, plan.rent.currency))


def _rent_rate(t: Texts, plan: Plan, value: float) -> str:
    return _monthly(t, plan, value) if plan.rent.mode is RentMode.MONTHLY else _hourly(t, plan, value)


def _use(t: Texts, plan: Plan, value: float) -> str:
    # The page has one axis of use, that of the owned cards; the quantity moves the demand's.
    quantity = demand_quantity(plan)
    if quantity.id is QuantityId.UTILIZATION:
        value = float(use_along(plan, quantity, np.array([value]))[0])
    return t.formats.percent(value)


def _resale(t: Texts, plan: Plan, value: float) -> str:
    # Times the resale curve means nothing to a reader; the share of the price at the end of the horizon does.
    plain = replace(plan, buy=plan.buy.model_copy(update={"residual_scale": 1.0}))
    share = list(sold_shares(plain).values())[-1]
    return t("threshold.of_price", value=t.formats.percent_short(value * share))


def _node_price(t: Texts, plan: Plan, value: float) -> str:
    # A threshold stands beside the price of today, so both are in its unit, 16 and 4,8 thousand, as long as it has one.
    own, today = scale_of(value), scale_of(plan.buy.node_price)
    in_its_unit = own.power < today.power and abs(value) >= 10**today.power
    return t.formats.money(value, plan.buy.currency, scale=replace(today, decimals=1) if in_its_unit else own)


_WRITERS: Mapping[QuantityId, _Writer] = {
    QuantityId.UTILIZATION: _use,
    QuantityId.DEMAND_SCALE: lambda t, _, value: t.formats.percent(value),
    QuantityId.HOURLY_RATE: _hourly,
    QuantityId.MONTHLY_RATE: _monthly,
    QuantityId.RENT_RATE: _rent_rate,
    QuantityId.PURCHASE_PRICE: _node_price,
    QuantityId.TARIFF: lambda t, _, value: t("threshold.per_kwh", value=t.formats.rate(value)),
    QuantityId.USD_KZT: lambda t, _, value: t("threshold.per_dollar", value=t.formats.rate(value)),
    QuantityId.DISCOUNT_RATE: lambda t, _, value: t(
        "threshold.per_year", value=t.formats.percent(value, 1 if value * 100 % 1 else 0)
    ),
    QuantityId.RESIDUAL: _resale,
    QuantityId.HORIZON: lambda t, _, value: t.years(value),
    QuantityId.MONTH: lambda t, _, value: t.formats.month(int(value)),
}
