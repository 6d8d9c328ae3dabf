"""The answer in a sentence, and the paragraph under it."""

import streamlit as st

from calc.choices import Verdict
from ui.answer import worst_footprint
from ui.flips import nearest_flips
from ui.sections.decision_options import payback_month
from ui.thresholds import nearest, quantity_value
from ui.verdict import verdict_words
from ui.view import View, price_origin, work_name


def fits(view: View) -> bool:
    """Whether every job fits its card; while one does not, there is no verdict on money."""
    return all(footprint.verdict is not Verdict.DOES_NOT_FIT for footprint in view.answer.footprints)


def draw_verdict(view: View) -> None:
    """Title and paragraph of an answer about money."""
    with st.container(key="decision-title"):
        st.title(verdict_words(view.t, view.answer), anchor=False)
    with st.container(key="decision-paragraph"):
        st.markdown(" ".join(_sentences(view)))


def _sentences(view: View) -> list[str]:
    return [_payback(view), _weakest(view), price_origin(view)]


def _payback(view: View) -> str:
    month = payback_month(view)
    if month is None:
        return view.t("decision.never_pays_back", years=view.years)
    return view.t("decision.pays_back", month=view.formats.number(month))


def _weakest(view: View) -> str:
    near = nearest_flips(view.answer.decision.break_even)
    if not near:
        return view.t("decision.no_weakest")
    quantity, found = near[0]
    point = nearest(found)
    value = quantity_value(view.t, view.answer.plan, quantity, point if point is not None else 0.0)
    return view.t("decision.weakest", quantity=view.t.quantity(quantity), value=value)


def draw_fit_verdict(view: View) -> None:
    """Title while a job does not fit: no verdict on money is given."""
    t = view.t
    number, footprint = worst_footprint(view.answer)
    gpus = view.scenario.jobs[number].parallel.gpus
    cards = f"{gpus} × {view.gpu_name}"
    short = view.formats.gib(footprint.device_gib.mid - footprint.usable_gib)
    with st.container(key="decision-title"):
        st.title(t("fit.title.does_not_fit", work=work_name(view), gpus=cards, short=short), anchor=False)
    with st.container(key="decision-paragraph"):
        st.markdown(t("decision.does_not_fit"))
