"""Cost of the plan against the nodes it owns, the cheapest marked (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import altair as alt
import pandas as pd

from ui.charts.canvas import DIRECT_LABEL_PX, Drawing, Spec, colour, data, finished, paint, unit_on_last_tick

HEIGHT_PX = 260
_MOST_TICKS = 8


@dataclass(frozen=True, slots=True)
class NodePoint:
    """Owned nodes, cost in the printed unit, and the cost as printed."""

    nodes: int
    cost: float
    text: str


def node_curve_chart(  # noqa: PLR0913 - one keyword per thing drawn
    points: Sequence[NodePoint], best: int, *, unit: str, language: str, alt_text: str, key: str = "node_curve"
) -> Drawing:
    """Draw the curve with a ring at the cheapest.

    Parameters
    ----------
    points
        Rising in nodes, two at least.
    best
        Position of the cheapest.
    unit
        Word on the last tick.
    """
    frame = pd.DataFrame(
        {
            "nodes": [point.nodes for point in points],
            "cost": [point.cost for point in points],
            "text": [point.text for point in points],
            "colour": "mixed",
        }
    )
    # The words go to the side that has room.
    left = best > len(points) / 2
    ring = frame.iloc[[best]].assign(align="right" if left else "left", dx=-10 if left else 10)
    step = _step(points)
    return Drawing(key, _spec(language, unit), {"curve": frame, "best": ring}, alt_text, HEIGHT_PX, {"step": step})


def last_tick(points: Sequence[NodePoint]) -> int:
    """Number on the last tick of the axis, which the word of the unit follows."""
    return points[-1].nodes // _step(points) * _step(points)


def _step(points: Sequence[NodePoint]) -> int:
    return max(1, -(-points[-1].nodes // _MOST_TICKS))


@lru_cache(maxsize=8)
def _spec(language: str, unit: str) -> Spec:
    x = alt.X(
        "nodes:Q",
        scale=alt.Scale(nice=False, zero=True, padding=12),
        axis=alt.Axis(values=alt.ExprRef("sequence(0, 10000, step)"), format="d", labelExpr=unit_on_last_tick(unit)),
    )
    y = alt.Y("cost:Q", scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=5, format=",~f"))
    line = data("curve").mark_line(strokeWidth=2.4).encode(x=x, y=y, color=colour("colour"))
    dots = (
        data("curve")
        .mark_point(filled=True, size=48, opacity=1)
        .encode(
            x=x,
            y=y,
            color=colour("colour"),
            tooltip=[alt.Tooltip("nodes:Q", title=" ", format="d"), alt.Tooltip("text:N", title="  ")],
        )
    )
    ring = (
        data("best").mark_point(size=150, strokeWidth=2, filled=False, opacity=1).encode(x=x, y=y, color=paint("ink"))
    )
    word = (
        data("best")
        .mark_text(
            align=alt.ExprRef("datum.align"),
            dx=alt.ExprRef("datum.dx"),
            dy=-14,
            fontSize=DIRECT_LABEL_PX,
            fontWeight=600,
        )
        .encode(x=x, y=y, text="text:N", color=paint("ink"))
    )
    return finished(alt.layer(line, dots, ring, word).add_params(alt.param(name="step", value=1)), language)
