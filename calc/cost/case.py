"""One plan, or a batch of them, on the month grid: what every quantity of the ledger is a function of."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from calc.choices import Currency
from calc.cost.flows import END, MIDDLE, START
from calc.demand import Levels, demand_levels
from calc.inputs import Array, Inputs, growth, is_zero

Result = TypeVar("Result")
Given = Mapping[Any, Any]
"""Values by the quantity, a function of the case, that would have reckoned them."""
NOTHING_GIVEN: Given = MappingProxyType({})

SHORTEST_GRID_MONTHS = 60
MIDDLE_EARLIER_MONTHS = np.full((), -0.5)
START_EARLIER_MONTHS = np.full((), -1.0)


class Case:
    """The inputs of a ledger with its months, and a memory of the quantities already reckoned.

    A quantity is a function of the case. ``case.of(quantity)`` reckons it once. Arrays have months
    0..M as their last axis, or 1 there when they do not depend on the month; leading axes are those of
    the batch, or missing when the quantity does not depend on an overridden field.

    Parameters
    ----------
    inputs
        The plan or the batch.
    given
        Quantities that are stated instead of reckoned, in the shape they would have; what follows from
        them follows: nodes that change by month, hours done on them.

    Attributes
    ----------
    months
        M = max(60, longest horizon).
    month
        Month indices 0..M.
    """

    def __init__(self, inputs: Inputs, given: Given = NOTHING_GIVEN) -> None:
        self.inputs = inputs
        self.months = max(SHORTEST_GRID_MONTHS, int(inputs["finance.horizon_months"].max()))
        self.month: Array = np.arange(self.months + 1, dtype=np.float64)
        self._known: dict[Callable[[Case], Any], Any] = dict(given)

    def of(self, quantity: "Callable[[Case], Result]") -> Result:
        """A quantity of this case, reckoned the first time it is asked for."""
        if quantity not in self._known:
            self._known[quantity] = quantity(self)
        result: Result = self._known[quantity]
        return result

    def __getitem__(self, name: str) -> Array:
        """A numeric field, shape () or S + (1,)."""
        return self.inputs[name]

    def choice(self, name: str) -> Any:
        """A choice, a flag or a list of the plan."""
        return self.inputs.choice(name)

    @property
    def horizon(self) -> Array:
        """T, the last month [month]."""
        return self.inputs["finance.horizon_months"]

    @property
    def lead(self) -> Array:
        """L, the month at whose end the first fleet is delivered [month]."""
        return self.inputs["buy.lead_months"]

    @property
    def levels(self) -> Levels:
        """Demand of all jobs."""
        return self.of(_levels)

    def fx(self, timing: int) -> Array:
        """USD/KZT at the moment of each month's flow (docs/ledger.md §1.5) [KZT/USD]."""
        return self.of(_FX[timing])

    def rate_to_kzt(self, currency: Currency, timing: int) -> Array:
        """KZT for one unit of a currency at each month's flow; 1 for tenge."""
        return self.fx(timing) if currency is Currency.USD else np.ones(())


def _levels(case: Case) -> Levels:
    return demand_levels(case.inputs, case.months)


def _fx_end(case: Case) -> Array:
    return case["finance.usd_kzt"] * growth(case["finance.usd_kzt_drift_per_year"], case.month)


def _earlier(case: Case, months: Array) -> Array:
    # A month index away from the end of the month; month 0 is a point and keeps its own rate.
    drift = case["finance.usd_kzt_drift_per_year"]
    if is_zero(drift):
        return case.of(_fx_end)
    rate = case.of(_fx_end) * growth(drift, months)
    rate[..., :1] = case["finance.usd_kzt"]
    return rate


def _fx_middle(case: Case) -> Array:
    return _earlier(case, MIDDLE_EARLIER_MONTHS)


def _fx_start(case: Case) -> Array:
    return _earlier(case, START_EARLIER_MONTHS)


_FX: Mapping[int, Callable[[Case], Array]] = {START: _fx_start, MIDDLE: _fx_middle, END: _fx_end}
