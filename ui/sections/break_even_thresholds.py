"""Every other threshold: where it is, how far from today, and how much the gain moves there."""

from itertools import pairwise

import streamlit as st

from calc.answer import Answer
from calc.choices import BreakEvenState, RentMode
from calc.decision.decision import BreakEven
from calc.decision.quantities import QuantityId
from ui.formats.formats import ZERO
from ui.tables import Column, table
from ui.texts import Texts
from ui.thresholds import nearest, points, quantity_value

_ONE_PERCENT = 0.01
_USE = (QuantityId.UTILIZATION, QuantityId.DEMAND_SCALE)
_PLAIN_TARIFFS = (RentMode.HOURLY, RentMode.MONTHLY)


def thresholds(t: Texts, answer: Answer) -> None:
    """Draw the table of the searched quantities."""
    st.header(t("breakeven.others.title"), anchor=False)
    found = _shown(answer)
    notes = [t("breakeven.others.note")]
    if _leaps(answer, found[QuantityId.HORIZON]):
        notes.append(t("breakeven.others.commitment"))
    st.markdown(f":small[:gray[{' '.join(notes)}]]")
    names = [t.quantity(quantity) for quantity in found]
    columns = [
        Column(t("breakeven.table.quantity"), names, figures=False),
        Column(t("breakeven.table.today"), [_today(t, answer, *item) for item in found.items()]),
        Column(t("breakeven.table.threshold"), [_threshold(t, answer, *item) for item in found.items()]),
        Column(t("breakeven.table.per_percent"), [_per_percent(t, answer, one) for one in found.values()]),
    ]
    table(columns, alt=t("breakeven.others.alt", n=len(found)))


def _shown(answer: Answer) -> dict[str, BreakEven]:
    # The rate in force is the hourly or the monthly one, which have rows of their own, or a committed one.
    plain = answer.plan.rent.mode in _PLAIN_TARIFFS
    return {
        str(quantity): found
        for quantity, found in answer.decision.break_even.items()
        if not (plain and quantity == QuantityId.RENT_RATE)
    }


def _today(t: Texts, answer: Answer, quantity: str, found: BreakEven) -> str:
    return ZERO if found.today is None else quantity_value(t, answer.plan, quantity, found.today)


def _threshold(t: Texts, answer: Answer, quantity: str, found: BreakEven) -> str:
    if found.state is BreakEvenState.FOUND:
        if quantity in _USE and points(found) == (found.low,):
            return t("breakeven.table.any_use")
        if quantity == QuantityId.HORIZON and len(points(found)) > 1:
            return t("breakeven.table.horizons", spans=_spans(t, found))
        return "; ".join(_point(t, answer, quantity, found, point) for point in points(found))
    if found.state is BreakEvenState.NO_EFFECT or quantity == QuantityId.MONTH:
        return t.word(found.state)
    if not found.low:
        high = quantity_value(t, answer.plan, quantity, found.high)
        return t("breakeven.table.searched_to", state=t.word(found.state), high=high)
    low, high = (quantity_value(t, answer.plan, quantity, end) for end in (found.low, found.high))
    return t("breakeven.table.searched", state=t.word(found.state), low=low, high=high)


def _leaps(answer: Answer, horizon: BreakEven) -> bool:
    return answer.plan.rent.mode not in _PLAIN_TARIFFS and len(points(horizon)) > 1


def _spans(t: Texts, found: BreakEven) -> str:
    """Months of horizon at which buying is cheaper: ``4–9; 13–23; 25–60``."""
    edges = [found.low, *points(found), found.high + 1]
    first = 0 if found.buy_cheaper_at_first else 1
    stretches = list(pairwise(edges))[first::2]
    return "; ".join(
        t.formats.range(t.formats.number(start), t.formats.number(after - 1)) for start, after in stretches
    )


def _point(t: Texts, answer: Answer, quantity: str, found: BreakEven, point: float) -> str:
    value = quantity_value(t, answer.plan, quantity, point)
    if not found.today:
        return f"**{value}**"
    share = t.formats.percent(point / found.today - 1, signed=True)
    return t("breakeven.table.with_distance", value=value, distance=share)


def _per_percent(t: Texts, answer: Answer, found: BreakEven) -> str:
    """Change of the gain when the quantity grows by a hundredth of today's value, at the nearest root."""
    point = nearest(found)
    if not found.today or point not in found.roots:
        return ZERO
    slopes = dict(zip(found.roots, found.slopes, strict=False))
    slope = slopes.get(point) if point is not None else None
    if slope is None:
        return ZERO
    return t.formats.money(slope * found.today * _ONE_PERCENT, answer.decision.currency, signed=True)
