"""The scenarios page: what differs between up to four of them, and what it costs."""

import streamlit as st

from ui import state
from ui.answer import answer_of
from ui.sections.scenarios_cards import cards
from ui.sections.scenarios_empty import add_button, empty
from ui.sections.scenarios_side import headline, sides
from ui.sections.scenarios_tables import inputs, results
from ui.shell import close_page, open_page

view = open_page()
if view is not None:
    session = state.session()
    side_by_side = sides(view.t, [answer_of(scenario) for scenario in session.cards])
    st.title(headline(side_by_side), anchor=False)
    if len(session.cards) == 1:
        empty(view.t)
    else:
        st.markdown(view.t("scenarios.note"))
        cards(side_by_side, session.cards, session.active)
        inputs(side_by_side, session.cards)
        results(side_by_side)
        add_button(view.t, len(session.cards))
    close_page(view)
