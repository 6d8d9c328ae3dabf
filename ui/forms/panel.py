"""The panel of inputs beside every page."""

import streamlit as st

from data.catalogue import load_edition
from data.examples import EXAMPLES
from data.scenario import MAX_JOBS
from ui import state
from ui.forms.all_fields import draw_all_fields
from ui.forms.quote import clear_quote, draw_quote
from ui.forms.short import draw_short_form
from ui.forms.taxpayer import draw_taxpayer
from ui.forms.widgets import Form, show
from ui.texts import Texts, texts
from ui.view import job_name


def draw_panel() -> None:
    """Presets, the short form, the quote, all fields, and the way back."""
    session = state.session()
    t = texts(session.language)
    st.header(t("form.title"), anchor=False)
    _draw_presets(t, session)
    if not session.cards:
        return
    _draw_jobs(t, session)
    form = Form(t, session.draft, session.job, load_edition(), session.fault)
    draw_short_form(form)
    if len(session.draft["jobs"]) < MAX_JOBS:
        st.button(t("form.job_add"), key="job.add", type="tertiary", icon=":material/add:", on_click=state.add_job)
    draw_taxpayer(form)
    draw_quote(form)
    draw_all_fields(form)
    if session.preset:
        st.button(
            t("form.reset"),
            key="reset",
            type="tertiary",
            icon=":material/undo:",
            on_click=_open,
            args=(session.preset,),
        )


def _draw_presets(t: Texts, session: state.Session) -> None:
    words = {name: case_name(t, name) for name in EXAMPLES}
    show("preset", session.preset or None)
    st.selectbox(
        t("form.case"),
        list(EXAMPLES),
        index=0 if session.preset else None,
        format_func=words.__getitem__,
        placeholder=t("form.own_case"),
        key="preset",
        on_change=_on_preset,
        persist_state="session",
    )


def _on_preset() -> None:
    if st.session_state["preset"]:
        _open(st.session_state["preset"])


def _open(example: str) -> None:
    clear_quote()
    state.open_example(example)


def _draw_jobs(t: Texts, session: state.Session) -> None:
    """Which job the panel shows; a scenario with one job shows no trace of a list."""
    jobs = range(len(session.draft["jobs"]))
    if len(jobs) == 1:
        return
    show("job", session.job)
    st.pills(
        t("form.job"),
        list(jobs),
        format_func=lambda job: job_name(t, job, session.draft["jobs"][job]["workload"]["kind"]),
        required=True,
        key="job",
        on_change=_on_job,
        persist_state="session",
    )
    st.button(
        t("form.job_remove"),
        key="job.remove",
        type="tertiary",
        icon=":material/delete:",
        on_click=state.remove_job,
        args=(session.job,),
    )


def _on_job() -> None:
    state.set_job(st.session_state["job"])


def case_name(t: Texts, name: str) -> str:
    """A worked case in words."""
    return {
        "qlora-8b-kazakh": t("case.qlora-8b-kazakh"),
        "full-8b": t("case.full-8b"),
        "full-70b-waves": t("case.full-70b-waves"),
        "pretrain-b200": t("case.pretrain-b200"),
        "inference-70b": t("case.inference-70b"),
        "rendering": t("case.rendering"),
        "mixed-server": t("case.mixed-server"),
        "equal-mean-steady": t("case.equal-mean-steady"),
        "equal-mean-waves": t("case.equal-mean-waves"),
    }[name]
