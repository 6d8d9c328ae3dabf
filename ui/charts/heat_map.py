"""Gain of buying by horizon and utilization, the zero line, and where the user stands (design/UX §7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from ui.charts.canvas import DIRECT_LABEL_PX, Drawing, Spec, colour, data, finished, paint, percent_label, with_halo
from ui.charts.contour import Array, zero_contour
from ui.charts.free_place import GAP_PX, LINE_PX, Box, word_width

Mask = NDArray[np.bool_]

HEIGHT_PX = 320
_PLOT_WIDTH_PX, _PLOT_HEIGHT_PX = 300.0, 285.0
"""The map on a phone: words off the line there are off it on a wider screen."""
_OFF_PX = 12.0
_BEFORE = {"left": 0.0, "center": 0.5, "right": 1.0}
"""Share of the words that stands before the place they are held at."""
_LOWERED_PX = (0.0, 20.0, -20.0, 38.0, -38.0, 56.0, -56.0)
"""How far below its point a word may stand, the nearest first [px]."""
_OVER_THE_EDGE = 100
"""A word that leaves the map is worse than one on the line."""

_PALE = 0.4
"""Share of the scale whose two steps next to zero are light behind ink in both modes."""
_POINT_SHARE, _WORD_SHARE = 0.05, 0.45
"""Share of the map the point takes, and its words beside it."""
_LEAST_ROOM = 0.05
"""Room a word needs around its middle, as a share of the height of the map."""
_ROOM_PER_CELL = (1.0, 0.3)
"""A word is about three times as wide as high, so a column counts for less than a row."""


@dataclass(frozen=True, slots=True)
class HeatWords:
    """Words on the map, already in the reader's language.

    Attributes
    ----------
    buy, rent
        On either side of the zero line.
    you
        Beside the point.
    horizon, vertical, gain
        Names in the tooltip.
    """

    buy: str
    rent: str
    you: str
    horizon: str
    vertical: str
    gain: str


@dataclass(frozen=True, slots=True)
class Place:
    """A point of the map: horizon [month] and the vertical axis."""

    months: float
    vertical: float


def heat_map_chart(  # noqa: PLR0913 - one keyword per thing drawn
    months: Array,
    vertical: Array,
    saving: Array,
    you: Place,
    words: HeatWords,
    *,
    language: str,
    ticks: Sequence[tuple[int, str]],
    gain_per_unit: float,
    alt_text: str,
    key: str = "heat_map",
) -> Drawing:
    """Draw the map.

    Parameters
    ----------
    months, vertical
        Rising axes, shapes (n,) and (m,): horizon [month]; utilization [share].
    saving
        Cost of renting less that of buying, shape (m, n) [cur].
    ticks
        Month and word of each tick of the horizon.
    gain_per_unit
        What one printed unit of the gain is worth [cur].
    """
    zero = zero_contour(months, vertical, saving)
    frames = {
        "cells": _cells(months, vertical, saving, gain_per_unit),
        "zero": pd.DataFrame(zero, columns=["x", "y", "x2", "y2"]),
        "sides": _sides(months, vertical, saving, _around(months, vertical, you), words),
        "you": _you(months, vertical, you, words.you, zero),
    }
    spec = _spec(language, tuple(ticks), (words.horizon, words.vertical, words.gain))
    return Drawing(key, spec, frames, alt_text, HEIGHT_PX)


def _edges(axis: Array) -> Array:
    middle = (axis[1:] + axis[:-1]) / 2
    return np.concatenate([axis[:1], middle, axis[-1:]])


def _cells(months: Array, vertical: Array, saving: Array, gain_per_unit: float) -> pd.DataFrame:
    x_edges, y_edges = _edges(months), _edges(vertical)
    largest = float(np.abs(saving).max()) or 1.0
    return pd.DataFrame(
        {
            "x": np.tile(x_edges[:-1], len(vertical)),
            "x2": np.tile(x_edges[1:], len(vertical)),
            "y": np.repeat(y_edges[:-1], len(months)),
            "y2": np.repeat(y_edges[1:], len(months)),
            "months": np.tile(months, len(vertical)),
            "vertical": np.repeat(vertical, len(months)),
            "shade": (saving / largest).ravel(),
            "gain": saving.ravel() / gain_per_unit,
        }
    )


def _you(months: Array, vertical: Array, you: Place, label: str, zero: Array) -> pd.DataFrame:
    """The point and its words, on the side and at the height where the zero line runs through them least."""
    shown = float(np.clip(you.vertical, vertical[0], vertical[-1]))
    x, y = _pixels(months, _PLOT_WIDTH_PX, you.months), _pixels(vertical, _PLOT_HEIGHT_PX, shown)
    ends = zero.reshape(-1, 2)
    line = np.column_stack(
        [_pixels(months, _PLOT_WIDTH_PX, ends[:, 0]), _pixels(vertical, _PLOT_HEIGHT_PX, ends[:, 1])]
    )
    places = list(_places(float(x), word_width(label)))
    faults = [_faults(_word_box(float(x), float(y), place, label), line) for place in places]
    align, dx, dy = places[int(np.argmin(faults))]
    words = {"label": [label], "align": [align], "dx": [dx], "dy": [dy], "colour": ["ink"]}
    return pd.DataFrame({"x": [you.months], "y": [shown], **words})


def _places(x: float, wide: float) -> Iterator[tuple[str, float, float]]:
    """Alignment and offsets of the words, the nearest to the point first; [px], down is positive."""
    middle = float(np.clip(x, wide / 2, max(_PLOT_WIDTH_PX - wide / 2, wide / 2)))
    for dy in _LOWERED_PX:
        yield "left", _OFF_PX, dy
        yield "right", -_OFF_PX, dy
        if abs(dy) > _OFF_PX:
            yield "center", middle - x, dy


def _pixels(axis: Array, length_px: float, value: float | Array) -> Array:
    """Where a value stands on its axis [px]."""
    return np.asarray((value - axis[0]) / (axis[-1] - axis[0]) * length_px)


def _word_box(x: float, y: float, place: tuple[str, float, float], label: str) -> Box:
    align, dx, dy = place
    left = x + dx - word_width(label) * _BEFORE[align]
    return Box(left, y - dy - LINE_PX / 2, left + word_width(label), y - dy + LINE_PX / 2)


def _faults(box: Box, line: Array) -> int:
    """Ends of the zero line's stretches near the words, and edges the words run over."""
    near = (line[:, 0] > box.left - GAP_PX) & (line[:, 0] < box.right + GAP_PX)
    near &= (line[:, 1] > box.bottom - GAP_PX) & (line[:, 1] < box.top + GAP_PX)
    over = (box.left < 0, box.right > _PLOT_WIDTH_PX, box.bottom < 0, box.top > _PLOT_HEIGHT_PX)
    return int(near.sum()) + _OVER_THE_EDGE * sum(over)


