"""A model that is in no catalogue: its ``config.json``, pasted."""

import json

import streamlit as st

from calc.errors import ErrorCode, EsepError
from ui import state
from ui.draft import full_path
from ui.forms.coherence import change_model
from ui.forms.widgets import Form

TEXT = "pasted-config"
_SHOWN_CHARACTERS = 80
_MOST_CHARACTERS = 50_000


def draw_pasted_config(form: Form) -> None:
    """A card with room for the text; nothing is reckoned until the button is pressed."""
    t = form.t
    with st.popover("config.json", type="tertiary", icon=":material/data_object:", key="config"):
        st.text_area(t("form.config.text"), key=TEXT, max_chars=_MOST_CHARACTERS, height=200)
        st.button(t("form.config.take"), key="config.take", on_click=_take, args=(form.job,))


def _take(job: int) -> None:
    text = st.session_state[TEXT]
    try:
        config = json.loads(text)
    except (ValueError, RecursionError):
        config = None
    if isinstance(config, dict):
        change_model(config)
        return
    field = full_path("workload.model", job)
    state.refuse(EsepError(ErrorCode.BAD_JSON, field, text.strip()[:_SHOWN_CHARACTERS], "JSON"), field)
