"""The options by calendar year: what a budget committee asks for."""

from collections.abc import Callable, Sequence
from decimal import Decimal

import streamlit as st

from calc.choices import Currency
from calc.decision.budget_year import BudgetYear
from ui.formats import Scale, parts_of, scale_of
from ui.tables import Column, table
from ui.view import View

_Reader = Callable[[BudgetYear], float]
_CASH: tuple[tuple[str, _Reader], ...] = (
    ("years.column.cash", lambda year: year.cash_out),
    ("years.column.capital", lambda year: year.capital),
    ("years.column.operating", lambda year: year.operating),
    ("years.column.funding", lambda year: year.funding),
    ("years.column.vat", lambda year: year.vat),
    ("years.column.income_tax", lambda year: year.income_tax),
)
_PROFIT: tuple[tuple[str, _Reader], ...] = (
    ("years.column.depreciation", lambda year: year.depreciation_kzt),
    ("years.column.result", lambda year: year.result_kzt),
    ("years.column.after_tax", lambda year: year.profit_after_tax_kzt),
)


def draw_years(view: View) -> None:
    """Cash of both options by year with the difference; the parts, tax and profit in an expander."""
    t, by_year = view.t, view.answer.decision.by_calendar_year
    rent, buy = by_year["rent"], by_year["buy"]
    scale = scale_of(*(year.cash_out for year in (*rent, *buy)))
    unit = view.formats.money_unit(scale, view.currency)
    most = max(buy, key=lambda year: year.cash_out)
    amount = view.formats.money(most.cash_out, view.currency, scale=scale)
    st.header(t("years.title", year=year_name(view, most), amount=amount), anchor=False)
    st.markdown(f":small[:gray[{t('years.note', unit=unit)}]]")
    rented, bought = (_shown(years, _CASH[0][1], scale) for years in (rent, buy))
    table(
        [
            Column(
                t("years.column.year"),
                [*(year_name(view, year) for year in rent), _bold(t("decision.costs.total"))],
                figures=False,
            ),
            _column(view, t("decision.costs.rent"), rented, scale),
            _column(view, t("decision.costs.buy"), bought, scale),
            _column(view, "Δ", [b - r for r, b in zip(rented, bought, strict=True)], scale, signed=True),
        ],
        alt=t("years.alt", n=len(rent), amount=amount),
    )
    _draw_parts(view)


def year_name(view: View, year: BudgetYear) -> str:
    """The calendar year, or the number of the year where the start is not stated."""
    return str(year.year) if view.scenario.finance.start else view.t("years.nth", n=year.year)


def _draw_parts(view: View) -> None:
    """Capital and operating cash, VAT, tax, depreciation and profit of each option, drawn when opened."""
    t = view.t
    opened = st.expander(t("years.parts"), icon=":material/table_rows:", key="years", on_change="rerun")
    if not opened.open:
        return
    names = {"rent": t("decision.costs.rent"), "buy": t("decision.costs.buy"), "difference": t("years.saving")}
    with opened:
        for option, years in view.answer.decision.by_calendar_year.items():
            st.markdown(f"**{names[option]}**")
            table(_parts(view, years), alt=names[option])
        st.markdown(f":small[:gray[{t('years.parts_note')}]]")


def _parts(view: View, years: Sequence[BudgetYear]) -> list[Column]:
    t = view.t
    cash = scale_of(*(read(year) for year in years for _, read in _CASH))
    profit = scale_of(*(read(year) for year in years for _, read in _PROFIT))
    columns = [
        Column(
            t("years.column.year"),
            [*(year_name(view, year) for year in years), _bold(t("decision.costs.total"))],
            figures=False,
        )
    ]
    for readers, scale, currency in ((_CASH, cash, view.currency), (_PROFIT, profit, Currency.KZT)):
        unit = view.formats.money_unit(scale, currency)
        for key, read in readers:
            heading = t("years.with_unit", name=t(key), unit=unit)
            columns.append(_column(view, heading, _shown(years, read, scale), scale))
    return columns


def _shown(years: Sequence[BudgetYear], read: _Reader, scale: Scale) -> list[Decimal]:
    """Amounts as shown, which add up to their total as shown."""
    amounts = [read(year) for year in years]
    return list(parts_of(scale.shown(sum(amounts)), [one / 10**scale.power for one in amounts], scale.decimals))


def _column(view: View, heading: str, amounts: Sequence[Decimal], scale: Scale, *, signed: bool = False) -> Column:
    total = sum(amounts, Decimal(0))
    cells = [view.formats.bare(amount, scale, signed=signed) for amount in amounts]
    return Column(heading, [*cells, _bold(view.formats.bare(total, scale, signed=signed))])


def _bold(text: str) -> str:
    return f"**{text}**"
