"""Adding the open scenario to the comparison: alone on an empty page, or below the tables."""

import streamlit as st

from ui.link import MAX_SCENARIOS
from ui.state import add_card
from ui.texts import Texts


def empty(t: Texts) -> None:
    """What will be here, how, and the one button."""
    with st.container(border=True, horizontal_alignment="center"):
        st.markdown(f"**{t('scenarios.empty.title')}**", text_alignment="center")
        st.markdown(f":gray[{t('scenarios.empty.how')}]", text_alignment="center")
        st.button(t("scenarios.add"), key="add_card", on_click=add_card, type="primary", icon=":material/add:")


def add_button(t: Texts, count: int) -> None:
    """Add one more, while there is room."""
    full = count >= MAX_SCENARIOS
    st.button(
        t("scenarios.add"),
        key="add_card",
        on_click=add_card,
        icon=":material/add:",
        disabled=full,
    )
    if full:
        st.markdown(f":small[:gray[{t('scenarios.full')}]]")
