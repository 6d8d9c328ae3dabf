"""Hours and money of a run on every card that holds the job, in FP8 too where a card has it."""

from collections.abc import Iterator, Sequence

import streamlit as st

from calc.choices import Currency, Verdict
from calc.message import Message
from calc.speed import SpeedReport
from calc.speed.run_table import RunRow
from calc.workload import Inference, Rendering, Training, Workload
from ui.formats.formats import SIGNS, ZERO
from ui.sections.fit_nodes import Node
from ui.sections.fit_words import in_time, run_name, verdict_mark
from ui.tables import Column, table_with_rest
from ui.texts import Texts
from ui.view import View

_TENGE = SIGNS[Currency.KZT]
_MOST_SHOWN = 10
"""Rows that stand open; the rest wait in an expander."""
_MOST_FINDINGS = 3
_NO_BREAK = "\N{NO-BREAK SPACE}"


def runs(view: View, workload: Workload, report: SpeedReport, nodes: Sequence[Node], node: Node) -> None:
    """Draw the table, the cheapest first, what it shows, and the remarks on the card of the scenario."""
    t, by_run = view.t, node.by_run
    able = [row for row in report.runs.rows if row.throughput.hours_per_run is not None]
    if not able:
        return
    able.sort(key=lambda row: (row.cost_per_run is None, not in_time(row, by_run)))
    by_id = {one.row.gpu_id: one for one in nodes}
    st.header(t("fit.runs.title" if by_run else "fit.runs.title_month"), anchor=False)
    notes = [_note(t, workload), *_prices(view, [by_id[row.gpu_id] for row in able])]
    if any(row.cost_per_run is None for row in able):
        notes.append(t("fit.runs.unpriced"))
    if not all(in_time(row, by_run) for row in able):
        notes.append(t("fit.runs.too_slow"))
    st.markdown(f":small[:gray[{' '.join(notes)}]]")
    st.markdown("\n".join(f"- {_finding(view, found)}" for found in report.runs.findings[:_MOST_FINDINGS]))
    cost = t("fit.column.cost" if by_run else "fit.column.cost_month", currency=_TENGE)
    columns = [
        Column(t("fit.column.node"), [_name(view, row, node) for row in able], figures=False),
        Column(t("fit.column.room"), [_room(t, row, by_id[row.gpu_id], workload) for row in able]),
        Column(t("fit.column.hours"), [_hours(t, row, by_run) for row in able]),
        Column(cost, [_money(t, row.cost_per_run.mid if row.cost_per_run else None) for row in able]),
        *_by_million(t, able, workload),
        Column(t("fit.column.rate", currency=_TENGE), [_money(t, row.price_per_gpu_hour) for row in able]),
        Column(t("fit.column.date"), [_date(t, by_id[row.gpu_id]) for row in able], figures=False),
    ]
    alt = t("fit.runs.alt", n=len(able), gpus=run_name(view, able[0]))
    table_with_rest(columns, most=_MOST_SHOWN, rest=t.plural("fit.runs.more", len(able) - _MOST_SHOWN), alt=alt)
    remarks = [t.message(remark) for remark in (node.throughput.notes if node.throughput else ())]
    st.markdown("  \n".join(f":small[:gray[{remark}]]" for remark in remarks))


def _finding(view: View, found: Message) -> str:
    names = {
        name: view.edition.gpu(str(found.parameters[name])).name
        for name in ("gpu", "other_gpu")
        if name in found.parameters
    }
    return view.t.message(found, view.currency, **names)


def _note(t: Texts, workload: Workload) -> str:
    match workload:
        case Training():
            return t("fit.runs.note", tokens=t.formats.tokens(workload.train_tokens))
        case Inference():
            return t("fit.runs.note_inference", tokens=t.formats.tokens(workload.tokens_per_month))
        case Rendering():
            return t("fit.runs.note_rendering", frames=t.formats.tokens(workload.frames_per_month))
    return t("fit.runs.note_given")


def _prices(view: View, nodes: Sequence[Node]) -> Iterator[str]:
    """Which price a row stands at."""
    prices = [node.price for node in nodes if node.price is not None]
    tariff = view.t.word(view.scenario.rent.mode)
    if any(price.own for price in prices):
        yield view.t("fit.runs.prices_own", tariff=tariff)
    else:
        yield view.t("fit.runs.prices_list")
    if any(price.old for price in prices):
        yield view.t("fit.runs.prices_old")


def _name(view: View, row: RunRow, chosen: Node) -> str:
    name = run_name(view, row)
    as_planned = row.gpu_id == chosen.row.gpu_id and row.parallel.gpus == chosen.row.gpus
    return f"**{name}**" if as_planned else name


def _room(t: Texts, row: RunRow, node: Node, workload: Workload) -> str:
    """Room on the card; in another precision, whose memory is another, the verdict alone."""
    held = node.row
    planned = held.footprint.verdict is not Verdict.DOES_NOT_FIT
    footprint = held.footprint if planned else held.smallest_footprint
    compute = workload.compute if isinstance(workload, Training) else None
    if row.compute is not compute or footprint is None:
        return ":green[✓]" if row.verdict is Verdict.FITS else ":orange[!]"
    return verdict_mark(t, footprint)


def _hours(t: Texts, row: RunRow, by_run: bool) -> str:  # noqa: FBT001 - a value, not a switch
    hours = row.throughput.hours_per_run
    written = t.formats.hours_decimal(hours.mid if hours else 0.0)
    return written if in_time(row, by_run) else f":orange[!{_NO_BREAK}{written}]"


def _by_million(t: Texts, rows: Sequence[RunRow], workload: Workload) -> list[Column]:
    if not isinstance(workload, Inference):
        return []
    costs = (row.cost_per_million_tokens for row in rows)
    return [Column(t("fit.column.million", currency=_TENGE), [_money(t, cost.mid if cost else None) for cost in costs])]


def _money(t: Texts, kzt: float | None) -> str:
    return ZERO if kzt is None else t.formats.number(kzt)


def _date(t: Texts, node: Node) -> str:
    price = node.price
    if price is None:
        return ZERO
    if price.typed:
        return t("form.typed")
    date = t.formats.date(price.date) if price.date else ZERO
    marks = [f":gray-badge[{t('fit.own_price')}]"] if price.own else []
    marks += [f":orange-badge[{t('shell.old')}]"] if price.old else []
    return " ".join((date, *marks))
