"""Gain of buying by horizon and utilization, the zero line, and where the user stands (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from ui.charts.canvas import DIRECT_LABEL_PX, Drawing, Spec, colour, data, finished, paint, percent_label, with_halo
from ui.charts.contour import Array, zero_contour

Mask = NDArray[np.bool_]

HEIGHT_PX = 320

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
    frames = {
        "cells": _cells(months, vertical, saving, gain_per_unit),
        "zero": pd.DataFrame(zero_contour(months, vertical, saving), columns=["x", "y", "x2", "y2"]),
        "sides": _sides(months, vertical, saving, _around(months, vertical, you), words),
        "you": _you(months, vertical, you, words.you),
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


def _you(months: Array, vertical: Array, you: Place, label: str) -> pd.DataFrame:
    # The words go to the side of the point that has more room.
    left = you.months > (months[0] + months[-1]) / 2
    place = {"x": [you.months], "y": [float(np.clip(you.vertical, vertical[0], vertical[-1]))]}
    below = you.vertical > vertical[-1] - _POINT_SHARE * (vertical[-1] - vertical[0])
    words = {
        "label": [label],
        "align": ["right" if left else "left"],
        "dx": [-12 if left else 12],
        "dy": [14 if below else 0],
    }
    return pd.DataFrame({**place, **words, "colour": ["ink"]})


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
