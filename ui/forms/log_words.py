"""What a usage log says, in the panel: its figures, and every row that is no job with its reason."""

import datetime as dt
from zoneinfo import ZoneInfo

import streamlit as st

from data.usage_log import LogFormat, LogReading, SkipReason
from ui.log_import import LogImport
from ui.tables import Column, table
from ui.texts import Texts

_SECONDS_PER_HOUR = 3600
_MOST_BAD_ROWS = 100


def draw_figures(t: Texts, read: LogImport, zone: str) -> None:
    """The kind of log, and its figures as a table."""
    reading, figures = read.reading, read.figures
    kind = t("log.kind", kind=t.word(reading.format), rows=t.plural("log.rows", reading.data_rows))
    st.markdown(f":small[{kind}]")
    if figures is None:
        return
    number = t.formats.number
    rows = {
        t("log.figure.gpu_hours"): t.formats.significant(figures.gpu_hours, 4),
        t("log.figure.mean"): number(figures.mean_gpus, 2),
        t("log.figure.highest_hour"): number(figures.highest_hourly_mean_gpus, 2),
        t("log.figure.highest_moment"): number(figures.highest_moment_gpus, 2),
        t("log.figure.window"): t.formats.significant(figures.window_hours, 4),
    }
    if reading.format is not LogFormat.DCGM:
        rows = {t("log.figure.jobs"): number(read.usable_jobs)} | rows
    names, values = list(rows), list(rows.values())
    columns = [Column(t("log.column.figure"), names, figures=False), Column(t("log.column.value"), values)]
    table(columns, alt=t("log.figures_alt"))
    _draw_notes(t, read, zone)


def _draw_notes(t: Texts, read: LogImport, zone: str) -> None:
    reading, figures, samples = read.reading, read.figures, read.reading.samples
    notes = []
    if figures is not None:
        busiest = _moment(t, figures.highest_hour_starts_s, zone, dated=reading.dated)
        notes.append(t("log.note.busiest", moment=busiest))
    cuts = reading.cuts
    if cuts.ends and cuts.report_moment_s is not None:
        moment = _moment(t, cuts.report_moment_s, zone, dated=reading.dated)
        notes.append(t("log.note.still_running", jobs=t.plural("log.jobs", cuts.ends), moment=moment))
    if cuts.starts and cuts.log_start_s is not None:
        moment = _moment(t, cuts.log_start_s, zone, dated=reading.dated)
        notes.append(t("log.note.ran_before", jobs=t.plural("log.jobs", cuts.starts), moment=moment))
    if samples is not None:
        notes.append(
            t("log.note.samples", gpus=samples.gpus, mean=t.formats.number(samples.mean_of_utilization_percent))
        )
        lost = samples.missing_samples + samples.not_a_number_samples
        if lost or samples.repeated_samples:
            notes.append(t("log.note.no_data", lost=lost, repeated=samples.repeated_samples))
    if notes:
        st.markdown(f":small[:gray[{' '.join(notes)}]]")


def draw_skipped(t: Texts, reading: LogReading) -> None:
    """Rows that are no usable job: how many by reason, where the first stand, and what is wrong with bad ones."""
    if not reading.skipped:
        return
    total = sum(reading.skipped.values())
    with st.expander(t("log.skipped", rows=t.plural("log.rows", total)), icon=":material/rule:", key="log.skipped"):
        columns = [
            Column(t("log.column.reason"), [t.word(reason) for reason in reading.skipped], figures=False),
            Column(t("log.column.rows"), [t.formats.number(count) for count in reading.skipped.values()]),
            Column(t("log.column.lines"), [_lines(reading, reason) for reason in reading.skipped], figures=False),
        ]
        table(columns, alt=t("log.skipped_alt"))
        bad = reading.bad_rows[:_MOST_BAD_ROWS]
        if bad:
            columns = [
                Column(t("log.column.line"), [str(row.line) for row in bad]),
                Column(t("log.column.fault"), [t.word(row.fault) for row in bad], figures=False),
            ]
            table(columns, alt=t("log.bad_alt"))


def _lines(reading: LogReading, reason: SkipReason) -> str:
    lines = reading.skipped_lines[reason]
    more = "…" if reading.skipped[reason] > len(lines) else ""
    return ", ".join(map(str, lines)) + more


def _moment(t: Texts, seconds: int, zone: str, *, dated: bool) -> str:
    if not dated:
        return t("log.hour_of_log", hour=t.formats.number(seconds // _SECONDS_PER_HOUR))
    moment = dt.datetime.fromtimestamp(seconds, ZoneInfo(zone))
    return f"{t.formats.date(moment.date())} {moment:%H:%M}"
