"""The running cost of the options, with the month one overtakes rent."""

import streamlit as st

from calc.choices import Branch
from calc.decision.decision import BranchValue
from ui.charts.canvas import chart_formats, draw
from ui.charts.cumulative import Crossing, Curve, cumulative_chart
from ui.sections.decision_options import Option, options, payback_month
from ui.tables import Column, table_behind
from ui.verdict import money_scale, saving_shown
from ui.view import View

_SALE_LINES = ("sale", "selling_cost")
_MONTHS_A_YEAR = 12


def draw_curve(view: View) -> None:
    """Finding, unit, chart and the table behind it."""
    t = view.t
    unit = view.formats.money_unit(money_scale(view.answer), view.currency)
    st.header(_finding(view), anchor=False)
    st.markdown(f":small[:gray[{t('decision.chart.note', unit=unit)}]]")
    curves = [_curve(view, option) for option in options(view)]
    draw(
        cumulative_chart(
            curves,
            _crossing(view),
            language=t.language,
            month_unit=t("chart.month_axis"),
            month_name=t("chart.month"),
            alt_text=f"{_finding(view)}. {_alt(view)}",
            key="cumulative",
        )
    )
    _draw_table(view, curves)


def _finding(view: View) -> str:
    t, month = view.t, payback_month(view)
    plan = view.answer.decision.cheapest is Branch.MIXED
    if month is None:
        return t("decision.chart.rent_stays")
    if month <= 1:
        return t("decision.chart.plan_from_start" if plan else "decision.chart.buy_from_start")
    number = view.formats.number(month)
    return t("decision.chart.plan_overtakes" if plan else "decision.chart.buy_overtakes", month=number)


def _alt(view: View) -> str:
    f, scale, decision = view.formats, money_scale(view.answer), view.answer.decision
    saving = f.money(float(saving_shown(view.answer)) * 10**scale.power, view.currency, scale=scale)
    return view.t(
        "decision.chart.alt",
        years=view.years,
        rent=f.money(decision.rent.present_cost, view.currency, scale=scale),
        buy=f.money(decision.buy.present_cost, view.currency, scale=scale),
        saving=saving,
    )


def _curve(view: View, option: Option) -> Curve:
    cost, name = option.value, option.name
    scale, write = money_scale(view.answer), chart_formats(view.t.language)
    running = [*cost.cumulative_present_cost]
    running[-1] -= _sale(view, cost)
    end = scale.shown(cost.present_cost)
    return Curve(
        colour_id=option.colour_id,
        values=[amount / 10**scale.power for amount in running],
        end=float(end),
        name=name,
        end_label=f"{name} {write.bare(end, scale)}",
        texts=[write.money(amount, view.currency, scale=scale) for amount in running],
    )


def _sale(view: View, cost: BranchValue) -> float:
    """What the last month's sale takes off the running cost [cur]; the sale falls at the end of the month."""
    months = view.answer.decision.horizon_months
    rate = view.scenario.finance.discount_rate_per_year
    cash = sum(cost.months_by_line[line][-1] for line in _SALE_LINES if line in cost.months_by_line)
    return float(cash / (1 + rate) ** (months / _MONTHS_A_YEAR))


def _crossing(view: View) -> Crossing | None:
    decision = view.answer.decision
    month = payback_month(view)
    # in the last month it is the sale that turns the answer, and the dotted fall shows that
    if month is None or not 1 < month < decision.horizon_months:
        return None
    value = decision.rent.cumulative_present_cost[month] / 10 ** money_scale(view.answer).power
    return Crossing(month, value, view.formats.month(month))


def _draw_table(view: View, curves: list[Curve]) -> None:
    t, decision, scale = view.t, view.answer.decision, money_scale(view.answer)
    months = range(decision.horizon_months + 1)
    columns = [Column(t("chart.month"), [view.formats.number(month) for month in months])]
    for curve, option in zip(curves, options(view), strict=True):
        running = option.value.cumulative_present_cost
        cells = [view.formats.bare(scale.shown(amount), scale) for amount in running]
        columns.append(Column(curve.name, cells))
    table_behind(t("decision.chart.table"), columns, alt=_alt(view))
