"""The cost of one used GPU-hour by utilization: owning against rent."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from calc.answer import Answer
from calc.cost.flows import Array
from calc.decision.heat_map import UnitCostCurve
from ui.charts.canvas import chart_formats, draw
from ui.charts.unit_cost import CostCurve, Ring, unit_cost_chart
from ui.formats.formats import SIGNS
from ui.tables import Column, table_behind
from ui.texts import Texts

_CLIP_AT_RENTS = 2.0
_TABLE_SHARES = np.linspace(0.1, 1.0, 10)
_LABEL_HEIGHT = 0.75
"""Height the word of the own curve stands at, as a share of the chart."""


def unit_cost(t: Texts, answer: Answer, curve: UnitCostCurve) -> None:
    """Draw the curves with their crossings."""
    currency = answer.decision.currency
    top = _CLIP_AT_RENTS * _dearest_rent(curve)
    title = _title(t, curve)
    st.header(title, anchor=False)
    note = t("breakeven.unit.note", unit=SIGNS[currency], top=t.formats.rate(top, currency))
    st.markdown(f":small[:gray[{note}]]")
    alt = t(
        "breakeven.unit.alt",
        finding=title,
        own=t.formats.rate(_at(curve, curve.own), currency),
        hourly=t.formats.rate(_at(curve, curve.hourly), currency),
        monthly=t.formats.rate(_at(curve, curve.monthly), currency),
    )
    drawing = unit_cost_chart(_curves(t, curve, top), _rings(t, curve), clip_at=top, language=t.language, alt_text=alt)
    draw(drawing)
    _behind(t, curve)


def _dearest_rent(curve: UnitCostCurve) -> float:
    """The rent the scale is made for: by the hour, or the month where there is no hourly price."""
    hourly = float(np.nanmax(curve.hourly, initial=0.0))
    return hourly or float(np.nanmin(curve.monthly, initial=np.inf)) or 1.0


def _title(t: Texts, curve: UnitCostCurve) -> str:
    cheaper = curve.own <= curve.hourly
    if curve.crossings_hourly and cheaper[-1]:
        return t("breakeven.unit.title", value=t.formats.percent(curve.crossings_hourly[-1]))
    return t("breakeven.unit.title_always" if cheaper.all() else "breakeven.unit.title_none")


def _curves(t: Texts, curve: UnitCostCurve, top: float) -> list[CostCurve]:
    write = chart_formats(t.language)
    own_at = float(curve.utilizations[int(np.nanargmin(np.abs(curve.own - _LABEL_HEIGHT * top)))])
    hourly = t("breakeven.unit.hourly_at", rate=write.number(_at(curve, curve.hourly)))
    drawn = (
        ("own", False, curve.own, t("breakeven.unit.own"), own_at),
        ("month", True, curve.hourly, hourly, 1.0),
        ("month", False, curve.monthly, t("breakeven.unit.monthly"), 1.0),
    )
    return [
        CostCurve(
            colour, dashed, curve.utilizations.tolist(), cost.tolist(), label, at, [write.number(c) for c in cost]
        )
        for colour, dashed, cost, label, at in drawn
        if np.nanmax(cost, initial=0.0) > 0
    ]


def _rings(t: Texts, curve: UnitCostCurve) -> list[Ring]:
    write = chart_formats(t.language)
    crossings = [(share, curve.hourly) for share in curve.crossings_hourly]
    crossings += [(share, curve.monthly) for share in curve.crossings_monthly]
    return [
        Ring(share, float(np.interp(share, curve.utilizations, rent)), write.percent(share))
        for share, rent in crossings
    ]


def _at(curve: UnitCostCurve, cost: Array) -> float:
    return float(np.interp(curve.utilization, curve.utilizations, cost))


def _behind(t: Texts, curve: UnitCostCurve) -> None:
    def cells(cost: Array) -> Sequence[str]:
        return [t.formats.number(float(c)) for c in np.interp(_TABLE_SHARES, curve.utilizations, cost)]

    columns = [
        Column(t("breakeven.map.utilization"), [t.formats.percent(float(share)) for share in _TABLE_SHARES]),
        Column(t("breakeven.unit.own"), cells(curve.own)),
        Column(t("breakeven.unit.hourly"), cells(curve.hourly)),
        Column(t("breakeven.unit.monthly"), cells(curve.monthly)),
    ]
    table_behind(t("decision.chart.table"), columns, alt=t("breakeven.unit.table_alt"))
