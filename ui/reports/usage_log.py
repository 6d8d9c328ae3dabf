"""A usage log as a record: figures, curve, rows left out with their reasons, and the demand it makes."""

from datetime import UTC, datetime
from typing import Any

from calc.demand.log import (
    LastMonth,
    LoadDuration,
    StepFunction,
    load_duration,
    log_demand,
    log_figures,
    monthly_use,
    step_function,
)
from data.usage_log import LogReading
from ui.reports.records import Json, plain
from ui.texts import texts


def log_record(reading: LogReading, last_month: LastMonth = LastMonth.AS_IT_WAS) -> Json:
    """What a log says, under the names of docs/usage_logs.md.

    ``demand`` can be pasted into a job of a scenario; it is ``None`` while something is undecided, or when
    no row is usable.
    """
    words = texts("en")
    record: dict[str, Any] = {
        "format": str(reading.format),
        "data_rows": reading.data_rows,
        "usable_jobs": len(reading.jobs),
        "skipped": {str(reason): count for reason, count in reading.skipped.items()},
        "skipped_words": {str(reason): words.word(reason) for reason in reading.skipped},
        "bad_rows": [plain(row) | {"words": words.word(row.fault)} for row in reading.bad_rows],
        "still_running_jobs": reading.cuts.ends,
        "running_before_jobs": reading.cuts.starts,
        **_moment("report_moment", reading.cuts.report_moment_s, dated=reading.dated),
        **_moment("log_start", reading.cuts.log_start_s, dated=reading.dated),
        "samples": None if reading.samples is None else plain(reading.samples),
        "undecided": [{"code": str(one), "words": words.word(one)} for one in reading.undecided],
    }
    if not len(reading.jobs) and reading.window_s is None:
        return record | {"load_duration": [], "months_of_730_h": [], "demand": None}
    step = step_function(reading.jobs, reading.window_s)
    return record | _curve(step, dated=reading.dated) | {"demand": _demand(reading, step, last_month)}


def _curve(step: StepFunction, *, dated: bool) -> Json:
    figures = log_figures(step)
    return {
        **plain(figures),
        **_moment("window_start", figures.window_start_s, dated=dated),
        **_moment("window_end", figures.window_end_s, dated=dated),
        **_moment("highest_hour_starts", figures.highest_hour_starts_s, dated=dated),
        "load_duration": curve_rows(load_duration(step)),
        "months_of_730_h": plain(monthly_use(step)),
    }


def curve_rows(curve: LoadDuration) -> list[dict[str, Any]]:
    """The load-duration curve row by row."""
    columns = plain(curve)
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _demand(reading: LogReading, step: StepFunction, last_month: LastMonth) -> Json:
    if reading.undecided or not len(reading.jobs):
        return None
    return log_demand(step, last_month).model_dump(mode="json", exclude_defaults=True)


def _moment(name: str, seconds: int | None, *, dated: bool) -> dict[str, Any]:
    if seconds is None:
        return {}
    stated: dict[str, Any] = {f"{name}_s": seconds}
    if dated:
        stated[f"{name}_utc"] = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return stated
