"""Each option by calendar year: the page a budget committee asks for (docs/design.md §3.12, §6)."""

from collections.abc import Mapping

from calc.cost.flows import Flows, Ledger, TaxYears
from calc.cost.line import LineId
from calc.decision.budget_year import BudgetYear
from calc.decision.decision import BranchValue
from calc.plan import Plan

CAPITAL = frozenset(
    {
        LineId.EQUIPMENT,
        LineId.FREIGHT,
        LineId.DUTY,
        LineId.INSTALLATION,
        LineId.CONTINGENCY,
        LineId.ROOM_CAPEX,
        LineId.SALE,
    }
)
FUNDING = frozenset(
    {
        LineId.LOAN_DRAW,
        LineId.LOAN_INTEREST,
        LineId.LOAN_PRINCIPAL,
        LineId.LEASE_PRINCIPAL,
        LineId.LEASE_INTEREST,
    }
)
VAT = frozenset({LineId.VAT_PAID, LineId.VAT_RECOVERED, LineId.VAT_PENALTY})


def budget(plan: Plan, rent: BranchValue, buy: BranchValue, result: Ledger) -> Mapping[str, tuple[BudgetYear, ...]]:
    """``rent``, ``buy`` and ``difference`` by budget year, from a ledger with its lines kept."""
    years = {"rent": by_year(plan, rent, result.rent), "buy": by_year(plan, buy, result.buy)}
    return years | {"difference": difference(years["rent"], years["buy"])}


def by_year(plan: Plan, value: BranchValue, flows: Flows) -> tuple[BudgetYear, ...]:
    """One option by year. Tax years are calendar years, so both are told by the same rows.

    Parameters
    ----------
    plan
        The plan; ``finance.start`` names the years.
    value, flows
        The option and its flows, lines kept.
    """
    tax = flows.tax_years
    if tax is None:
        return ()
    start = plan.finance.start
    first_year = int(start[:4]) if start else 1
    # rows past the horizon are empty: their first month is 0
    years = [k for k in range(tax.first_month.shape[-1]) if tax.first_month[..., k] > 0]
    return tuple(_year(first_year + k, k, value.months_by_line, tax) for k in years)


def difference(rent: tuple[BudgetYear, ...], buy: tuple[BudgetYear, ...]) -> tuple[BudgetYear, ...]:
    """Rent less buy, year by year: what buying saves."""
    parts = [name for name in BudgetYear.__slots__ if name not in {"year", "first_month", "last_month"}]
    return tuple(
        BudgetYear(r.year, r.first_month, r.last_month, **{p: getattr(r, p) - getattr(b, p) for p in parts})
        for r, b in zip(rent, buy, strict=True)
    )


def _year(year: int, k: int, lines: Mapping[str, tuple[float, ...]], tax: TaxYears) -> BudgetYear:
    first, last = int(tax.first_month[..., k]), int(tax.last_month[..., k])
    begin = 0 if k == 0 else first
    paid = {line: sum(amounts[begin : last + 1]) for line, amounts in lines.items()}
    capital, funding, vat = (sum(paid.get(line, 0.0) for line in part) for part in (CAPITAL, FUNDING, VAT))
    income_tax = paid.get(LineId.INCOME_TAX, 0.0)
    cash_out = sum(paid.values())
    return BudgetYear(
        year=year,
        first_month=first,
        last_month=last,
        cash_out=cash_out,
        capital=capital,
        operating=cash_out - capital - funding - vat - income_tax,
        funding=funding,
        vat=vat,
        income_tax=income_tax,
        depreciation_kzt=float(tax.depreciation[..., k]),
        result_kzt=float(tax.result[..., k]),
        profit_after_tax_kzt=float(tax.result[..., k] - tax.tax[..., k]),
    )
