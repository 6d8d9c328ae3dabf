"""What all charts share: the colour scale, the axes, numbers in the app's language, and drawing.

Colours are ids only. The theme gives each id its colour in both modes (``chartCategoricalColors`` in
``.streamlit/config.toml``, same order as ``COLOUR_IDS``), so that a chart never reads the theme.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from ui.formats import Formats

COLOUR_IDS = (
    "own",
    "month",
    "hour",
    "mixed",
    "ink",
    "muted",
    "faint",
    "idle",
    "weights",
    "grads",
    "optim",
    "activ",
    "loss",
    "kv",
    "comm",
    "context",
)
"""Domain of the one colour scale, in the order of the theme's categorical colours."""

LABEL_PX = 13
DIRECT_LABEL_PX = 14

Spec = dict[str, Any]

_COMMA_GROUPS = {"decimal": ",", "thousands": "\u00a0", "grouping": [3], "currency": ["", "\u00a0₸"]}
_NUMBERS: Mapping[str, Mapping[str, Any]] = {
    "ru": _COMMA_GROUPS,
    "kk": _COMMA_GROUPS,
    "en": {"decimal": ".", "thousands": ",", "grouping": [3], "currency": ["₸", ""]},
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart ready to be drawn.

    Attributes
    ----------
    key
        Stable name of the place on the page.
    spec
        Vega-Lite specification of the language; shared, never changed.
    frames
        Fresh data by the names the specification uses.
    alt
        The finding and its figures, for those who do not see the chart.
    height_px
        Fixed height [px].
    parameters
        Values of the specification's named parameters.
    """

    key: str
    spec: Mapping[str, Any]
    frames: Mapping[str, pd.DataFrame]
    alt: str
    height_px: int
    parameters: Mapping[str, float | str] | None = None


def draw(drawing: Drawing) -> None:
    """Put a chart on the page, full width, fixed height."""
    st.vega_lite_chart(filled(drawing), key=drawing.key, alt=drawing.alt, height=drawing.height_px, width="stretch")


def filled(drawing: Drawing) -> Spec:
    """Specification of a drawing with its data and parameters in place."""
    spec: Spec = {**drawing.spec, "datasets": dict(drawing.frames)}
    values = drawing.parameters or {}
    if values:
        named = [{**p, "value": values[p["name"]]} if p["name"] in values else p for p in spec["params"]]
        spec["params"] = named
    return spec


@cache
def chart_formats(language: str) -> Formats:
    """Figures inside a chart: Vega measures the narrow no-break space wrongly."""
    return Formats(language, for_charts=True)


def data(name: str) -> alt.Chart:
    """Chart of a named frame of the drawing."""
    return alt.Chart(alt.NamedData(name))


def colour(column: str, legend: alt.typing.Optional[alt.Legend | None] = None) -> alt.Color:
    """Colour by a column of colour ids; ``legend`` undefined leaves it to the layer that has one."""
    return alt.Color(column, type="nominal", scale=alt.Scale(domain=list(COLOUR_IDS)), legend=legend)


def paint(colour_id: str) -> alt.ColorDatum:
    """One colour for a whole layer; another layer of the chart must carry ``colour``, which fixes the scale."""
    return alt.ColorDatum(colour_id, type="nominal")


def unit_on_last_tick(unit: str, label: str = "datum.label") -> str:
    """Axis label expression that prints the unit after the last tick only."""
    return f"{label} + (datum.index > 0.999 ? '\u00a0{unit}' : '')" if unit else label


def percent_label(language: str) -> str:
    """Axis label expression of a share as the language writes percent."""
    space = "" if language == "en" else "\u00a0"
    return f"format(100 * datum.value, 'd') + '{space}%'"


def with_halo(chart: alt.Chart, **text: Any) -> list[tuple[alt.Chart, str]]:
    """Words in ink above a faint rim, so that they read on the darkest steps of the scale."""
    rim = chart.mark_text(
        **text,
        fontWeight=600,
        stroke=alt.ExprRef("scale('color', 'faint')"),
        strokeWidth=4,
        strokeJoin="round",
        opacity=0.85,
    )
    return [(rim, "faint"), (chart.mark_text(**text, fontWeight=600), "ink")]


def finished(chart: alt.LayerChart | alt.FacetChart, language: str, grid: str = "y") -> Spec:
    """Vega-Lite dict of a chart with the common look and the language's numbers.

    Parameters
    ----------
    grid
        Axis whose grid is drawn: ``x``, ``y`` or ``none``.
    """
    spec: Spec = chart.to_dict()
    spec["autosize"] = {"type": "fit", "contains": "padding"}
    spec["config"] = {
        "locale": {"number": dict(_NUMBERS[language])},
        "view": {"stroke": None},
        "axis": {
            "labelColor": {"expr": "scale('color','muted')"},
            "gridColor": {"expr": "scale('color','faint')"},
            "labelFontSize": LABEL_PX,
            "labelPadding": 6,
            "domain": False,
            "ticks": False,
            "title": None,
        },
        "axisX": {"grid": grid == "x"},
        "axisY": {"grid": grid == "y"},
    }
    return spec
