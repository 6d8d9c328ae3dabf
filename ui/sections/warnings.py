"""Sense checks: computed, but worth a look."""

import streamlit as st

from calc.decision.booked_hours import BookedHours
from ui.view import View


def draw_warnings(view: View) -> None:
    """Each coded remark of the decision, in words."""
    for number, warning in enumerate(view.answer.decision.warnings):
        with st.container(key=f"warning-{number}"):
            st.warning(view.t.message(warning, view.currency), icon=":material/rule:")


def draw_booked_hours(view: View, job: int) -> None:
    """That the hours booked for a job are not those its work takes, beside the hours of the work."""
    kind = view.scenario.jobs[job].workload.kind
    for number, warning in enumerate(view.answer.decision.warnings):
        if isinstance(warning.code, BookedHours) and warning.parameters["kind"] == kind:
            with st.container(key=f"booked-hours-{number}"):
                st.warning(view.t.message(warning, view.currency), icon=":material/rule:")
