"""What the costs are made of, and the money of every month."""

from collections.abc import Mapping
from decimal import Decimal

import streamlit as st

from calc.decision.decision import BranchValue
from ui.downloads import draw_ledger_download
from ui.formats import parts_of, scale_of
from ui.sections.decision_verdict import money_scale
from ui.tables import Column, table
from ui.view import View

NODE = ("equipment", "freight", "duty", "installation", "contingency", "sale", "selling_cost")
RENT = "rent_"
TAXES = ("vat_paid", "vat_recovered", "income_tax")


def draw_costs(view: View) -> None:
    """Lines of both options with the difference; columns add up to the headline as shown."""
    t, scale, decision = view.t, money_scale(view), view.answer.decision
    unit = view.formats.money_unit(scale, view.currency)
    st.header(t("decision.costs.title"), anchor=False)
    st.markdown(f":small[:gray[{t('decision.costs.note', unit=unit, years=view.years)}]]")
    rent, buy = shown_lines(view, decision.rent), shown_lines(view, decision.buy)
    lines = [line for line in _lines(decision.rent, decision.buy) if rent.get(line) or buy.get(line)]
    nothing = Decimal(0)
    table(
        [
            Column(t("decision.costs.line"), [*map(t.line, lines), _bold(t("decision.costs.total"))], figures=False),
            _column(view, t("decision.costs.rent"), [rent.get(line, nothing) for line in lines]),
            _column(view, t("decision.costs.buy"), [buy.get(line, nothing) for line in lines]),
            _column(view, "Δ", [buy.get(line, nothing) - rent.get(line, nothing) for line in lines], signed=True),
        ],
        alt=t("decision.costs.note", unit=unit, years=view.years),
    )


def shown_lines(view: View, cost: BranchValue) -> dict[str, Decimal]:
    """Lines of an option as shown: they sum to its total as shown [scale]."""
    scale = money_scale(view)
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
    decision = view.answer.decision
    scale = scale_of(*decision.rent.monthly_total, *decision.buy.monthly_total)
    unit = view.formats.money_unit(scale, view.currency)
    with expander:
        st.markdown(f":small[:gray[{t('decision.months.note', unit=unit)}]]")
        rent = [scale.shown(amount) for amount in decision.rent.monthly_total]
        buy = [scale.shown(amount) for amount in decision.buy.monthly_total]
        months = [view.formats.number(month) for month in range(len(rent))]
        table(
            [
                Column(t("chart.month"), months),
                Column(t("decision.costs.rent"), [view.formats.bare(amount, scale) for amount in rent]),
                Column(t("decision.costs.buy"), [view.formats.bare(amount, scale) for amount in buy]),
                Column(
                    "Δ",
                    [view.formats.bare(b - r, scale, signed=True) for r, b in zip(rent, buy, strict=True)],
                ),
            ],
            alt=t("decision.months.note", unit=unit),
        )
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
    scale = money_scale(view)
    total = sum(amounts, Decimal(0))
    cells = [view.formats.bare(amount, scale, signed=signed) for amount in amounts]
    return Column(heading, [*cells, _bold(view.formats.bare(total, scale, signed=signed))])


def _bold(text: str) -> str:
    return f"**{text}**"
