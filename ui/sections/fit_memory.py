"""Memory of one card, for every kind of card, against what it has."""

from collections.abc import Sequence

import streamlit as st

from calc.memory.footprint import Breakdown, Footprint
from ui.charts.canvas import chart_formats, draw
from ui.charts.memory import MemoryBar, memory_chart
from ui.formats.formats import ZERO
from ui.sections.fit_nodes import Node
from ui.sections.fit_words import VERDICT_COLOURS, verdict_words
from ui.tables import Column, table_behind
from ui.texts import Texts

_MOST_SHOWN = 10
_MOST_THAT_FIT = 6
_PARTS = {
    "weights": ("weights",),
    "grads": ("gradients",),
    "optim": ("optimizer",),
    "activ": ("activations",),
    "loss": ("loss",),
    "kv": ("kv_cache",),
    "comm": ("communication", "transient"),
    "context": ("context",),
}
"""Colour ids of the chart and the parts of ``Breakdown`` each stands for."""


def memory(t: Texts, nodes: Sequence[Node], node: Node) -> None:
    """Draw the chart and the table behind it."""
    shown = _shown(nodes, node)
    fits = sum(one.fits for one in nodes)
    title = t.plural("fit.nodes.title", fits, total=len(nodes))
    st.header(title, anchor=False)
    notes = [t("fit.nodes.note")]
    if len(shown) < len(nodes):
        notes.append(t("fit.nodes.shown", shown=len(shown), total=len(nodes)))
    st.markdown(f":small[:gray[{' '.join(notes)}]]")
    device = node.row.footprint.device_gib
    alt = t(
        "fit.nodes.alt",
        finding=title,
        gpus=node.name,
        band=t.formats.range(t.formats.number(device.low, 1), t.formats.number(device.high, 1)),
        usable=t.formats.gib(node.row.footprint.usable_gib),
        verdict=t.word(node.row.footprint.verdict),
    )
    names = {colour: t.part(parts[0]) for colour, parts in _PARTS.items()}
    bars = [_bar(t, one) for one in shown]
    draw(memory_chart(bars, language=t.language, part_names=names, unit=t("fit.unit"), alt_text=alt))
    _behind(t, nodes)


def _shown(nodes: Sequence[Node], node: Node) -> list[Node]:
    """The card of the scenario, the cards that fit and cost least, then those nearest to fitting."""
    fit = [one for one in nodes if one.fits]
    fit.sort(key=lambda one: (one.cost_kzt is None, one.cost_kzt or 0.0))
    others = [one for one in nodes if not one.fits]
    room = max(_MOST_THAT_FIT, _MOST_SHOWN - len(others))
    kept = [node, *(one for one in [*fit[:room], *others] if one is not node)][:_MOST_SHOWN]
    return [one for one in nodes if one in kept]


def _bar(t: Texts, node: Node) -> MemoryBar:
    footprint = node.row.footprint
    parts = {colour: _part(footprint.breakdown_gib, names) for colour, names in _PARTS.items()}
    return MemoryBar(
        name=node.name,
        parts_gib=parts,
        low_gib=footprint.device_gib.low,
        high_gib=footprint.device_gib.high,
        usable_gib=footprint.usable_gib,
        verdict_colour=VERDICT_COLOURS[footprint.verdict],
        verdict=verdict_words(t, footprint),
        texts={colour: t.formats.gib(value, 1) for colour, value in parts.items()},
        usable_text=chart_formats(t.language).number(footprint.usable_gib),
    )


def _part(breakdown: Breakdown, names: Sequence[str]) -> float:
    return sum(float(getattr(breakdown, name)) for name in names)


def _behind(t: Texts, nodes: Sequence[Node]) -> None:
    def gib(value: float) -> str:
        return t.formats.number(value, 1) if value else ZERO

    def band(footprint: Footprint) -> str:
        return t.formats.range(gib(footprint.device_gib.low), gib(footprint.device_gib.high))

    footprints = [node.row.footprint for node in nodes]
    smallest = [ZERO if node.row.smallest_gpus is None else str(node.row.smallest_gpus) for node in nodes]
    columns = [
        Column(t("fit.column.node"), [node.name for node in nodes], figures=False),
        Column(t("fit.column.needed"), [band(footprint) for footprint in footprints]),
        Column(t("fit.column.usable"), [gib(footprint.usable_gib) for footprint in footprints]),
        Column(t("fit.column.fits"), [verdict_words(t, footprint) for footprint in footprints]),
        Column(t("fit.column.smallest"), smallest),
    ]
    table_behind(t("decision.chart.table"), columns, alt=t("fit.nodes.table_alt", total=len(nodes)))
