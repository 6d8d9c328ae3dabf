"""The cost of one used GPU-hour by utilization: owning against rent."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from calc.answer import Answer
from calc.choices import RentMode
from calc.cost.flows import Array
from calc.decision.heat_map import UnitCostCurve
from ui.charts.canvas import chart_formats, draw
from ui.charts.unit_cost import CostCurve, Ring, unit_cost_chart
from ui.formats.formats import SIGNS
from ui.sections.break_even_headline import at_any_use, gain_of_use
from ui.sections.break_even_maps import Maps
from ui.tables import Column, table_behind
from ui.texts import Texts

_CLIP_AT_RENTS = 2.0
_TABLE_SHARES = np.linspace(0.1, 1.0, 10)
_NEAR = 1e-9


def unit_cost(t: Texts, answer: Answer, maps: Maps) -> None:
    """Draw the curves with their crossings."""
    currency, curve, tariffs = answer.decision.currency, maps.curve, _tariffs(t, answer, maps)
    top = _CLIP_AT_RENTS * max((float(np.nanmin(one.cost)) for one in tariffs), default=1.0)
    title = unit_title(t, answer)
    st.header(title, anchor=False)
    note = t("breakeven.unit.note", unit=SIGNS[currency], top=t.formats.rate(top, currency))
    st.markdown(f":small[:gray[{note}]]")
    alt = t(
        "breakeven.unit.alt",
        finding=title,
        own=t.formats.rate(_at(curve, curve.own), currency),
        hourly=t.formats.rate(_at(curve, curve.hourly), currency),
        in_force=t.formats.rate(_at(curve, curve.in_force), currency),
    )
    curves, rings = _curves(t, curve, tariffs), _rings(t, curve, tariffs)
    draw(unit_cost_chart(curves, rings, clip_at=top, language=t.language, alt_text=alt))
    _behind(t, curve, tariffs)


@dataclass(frozen=True, slots=True)
class _Tariff:
    """A way to rent: its name, its cost of a used hour, where owning costs the same, and how it is drawn.

    Only the tariff of the plan has crossings: a ring marks a threshold of this scenario.
    """

    name: str
    cost: Array
    crossings: tuple[float, ...]
    dashed: bool


def _tariffs(t: Texts, answer: Answer, maps: Maps) -> list[_Tariff]:
    curve, mode, thresholds = maps.curve, answer.plan.rent.mode, _crossings(answer)
    hourly = mode is RentMode.HOURLY
    by_hour = _Tariff(t("breakeven.unit.hourly"), curve.hourly, thresholds if hourly else (), dashed=True)
    if hourly:
        other = _Tariff(t("breakeven.unit.monthly"), curve.monthly, (), dashed=False)
    else:
        other = _Tariff(t.word(mode), curve.in_force, thresholds, dashed=False)
    return [tariff for tariff in (by_hour, other) if np.nanmax(tariff.cost, initial=0.0) > 0]


def _crossings(answer: Answer) -> tuple[float, ...]:
    # At no use at all there is no hour to cost anything.
    return tuple(share for share in answer.decision.use_thresholds.points if share > 0)


def unit_title(t: Texts, answer: Answer) -> str:
    """Where an own hour begins to be cheaper than an hour on the tariff of the plan."""
    use, mode = answer.decision.use_thresholds, answer.plan.rent.mode
    gain = gain_of_use(use)
    if gain is None:
        return t("breakeven.unit.title_none")
    if at_any_use(use):
        return t("breakeven.unit.title_always")
    value = t.formats.percent(gain[0])
    if mode is RentMode.HOURLY:
        return t("breakeven.unit.title", value=value)
    return t("breakeven.unit.title_tariff", value=value, tariff=t.word(mode))


def _curves(t: Texts, curve: UnitCostCurve, tariffs: Sequence[_Tariff]) -> list[CostCurve]:
    write = chart_formats(t.language)

    def drawn(colour: str, cost: Array, label: str, *, dashed: bool) -> CostCurve:
        texts = [write.number(c) for c in cost]
        return CostCurve(colour, dashed, curve.utilizations.tolist(), cost.tolist(), label, texts)

    curves = [drawn("own", curve.own, t("breakeven.unit.own"), dashed=False)]
    for tariff in tariffs:
        price = write.number(_at(curve, tariff.cost))
        label = t("breakeven.unit.hourly_at", rate=price) if tariff.dashed else tariff.name
        curves.append(drawn("month", tariff.cost, label, dashed=tariff.dashed))
    return curves


def _rings(t: Texts, curve: UnitCostCurve, tariffs: Sequence[_Tariff]) -> list[Ring]:
    write = chart_formats(t.language)
    return [
        Ring(share, float(np.interp(share, curve.utilizations, tariff.cost)), write.percent(share))
        for tariff in tariffs
        for share in tariff.crossings
    ]


def _at(curve: UnitCostCurve, cost: Array) -> float:
    return float(np.interp(curve.utilization, curve.utilizations, cost))


def _behind(t: Texts, curve: UnitCostCurve, tariffs: Sequence[_Tariff]) -> None:
    shares = _TABLE_SHARES[curve.utilizations[-1] + _NEAR >= _TABLE_SHARES]

    def cells(cost: Array) -> Sequence[str]:
        return [t.formats.number(float(c)) for c in np.interp(shares, curve.utilizations, cost)]

    columns = [
        Column(t("breakeven.map.utilization"), [t.formats.percent(float(share)) for share in shares]),
        Column(t("breakeven.unit.own"), cells(curve.own)),
        *(Column(tariff.name, cells(tariff.cost)) for tariff in tariffs),
    ]
    table_behind(t("decision.chart.table"), columns, alt=t("breakeven.unit.table_alt"))
