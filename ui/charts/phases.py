"""Peak memory of each phase of a run, the ruling one marked (design/UX §7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import altair as alt
import pandas as pd

from ui.charts.canvas import DIRECT_LABEL_PX, Drawing, Spec, colour, data, finished, paint

ROW_PX = 40


@dataclass(frozen=True, slots=True)
class PhaseBar:
    """Peak of one phase [GiB], its word, the figure as printed, and whether it rules."""

    name: str
    gib: float
    text: str
    rules: bool


def phases_chart(bars: Sequence[PhaseBar], *, language: str, alt_text: str, key: str = "phases") -> Drawing:
    """Draw the peaks in the order of the run."""
    frame = pd.DataFrame(
        {
            "name": [bar.name for bar in bars],
            "gib": [bar.gib for bar in bars],
            "text": [bar.text for bar in bars],
            "colour": ["activ" if bar.rules else "comm" for bar in bars],
        }
    )
    return Drawing(key, _spec(language), {"phases": frame}, alt_text, ROW_PX * len(bars) + 10)


@lru_cache(maxsize=8)
def _spec(language: str) -> Spec:
    y = alt.Y("name:N", sort=None, axis=alt.Axis(labelLimit=150), scale=alt.Scale(paddingInner=0.45, paddingOuter=0.2))
    x = alt.X("gib:Q", axis=None, scale=alt.Scale(zero=True, nice=False))
    bars = data("phases").mark_bar().encode(y=y, x=x, color=colour("colour"))
    texts = (
        data("phases")
        .mark_text(align="left", dx=6, fontSize=DIRECT_LABEL_PX, fontWeight=600)
        .encode(y=y, x=x, text="text:N", color=paint("ink"))
    )
    return finished(alt.layer(bars, texts), language, grid="none")
