"""The costs side by side, the plan where it wins; renting is what they are measured against."""

from decimal import Decimal

import streamlit as st

from calc.choices import Branch
from ui.formats.formats import ZERO
from ui.verdict import money_scale, plan_saving_shown, saving_shown
from ui.view import View


def draw_figures(view: View) -> None:
    """Present cost of each option, and the cost of a used GPU-hour under them."""
    t, f, scale, decision = view.t, view.formats, money_scale(view.answer), view.answer.decision
    check = ":material/check_circle:"
    columns = 3 if decision.cheapest is Branch.MIXED else 2
    with st.grid(columns, min_column_width=150, gap="small", key="figures"):
        with st.container(key="figure-rent"):
            st.metric(
                t("decision.metric.rent"),
                f.cost(decision.rent.present_cost, view.currency, scale=scale),
                delta=t("decision.metric.reference"),
                delta_color="gray",
                delta_arrow="off",
                border=True,
                icon=check if decision.cheapest is Branch.RENT else None,
            )
        if decision.cheapest is Branch.MIXED:
            _draw_plan(view)
        with st.container(key="figure-buy"):
            wins = decision.cheapest is Branch.BUY
            st.metric(
                t("decision.metric.buy"),
                f.cost(decision.buy.present_cost, view.currency, scale=scale),
                delta=_difference(view, decision.buy.present_cost, -saving_shown(view.answer)),
                delta_color="green" if wins else "gray",
                delta_arrow="off",
                border=True,
                icon=check if wins else None,
            )
    with st.container(key="figure-per-hour"):
        st.markdown(f":small[:gray[{_per_used_hour(view)}]]")


def _draw_plan(view: View) -> None:
    plan = view.answer.mixed.value
    with st.container(key="figure-plan"):
        st.metric(
            _plan_name(view),
            view.formats.cost(plan.present_cost, view.currency, scale=money_scale(view.answer)),
            delta=_difference(view, plan.present_cost, -plan_saving_shown(view.answer)),
            delta_color="green",
            delta_arrow="off",
            border=True,
            icon=":material/check_circle:",
        )


def _plan_name(view: View) -> str:
    nodes = view.answer.mixed.most_nodes
    t = view.t
    return t("decision.metric.plan", nodes=t.plural("count.nodes", nodes)) if nodes else t("decision.metric.plan_rent")


def _difference(view: View, present_cost: float, shown: Decimal) -> str:
    rent = view.answer.decision.rent.present_cost
    amount = view.formats.difference(shown, money_scale(view.answer))
    if not rent:
        return amount
    share = present_cost / rent - 1
    return view.t("decision.metric.difference", amount=amount, percent=view.formats.percent(share, signed=True))


def _per_used_hour(view: View) -> str:
    t, decision = view.t, view.answer.decision
    values = {
        "rent": _rate(view, decision.rent.cost_per_used_gpu_hour),
        "buy": _rate(view, decision.buy.cost_per_used_gpu_hour),
    }
    if decision.cheapest is not Branch.MIXED:
        return t("decision.per_used_hour", **values)
    plan = _rate(view, view.answer.mixed.value.cost_per_used_gpu_hour)
    return t("decision.per_used_hour_plan", plan=plan, **values)


def _rate(view: View, cost: float | None) -> str:
    return ZERO if cost is None else view.formats.rate(cost, view.currency)
