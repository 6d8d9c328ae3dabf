"""Estimated against measured: equal axes, the line of agreement, a band of a tenth either way (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from ui.charts.canvas import COLOUR_IDS, DIRECT_LABEL_PX, LABEL_PX, Drawing, Spec, colour, data, finished, paint

HEIGHT_PX = 400
BAND_SHARE = 0.1
"""Half width of the band."""
SHAPES = {"activ": "square", "weights": "circle", "grads": "diamond", "kv": "triangle-up", "muted": "cross"}
"""Shape of each kind by its colour id."""
_STEPS = 60
_NEAR_EDGE = 0.3
"""Share of the chart a label needs beside its point."""
_ROOM_ABOVE = 1.06
_LOWEST_DECADE_SHARE = 0.8
_DECADES = 9


class MeasuredWords(NamedTuple):
    """Words of the chart: the axes at their ends, and the names in the tooltip."""

    across: str
    up: str
    what: str
    measured: str
    estimated: str
    error: str


@dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """One row: what was run, its kind by colour id, both figures, and each as printed in the tooltip."""

    what: str
    colour_id: str
    measured: float
    estimated: float
    texts: tuple[str, str, str]


def measured_chart(  # noqa: PLR0913 - one keyword per thing drawn
    points: Sequence[MeasuredPoint],
    worst: MeasuredPoint,
    worst_label: str,
    words: MeasuredWords,
    *,
    kinds: Sequence[tuple[str, str]],
    language: str,
    logarithmic: bool,
    alt_text: str,
    key: str,
) -> Drawing:
    """Draw the points.

    Parameters
    ----------
    points
        Rows, at least one, every figure above 0.
    worst, worst_label
        The point farthest from agreement and the words beside it.
    kinds
        Colour id of ``SHAPES`` and word of each kind in the legend.
    logarithmic
        For figures over several decades; otherwise the axes begin at zero.
    """
    figures = [figure for point in points for figure in (point.measured, point.estimated)]
    top = _ROOM_ABOVE * max(figures)
    bottom = _LOWEST_DECADE_SHARE * min(figures) if logarithmic else 0.0
    frames = {
        "points": _points(points),
        "band": _band(bottom, top, logarithmic=logarithmic),
        "worst": _worst(worst, worst_label, top, bottom, logarithmic=logarithmic),
        "axes": _axes(words, bottom, top, logarithmic=logarithmic),
    }
    spec = _spec(language, words, tuple(kinds), logarithmic)
    return Drawing(key, spec, frames, alt_text, HEIGHT_PX, {"bottom": bottom, "top": top})


def _points(points: Sequence[MeasuredPoint]) -> pd.DataFrame:
    rows = [(p.what, p.colour_id, p.measured, p.estimated, *p.texts) for p in points]
    columns = ["what", "colour", "x", "y", "measured", "estimated", "error"]
    return pd.DataFrame(rows, columns=columns)


def _band(bottom: float, top: float, *, logarithmic: bool) -> pd.DataFrame:
    x = np.geomspace(bottom, top, _STEPS) if logarithmic else np.linspace(bottom, top, _STEPS)
    low, high = x * (1 - BAND_SHARE), x * (1 + BAND_SHARE)
    return pd.DataFrame({"x": x, "y": x, "low": np.clip(low, bottom, top), "high": np.clip(high, bottom, top)})


def _worst(worst: MeasuredPoint, label: str, top: float, bottom: float, *, logarithmic: bool) -> pd.DataFrame:
    # Beside the point, away from the line, unless the edge of the chart is near.
    share = np.log(worst.measured / bottom) / np.log(top / bottom) if logarithmic else worst.measured / top
    over = worst.estimated > worst.measured
    left = share > _NEAR_EDGE if over else share > 1 - _NEAR_EDGE
    # At the left edge there is no room above the line, so the words go below it.
    below = 12 if over and not left else 0
    row = (worst.measured, worst.estimated, label, "right" if left else "left", -10 if left else 12, below)
    return pd.DataFrame([row], columns=["x", "y", "label", "align", "dx", "dy"])


def _axes(words: MeasuredWords, bottom: float, top: float, *, logarithmic: bool) -> pd.DataFrame:
    floor = bottom if logarithmic else 0.0
    rows = [(top, floor, words.across, "right", -4, -10), (floor, top, words.up, "left", 8, 8)]
    return pd.DataFrame(rows, columns=["x", "y", "label", "align", "dx", "dy"])


@lru_cache(maxsize=16)
def _spec(language: str, words: MeasuredWords, kinds: tuple[tuple[str, str], ...], logarithmic: bool) -> Spec:  # noqa: FBT001 - the key of the cache
    scale = alt.Scale(
        type="log" if logarithmic else "linear",
        domainMin=alt.ExprRef("bottom"),
        domainMax=alt.ExprRef("top"),
        nice=False,
        zero=False if logarithmic else alt.Undefined,
    )
    decades = [10.0**power for power in range(_DECADES)]
    axis = alt.Axis(values=decades if logarithmic else alt.Undefined, tickCount=5, format=",~f", grid=True)
    x, y = alt.X("x:Q", scale=scale, axis=axis), alt.Y("y:Q", scale=scale, axis=axis)
    named = "{" + ", ".join(f"'{kind}': '{word}'" for kind, word in kinds) + "}"
    legend = alt.Legend(
        orient="top",
        direction="horizontal",
        columns=alt.ExprRef("width < 420 ? 2 : 4"),
        values=[kind for kind, _ in kinds],
        labelExpr=f"{named}[datum.label]",
        labelFontSize=LABEL_PX,
        symbolOpacity=1,
        title=None,
    )
    shapes = alt.Scale(domain=list(COLOUR_IDS), range=[SHAPES.get(one, "circle") for one in COLOUR_IDS])
    shape = alt.Shape("colour:N", scale=shapes, legend=legend)
    # The legend is that of the first layer, which stands under the band and is not seen.
    behind = (
        data("points").mark_point(filled=True, opacity=0).encode(x=x, y=y, color=colour("colour", legend), shape=shape)
    )
    marks = (
        data("points")
        .mark_point(filled=True, size=62, opacity=0.9)
        .encode(
            x=x,
            y=y,
            color=colour("colour", alt.Undefined),
            shape=shape,
            tooltip=[
                alt.Tooltip("what:N", title=words.what),
                alt.Tooltip("measured:N", title=words.measured),
                alt.Tooltip("estimated:N", title=words.estimated),
                alt.Tooltip("error:N", title=words.error),
            ],
        )
    )
    band = (
        data("band")
        .mark_area(opacity=0.6)
        .encode(x=x, y=alt.Y("low:Q", scale=scale), y2="high:Q", color=paint("faint"))
    )
    agreement = data("band").mark_line(strokeWidth=1.5).encode(x=x, y=y, color=paint("muted"))
    place: dict[str, Any] = {name: alt.ExprRef(f"datum.{name}") for name in ("align", "dx", "dy")}
    named_worst = (
        data("worst")
        .mark_text(**place, fontSize=DIRECT_LABEL_PX, fontWeight=600)
        .encode(x=x, y=y, text="label:N", color=paint("ink"))
    )
    ends = data("axes").mark_text(**place, fontSize=LABEL_PX).encode(x=x, y=y, text="label:N", color=paint("muted"))
    chart = alt.layer(behind, band, agreement, marks, named_worst, ends)
    chart = chart.add_params(alt.param(name="bottom", value=0), alt.param(name="top", value=1))
    spec = finished(chart, language, grid="y")
    spec["config"]["axisX"] = {"grid": True}
    return spec
