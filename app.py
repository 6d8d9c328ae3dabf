"""The router: the session from the address, the panel, the pages."""

import streamlit as st

from ui.forms.panel import draw_panel
from ui.shell import draw_logo, run_page
from ui.site import navigation
from ui.state import open_session, show_page, write_address
from ui.texts import texts

PANEL_PX = 384

session = open_session()
t = texts(session.language)
st.set_page_config(
    page_title=t("app.name"), page_icon="static/favicon.svg", layout="wide", initial_sidebar_state=PANEL_PX
)
draw_logo(t)
page = navigation(t)
show_page(page.url_path)
with st.sidebar:
    draw_panel()
write_address()
run_page(page, t)