def _around(months: Array, vertical: Array, you: Place) -> Mask:
    """Cells the point and its words cover."""
    width, height = months[-1] - months[0], vertical[-1] - vertical[0]
    columns = np.abs(months - you.months) < _WORD_SHARE * width
    rows = np.abs(vertical - you.vertical) < _POINT_SHARE * height
    covered: Mask = rows[:, None] & columns[None, :]
    return covered


def _sides(months: Array, vertical: Array, saving: Array, covered: Mask, words: HeatWords) -> pd.DataFrame:
    rows = [
        (*spot, word)
        for word, side in ((words.buy, saving > 0), (words.rent, saving < 0))
        if (spot := _spot(months, vertical, saving, side & ~covered)) is not None
    ]
    return pd.DataFrame(rows, columns=["x", "y", "label"]).astype({"x": float, "y": float, "label": str})


def _spot(months: Array, vertical: Array, saving: Array, side: Mask) -> tuple[float, float] | None:
    """Cell of one side, pale enough for ink to read on it, farthest from the line and the edges."""
    pale = side & (np.abs(saving) <= _PALE * (np.abs(saving).max() or 1.0))
    if not pale.any():
        return None
    padded = np.pad(pale, 1)
    room = distance_transform_edt(padded, sampling=_ROOM_PER_CELL)[1:-1, 1:-1]
    if room.max() < _LEAST_ROOM * len(vertical):
        return None
    row, column = np.unravel_index(int(np.argmax(room)), room.shape)
    return float(months[column]), float(vertical[row])


@lru_cache(maxsize=64)
def _spec(language: str, ticks: tuple[tuple[int, str], ...], names: tuple[str, str, str]) -> Spec:
    horizon_name, vertical_name, gain_name = names
    named_ticks = "{" + ", ".join(f"'{month}': '{word}'" for month, word in ticks) + "}"
    x_axis = alt.Axis(
        values=[month for month, _ in ticks], labelExpr=f"{named_ticks}[datum.value]", labelFlush=True, grid=False
    )
    y_axis = alt.Axis(
        tickCount=5,
        grid=False,
        labelExpr=percent_label(language),
        format=".2~f",
    )
    flat = alt.Scale(nice=False, zero=False)
    x = alt.X("x:Q", scale=flat, axis=x_axis)
    y = alt.Y("y:Q", scale=flat, axis=y_axis)
    cells = (
        data("cells")
        .mark_rect()
        .encode(
            x=x,
            x2="x2:Q",
            y=y,
            y2="y2:Q",
            fill=alt.Fill("shade:Q", scale=alt.Scale(type="quantize", domain=[-1, 1], range="diverging"), legend=None),
            tooltip=[
                alt.Tooltip("months:Q", title=horizon_name, format="d"),
                alt.Tooltip("vertical:Q", title=vertical_name, format=".0%"),
                alt.Tooltip("gain:Q", title=gain_name, format="+,.1f"),
            ],
        )
    )
    zero = (
        data("zero")
        .mark_rule(strokeWidth=3, strokeCap="round")
        .encode(x=x, y=y, x2="x2:Q", y2="y2:Q", color=paint("ink"))
    )
    sides = [
        layer.encode(x=x, y=y, text="label:N", color=paint(ink))
        for layer, ink in with_halo(data("sides"), align="center", fontSize=15)
    ]
    point = data("you").mark_point(filled=True, size=150, opacity=1).encode(x=x, y=y, color=colour("colour"))
    beside = {
        "align": alt.ExprRef("datum.align"),
        "dx": alt.ExprRef("datum.dx"),
        "dy": alt.ExprRef("datum.dy"),
        "fontSize": DIRECT_LABEL_PX,
    }
    word = [layer.encode(x=x, y=y, text="label:N", color=paint(ink)) for layer, ink in with_halo(data("you"), **beside)]
    return finished(alt.layer(cells, zero, *sides, point, *word), language, grid="none")
