"""The break-even page: above which use a card of one's own is cheaper, and what else would change the answer."""

import streamlit as st

from ui.sections.break_even_headline import headline, paragraph
from ui.sections.break_even_heat import heat
from ui.sections.break_even_layers import layers
from ui.sections.break_even_maps import maps_of
from ui.sections.break_even_nodes import covers, nodes, queue
from ui.sections.break_even_thresholds import thresholds
from ui.sections.break_even_unit_cost import unit_cost
from ui.sections.decision_verdict import draw_fit_verdict, fits
from ui.sections.price_needed import draw_price_needed
from ui.sections.remedies import draw_remedies
from ui.shell import close_page, open_page

view = open_page()
if view is not None:
    if not fits(view):
        draw_fit_verdict(view)
        draw_remedies(view)
    elif not draw_price_needed(view):
        t, answer = view.t, view.answer
        with st.spinner(t("shell.loading_map"), show_time=False):
            maps = maps_of(view.scenario, answer)
        st.title(headline(t, answer), anchor=False)
        st.markdown(paragraph(t, answer))
        layers(view)
        left, right = st.columns(2, gap="medium")
        with left:
            unit_cost(t, answer, maps)
        with right:
            heat(t, answer, maps.heat)
        nodes(view)
        queue(view)
        covers(view)
        thresholds(t, answer)
    close_page(view)
