"""The router: the session from the address, the panel, the pages."""

import streamlit as st

# Before the imports below: the browser lays the panel out as soon as the run begins, and once only.
st.set_page_config(layout="wide", initial_sidebar_state=384, page_icon="static/favicon.svg")

from ui.forms.panel import draw_panel  # noqa: E402 - see above
from ui.shell import draw_logo  # noqa: E402 - see above
from ui.state import open_session, write_address  # noqa: E402 - see above
from ui.texts import texts  # noqa: E402 - see above

session = open_session()
t = texts(session.language)
st.set_page_config(page_title=t("app.name"))
draw_logo(t)
page = st.navigation(
    [
        st.Page("pages/decision.py", title=t("nav.decision"), url_path="decision", default=True),
        st.Page("pages/break_even.py", title=t("nav.break_even"), url_path="break-even"),
        st.Page("pages/scenarios.py", title=t("nav.scenarios"), url_path="scenarios"),
    ],
    position="top",
)
with st.sidebar:
    draw_panel()
write_address()
page.run()
