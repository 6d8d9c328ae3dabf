"""Rows of GPUs over the weeks of a year and their hours a month, coloured by who owns them (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import altair as alt
import pandas as pd

from ui.charts.canvas import (
    DIRECT_LABEL_PX,
    LABEL_PX,
    Drawing,
    Spec,
    colour,
    data,
    finished,
    paint,
    with_halo,
)

WEEKS = 52
_GAP, _RIGHT = 5.0, 23.0
"""Room between the halves, and the width of the right one, in weeks."""
_START = WEEKS + _GAP
_END = _START + _RIGHT
_HOURS = 730.0
_BETWEEN_ROWS = 0.06
_NAMES_SHARE = 0.07
"""Room above the rows for the names of the halves, as a share of their height."""
_ROW_PX, _LEAST_PX, _MOST_PX = 24, 110, 420
_FRAME_PX = 120


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a row in one state: between two weeks, or two hours of a month.

    Attributes
    ----------
    row
        From 0, the busiest.
    start, end
        Weeks 0..52, or hours 0..730.
    state
        ``own``, ``idle``, ``month`` or ``hour``: its colour id.
    text
        What the tooltip says.
    """

    row: int
    start: float
    end: float
    state: str
    text: str


@dataclass(frozen=True, slots=True)
class LayerWords:
    """Words on the chart.

    Attributes
    ----------
    weeks, hours
        Names of the halves.
    above, below
        On either side of the line of owned rows.
    threshold
        Beside the dashed line.
    states
        Word of each state in the legend, those that occur.
    months
        Week and short name of the months that are named.
    rows
        Middle of a row and its number, for the rows that are named.
    hour_ticks
        Hours and their words under the right half.
    """

    weeks: str
    hours: str
    above: str
    below: str
    threshold: str
    states: tuple[tuple[str, str], ...]
    months: tuple[tuple[float, str], ...]
    rows: tuple[tuple[float, str], ...]
    hour_ticks: tuple[tuple[float, str], ...]


def layers_chart(  # noqa: PLR0913 - one keyword per thing drawn
    year: Sequence[Stretch],
    month: Sequence[Stretch],
    words: LayerWords,
    *,
    rows: int,
    owned_rows: float,
    threshold_hours: float | None,
    language: str,
    alt_text: str,
    key: str = "layers",
) -> Drawing:
    """Draw both halves.

    Parameters
    ----------
    year, month
        Stretches over the weeks, and over the hours of a mean month.
    rows, owned_rows
        Rows drawn, and how many of them are owned at most.
    threshold_hours
        Hours above which a GPU of one's own is cheaper; ``None`` draws no line.
    """
    top = rows * (1 + _NAMES_SHARE)
    frames = {
        "stretches": pd.concat([_rects(year, 0.0, 1.0), _rects(month, _START, _RIGHT / _HOURS)], ignore_index=True),
        "names": pd.DataFrame(
            [(0.0, top, words.weeks, "left"), (_START, top, words.hours, "left")], columns=["x", "y", "label", "align"]
        ),
        "line": _line(owned_rows, rows, words),
        "threshold": _threshold(threshold_hours, rows, words.threshold),
    }
    height = min(max(_ROW_PX * rows, _LEAST_PX), _MOST_PX) + _FRAME_PX
    spec = _spec(language, words.states, _ticks(words), words.rows)
    return Drawing(key, spec, frames, alt_text, height, {"top": top})


def _rects(stretches: Sequence[Stretch], start: float, per_unit: float) -> pd.DataFrame:
    rows = [
        (
            start + one.start * per_unit,
            start + one.end * per_unit,
            one.row + _BETWEEN_ROWS,
            one.row + 1 - _BETWEEN_ROWS,
            one.state,
            one.text,
        )
        for one in stretches
    ]
    frame = pd.DataFrame(rows, columns=["x", "x2", "y", "y2", "state", "text"])
    return frame.astype(dict.fromkeys(("x", "x2", "y", "y2"), float) | {"state": str, "text": str})


