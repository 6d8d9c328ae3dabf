"""Income tax of a branch: yearly result, loss queue, tax (docs/ledger.md §9.5, rulings 4)."""

import numpy as np

from calc.choices import TaxPosition
from calc.cost.case import Case
from calc.cost.flows import TaxYears
from calc.cost.tax_calendar import tax_calendar
from calc.inputs import Array


def tax_years(case: Case, deductible: Array, depreciation: Array, gain: Array) -> TaxYears:
    """Income tax by tax year.

    Parameters
    ----------
    case
        The plan or batch.
    deductible, depreciation, gain
        By tax year, S + (Y,) [KZT].
    """
    calendar = case.of(tax_calendar)
    result = gain - depreciation - deductible
    rate = case["finance.cit_rate"]
    if case.choice("finance.tax_position") is TaxPosition.TAXABLE:
        used = left = np.zeros(result.shape)
        tax = rate * result
    else:
        income = case["finance.income_kzt_per_year"] * calendar.months / 12.0
        used, left = _loss_queue(income + result, case["finance.loss_carry_years"])
        left = np.where(calendar.exists, left, 0.0)
        tax = rate * np.maximum(income + result - used, 0.0) - rate * income
    tax = np.where(calendar.exists, tax, 0.0)
    return TaxYears(calendar.first_month, calendar.last_month, deductible, depreciation, gain, result, used, left, tax)


def _loss_queue(profit: Array, carry_years: Array) -> tuple[Array, Array]:
    # First in, first out; a loss of year y serves in y + 1 .. y + carry, then it is gone.
    carry = carry_years[..., 0] if carry_years.ndim else carry_years
    queue: list[Array] = []
    used, left = [], []
    for year in range(profit.shape[-1]):
        this = profit[..., year]
        open_profit = np.maximum(this, 0.0)
        taken = np.zeros(())
        for born, loss in enumerate(queue):
            use = np.where(year - born <= carry, np.minimum(loss, open_profit), 0.0)
            queue[born] = loss - use
            open_profit = open_profit - use
            taken = taken + use
        queue.append(np.maximum(-this, 0.0))
        usable = [np.where(year + 1 - born <= carry, loss, 0.0) for born, loss in enumerate(queue)]
        used.append(taken)
        left.append(sum(usable[1:], usable[0]))
    return np.stack(np.broadcast_arrays(*used), axis=-1), np.stack(np.broadcast_arrays(*left), axis=-1)
