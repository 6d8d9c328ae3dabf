"""A year of demand week by week, small: the shown job, and the others over it."""

from collections.abc import Sequence
from functools import lru_cache

import altair as alt
import pandas as pd

from ui.charts.canvas import Drawing, Spec, colour, data, finished

HEIGHT_PX = 110
_SHOWN, _OTHERS = "ink", "faint"


def year_chart(
    shown: Sequence[float], others: Sequence[float], *, language: str, texts: Sequence[str], alt_text: str
) -> Drawing:
    """Draw the weeks.

    Parameters
    ----------
    shown, others
        Cards in use by week: those of the shown job, and of the others together [GPU].
    texts
        What a week says, in words.
    """
    weeks = range(1, len(shown) + 1)
    frame = pd.DataFrame(
        {
            "week": [*weeks, *weeks],
            "gpus": [*shown, *others],
            "colour": [_SHOWN] * len(shown) + [_OTHERS] * len(others),
            "order": [0] * len(shown) + [1] * len(others),
            "text": [*texts, *texts],
        }
    )
    return Drawing("year", _spec(language), {"weeks": frame[frame["gpus"] > 0]}, alt_text, HEIGHT_PX)


@lru_cache(maxsize=8)
def _spec(language: str) -> Spec:
    bars = (
        data("weeks")
        .mark_bar()
        .encode(
            x=alt.X(
                "week:O",
                scale=alt.Scale(domain=list(range(1, 53))),
                axis=alt.Axis(values=[1, 13, 26, 39, 52], labelAngle=0),
            ),
            y=alt.Y("gpus:Q", axis=alt.Axis(tickCount=3)),
            color=colour("colour"),
            order="order:O",
            tooltip=alt.Tooltip("text:N"),
        )
    )
    return finished(alt.layer(bars), language)
