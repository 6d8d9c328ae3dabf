"""Value of a plain series of periodic flows: the textbook measures beside the ledger's own.

Vendor and academic studies print these; the Method page recomputes them. Flows here are receipts
positive and payments negative, as those studies have them.
"""

from collections.abc import Sequence
from typing import overload

import numpy as np
import numpy_financial as npf

from calc.cost.flows import Array
from calc.decision.irr import irr_roots
from calc.decision.value import annuity_factor

LOWEST_PERIODIC_RATE = -0.99999
"""A short series can lose nearly everything in one period; the ledger's −0.99 a year is too high for it."""


@overload
def net_present_value(rate: float, flows: Sequence[float], *, first_period: int = 0) -> float: ...
@overload
def net_present_value(rate: float, flows: Array, *, first_period: int = 0) -> Array: ...
def net_present_value(rate: float, flows: Sequence[float] | Array, *, first_period: int = 0) -> float | Array:
    """Value of flows one period apart; of many series at once in one matrix product.

    Parameters
    ----------
    rate
        Effective rate per period, above −1 [1/period].
    flows
        One a period, a sequence or an array of shape S + (periods,) [cur].
    first_period
        0: the first flow is not discounted (NREL/TP-462-5173, p. 2). 1: what a spreadsheet's
        ``NPV()`` does; the two differ by exactly 1 + rate.

    Returns
    -------
    float or Array
        One value of a sequence; shape S of an array [cur].
    """
    amounts = np.asarray(flows, dtype=np.float64)
    periods = np.arange(first_period, first_period + amounts.shape[-1])
    value: Array = amounts @ np.exp(-np.log1p(rate) * periods)
    return value if isinstance(flows, np.ndarray) else float(value)


def internal_rates(flows: Sequence[float]) -> tuple[float, ...]:
    """All internal rates of return of flows one period apart [1/period]; empty is "none"."""
    amounts = np.asarray(flows, dtype=np.float64)
    return irr_roots(amounts, np.arange(amounts.size, dtype=np.float64), lowest=LOWEST_PERIODIC_RATE)


def modified_internal_rate(flows: Sequence[float], finance_rate: float, reinvest_rate: float) -> float | None:
    """Modified internal rate of return [1/period]; ``None`` unless money goes both ways.

    (Future value of receipts at the reinvestment rate over present value of payments at the finance
    rate) to the power 1/(n − 1), less one, as spreadsheets have it.
    """
    amounts = np.asarray(flows, dtype=np.float64)
    if not ((amounts > 0).any() and (amounts < 0).any()):
        return None
    return float(npf.mirr(amounts, finance_rate, reinvest_rate))


def equivalent_annual_cost(capital: float, cost_per_year: float, years: float, rate_per_year: float) -> float:
    """Level yearly cost of capital spent now and a yearly running cost [cur/year].

    Present cost over the annuity factor (Brealey, Myers, Allen, ch. 6): it compares machines of
    unequal lives under like-for-like replacement.
    """
    return float(capital / annuity_factor(rate_per_year, years) + cost_per_year)
