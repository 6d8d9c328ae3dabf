"""How much of each option hangs on USD/KZT (docs/design.md §5, money model §4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from calc.choices import Branch, Currency
from calc.cost import ledger
from calc.cost.flows import Array, Flows
from calc.decision.value import present_value
from calc.plan import Plan

MOVES = np.array([-0.2, 0.0, 0.2])
"""Rates of exchange an option is revalued at, as changes of today's."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """One option against the rate of exchange.

    Attributes
    ----------
    present_cost
        At today's rate [cur].
    dollar_cost
        The part of it that moves one to one with USD/KZT: by how much the present cost in tenge grows for
        each per cent of the rate, times a hundred; in dollars, the part that does not move [cur].
    dollar_share
        Its share of the present cost; 0 where the cost is 0.
    dollar_cost_by_line
        The same by ledger line, only lines that have a part in dollars [cur].
    at_weaker_tenge, at_stronger_tenge
        Present cost with USD/KZT a fifth higher and a fifth lower [cur].
    """

    present_cost: float
    dollar_cost: float
    dollar_share: float
    dollar_cost_by_line: Mapping[str, float]
    at_weaker_tenge: float
    at_stronger_tenge: float


def exposures(plan: Plan) -> Mapping[Branch, Exposure]:
    """Exposure of renting and of buying, found by revaluing the whole ledger at three rates.

    Every line is proportional to its price, so that the answer is exact; only where losses queue
    (``finance.tax_position`` = limited) is it the mean over the span of a fifth either way.
    """
    today = float(plan.finance.usd_kzt)
    rates = today * (1.0 + MOVES)
    overrides: dict[str, Any] = {"finance.usd_kzt": rates}
    result = ledger(plan, keep_lines=True, **overrides)
    # A flow in dollars was divided by its own rate: times the rate of today it is tenge again.
    to_tenge = rates if plan.finance.currency is Currency.USD else np.ones(rates.size)
    back = today if plan.finance.currency is Currency.USD else 1.0
    rate = result.discount_rate_per_year
    return {
        branch: _exposure(flows, rate, to_tenge, back)
        for branch, flows in ((Branch.RENT, result.rent), (Branch.BUY, result.buy))
    }


def _exposure(flows: Flows, rate: Array, to_tenge: Array, back: float) -> Exposure:
    costs = present_value(flows.cash, rate)
    lower, middle, upper = (float(cost) for cost in costs)
    by_line = {
        line: amount
        for line, cash in flows.lines.items()
        if abs(amount := _moving(present_value(cash, rate) * to_tenge) / back) > _TINY * abs(middle)
    }
    dollars = _moving(costs * to_tenge) / back
    return Exposure(
        present_cost=middle,
        dollar_cost=dollars,
        dollar_share=dollars / middle if middle else 0.0,
        dollar_cost_by_line=by_line,
        at_weaker_tenge=upper,
        at_stronger_tenge=lower,
    )


_TINY = 1e-9


def _moving(costs_kzt: Array) -> float:
    return float((costs_kzt[-1] - costs_kzt[0]) / (MOVES[-1] - MOVES[0]))
