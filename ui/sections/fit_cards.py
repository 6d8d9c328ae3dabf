"""Taking another card that holds the job, one click each."""

from collections.abc import Sequence

import streamlit as st

from data.catalogue import Edition
from ui.forms.coherence import change_card
from ui.sections.fit_nodes import Node
from ui.texts import Texts

MOST_CARDS = 8


def cards(t: Texts, edition: Edition, nodes: Sequence[Node], node: Node) -> None:
    """A button for each of the cheapest other cards on which the job fits."""
    fit = [one for one in nodes if one.fits and one.row.gpu_id != node.row.gpu_id]
    fit.sort(key=lambda one: (one.cost_kzt is None, one.cost_kzt or 0.0))
    others = [one.row.gpu_id for one in fit[:MOST_CARDS]]
    if not others:
        return
    st.markdown(f":small[:gray[{t('fit.other_cards')}]]")
    with st.container(horizontal=True, gap="small", key="take-card"):
        for gpu in others:
            st.button(edition.gpu(gpu).name, key=f"take-{gpu}", on_click=change_card, args=(gpu,))
