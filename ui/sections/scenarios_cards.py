"""The scenarios as cards: gain, options as bars on one scale, payback, and the ways to open or remove one."""

from collections.abc import Sequence

import streamlit as st

from calc.choices import Verdict
from data.price_book import prices_needed
from data.scenario import Scenario
from ui.answer import worst_footprint
from ui.charts.canvas import chart_formats, draw
from ui.charts.scenario_bars import OptionBar, scenario_bars
from ui.comparison import compare
from ui.formats import scale_of
from ui.sections.scenarios_side import Sides
from ui.state import open_card, remove_card


def cards(side_by_side: Sides, scenarios: Sequence[Scenario], active: int) -> None:
    """Draw a card for each scenario."""
    for side, column in enumerate(st.columns(len(scenarios), gap="small")):
        with column, st.container(border=True, height="stretch"):
            _card(side_by_side, scenarios, side)
            _actions(side_by_side, side, active)


def _card(side_by_side: Sides, scenarios: Sequence[Scenario], side: int) -> None:
    t = side_by_side.t
    st.markdown(f"**{_title(side_by_side, scenarios, side)}**")
    needed = prices_needed(scenarios[side])
    for price in needed:
        st.markdown(f":orange-badge[{t.word(price)}]")
    if not needed:
        _money(side_by_side, side)
    _, footprint = worst_footprint(side_by_side.answers[side])
    if footprint.verdict is not Verdict.FITS:
        st.markdown(f":orange-badge[{t.word(footprint.verdict)}]")


def _money(side_by_side: Sides, side: int) -> None:
    t, decision = side_by_side.t, side_by_side.answers[side].decision
    st.metric(
        t("scenarios.card.gain", years=t.years(decision.horizon_months)),
        side_by_side.money(side, side_by_side.gain(side)),
        delta=_to_base(side_by_side, side),
        delta_color="gray",
        delta_arrow="off",
    )
    _bars(side_by_side, side)
    month = decision.discounted_payback_month
    if month is None:
        st.markdown(t("scenarios.card.no_payback"))
    else:
        st.markdown(t("scenarios.card.payback_month", month=t.formats.month(month)))


def _title(side_by_side: Sides, scenarios: Sequence[Scenario], side: int) -> str:
    t, letter = side_by_side.t, side_by_side.letters[side]
    if side == 0:
        return t("scenarios.card.base", letter=letter)
    changed = len(compare([scenarios[0], scenarios[side]]).places)
    return t("scenarios.card.changed", letter=letter, n=changed)


def _to_base(side_by_side: Sides, side: int) -> str | None:
    if side == 0:
        return side_by_side.t("scenarios.card.reference")
    if not side_by_side.one_currency:
        return None
    change = float(side_by_side.gain(side) - side_by_side.gain(0))
    scale = max(scale_of(change), side_by_side.scale(0), side_by_side.scale(side), key=lambda one: one.power)
    amount = side_by_side.t.formats.difference(scale.shown(change), scale)
    return side_by_side.t("scenarios.card.to_base", amount=amount)


def _bars(side_by_side: Sides, side: int) -> None:
    t = side_by_side.t
    decision = side_by_side.answers[side].decision
    options = (("month", "chart.rent", decision.rent), ("own", "chart.buy", decision.buy))
    write, scale = chart_formats(t.language), side_by_side.scale(side)
    bars = [
        OptionBar(
            colour,
            t(word),
            float(side_by_side.shown_cost(side, cost.present_cost)),
            write.money(cost.present_cost, side_by_side.currency(side), scale=scale),
        )
        for colour, word, cost in options
    ]
    top = max(
        side_by_side.shown_cost(number, cost.present_cost)
        for number, answer in enumerate(side_by_side.answers)
        for cost in (answer.decision.rent, answer.decision.buy)
    )
    alt = t(
        "scenarios.card.alt",
        letter=side_by_side.letters[side],
        rent=side_by_side.money(side, decision.rent.present_cost),
        buy=side_by_side.money(side, decision.buy.present_cost),
        gain=side_by_side.money(side, side_by_side.gain(side)),
    )
    draw(scenario_bars(bars, top=float(top), language=t.language, alt_text=alt, key=f"scenario_bars_{side}"))


def _actions(side_by_side: Sides, side: int, active: int) -> None:
    t = side_by_side.t
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if side == active:
            st.badge(t("scenarios.card.opened"), color="gray")
        else:
            st.button(t("scenarios.open"), key=f"open_card_{side}", on_click=open_card, args=(side,), type="tertiary")
        if len(side_by_side.answers) > 1:
            st.button(
                t("scenarios.remove_short"),
                key=f"remove_card_{side}",
                on_click=remove_card,
                args=(side,),
                type="tertiary",
            )
