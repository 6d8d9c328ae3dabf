"""Cost of one used GPU-hour by utilization: owning against the tariffs of rent (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import altair as alt
import pandas as pd

from ui.charts.canvas import DIRECT_LABEL_PX, Drawing, Spec, colour, data, finished, paint, percent_label

HEIGHT_PX = 320
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
    label, label_at
        Words beside the line and the utilization they stand at [share].
    label_align
        Side of that point the words begin or end at: ``left`` puts them to its right.
    texts
        Cost of each point as printed in the tooltip.
    """

    colour_id: str
    dashed: bool
    utilization: Sequence[float]
    cost: Sequence[float]
    label: str
    label_at: float
    label_align: Literal["left", "right"]
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
    frames = {
        "curves": pd.concat([_points(i, c, clip_at) for i, c in enumerate(curves)], ignore_index=True),
        "labels": pd.DataFrame(
            [_label(c, clip_at) for c in curves], columns=["x", "y", "label", "colour", "align", "dx", "dy"]
        ),
        "rings": _rings(rings),
    }
    return Drawing(key, _spec(language), frames, alt_text, HEIGHT_PX)


def _points(number: int, curve: CostCurve, clip_at: float) -> pd.DataFrame:
    rows = [
        (u, c, curve.colour_id, _DASHES[curve.dashed], number, text)
        for u, c, text in zip(curve.utilization, curve.cost, curve.texts, strict=True)
        if c <= clip_at
    ]
    return pd.DataFrame(rows, columns=["x", "y", "colour", "dash", "curve", "text"]).astype({"x": float, "y": float})


def _label(curve: CostCurve, clip_at: float) -> tuple[float, float, str, str, str, int, int]:
    shown = [(u, c) for u, c in zip(curve.utilization, curve.cost, strict=True) if c <= clip_at]
    u, c = min(shown or [(curve.label_at, clip_at)], key=lambda point: abs(point[0] - curve.label_at))
    if curve.colour_id == "own":
        dx, dy = (9, -6) if curve.label_align == "left" else (-9, 6)
    else:
        dx, dy = 0, -12 if curve.dashed else 14
    return (u, c, curve.label, curve.colour_id, curve.label_align, dx, dy)


def _rings(rings: Sequence[Ring]) -> pd.DataFrame:
    frame = pd.DataFrame([(r.utilization, r.cost, r.label) for r in rings], columns=["x", "y", "label"])
    return frame.astype({"x": float, "y": float, "label": str})


@lru_cache(maxsize=8)
def _spec(language: str) -> Spec:
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[0, 1], nice=False),
        axis=alt.Axis(values=[0, 0.2, 0.4, 0.6, 0.8, 1], labelExpr=percent_label(language), labelFlush=False),
    )
    y = alt.Y("y:Q", scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=6, format=",~f"))
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
    labels = (
        data("labels")
        .mark_text(
            align=alt.ExprRef("datum.align"),
            dx=alt.ExprRef("datum.dx"),
            dy=alt.ExprRef("datum.dy"),
            fontSize=DIRECT_LABEL_PX,
            fontWeight=600,
        )
        .encode(x=x, y=y, text="label:N", color=colour("colour"))
    )
    drop = (
        data("rings")
        .mark_rule(strokeDash=[3, 3], strokeWidth=1)
        .encode(x=x, y=y, y2=alt.Y2Datum(0), color=paint("muted"))
    )
    ring = (
        data("rings").mark_point(size=110, strokeWidth=2, filled=False, opacity=1).encode(x=x, y=y, color=paint("ink"))
    )
    word = (
        data("rings")
        .mark_text(align="left", dx=9, dy=-14, fontSize=DIRECT_LABEL_PX, fontWeight=600)
        .encode(x=x, y=y, text="label:N", color=paint("ink"))
    )
    return finished(alt.layer(lines, drop, ring, word, labels, hover), language)
