"""Memory of one GPU by parts, for each kind of card, against what the card has (design/UX §7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import altair as alt
import pandas as pd

from ui.charts.canvas import DIRECT_LABEL_PX, LABEL_PX, Drawing, Spec, colour, data, finished, paint, unit_on_last_tick

PART_IDS = ("weights", "grads", "optim", "activ", "loss", "kv", "comm", "context")
"""Colour ids of the parts in stacking order."""

ROW_PX = 42
_LEGEND_ROW_PX = 28
_LEGEND_COLUMNS = 4
_AXIS_PX = 30
_SYMBOL_PX, _LETTER_PX, _NAMES_PX = 28, 7.5, 110
_SHOWN_TIMES_NEED = 1.5
"""The axis ends so many times above what is needed, or where the smallest card that holds it ends; a longer card
goes on beyond the axis, and its size is written at the end."""


@dataclass(frozen=True, slots=True)
class MemoryBar:
    """One row: a number of cards of one kind.

    Attributes
    ----------
    name
        ``8 × H100 80``.
    parts_gib
        Memory by colour id, stacked in the order of ``PART_IDS`` [GiB].
    low_gib, high_gib
        What the card must have, band [GiB].
    usable_gib
        What a process sees of the card [GiB].
    verdict_colour, verdict
        ``mixed`` fits, ``ink`` tight, ``month`` does not fit; and the words after the bar.
    texts, usable_text
        Printed figure of each part for the tooltip, and of what the process sees.
    """

    name: str
    parts_gib: Mapping[str, float]
    low_gib: float
    high_gib: float
    usable_gib: float
    verdict_colour: str
    verdict: str
    texts: Mapping[str, str]
    usable_text: str


def axis_end_gib(bars: Sequence[MemoryBar]) -> float:
    """End of the axis: all that is needed is on it, and most of it is not empty [GiB]."""
    need = max(bar.high_gib for bar in bars)
    smallest = min((bar.usable_gib for bar in bars if bar.usable_gib >= bar.high_gib), default=0.0)
    longest = max(bar.usable_gib for bar in bars)
    return min(_SHOWN_TIMES_NEED * max(need, smallest), max(need, longest))


def memory_chart(  # noqa: PLR0913 - one keyword per thing drawn
    bars: Sequence[MemoryBar],
    *,
    language: str,
    part_names: Mapping[str, str],
    unit: str,
    alt_text: str,
    key: str = "memory",
) -> Drawing:
    """Draw stacked memory against the usable line.

    Parameters
    ----------
    bars
        Rows in the order of the page, best first.
    part_names
        Word of each colour id in the legend and the tooltip.
    unit
        Unit on the last tick.
    """
    shown = tuple(part for part in PART_IDS if any(bar.parts_gib.get(part, 0.0) > 0 for bar in bars))
    words = tuple((part, part_names[part]) for part in shown)
    legend_rows = -(-len(shown) // (_LEGEND_COLUMNS - 1))
    height = ROW_PX * len(bars) + _LEGEND_ROW_PX * legend_rows + _AXIS_PX
    end = axis_end_gib(bars)
    within = [bar for bar in bars if bar.usable_gib <= end]
    frames = {
        "cards": _cards(bars, end),
        "parts": _parts(bars, shown, part_names),
        "usable": pd.DataFrame({"name": [b.name for b in within], "usable": [b.usable_gib for b in within]}),
        "beyond": _beyond(bars, end),
    }
    return Drawing(key, _spec(language, unit, words), frames, alt_text, height, {"end": end})


def _beyond(bars: Sequence[MemoryBar], end: float) -> pd.DataFrame:
    longer = [bar for bar in bars if bar.usable_gib > end]
    frame = pd.DataFrame(
        {
            "name": [bar.name for bar in longer],
            "end": [end] * len(longer),
            "text": [f"{bar.usable_text} ▸" for bar in longer],
        }
    )
    return frame.astype({"name": str, "end": float, "text": str})


def _cards(bars: Sequence[MemoryBar], end: float) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "name": [bar.name for bar in bars],
            "usable": [min(bar.usable_gib, end) for bar in bars],
            "taken": [min(sum(bar.parts_gib.values()), bar.usable_gib) for bar in bars],
            "low": [bar.low_gib for bar in bars],
            "high": [bar.high_gib for bar in bars],
            "after": [min(max(bar.usable_gib, bar.high_gib), end) for bar in bars],
            "verdict": [bar.verdict for bar in bars],
            "verdict_colour": [bar.verdict_colour for bar in bars],
        }
    )


def _parts(bars: Sequence[MemoryBar], shown: Sequence[str], part_names: Mapping[str, str]) -> pd.DataFrame:
    rows = []
    for bar in bars:
        start = 0.0
        for part in shown:
            end = start + bar.parts_gib.get(part, 0.0)
            rows.append((bar.name, part, part_names[part], start, end, bar.texts.get(part, "")))
            start = end
    return pd.DataFrame(rows, columns=["name", "part", "part_name", "start", "end", "text"])


def _legend_columns(words: Sequence[str]) -> str:
    """As many columns as the room above the plot and its row names holds; up to four."""
    column_px = _SYMBOL_PX + _LETTER_PX * max(len(word) for word in words)
    return f"clamp(floor((width + {_NAMES_PX}) / {column_px}), 2, {_LEGEND_COLUMNS})"


@lru_cache(maxsize=64)
def _spec(language: str, unit: str, words: tuple[tuple[str, str], ...]) -> Spec:
    named = "{" + ", ".join(f"'{part}': '{word}'" for part, word in words) + "}"
    legend = alt.Legend(
        orient="top",
        direction="horizontal",
        columns=alt.ExprRef(_legend_columns([word for _, word in words])),
        values=[part for part, _ in words],
        labelExpr=f"{named}[datum.label]",
        symbolOpacity=1,
        symbolType="square",
        symbolStrokeWidth=0,
        labelFontSize=13,
        title=None,
    )
    y = alt.Y("name:N", sort=None, axis=alt.Axis(labelLimit=170), scale=alt.Scale(paddingInner=0.5, paddingOuter=0.3))
    x_axis = alt.Axis(
        tickCount=alt.ExprRef("ceil(width / 100)"), format="d", labelExpr=unit_on_last_tick(unit), labelFlush=False
    )
    # The legend is that of the first layer, so the parts come first and the free room begins where they end.
    parts = (
        data("parts")
        .mark_bar()
        .encode(
            y=y,
            x=alt.X("start:Q", axis=x_axis, scale=alt.Scale(domainMin=0, domainMax=alt.ExprRef("end"), nice=False)),
            x2="end:Q",
            color=colour("part", legend),
            tooltip=[
                alt.Tooltip("name:N", title=" "),
                alt.Tooltip("part_name:N", title="  "),
                alt.Tooltip("text:N", title="   "),
            ],
        )
    )
    room = data("cards").mark_bar().encode(y=y, x="taken:Q", x2="usable:Q", color=paint("faint"))
    whisker = data("cards").mark_rule(strokeWidth=2).encode(y=y, x="low:Q", x2="high:Q", color=paint("ink"))
    usable = (
        data("usable")
        .mark_tick(opacity=1, thickness=3, size=ROW_PX * 0.72)
        .encode(y=y, x="usable:Q", color=paint("muted"))
    )
    beyond = (
        data("beyond")
        .mark_text(align="right", dx=-5, fontSize=LABEL_PX)
        .encode(y=y, x="end:Q", text="text:N", color=paint("ink"))
    )
    verdict = (
        data("cards")
        .mark_text(align="left", dx=9, fontSize=DIRECT_LABEL_PX, fontWeight=600)
        .encode(y=y, x="after:Q", text="verdict:N", color=colour("verdict_colour", alt.Undefined))
    )
    spec = finished(
        alt.layer(parts, room, whisker, usable, beyond, verdict).add_params(alt.param(name="end", value=1.0)),
        language,
        grid="x",
    )
    # The row names leave little room above the plot on a phone, so the legend may stand over them too.
    spec["config"]["legend"] = {"layout": {"top": {"anchor": "end"}}}
    return spec
