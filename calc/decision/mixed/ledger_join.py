"""Books of several parts of one option, added up: cash, lines, and one income tax (docs/ledger.md §9)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calc.choices import TaxPosition
from calc.cost.books import Books
from calc.cost.case import Case
from calc.cost.flows import END, Fleet, TaxYears
from calc.cost.income_tax import tax_years
from calc.cost.interpreter import Rows
from calc.cost.line import LineId
from calc.cost.tax_calendar import payments, tax_calendar
from calc.inputs import Array


@dataclass(frozen=True, slots=True)
class Joined:
    """The parts as one.

    Attributes
    ----------
    cash
        Shape (3, M + 1), reporting currency [cur].
    lines
        By ledger line id, where the parts kept theirs.
    tax_years
        Income tax of the whole; ``None`` without one.
    """

    cash: Array
    lines: Mapping[str, Array]
    tax_years: TaxYears | None


def join(case: Case, parts: Sequence[Books]) -> Joined:
    """Add parts up.

    Where other profit absorbs every loss the tax of the whole is the sum of the taxes; where losses queue
    (``limited``) it is reckoned again on the sum of the results, so a loss of one part meets the profit of another.

    Parameters
    ----------
    case
        The plan, shape ().
    parts
        Books of the same horizon; a batch is several parts.
    """
    lines: dict[str, Array] = {}
    cash = np.zeros(())
    for part in parts:
        cash = cash + _over_batch(part.cash())
        for name, rows in part.lines.items():
            add = _over_batch(part.reported(rows))
            lines[name] = lines[name] + add if name in lines else add
    years = _tax_years(case, parts)
    if years is not None and case.choice("finance.tax_position") is TaxPosition.LIMITED:
        tax: Rows = {END: payments(case, case.of(tax_calendar), years.tax)}
        together = _over_batch(parts[0].reported(tax))
        cash = cash + together - lines.get(LineId.INCOME_TAX, np.zeros(()))
        lines[LineId.INCOME_TAX] = together
    return Joined(cash, lines, years)


def apart(fleet: Fleet) -> Iterator[Fleet]:
    """The fleets of a batch one by one, those that are not sold left out."""
    columns = (fleet.from_month, fleet.to_month, fleet.tax_base_kzt, fleet.sale_kzt)
    for values in zip(*(np.atleast_1d(column) for column in columns), strict=True):
        if values[1] > 0:
            yield Fleet(*(np.asarray(value) for value in values))


def _tax_years(case: Case, parts: Sequence[Books]) -> TaxYears | None:
    found = [part.tax_years for part in parts if part.tax_years is not None]
    if not found:
        return None
    columns = ("deductible_costs", "depreciation", "gain")
    sums = [sum((_years(getattr(each, column)) for each in found), np.zeros(())) for column in columns]
    return tax_years(case, *sums)


def _over_batch(cash: Array) -> Array:
    total: Array = cash.reshape(-1, *cash.shape[-2:]).sum(axis=0)
    return total


def _years(by_year: Array) -> Array:
    total: Array = by_year.reshape(-1, by_year.shape[-1]).sum(axis=0)
    return total
