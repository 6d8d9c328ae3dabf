"""The pages of the site, in the order of the navigation."""

from typing import Any

import streamlit as st

from ui.texts import Texts


def navigation(t: Texts) -> Any:
    """Draw the navigation; the page the reader asked for."""
    return st.navigation(
        [
            st.Page("pages/decision.py", title=t("nav.decision"), url_path="decision", default=True),
            st.Page("pages/fit.py", title=t("nav.fit"), url_path="fit"),
            st.Page("pages/break_even.py", title=t("nav.break_even"), url_path="break_even"),
            st.Page("pages/scenarios.py", title=t("nav.scenarios"), url_path="scenarios"),
            st.Page("pages/method.py", title=t("nav.method"), url_path="method"),
        ],
        position="top",
    )
