"""What a fleet brings when it is sold (docs/ledger.md §6)."""

import numpy as np

from calc.choices import ResidualKind
from calc.cost.case import Case
from calc.cost.fleet import age_months, delivery_month, fleet_price
from calc.inputs import Array, is_zero


def residual_share(case: Case) -> Array:
    """Share of its price a fleet sold at the end of month t would bring, before generation and scale [-]."""
    kind = case.choice("buy.residual_kind")
    age = case.of(age_months)
    if kind is ResidualKind.NONE:
        return np.zeros(())
    if kind is ResidualKind.LINEAR:
        return np.maximum(0.0, 1.0 - age / case["buy.residual_life_months"])
    if kind is ResidualKind.EXPONENTIAL:
        share: Array = np.exp(np.log1p(-case["buy.residual_rate_per_year"]) * (age / 12.0))
        return share
    return _log_linear(age, case.choice("buy.residual_points"))


def _log_linear(age: Array, points: tuple[tuple[int, float], ...]) -> Array:
    ages, shares = zip((0, 1.0), *points, strict=True)
    logs = np.log(shares)
    slope = (logs[-1] - logs[-2]) / (ages[-1] - ages[-2])
    inside = np.interp(age, ages, logs)
    share: Array = np.exp(inside + slope * np.maximum(0.0, age - ages[-1]))
    return share


def generation_factor(case: Case) -> Array:
    """1 less the drop, once the next generation is out and the fleet is older than it [-]."""
    month, drop = case["buy.generation_month"], case["buy.generation_drop_share"]
    if is_zero(month) or is_zero(drop):
        return np.ones(())
    older = (month > 0) & (month <= case.month) & (case.of(delivery_month) < month)
    return np.where(older, 1.0 - drop, 1.0)


def resale_value(case: Case) -> Array:
    """Proceeds if the fleet in service were sold at the end of month t, in the quote's currency [cur]."""
    share = case.of(residual_share) * case.of(generation_factor) * case["buy.residual_scale"]
    return case.of(fleet_price) * share
