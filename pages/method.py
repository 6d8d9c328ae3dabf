"""The method page: how wrong the estimates are, what the figures are made of, and where the facts come from."""

import streamlit as st

from ui import state
from ui.sections.method_claims import claims
from ui.sections.method_formulas import formulas
from ui.sections.method_headline import headline, paragraph
from ui.sections.method_lines import lines
from ui.sections.method_measured import chart, errors, memory, speeds
from ui.sections.method_rules import rules
from ui.sections.method_sources import assumptions, sources
from ui.shell import close_page, open_page

view = open_page()
if view is not None:
    t = view.t
    st.title(headline(t), anchor=False)
    st.markdown(paragraph(t))
    of_memory, of_speed = memory(t), speeds(t)
    left, right = st.columns((1.3, 1), gap="medium")
    with left:
        chart(t, of_memory)
    with right:
        formulas(view, state.session().job)
    errors(t, of_memory)
    chart(t, of_speed)
    errors(t, of_speed)
    lines(view)
    sources(view)
    assumptions(view)
    rules(view)
    claims(t)
    close_page(view)
