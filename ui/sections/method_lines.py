"""The records of the ledger that are in force, in words: what is multiplied by what, when, and which taxes."""

from collections.abc import Iterator, Sequence

import streamlit as st

from calc.choices import Branch
from calc.cost import Line, records_of
from calc.cost.flows import END, MIDDLE, START
from ui.field_values import currency_of, field_value
from ui.formats.formats import ZERO
from ui.sections.decision_costs import shown_lines
from ui.tables import Column, table
from ui.texts import Texts
from ui.verdict import money_scale
from ui.view import View

_TIMINGS = {START: "start", MIDDLE: "middle", END: "end"}


def lines(view: View) -> None:
    """An expander for each option, drawn when it is opened."""
    records = records_of(view.answer.plan)
    for branch in (Branch.RENT, Branch.BUY):
        _draw(view, branch, [line for line in records if line.branch is branch])


def _draw(view: View, branch: Branch, records: Sequence[Line]) -> None:
    t = view.t
    title = t("method.lines.title_rent" if branch is Branch.RENT else "method.lines.title_buy", n=len(records))
    opened = st.expander(title, icon=":material/table_rows:", key=f"method-lines-{branch}", on_change="rerun")
    if not opened.open:
        return
    columns = [
        Column(t("method.lines.column.line"), [t.line(line.id) for line in records], figures=False),
        Column(t("method.lines.column.product"), [_product(view, line) for line in records], figures=False),
        Column(t("method.lines.column.when"), [_when(t, line) for line in records], figures=False),
        Column(t("method.lines.column.money"), [t.word(line.money) for line in records], figures=False),
        Column(
            t("method.lines.column.vat"), [t(f"method.vat.{line.vat.name.lower()}") for line in records], figures=False
        ),
        Column(
            t("method.lines.column.tax"), [t(f"method.tax.{line.tax.name.lower()}") for line in records], figures=False
        ),
        _present_costs(view, branch, records),
    ]
    with opened:
        st.markdown(f":small[:gray[{t('method.lines.note')}]]")
        table(columns, alt=title)


def _present_costs(view: View, branch: Branch, records: Sequence[Line]) -> Column:
    """Present cost of each line, beside the first of its records; as the cost table of the decision shows it."""
    scale, decision = money_scale(view.answer), view.answer.decision
    shown = shown_lines(view, decision.rent if branch is Branch.RENT else decision.buy)
    first = {line.id: number for number, line in reversed(list(enumerate(records)))}
    cells = [
        view.formats.bare(shown[line.id], scale) if first[line.id] == number and line.id in shown else ZERO
        for number, line in enumerate(records)
    ]
    unit = view.formats.money_unit(scale, view.currency)
    return Column(view.t("method.lines.column.today", unit=unit), cells)


def _product(view: View, line: Line) -> str:
    t = view.t
    product = " × ".join(_factors(view, line))
    product = t("method.lines.twelfth", product=product) if line.per_year else product
    return t("method.lines.receipt", product=product) if line.receipt else product


def _factors(view: View, line: Line) -> Iterator[str]:
    plan = view.answer.plan
    for quantity in line.quantities:
        yield view.t(f"driver.{quantity.__name__}")
    for price in line.prices:
        part, name = price.split(".")
        value = field_value(view.t, price, float(getattr(getattr(plan, part), name)), currency_of(plan, price))
        yield view.t("method.lines.factor", name=view.t.name(price), value=value)


def _when(t: Texts, line: Line) -> str:
    timing = t(f"method.timing.{_TIMINGS[line.timing]}")
    return t("method.lines.when", window=t(f"window.{line.window.__name__}"), timing=timing)
