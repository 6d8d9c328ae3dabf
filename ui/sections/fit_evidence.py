"""How well the estimate was checked, with the way to the evidence."""

import streamlit as st

from ui.measured import errors_of, measured_memory, on_cards
from ui.texts import Texts


def evidence(t: Texts) -> None:
    """One line under the page, and the link to the method page."""
    found = errors_of(on_cards(measured_memory()))
    line = t(
        "fit.evidence",
        n=found.rows,
        median=t.formats.percent(found.median),
        ninety=t.formats.percent(found.ninety_within),
        worst=t.formats.percent(abs(found.worst.error)),
    )
    st.markdown(f":small[:gray[{line}]]")
    st.page_link("pages/method.py", label=t("fit.evidence_link"), icon=":material/science:")
