"""Sense checks: computed, but worth a look."""

import streamlit as st

from ui.view import View


def draw_warnings(view: View) -> None:
    """Each coded remark of the decision, in words."""
    for number, warning in enumerate(view.answer.decision.warnings):
        with st.container(key=f"warning-{number}"):
            st.warning(view.t.message(warning, view.currency), icon=":material/rule:")
