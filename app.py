"""The router: the session from the address, the panel, the pages."""

import streamlit as st

from ui.forms.panel import draw_panel
from ui.shell import draw_logo
from ui.state import open_session, write_address
from ui.texts import texts

PANEL_PX = 384

session = open_session()
t = texts(session.language)
st.set_page_config(
    page_title=t("app.name"), page_icon="static/favicon.svg", layout="wide", initial_sidebar_state=PANEL_PX
)
draw_logo(t)
page = st.navigation(
    [
        st.Page("pages/decision.py", title=t("nav.decision"), url_path="decision", default=True),
        st.Page("pages/fit.py", title=t("nav.fit"), url_path="fit"),
        st.Page("pages/break_even.py", title=t("nav.break_even"), url_path="break-even"),
        st.Page("pages/scenarios.py", title=t("nav.scenarios"), url_path="scenarios"),
    ],
    position="top",
)
with st.sidebar:
    draw_panel()
write_address()
page.run()
