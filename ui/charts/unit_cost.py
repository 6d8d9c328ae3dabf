"""Cost of one used GPU-hour by utilization: owning against the tariffs of rent (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import altair as alt
import numpy as np
import pandas as pd

from ui.charts.canvas import DIRECT_LABEL_PX, Drawing, Spec, colour, data, finished, paint, percent_label
from ui.charts.free_place import Box, Line, Plot

HEIGHT_PX = 320
_PLOT_WIDTH_PX, _PLOT_HEIGHT_PX = 300.0, 280.0
"""Room the lines have on a phone: a place found there is free on a wider screen too, where words take less of it."""
_DASHES = ("solid", "dashed")


@dataclass(frozen=True, slots=True)
class CostCurve:
    """One way to have the hour.

    Attributes
    ----------
    colour_id, dashed
        ``own`` or ``month``; a rent by the hour is ``month``, dashed.
    utilization, cost
        Points [share] and the printed unit per used GPU-hour.
    label
        Words beside the line.
    texts
        Cost of each point as printed in the tooltip.
    """

    colour_id: str
    dashed: bool
    utilization: Sequence[float]
    cost: Sequence[float]
    label: str
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Ring:
    """A crossing: utilization [share], cost, and its words."""

    utilization: float
    cost: float
    label: str


def unit_cost_chart(  # noqa: PLR0913 - one keyword per thing drawn
    curves: Sequence[CostCurve],
    rings: Sequence[Ring],
    *,
    clip_at: float,
    language: str,
    alt_text: str,
    key: str = "unit_cost",
) -> Drawing:
    """Draw cost per used hour; points above ``clip_at`` are left out, and the subtitle says so."""
    plot = Plot([_line(curve, clip_at) for curve in curves], _PLOT_WIDTH_PX, _PLOT_HEIGHT_PX)
    by_rings = [(ring.label, "ink", _beside(plot, ring, clip_at)) for ring in rings]
    by_curves = [(curve.label, curve.colour_id, plot.beside_line(i, curve.label)) for i, curve in enumerate(curves)]
    frames = {
        "curves": pd.concat([_points(i, c, clip_at) for i, c in enumerate(curves)], ignore_index=True),
        "labels": _placed(by_curves, clip_at),
        "rings": _rings(rings),
        "ring_labels": _placed(by_rings, clip_at),
    }
    return Drawing(key, _spec(language), frames, alt_text, HEIGHT_PX, {"top": clip_at})


def _points(number: int, curve: CostCurve, clip_at: float) -> pd.DataFrame:
    rows = [
        (u, c, curve.colour_id, _DASHES[curve.dashed], number, text)
        for u, c, text in zip(curve.utilization, curve.cost, curve.texts, strict=True)
        if c <= clip_at
    ]
    return pd.DataFrame(rows, columns=["x", "y", "colour", "dash", "curve", "text"]).astype({"x": float, "y": float})


def _line(curve: CostCurve, clip_at: float) -> Line:
    cost = np.asarray(curve.cost, dtype=np.float64)
    drawn = np.where(cost <= clip_at, cost, np.nan)
    return Line(np.asarray(curve.utilization) * _PLOT_WIDTH_PX, drawn / clip_at * _PLOT_HEIGHT_PX)


def _beside(plot: Plot, ring: Ring, clip_at: float) -> Box:
    return plot.beside_point(ring.utilization * plot.width, ring.cost / clip_at * plot.height, ring.label)


def _placed(words: Sequence[tuple[str, str, Box]], clip_at: float) -> pd.DataFrame:
    rows = []
    for label, colour_id, box in words:
        # A word keeps its width on a wider screen, so it is held at the end that is nearer to an edge.
        right = box.middle[0] > _PLOT_WIDTH_PX / 2
        x = (box.right if right else box.left) / _PLOT_WIDTH_PX
        rows.append((x, box.middle[1] / _PLOT_HEIGHT_PX * clip_at, label, colour_id, "right" if right else "left"))
    frame = pd.DataFrame(rows, columns=["x", "y", "label", "colour", "align"])
    return frame.astype({"x": float, "y": float, "label": str})


def _rings(rings: Sequence[Ring]) -> pd.DataFrame:
    return pd.DataFrame([(r.utilization, r.cost) for r in rings], columns=["x", "y"]).astype(float)


@lru_cache(maxsize=8)
def _spec(language: str) -> Spec:
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[0, 1], nice=False),
        axis=alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], labelExpr=percent_label(language), labelFlush=False),
    )
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domainMin=0, domainMax=alt.ExprRef("top"), nice=False),
        axis=alt.Axis(tickCount=6, format=",~f"),
    )
    lines = (
        data("curves")
        .mark_line(strokeWidth=2.4, clip=True)
        .encode(
            x=x,
            y=y,
            color=colour("colour"),
            strokeDash=alt.condition("datum.dash === 'dashed'", alt.value([6, 4]), alt.value([1, 0])),
            detail="curve:N",
        )
    )
    hover = (
        data("curves")
        .mark_point(size=120, opacity=0)
        .encode(x=x, y=y, tooltip=[alt.Tooltip("x:Q", title=" ", format=".0%"), alt.Tooltip("text:N", title="  ")])
    )
    labels = [
        data(name)
        .mark_text(
            align=alt.ExprRef("datum.align"),
            baseline="middle",
            fontSize=DIRECT_LABEL_PX,
            fontWeight=600,
        )
        .encode(x=x, y=y, text="label:N", color=colour("colour"))
        for name in ("labels", "ring_labels")
    ]
    drop = (
        data("rings")
        .mark_rule(strokeDash=[3, 3], strokeWidth=1)
        .encode(x=x, y=y, y2=alt.Y2Datum(0), color=paint("muted"))
    )
    ring = (
        data("rings").mark_point(size=110, strokeWidth=2, filled=False, opacity=1).encode(x=x, y=y, color=paint("ink"))
    )
    return finished(alt.layer(lines, drop, ring, *labels, hover).add_params(alt.param(name="top", value=1.0)), language)
