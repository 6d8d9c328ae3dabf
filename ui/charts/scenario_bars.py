"""The options of one scenario as bars, on one scale over all the cards (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import altair as alt
import pandas as pd

from ui.charts.canvas import Drawing, Spec, colour, data, finished, paint

ROW_PX = 28


@dataclass(frozen=True, slots=True)
class OptionBar:
    """One option: colour id, word, cost in the printed unit, and the cost as printed."""

    colour_id: str
    name: str
    value: float
    text: str


def scenario_bars(bars: Sequence[OptionBar], *, top: float, language: str, alt_text: str, key: str) -> Drawing:
    """Draw the options; ``top`` is the largest value over all the cards."""
    frame = pd.DataFrame(
        {
            "name": [bar.name for bar in bars],
            "value": [bar.value for bar in bars],
            "text": [bar.text for bar in bars],
            "colour": [bar.colour_id for bar in bars],
        }
    )
    return Drawing(key, _spec(language), {"bars": frame}, alt_text, ROW_PX * len(bars) + 12, {"top": top or 1.0})


@lru_cache(maxsize=8)
def _spec(language: str) -> Spec:
    y = alt.Y("name:N", sort=None, scale=alt.Scale(paddingInner=0.4, paddingOuter=0.2))
    x = alt.X("value:Q", axis=None, scale=alt.Scale(domain=[0, alt.ExprRef("top")], nice=False))
    bars = data("bars").mark_bar().encode(y=y, x=x, color=colour("colour"))
    texts = (
        data("bars")
        .mark_text(align="left", dx=6, fontSize=13, fontWeight=600)
        .encode(y=y, x=x, text="text:N", color=paint("ink"))
    )
    return finished(alt.layer(bars, texts).add_params(alt.param(name="top", value=1.0)), language, grid="none")