def _line(owned_rows: float, rows: int, words: LayerWords) -> pd.DataFrame:
    found = [(0.0, _END, owned_rows, words.above, words.below)] if 0 < owned_rows < rows else []
    frame = pd.DataFrame(found, columns=["x", "x2", "y", "above", "below"])
    return frame.astype({"x": float, "x2": float, "y": float, "above": str, "below": str})


def _threshold(hours: float | None, rows: int, label: str) -> pd.DataFrame:
    found = [] if hours is None else [(_START + hours * _RIGHT / _HOURS, 0.0, float(rows), label)]
    frame = pd.DataFrame(found, columns=["x", "y", "y2", "label"])
    return frame.astype({"x": float, "y": float, "y2": float, "label": str})


def _ticks(words: LayerWords) -> tuple[tuple[float, str], ...]:
    right = tuple((_START + hours * _RIGHT / _HOURS, word) for hours, word in words.hour_ticks)
    return (*words.months, *right)


def _named(ticks: tuple[tuple[float, str], ...]) -> dict[str, Any]:
    # Vega looks a label up by its tick's number.
    words = ", ".join(f"'{word}'" for _, word in ticks)
    values = [value for value, _ in ticks]
    return {"values": values, "labelExpr": f"[{words}][indexof({values}, datum.value)]"}


@lru_cache(maxsize=64)
def _spec(
    language: str,
    states: tuple[tuple[str, str], ...],
    ticks: tuple[tuple[float, str], ...],
    rows: tuple[tuple[float, str], ...],
) -> Spec:
    x_axis = alt.Axis(grid=False, labelFlush=True, **_named(ticks))
    y_axis = alt.Axis(grid=False, **_named(rows))
    x = alt.X("x:Q", scale=alt.Scale(domain=[0, _END], nice=False), axis=x_axis)
    y = alt.Y("y:Q", scale=alt.Scale(domainMin=0, domainMax=alt.ExprRef("top"), nice=False), axis=y_axis)
    named = "{" + ", ".join(f"'{state}': '{word}'" for state, word in states) + "}"
    legend = alt.Legend(
        orient="top",
        direction="horizontal",
        columns=2,
        values=[state for state, _ in states],
        labelExpr=f"{named}[datum.label]",
        symbolOpacity=1,
        symbolType="square",
        symbolStrokeWidth=0,
        labelFontSize=LABEL_PX,
        title=None,
    )
    stretches = (
        data("stretches")
        .mark_rect()
        .encode(
            x=x, x2="x2:Q", y=y, y2="y2:Q", color=colour("state", legend), tooltip=[alt.Tooltip("text:N", title=" ")]
        )
    )
    names = (
        data("names")
        .mark_text(align="left", baseline="top", fontSize=LABEL_PX)
        .encode(x=x, y=y, text="label:N", color=paint("muted"))
    )
    owned = data("line").mark_rule(strokeWidth=2).encode(x=x, x2="x2:Q", y=y, color=paint("ink"))
    side = [
        layer.encode(x=alt.X("x2:Q"), y=y, text=f"{name}:N", color=paint(ink))
        for name, dy in (("above", -10), ("below", 11))
        for layer, ink in with_halo(data("line"), align="right", dx=-2, dy=dy, fontSize=LABEL_PX)
    ]
    dashed = (
        data("threshold").mark_rule(strokeDash=[4, 3], strokeWidth=1.6).encode(x=x, y=y, y2="y2:Q", color=paint("ink"))
    )
    word = [
        layer.encode(x=x, y=alt.Y("y2:Q"), text="label:N", color=paint(ink))
        for layer, ink in with_halo(data("threshold"), align="left", dx=6, dy=10, fontSize=DIRECT_LABEL_PX)
    ]
    chart = alt.layer(stretches, names, owned, dashed, *side, *word).add_params(alt.param(name="top", value=1))
    return finished(chart, language, grid="none")
