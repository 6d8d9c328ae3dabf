"""What is said in place of an answer about money while nobody has given a price for the chosen card."""

import streamlit as st

from data.price_book import NeededPrice, prices_needed
from ui.verdict import money_scale
from ui.view import View


def draw_price_needed(view: View) -> bool:
    """Title and paragraph while a price is needed; whether one is."""
    needed = prices_needed(view.scenario)
    if not needed:
        return False
    with st.container(key="decision-title"):
        st.title(_title(view, needed), anchor=False)
    with st.container(key="decision-paragraph"):
        st.markdown(" ".join(_sentences(view, needed)))
    return True


def _title(view: View, needed: tuple[NeededPrice, ...]) -> str:
    t, gpu = view.t, view.gpu_name
    if NeededPrice.NODE not in needed:
        return t("needed.title_rent", gpu=gpu)
    node = f"{view.scenario.buy.gpus_per_node} × {gpu}"
    return t("needed.title_node" if len(needed) == 1 else "needed.title_both", node=node, gpu=gpu)


def _sentences(view: View, needed: tuple[NeededPrice, ...]) -> list[str]:
    t, decision = view.t, view.answer.decision
    sentences = [t("needed.no_answer")]
    if NeededPrice.NODE not in needed:
        return sentences
    if NeededPrice.RENT not in needed:
        rent = view.formats.money(decision.rent.present_cost, view.currency, scale=money_scale(view.answer))
        sentences.append(t("needed.rent", rent=rent, years=view.years))
    power = view.formats.kw(view.scenario.site.active_kw_per_node)
    return [*sentences, t("needed.power", power=power)]
