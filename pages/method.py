"""The method page: how wrong the estimates are, what the figures are made of, and where the facts come from."""

import streamlit as st

from ui.sections.method_headline import headline, paragraph
from ui.sections.method_measured import speeds
from ui.shell import close_page, open_page

view = open_page()
if view is not None:
    t = view.t
    st.title(headline(t), anchor=False)
    st.markdown(paragraph(t))
    speeds(t)
    close_page(view)
