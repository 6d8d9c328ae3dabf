"""How prices move with the month (docs/ledger.md §1.4, §3, §5). Every function is a quantity of the case."""

import numpy as np

from calc.choices import TariffGrowth
from calc.cost.case import Case
from calc.inputs import Array, growth


def rent_price_factor(case: Case) -> Array:
    """P(t): growth of the rent price, or its path, a straight line between points and flat after them."""
    path = case.choice("rent.price_path")
    if not path:
        return growth(case["rent.price_growth_per_year"], case.month)
    months, multipliers = zip((0, 1.0), *path, strict=True)
    factor: Array = np.interp(case.month, months, multipliers)
    return factor


def tariff_factor(case: Case) -> Array:
    """Growth of the power and cooling tariffs: smooth, or a step every twelve months from m0."""
    rate = case["site.tariff_growth_per_year"]
    if case.choice("site.tariff_growth_kind") is TariffGrowth.SMOOTH:
        return growth(rate, case.month)
    first = case["site.tariff_step_month"]
    steps = np.where(case.month < first, 0.0, 1.0 + np.floor((case.month - first) / 12.0))
    factor: Array = np.power(1.0 + rate, steps)
    return factor


def fee_factor(case: Case) -> Array:
    """F(t): growth of room rent and colocation fees."""
    return growth(case["site.fee_growth_per_year"], case.month)


def wage_kzt(case: Case) -> Array:
    """Cost of one full-time employee in each month, on-costs included [KZT/FTE-month]."""
    wage = case["buy.staff_kzt_per_fte_month"] * (1.0 + case["buy.staff_on_cost_share"])
    return wage * growth(case["buy.staff_growth_per_year"], case.month)
