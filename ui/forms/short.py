"""The short form: eight answers that make a complete scenario."""

from math import ceil

import streamlit as st

from calc.choices import Currency, DemandKind, Method, RentMode, WeightFormat, WorkloadKind
from ui import state
from ui.answer import answer_of
from ui.formats.formats import SIGNS
from ui.forms.coherence import change_card, change_method, change_model
from ui.forms.demand import draw_demand
from ui.forms.fields import field_at
from ui.forms.pasted_config import draw_pasted_config
from ui.forms.provenance import draw_provenance
from ui.forms.widgets import Form, capital, draw_field, draw_pair, fact_name, number, say_fault, show
from ui.view import config_name

THOUSAND = 1000.0
MONTHS_A_YEAR = 12
_RATE_OF = {
    RentMode.HOURLY: "rent.hourly_rate",
    RentMode.MONTHLY: "rent.monthly_rate",
    RentMode.COMMITTED_1Y: "rent.committed_1y_rate",
    RentMode.COMMITTED_3Y: "rent.committed_3y_rate",
}
_LONGEST_YEARS = 10
_HALF_YEAR = 6
_PREFIX = "short"


def draw_short_form(form: Form) -> None:
    """All of the short form."""
    _draw_work(form)
    left, right = st.columns(2)
    with left:
        _draw_card(form)
    with right:
        _draw_peak(form)
    draw_demand(form)
    left, right = st.columns(2)
    with left:
        _draw_rent(form)
    with right:
        _draw_node(form)
    draw_provenance(form)
    _draw_horizon(form)


def _draw_work(form: Form) -> None:
    kind = form.value("workload.kind")
    if kind in (WorkloadKind.TRAINING, WorkloadKind.INFERENCE):
        _draw_model(form)
        _draw_method(form, kind)
    elif kind == WorkloadKind.RENDERING:
        draw_pair(form, _PREFIX, "workload.frames_per_month", "workload.minutes_per_frame")
    else:
        draw_pair(form, _PREFIX, "workload.memory_gib_per_gpu", "workload.hours_per_run")


def _draw_model(form: Form) -> None:
    models = form.edition.models
    held = form.value("workload.model")
    # a model of which only totals are known cannot be reckoned with
    known = [name for name, model in models.items() if model.shape is not None or name == held]
    options = known if isinstance(held, str) else ["config", *known]
    show("short.model", held if isinstance(held, str) else "config")
    st.selectbox(
        form.t("form.model"),
        options,
        format_func=lambda one: config_name(held) if one == "config" else fact_name(form, models, one),
        key="short.model",
        on_change=_on_model,
        persist_state="session",
    )
    say_fault(form, "workload.model")
    draw_pasted_config(form)


def _on_model() -> None:
    if st.session_state["short.model"] != "config":
        change_model(st.session_state["short.model"])


def _draw_method(form: Form, kind: str) -> None:
    training = kind == WorkloadKind.TRAINING
    field = "workload.method" if training else "workload.weight_format"
    show("short.method", form.value(field))
    st.selectbox(
        form.t("form.method") if training else form.t.name(field),
        [str(choice) for choice in (Method if training else WeightFormat)],
        format_func=lambda one: capital(form.t.word(Method(one) if training else WeightFormat(one))),
        key="short.method",
        on_change=_on_method,
        args=(field,),
        persist_state="session",
    )
    say_fault(form, field)


def _on_method(field: str) -> None:
    change_method(field, st.session_state["short.method"])


def _draw_card(form: Form) -> None:
    gpus = form.edition.gpus
    show("short.gpu", form.value("fleet.gpu"))
    st.selectbox(
        form.t("form.card"),
        list(gpus),
        format_func=lambda one: fact_name(form, gpus, one),
        key="short.gpu",
        on_change=_on_card,
        persist_state="session",
    )
    say_fault(form, "fleet.gpu")


def _on_card() -> None:
    change_card(st.session_state["short.gpu"])


def _draw_peak(form: Form) -> None:
    """Cards at work at once; runs a month, a log and a year by week decide it themselves."""
    settled = answer_of(state.session().scenario).plan.jobs[form.job].demand
    by_itself = form.value("demand.kind") in (DemandKind.RUNS, DemandKind.LOG, DemandKind.WEEKLY)
    peak = ceil(max(settled.weekly_gpus)) if settled.kind is DemandKind.WEEKLY else settled.gpus
    show("short.gpus", peak if by_itself or form.value("demand.runs") else form.value("demand.gpus"))
    st.number_input(
        form.t("form.gpus_at_peak"),
        value=None,  # an emptied field is no value, not zero
        step=1,
        key="short.gpus",
        disabled=by_itself,
        on_change=_on_peak,
        args=(form.job,),
        persist_state="session",
    )
    say_fault(form, "demand.gpus")


def _on_peak(job: int) -> None:
    # Typed GPUs replace the count that runs at the same time would give.
    state.edit({f"jobs.{job}.demand.gpus": st.session_state["short.gpus"], f"jobs.{job}.demand.runs": 0})


def _draw_rent(form: Form) -> None:
    mode = RentMode(form.value("rent.mode"))
    sign = SIGNS[Currency(form.value("rent.currency"))]
    label = form.t("form.rent_month" if mode is RentMode.MONTHLY else "form.rent_rate", currency=sign)
    draw_field(form, field_at(_RATE_OF[mode]), label, _PREFIX)


def _draw_node(form: Form) -> None:
    field = field_at("buy.node_price")
    label = form.t("form.node_price", currency=SIGNS[Currency(form.value("buy.currency"))])
    number(form, field, label, key="short.node_price", factor=1 / THOUSAND, step=10)
    say_fault(form, field.path)


def _draw_horizon(form: Form) -> None:
    months = form.value("finance.horizon_months")
    field = field_at("finance.horizon_months")
    if not isinstance(months, int) or months % _HALF_YEAR or not _HALF_YEAR <= months <= _LONGEST_YEARS * MONTHS_A_YEAR:
        draw_field(form, field, prefix=_PREFIX)
        return
    show("short.years", months / MONTHS_A_YEAR)
    st.slider(
        form.t("form.horizon"),
        min_value=0.5,
        max_value=float(_LONGEST_YEARS),
        step=0.5,
        format="%g",
        key="short.years",
        on_change=_on_horizon,
        persist_state="session",
    )
    say_fault(form, field.path)


def _on_horizon() -> None:
    state.edit({"finance.horizon_months": round(st.session_state["short.years"] * MONTHS_A_YEAR)})
