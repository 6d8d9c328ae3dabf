"""The address of the page: ``?s=`` holds the scenarios, or ``?id=`` names a saved row; ``?lang=`` the language.

The address is read only when it holds something new, and written only when it differs, so that reload,
Back, Forward and a change of page all work (an address read on every run would undo the last edit).
"""

from dataclasses import dataclass

import streamlit as st

from data.translations import LANGUAGES

SCENARIOS, SAVED, LANGUAGE = "s", "id", "lang"
DEFAULT_LANGUAGE = "ru"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the scenarios are: in a token, or in a saved row; a token rules where both are given."""

    token: str = ""
    saved_id: str = ""

    @property
    def query(self) -> dict[str, str]:
        """The one parameter of the address, or none."""
        if self.token:
            return {SCENARIOS: self.token}
        return {SAVED: self.saved_id} if self.saved_id else {}

    def __bool__(self) -> bool:
        """Whether the address names any scenarios."""
        return bool(self.token or self.saved_id)


NOWHERE = Place()


def place() -> Place:
    """What the address names."""
    token = st.query_params.get(SCENARIOS, "")
    return Place(token) if token else Place(saved_id=st.query_params.get(SAVED, ""))


def language() -> str:
    """Language in the address; empty when there is none, or not ours."""
    given = st.query_params.get(LANGUAGE, "")
    return given if given in LANGUAGES else ""


def first_language() -> str:
    """Language of a new visitor: that of the browser where a link brought them, else Russian."""
    browser = (st.context.locale or "").partition("-")[0]
    return browser if place() and browser in LANGUAGES else DEFAULT_LANGUAGE


def write(here: Place, language_now: str) -> None:
    """Put both into the address, as one step of the browser's history, if it says otherwise."""
    given = st.query_params.to_dict()
    others = {name: value for name, value in given.items() if name not in (SCENARIOS, SAVED, LANGUAGE)}
    wanted = others | {LANGUAGE: language_now} | here.query
    if given != wanted:
        st.query_params.from_dict(wanted)
