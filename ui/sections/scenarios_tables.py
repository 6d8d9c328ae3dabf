"""What differs between the scenarios: inputs, marked, and results with the difference to the first."""

from collections.abc import Callable, Sequence

import streamlit as st

from calc.choices import Currency
from calc.decision.decision import Decision
from data.scenario import Scenario
from ui.comparison import Place, compare, name_of, value_of
from ui.formats.formats import ZERO
from ui.sections.scenarios_side import Sides
from ui.tables import Column, table, table_with_rest

_MOST_SHOWN = 15
"""Inputs that stand open; the rest wait in an expander."""
_RESULTS: tuple[tuple[str, Callable[[Decision], float]], ...] = (
    ("decision.metric.rent", lambda decision: decision.rent.present_cost),
    ("decision.metric.buy", lambda decision: decision.buy.present_cost),
    ("scenarios.results.first_month", lambda decision: sum(decision.buy.monthly_total[:2])),
)


def inputs(side_by_side: Sides, scenarios: Sequence[Scenario]) -> None:
    """The fields that differ; a value other than the base's is marked."""
    t = side_by_side.t
    found = compare(scenarios)
    st.header(t("scenarios.inputs.title"), anchor=False)
    if not found.places and not found.apart:
        st.markdown(t("scenarios.inputs.same"))
        return
    note = t("scenarios.inputs.note", hidden=found.equal, total=found.total)
    st.markdown(f":small[:gray[{note}]]")
    jobs = max(len(scenario.jobs) for scenario in scenarios)
    names = [name_of(t, place, jobs, _price_currency(scenarios[0], place)) for place in found.places]
    names = [*([t("scenarios.inputs.of_own")] if found.apart else []), *names]
    columns = [Column(t("scenarios.inputs.column"), names, figures=False)]
    for side, letter in enumerate(side_by_side.letters):
        cells = [
            _marked(value_of(t, place.field, values[side]), differs=values[side] != values[0])
            for place, values in zip(found.places, found.values, strict=True)
        ]
        own = t.formats.number(found.of_own[side]) if found.of_own[side] else ZERO
        columns.append(Column(letter, [*([own] if found.apart else []), *cells]))
    alt = t("scenarios.inputs.alt", n=len(found.places), hidden=found.equal)
    rest = t.plural("scenarios.inputs.more", len(names) - _MOST_SHOWN)
    table_with_rest(columns, most=_MOST_SHOWN, rest=rest, alt=alt)


def results(side_by_side: Sides) -> None:
    """Costs of every scenario, with the difference to the base."""
    t, scale = side_by_side.t, side_by_side.table_scale
    st.header(t("scenarios.results.title"), anchor=False)
    note = t("scenarios.results.note", unit=t.formats.money_unit(scale, side_by_side.currency(0)))
    st.markdown(f":small[:gray[{note}]]")
    columns = [Column(t("scenarios.results.column"), [t(key) for key, _ in _RESULTS], figures=False)]
    base = [scale.shown(read(side_by_side.answers[0].decision)) for _, read in _RESULTS]
    for side, letter in enumerate(side_by_side.letters):
        shown = [scale.shown(read(side_by_side.answers[side].decision)) for _, read in _RESULTS]
        columns.append(Column(letter, [t.formats.bare(value, scale) for value in shown]))
        if side:
            changes = [
                t.formats.bare(value - first, scale, signed=True) if side_by_side.one_currency else ZERO
                for value, first in zip(shown, base, strict=True)
            ]
            columns.append(Column("Δ", changes))
    table(columns, alt=t("scenarios.results.alt", n=len(side_by_side.answers)))


def _marked(text: str, *, differs: bool) -> str:
    return f":blue-background[**● {text}**]" if differs else text


def _price_currency(scenario: Scenario, place: Place) -> Currency:
    part = place.field.path.split(".", 1)[0]
    return scenario.buy.currency if part == "buy" else scenario.rent.currency if part == "rent" else Currency.KZT
