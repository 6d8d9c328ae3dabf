"""Measured against estimated: the chart, the errors by kind and source, and every row."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO

import streamlit as st

from calc.memory.evidence import EvidenceGroup
from data.measurements import left_out
from ui.charts.canvas import draw
from ui.charts.measured import BAND_SHARE, MeasuredPoint, MeasuredWords, measured_chart
from ui.formats.formats import ZERO
from ui.measured import (
    DEVICE_GROUPS,
    Kind,
    Measured,
    by_kind,
    by_kind_and_place,
    errors_of,
    measured_memory,
    measured_speeds,
    noise_floor,
    on_cards,
    within,
)
from ui.tables import Column, table
from ui.texts import Texts, as_typed

_COLOURS = {
    Kind.FULL: "activ",
    Kind.LORA: "weights",
    Kind.QLORA: "grads",
    Kind.INFERENCE: "kv",
    Kind.EXPERTS: "muted",
}
_MOST_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Block:
    """One measured quantity on the page.

    Attributes
    ----------
    key
        Name of its widgets.
    rows
        What was measured.
    title, note
        Finding and unit, in words.
    drawn
        Those of them the chart and its title are about.
    groups
        Rows whose errors are stated together, by words and by whether the model was built on them.
    remarks
        Sentences under the table.
    logarithmic
        Whether its figures span decades.
    """

    key: str
    rows: Sequence[Measured]
    drawn: Sequence[Measured]
    groups: Mapping[tuple[str, bool], Sequence[Measured]]
    title: str
    note: str
    remarks: Sequence[str]
    logarithmic: bool


def memory(t: Texts) -> Block:
    """The memory of training and serving; its chart shows published runs on real cards."""
    rows = measured_memory()
    drawn = on_cards(rows)
    groups = {
        (t.word(group), held_out): found
        for held_out in (False, True)
        for group in EvidenceGroup
        if (found := [row for row in rows if row.group is group and row.held_out == held_out])
    }
    on_device = [row for row in rows if row.group in DEVICE_GROUPS]
    remarks = (
        t("method.noise_floor", measured=", ".join(noise_floor())),
        t(
            "method.device_band",
            share=t.formats.percent(sum(r.in_band for r in on_device) / len(on_device)),
            n=len(on_device),
        ),
        t("method.left_out", n=len(left_out())),
    )
    title = t("method.measured.within_memory", near=within(drawn, BAND_SHARE), total=len(drawn))
    note = t("method.measured.note_memory")
    return Block("memory", rows, drawn, groups, title, note, remarks, logarithmic=False)


def speeds(t: Texts) -> Block:
    """The speed of training."""
    rows = measured_speeds()
    title = t("method.measured.within", near=within(rows, BAND_SHARE), total=len(rows))
    groups = {(t(f"method.kind.{kind}"), False): found for kind, found in by_kind(rows).items()}
    remark = t("method.sample.speed", contradictions=sum(bool(row.remark) for row in rows))
    note = t("method.measured.note_speed")
    return Block("speed", rows, rows, groups, title, note, (remark,), logarithmic=True)


def chart(t: Texts, block: Block) -> None:
    """Finding, unit, chart, and what the figures stand on."""
    st.header(block.title, anchor=False)
    st.markdown(f":small[:gray[{block.note}]]")
    _draw_chart(t, block)
    st.markdown(f":small[:gray[{' '.join(block.remarks)}]]")


def errors(t: Texts, block: Block) -> None:
    """Errors by kind of work; by source, and every row, in expanders."""
    st.header(t("method.behind"), anchor=False)
    _draw_errors(t, block)
    _draw_sources(t, block)
    _draw_rows(t, block)


def _draw_chart(t: Texts, block: Block) -> None:
    found = errors_of(block.drawn)
    points = {id(row): _point(t, row) for row in block.drawn}
    label = t("method.measured.worst", what=found.worst.what.split(" · ")[0], error=_error(t, found.worst))
    words = MeasuredWords(
        across=t("method.measured.across"),
        up=t("method.measured.up"),
        what=t("method.column.what"),
        measured=t("method.column.measured"),
        estimated=t("method.column.estimated"),
        error=t("method.column.error"),
    )
    alt = t(
        "method.measured.alt",
        finding=block.title,
        median=t.formats.percent(found.median),
        ninety=t.formats.percent(found.ninety_within),
        worst=_error(t, found.worst),
    )
    drawing = measured_chart(
        list(points.values()),
        points[id(found.worst)],
        label,
        words,
        kinds=[(_COLOURS[kind], t(f"method.kind.{kind}")) for kind in by_kind(block.drawn)],
        language=t.language,
        logarithmic=block.logarithmic,
        alt_text=alt,
        key=f"measured-{block.key}",
    )
    draw(drawing)


def _point(t: Texts, row: Measured) -> MeasuredPoint:
    texts = (_figure(t, row.measured), _figure(t, row.estimated), _error(t, row))
    return MeasuredPoint(row.what, _COLOURS[row.kind], row.measured, row.estimated, texts)


def _draw_errors(t: Texts, block: Block) -> None:
    seen = [_sample(t, held_out) for _, held_out in block.groups]
    columns = [
        Column(t("method.column.kind"), [words for words, _ in block.groups], figures=False),
        *([Column(t("method.column.sample"), seen, figures=False)] if len(set(seen)) > 1 else []),
        *_error_columns(t, block.groups.values()),
    ]
    table(columns, alt=t("method.behind"))


def _sample(t: Texts, held_out: bool) -> str:  # noqa: FBT001 - a value, not a switch
    return f"**{t('method.sample.held_out')}**" if held_out else t("method.sample.built_on")


def _error_columns(t: Texts, groups: Iterable[Sequence[Measured]]) -> list[Column]:
    found = [errors_of(rows) for rows in groups]
    return [
        Column(t("method.column.rows"), [t.formats.number(one.rows) for one in found]),
        Column(t("method.column.median"), [t.formats.percent(one.median) for one in found]),
        Column(t("method.column.ninety"), [t.formats.percent(one.ninety_within) for one in found]),
        Column(t("method.column.worst"), [_error(t, one.worst) for one in found]),
    ]


def _draw_sources(t: Texts, block: Block) -> None:
    opened = st.expander(
        t("method.by_source"), icon=":material/table_rows:", key=f"sources-{block.key}", on_change="rerun"
    )
    if not opened.open:
        return
    groups = by_kind_and_place(block.rows)
    columns = [
        Column(t("method.column.kind"), [t(f"method.kind.{kind}") for kind, _ in groups], figures=False),
        Column(t("method.column.source"), [place for _, place in groups], figures=False),
        *_error_columns(t, groups.values()),
    ]
    with opened:
        table(columns, alt=t("method.by_source"))


def _draw_rows(t: Texts, block: Block) -> None:
    label = t("method.all_rows", n=len(block.rows))
    opened = st.expander(label, icon=":material/table_rows:", key=f"rows-{block.key}", on_change="rerun")
    if not opened.open:
        return
    rows = sorted(block.rows, key=lambda row: -abs(row.error))
    columns = [
        Column(t("method.column.what"), [row.what for row in rows], figures=False),
        Column(t("method.column.kind"), [t(f"method.kind.{row.kind}") for row in rows], figures=False),
        Column(t("method.column.measured"), [_figure(t, row.measured) for row in rows]),
        Column(t("method.column.estimated"), [_figure(t, row.estimated) for row in rows]),
        Column(t("method.column.error"), [_error(t, row) for row in rows]),
        Column(t("method.column.date"), [row.date_text or ZERO for row in rows], figures=False),
        Column(t("method.column.source"), [row.place for row in rows], figures=False),
        Column(t("method.column.remark"), [as_typed(row.remark) or ZERO for row in rows], figures=False),
    ]
    with opened:
        table(columns, alt=label)
        st.download_button(
            t("method.download"),
            partial(measured_csv, block.rows),
            file_name=f"esep-{block.key}.csv",
            mime="text/csv",
            icon=":material/download:",
            type="tertiary",
            on_click="ignore",
            key=f"download-{block.key}",
        )


def measured_csv(rows: Sequence[Measured]) -> bytes:
    """Every row as CSV, with the mark by which spreadsheets recognise UTF-8."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("what", "kind", "measured", "estimated", "error", "date", "source", "remark"))
    for row in rows:
        error = f"{row.error:.4f}"
        writer.writerow((row.what, row.kind, row.measured, row.estimated, error, row.date_text, row.source, row.remark))
    return text.getvalue().encode("utf-8-sig")


def _figure(t: Texts, value: float) -> str:
    return t.formats.significant(value, _MOST_DIGITS)


def _error(t: Texts, row: Measured) -> str:
    return t.formats.percent(row.error, signed=True)
