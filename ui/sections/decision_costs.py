"""What the costs are made of, and the money of every month."""

from collections.abc import Mapping
from decimal import Decimal

import streamlit as st

from calc.decision.decision import BranchValue
from ui.downloads import draw_ledger_download
from ui.formats import parts_of, scale_of
from ui.sections.decision_options import options
from ui.tables import Column, table
from ui.verdict import money_scale
from ui.view import View

NODE = ("equipment", "freight", "duty", "installation", "contingency", "sale", "selling_cost")
RENT = "rent_"
TAXES = ("vat_paid", "vat_recovered", "income_tax")


def draw_costs(view: View) -> None:
    """Lines of both options with the difference; columns add up to the headline as shown."""
    t, scale = view.t, money_scale(view.answer)
    unit = view.formats.money_unit(scale, view.currency)
    st.header(t("decision.costs.title"), anchor=False)
    st.markdown(f":small[:gray[{t('decision.costs.note', unit=unit, years=view.years)}]]")
    shown = options(view)
    amounts = [shown_lines(view, option.value) for option in shown]
    lines = [line for line in _lines(*(option.value for option in shown)) if any(one.get(line) for one in amounts)]
    rent, *others = ([one.get(line, Decimal(0)) for line in lines] for one in amounts)
    columns = [
        Column(t("decision.costs.line"), [*map(t.line, lines), _bold(t("decision.costs.total"))], figures=False),
        _column(view, shown[0].heading, rent),
    ]
    for option, paid in zip(shown[1:], others, strict=True):
        change = [amount - rented for amount, rented in zip(paid, rent, strict=True)]
        columns += [_column(view, option.heading, paid), _column(view, "Δ", change, signed=True)]
    table(columns, alt=t("decision.costs.note", unit=unit, years=view.years))


def shown_lines(view: View, cost: BranchValue) -> dict[str, Decimal]:
    """Lines of an option as shown: they sum to its total as shown [scale]."""
    scale = money_scale(view.answer)
    by_line: Mapping[str, float] = cost.present_cost_by_line
    in_scale = [amount / 10**scale.power for amount in by_line.values()]
    parts = parts_of(scale.shown(cost.present_cost), in_scale, scale.decimals)
    return dict(zip(by_line, parts, strict=True))


def draw_months(view: View) -> None:
    """Cash of every month, drawn when it is opened, with the full ledger as a file."""
    t = view.t
    expander = st.expander(t("decision.months.title"), icon=":material/table_rows:", key="months", on_change="rerun")
    if not expander.open:
        return
    shown = options(view)
    scale = scale_of(*(amount for option in shown for amount in option.value.monthly_total))
    unit = view.formats.money_unit(scale, view.currency)
    with expander:
        st.markdown(f":small[:gray[{t('decision.months.note', unit=unit)}]]")
        rent, *others = ([scale.shown(amount) for amount in option.value.monthly_total] for option in shown)
        columns = [
            Column(t("chart.month"), [view.formats.number(month) for month in range(len(rent))]),
            Column(shown[0].heading, [view.formats.bare(amount, scale) for amount in rent]),
        ]
        for option, paid in zip(shown[1:], others, strict=True):
            change = [amount - rented for amount, rented in zip(paid, rent, strict=True)]
            columns += [
                Column(option.heading, [view.formats.bare(amount, scale) for amount in paid]),
                Column("Δ", [view.formats.bare(amount, scale, signed=True) for amount in change]),
            ]
        table(columns, alt=t("decision.months.note", unit=unit))
        draw_ledger_download(view, key="months-ledger")


def _lines(*costs: BranchValue) -> list[str]:
    """Lines of all options: the node first, its keep, rent, then what the law and the funding add."""
    found = dict.fromkeys(line for cost in costs for line in cost.present_cost_by_line)
    return sorted(found, key=_place)


def _place(line: str) -> tuple[int, int]:
    if line in NODE:
        return 0, NODE.index(line)
    return (3 if line in TAXES else 2 if line.startswith(RENT) else 1), 0


def _column(view: View, heading: str, amounts: list[Decimal], *, signed: bool = False) -> Column:
    scale = money_scale(view.answer)
    total = sum(amounts, Decimal(0))
    cells = [view.formats.bare(amount, scale, signed=signed) for amount in amounts]
    return Column(heading, [*cells, _bold(view.formats.bare(total, scale, signed=signed))])


def _bold(text: str) -> str:
    return f"**{text}**"
