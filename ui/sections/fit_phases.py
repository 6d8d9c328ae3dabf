"""The peak of each phase of a run; the largest rules, they do not add up."""

import streamlit as st

from calc.choices import Phase
from ui.charts.canvas import chart_formats, draw
from ui.charts.phases import PhaseBar, phases_chart
from ui.sections.fit_nodes import Node
from ui.texts import Texts


def phases(t: Texts, node: Node, gpu_name: str) -> None:
    """Draw the peaks on the card of the scenario."""
    footprint = node.row.footprint
    title = t("fit.phases.title", phase=t.word(footprint.ruling_phase))
    st.header(title, anchor=False)
    st.markdown(f":small[:gray[{t('fit.phases.note', gpu=gpu_name)}]]")
    write = chart_formats(t.language)
    bars = [
        PhaseBar(
            t.word(phase),
            footprint.phases_gib[phase],
            write.number(footprint.phases_gib[phase], 1),
            phase is footprint.ruling_phase,
        )
        for phase in Phase
        if phase in footprint.phases_gib
    ]
    peaks = ", ".join(t("fit.phases.peak", phase=bar.name, value=t.formats.gib(bar.gib, 1)) for bar in bars)
    draw(phases_chart(bars, language=t.language, alt_text=t("fit.phases.alt", finding=title, peaks=peaks)))
