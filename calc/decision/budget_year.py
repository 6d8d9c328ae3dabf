"""One option in one year of a budget."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BudgetYear:
    """One option in one year. Costs positive; the parts of cash sum to ``cash_out``.

    Attributes
    ----------
    year
        Calendar year; 1, 2, ... where ``finance.start`` is not stated.
    first_month, last_month
        Months of the horizon in it; month 0 is in the first year.
    cash_out
        After VAT and tax [cur].
    capital, operating, funding, vat, income_tax
        Its parts: purchases less resale; running costs; loan and lease; VAT paid less recovered; income
        tax, a saving negative [cur].
    depreciation_kzt
        Tax depreciation, with what is left of the balance deducted in the last year [KZT].
    result_kzt
        Effect on taxable profit, costs negative [KZT].
    profit_after_tax_kzt
        Effect on profit after income tax of the year, costs negative [KZT].
    """

    year: int
    first_month: int
    last_month: int
    cash_out: float
    capital: float
    operating: float
    funding: float
    vat: float
    income_tax: float
    depreciation_kzt: float
    result_kzt: float
    profit_after_tax_kzt: float
