"""Cumulative cost of the options over the months, the crossing marked (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import altair as alt
import pandas as pd

from ui.charts.canvas import DIRECT_LABEL_PX, Drawing, Spec, colour, data, finished, paint, unit_on_last_tick
from ui.charts.dodge import dodged

HEIGHT_PX = 340
_LABEL_GAP_PX = 19
_AXIS_ROOM_PX = 50


@dataclass(frozen=True, slots=True)
class Curve:
    """One option.

    Attributes
    ----------
    colour_id
        ``own``, ``month`` (rent) or ``mixed``.
    values
        Running cost at month 0..T in the printed unit, before the sale at the end.
    end
        Headline total in the same unit, after the sale.
    name, end_label
        Name in the tooltip, and the label at the line's end.
    texts
        Running cost of each month as printed in the tooltip.
    """

    colour_id: str
    values: Sequence[float]
    end: float
    name: str
    end_label: str
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where the options meet: month, running cost there, and the words beside the ring."""

    month: float
    value: float
    label: str


def cumulative_chart(  # noqa: PLR0913 - one keyword per thing drawn
    curves: Sequence[Curve],
    crossing: Crossing | None,
    *,
    language: str,
    month_unit: str,
    month_name: str,
    alt_text: str,
    key: str = "cumulative",
) -> Drawing:
    """Draw the running cost of each option.

    Parameters
    ----------
    curves
        At least one, all of the same length.
    crossing
        Ring with a drop line; ``None`` where the options do not meet.
    month_unit, month_name
        Unit on the last tick, and the word before the number in the tooltip.
    """
    months = len(curves[0].values) - 1
    frames = {
        "lines": _lines(curves),
        "falls": _falls(curves, months),
        "ends": _ends(curves, months),
        "crossing": _ring(crossing),
        "hover": _hover(curves),
    }
    names = tuple((curve.colour_id, curve.name) for curve in curves)
    return Drawing(
        key, _spec(language, month_unit, month_name, names), frames, alt_text, HEIGHT_PX, {"step": _step(months)}
    )


def _step(months: int) -> int:
    steps = (1, 2, 3, 6, 12, 24, 36, 48)
    return next((step for step in steps if months / step <= 6), 60)  # noqa: PLR2004 - seven ticks fit a phone


def _lines(curves: Sequence[Curve]) -> pd.DataFrame:
    parts = [
        pd.DataFrame({"month": range(len(c.values)), "value": list(c.values), "colour": c.colour_id}) for c in curves
    ]
    return pd.concat(parts, ignore_index=True)


def _falls(curves: Sequence[Curve], months: int) -> pd.DataFrame:
    rows = [(months, c.values[-1], c.end, c.colour_id) for c in curves]
    return pd.DataFrame(rows, columns=["month", "from", "to", "colour"])


def _ends(curves: Sequence[Curve], months: int) -> pd.DataFrame:
    top = max(max(*c.values, c.end) for c in curves) or 1.0
    places = dodged([c.end for c in curves], top * _LABEL_GAP_PX / (HEIGHT_PX - _AXIS_ROOM_PX))
    rows = [(months, c.end, place, c.end_label, c.colour_id) for c, place in zip(curves, places, strict=True)]
    return pd.DataFrame(rows, columns=["month", "value", "place", "label", "colour"])


def _ring(crossing: Crossing | None) -> pd.DataFrame:
    rows = [(crossing.month, crossing.value, crossing.label)] if crossing else []
    frame = pd.DataFrame(rows, columns=["month", "value", "label"])
    return frame.astype({"month": "float64", "value": "float64", "label": "str"})


def _hover(curves: Sequence[Curve]) -> pd.DataFrame:
    frame = pd.DataFrame({"month": range(len(curves[0].values))})
    for curve in curves:
        frame[curve.colour_id] = list(curve.texts)
    return frame


@lru_cache(maxsize=64)
def _spec(language: str, month_unit: str, month_name: str, names: tuple[tuple[str, str], ...]) -> Spec:
    x = alt.X(
        "month:Q",
        scale=alt.Scale(nice=False, zero=True),
        axis=alt.Axis(
            values=alt.ExprRef("sequence(0, 1000, step)"), format="d", labelExpr=unit_on_last_tick(month_unit)
        ),
    )
    y = alt.Y("value:Q", scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=6, format=",~f"))
    own_first = alt.condition("datum.colour === 'own'", alt.value([6, 4]), alt.value([1, 0]))
    lines = (
        data("lines")
        .mark_line(interpolate="linear")
        .encode(
            x=x,
            y=y,
            color=colour("colour"),
            strokeDash=own_first,
            strokeWidth=alt.condition("datum.colour === 'mixed'", alt.value(4), alt.value(2.2)),
            detail="colour:N",
        )
    )
    falls = (
        data("falls")
        .mark_rule(strokeDash=[2, 3], strokeWidth=1.8)
        .encode(x="month:Q", y="from:Q", y2="to:Q", color=colour("colour"))
    )
    dots = (
        data("ends")
        .mark_point(filled=True, size=60, opacity=1)
        .encode(x="month:Q", y="value:Q", color=colour("colour"))
    )
    labels = (
        data("ends")
        .mark_text(align="left", dx=9, fontSize=DIRECT_LABEL_PX, fontWeight=600)
        .encode(x="month:Q", y="place:Q", text="label:N", color=colour("colour"))
    )
    drop = (
        data("crossing")
        .mark_rule(strokeDash=[3, 3], strokeWidth=1)
        .encode(x="month:Q", y="value:Q", y2=alt.Y2Datum(0), color=paint("muted"))
    )
    ring = (
        data("crossing")
        .mark_point(size=110, strokeWidth=2, filled=False, opacity=1)
        .encode(x="month:Q", y="value:Q", color=paint("ink"))
    )
    word = (
        data("crossing")
        .mark_text(align="right", dx=-8, dy=-13, fontSize=DIRECT_LABEL_PX, fontWeight=600)
        .encode(x="month:Q", y="value:Q", text="label:N", color=paint("ink"))
    )
    chart = alt.layer(lines, falls, drop, ring, word, dots, labels, _pointer(month_name, names))
    return finished(chart.add_params(alt.param(name="step", value=6)), language)


def _pointer(month_name: str, names: tuple[tuple[str, str], ...]) -> alt.Chart:
    nearest = alt.selection_point(
        name="hover", nearest=True, on="pointerover", clear="pointerout", fields=["month"], empty=False
    )
    tooltip = [alt.Tooltip("month:Q", title=month_name, format="d")]
    tooltip += [alt.Tooltip(f"{column}:N", title=name) for column, name in names]
    rule = (
        data("hover")
        .mark_rule(strokeWidth=1)
        .encode(
            x="month:Q",
            color=paint("muted"),
            opacity=alt.condition(nearest, alt.value(0.6), alt.value(0)),
            tooltip=tooltip,
        )
    )
    pointer: alt.Chart = rule.add_params(nearest)
    return pointer
