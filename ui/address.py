"""The address of the page: ``?s=`` holds the scenarios, ``?lang=`` the language.

The address is read only when it holds something new, and written only when it differs, so that reload,
Back, Forward and a change of page all work (an address read on every run would undo the last edit).
"""

import streamlit as st

from data.translations import LANGUAGES

SCENARIOS, LANGUAGE = "s", "lang"
DEFAULT_LANGUAGE = "ru"


def token() -> str:
    """Token in the address; empty when there is none."""
    return st.query_params.get(SCENARIOS, "")


def language() -> str:
    """Language in the address; empty when there is none, or not ours."""
    given = st.query_params.get(LANGUAGE, "")
    return given if given in LANGUAGES else ""


def first_language() -> str:
    """Language of a new visitor: that of the browser where a link brought them, else Russian."""
    browser = (st.context.locale or "").partition("-")[0]
    return browser if token() and browser in LANGUAGES else DEFAULT_LANGUAGE


def write(token_now: str, language_now: str) -> None:
    """Put both into the address, as one step of the browser's history, if it says otherwise."""
    wanted = {LANGUAGE: language_now} | ({SCENARIOS: token_now} if token_now else {})
    if any(st.query_params.get(name) != value for name, value in wanted.items()):
        st.query_params.update(wanted)
