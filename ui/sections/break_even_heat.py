"""Gain of buying over horizon and utilization, with the zero line and the reader's case."""

from collections.abc import Iterator

import numpy as np
import streamlit as st

from calc.answer import Answer
from calc.decision.decision import UseThresholds
from calc.decision.heat_map import HeatMap
from ui.charts.canvas import draw
from ui.charts.heat_map import HeatWords, Place, heat_map_chart
from ui.formats import Scale, scale_of
from ui.tables import Column, table_behind
from ui.texts import Texts

_YEAR = 12
_MOST_TICKS = 6
_SHORT_MONTHS, _LONG_MONTHS = 24, 60
_TABLE_SHARES = np.linspace(0.1, 1.0, 10)
_NEAR = 1e-9


def heat(t: Texts, answer: Answer, found: HeatMap) -> None:
    """Draw the map."""
    currency = answer.decision.currency
    gains = found.npv_of_buying.T
    scale = scale_of(float(np.abs(gains).max()))
    unit = t.formats.money_unit(scale, currency)
    title = _title(t, found)
    st.header(title, anchor=False)
    notes = [t("breakeven.map.note", unit=unit)]
    notes.extend(_limits(t, answer.decision.use_thresholds))
    st.markdown(f":small[:gray[{' '.join(notes)}]]")
    years, share = t.years(found.horizon_months), t.formats.percent(found.utilization)
    words = HeatWords(
        buy=t("breakeven.map.buy"),
        rent=t("breakeven.map.rent"),
        you=t("breakeven.map.you", years=years, utilization=share),
        horizon=t("breakeven.map.horizon_months"),
        vertical=t("breakeven.map.utilization"),
        gain=t("breakeven.map.gain_in", unit=unit),
    )
    alt = t(
        "breakeven.map.alt",
        finding=title,
        years=years,
        utilization=share,
        gain=t.formats.money(answer.decision.npv_of_buying, currency),
    )
    drawing = heat_map_chart(
        found.horizons_months,
        found.utilizations,
        gains,
        Place(found.horizon_months, found.utilization),
        words,
        language=t.language,
        ticks=[(months, t.years(months)) for months in _years(found)],
        gain_per_unit=10.0**scale.power,
        alt_text=alt,
    )
    draw(drawing)
    _behind(t, found, scale)


def _limits(t: Texts, use: UseThresholds) -> Iterator[str]:
    """How far the demand can go: to what its waves hold, and to what the months with work hold."""
    if use.held < use.most - _NEAR:
        yield t("breakeven.map.beyond", held=t.formats.percent(use.held))
    if use.most < 1 - _NEAR:
        yield t("breakeven.map.most", most=t.formats.percent(use.most))


def _title(t: Texts, found: HeatMap) -> str:
    short, long = (_threshold(found, months) for months in (_SHORT_MONTHS, _LONG_MONTHS))
    if short is None or long is None:
        return t("breakeven.map.title_plain")
    low, high = t.formats.percent(short), t.formats.percent(long)
    return t("breakeven.map.title", short=t.years(_SHORT_MONTHS), long=t.years(_LONG_MONTHS), low=low, high=high)


def _threshold(found: HeatMap, months: int) -> float | None:
    """The one utilization at which the answer changes at a horizon; ``None`` where there is not one."""
    nearest = int(np.argmin(np.abs(found.horizons_months - months)))
    line = found.zero_line[nearest]
    return line[0] if len(line) == 1 and found.horizons_months[nearest] == months else None


def _years(found: HeatMap) -> list[int]:
    first, last = int(found.horizons_months[0]), int(found.horizons_months[-1])
    step = _YEAR * -(-last // (_YEAR * _MOST_TICKS))
    return [months for months in range(step, last + 1, step) if months >= first]


def _behind(t: Texts, found: HeatMap, scale: Scale) -> None:
    shares = _TABLE_SHARES[found.utilizations[-1] + _NEAR >= _TABLE_SHARES]
    columns = [Column(t("breakeven.map.utilization"), [t.formats.percent(float(share)) for share in shares])]
    for months in _years(found):
        row = int(np.argmin(np.abs(found.horizons_months - months)))
        gains = np.interp(shares, found.utilizations, found.npv_of_buying[row])
        cells = [t.formats.bare(scale.shown(float(gain)), scale, signed=True) for gain in gains]
        columns.append(Column(t.years(months), cells))
    table_behind(t("decision.chart.table"), columns, alt=t("breakeven.map.table_alt"))
