"""What would change the answer, the nearest threshold first."""

import streamlit as st

from calc.decision.decision import BreakEven
from ui.flips import distance, nearest_flips
from ui.thresholds import nearest, quantity_value
from ui.view import View

MOST_SHOWN = 5


def draw_flips(view: View) -> None:
    """Up to five thresholds, then the quantities that have none."""
    t = view.t
    st.header(t("decision.flips.title"), anchor=False)
    st.markdown(f":small[:gray[{t('decision.flips.note')}]]")
    flips = nearest_flips(view.answer.decision.break_even)
    if not flips:
        st.markdown(t("decision.no_weakest"))
    with st.container(key="flips"):
        for quantity, found in flips[:MOST_SHOWN]:
            _draw_flip(view, quantity, found)


def _draw_flip(view: View, quantity: str, found: BreakEven) -> None:
    t, plan = view.t, view.answer.plan
    point, away = nearest(found), distance(found)
    if point is None or away is None or found.today is None:
        return
    value, today = (quantity_value(t, plan, quantity, number) for number in (point, found.today))
    name = t.quantity(quantity)
    head = (
        t("decision.flips.above", quantity=name, value=value)
        if point > found.today
        else t("decision.flips.below", quantity=name, value=value)
    )
    margin = t("decision.flips.margin", today=today, margin=view.formats.percent(abs(away)))
    st.markdown(f"**{head}**  \n:small[:gray[{margin}]]")
