"""Hours and money of a run on every card that holds the job."""

from collections.abc import Sequence

import streamlit as st

from calc.choices import Currency
from calc.workload import Inference, Rendering, Training, Workload
from ui.formats.formats import SIGNS, ZERO
from ui.sections.fit_nodes import Node
from ui.sections.fit_words import verdict_mark
from ui.tables import Column, table_with_rest
from ui.texts import Texts

_TENGE = SIGNS[Currency.KZT]
_MOST_SHOWN = 10
"""Rows that stand open; the rest wait in an expander."""


def runs(t: Texts, workload: Workload, nodes: Sequence[Node], node: Node) -> None:
    """Draw the table, the cheapest first, and the remarks on the speed of the card of the scenario."""
    able = [one for one in nodes if one.fits and one.hours is not None]
    if not able:
        return
    able.sort(key=lambda one: (not one.in_time, one.cost_kzt is None, one.cost_kzt or 0.0))
    runs_counted = node.by_run
    st.header(t("fit.runs.title" if runs_counted else "fit.runs.title_month"), anchor=False)
    notes = [_note(t, workload)]
    if not all(one.in_time for one in able):
        notes.append(t("fit.runs.too_slow"))
    st.markdown(f":small[:gray[{' '.join(notes)}]]")
    cost = t("fit.column.cost" if runs_counted else "fit.column.cost_month", currency=_TENGE)
    columns = [
        Column(t("fit.column.node"), [_name(one, node) for one in able], figures=False),
        Column(t("fit.column.room"), [verdict_mark(t, one.row.footprint) for one in able]),
        Column(t("fit.column.hours"), [_hours(t, one) for one in able]),
        Column(cost, [_money(t, one.cost_kzt) for one in able]),
        Column(
            t("fit.column.rate", currency=_TENGE),
            [_money(t, one.price.kzt_per_gpu_hour if one.price else None) for one in able],
        ),
        Column(t("fit.column.date"), [_date(t, one) for one in able], figures=False),
    ]
    alt = t("fit.runs.alt", n=len(able), gpus=able[0].name)
    table_with_rest(columns, most=_MOST_SHOWN, rest=t("fit.runs.more", n=len(able) - _MOST_SHOWN), alt=alt)
    remarks = [t.message(remark) for remark in (node.throughput.notes if node.throughput else ())]
    st.markdown("  \n".join(f":small[:gray[{remark}]]" for remark in remarks))


def _note(t: Texts, workload: Workload) -> str:
    match workload:
        case Training():
            return t("fit.runs.note", tokens=t.formats.tokens(workload.train_tokens))
        case Inference():
            return t("fit.runs.note_inference", tokens=t.formats.tokens(workload.tokens_per_month))
        case Rendering():
            return t("fit.runs.note_rendering", frames=t.formats.tokens(workload.frames_per_month))
    return t("fit.runs.note_given")


def _name(node: Node, chosen: Node) -> str:
    return f"**{node.name}**" if node is chosen else node.name


def _hours(t: Texts, node: Node) -> str:
    hours = t.formats.hours_decimal(node.hours or 0.0)
    return hours if node.in_time else f":orange[!\u00a0{hours}]"


def _money(t: Texts, kzt: float | None) -> str:
    return ZERO if kzt is None else t.formats.number(kzt)


def _date(t: Texts, node: Node) -> str:
    price = node.price
    if price is None:
        return ZERO
    if price.typed:
        return t("form.typed")
    date = t.formats.date(price.date) if price.date else ZERO
    return f"{date} :orange-badge[{t('shell.old')}]" if price.old else date
