"""Published claims beside what the whole model gives on their inputs."""

from collections.abc import Callable, Mapping

import streamlit as st

from calc.choices import Currency
from calc.decision.claims import ClaimFigure, Recomputed, recompute
from data.claims import published_claims
from ui.tables import Column, table_with_rest
from ui.texts import Texts

_MOST_SHOWN = 10
_AGREES_WITHIN = 0.005
"""Figures in print have two or three digits."""

_Writer = Callable[[Texts, float], str]


@st.cache_resource(show_spinner=False)
def recomputed_claims() -> tuple[Recomputed, ...]:
    """Every claim through the whole model; reckoned once a process."""
    return recompute([published.claim for published in published_claims()])


def claims(t: Texts) -> None:
    """Draw the table."""
    found = recomputed_claims()
    agree = sum(_agrees(one) for one in found)
    st.header(t("method.claims.title", agree=agree, total=len(found)), anchor=False)
    st.markdown(f":small[:gray[{t('method.claims.note')}]]")
    columns = [
        Column(t("method.claims.column.study"), [one.study for one in published_claims()], figures=False),
        Column(t("method.claims.column.figure"), [t.word(one.claim.figure) for one in found], figures=False),
        Column(t("method.claims.column.printed"), [_written(t, one, one.claim.printed) for one in found]),
        Column(t("method.claims.column.ours"), [_written(t, one, one.ours) for one in found]),
        Column(t("method.claims.column.why"), [t.word(one.claim.reason) for one in found], figures=False),
    ]
    rest = t("method.claims.more", n=len(found) - _MOST_SHOWN)
    table_with_rest(columns, most=_MOST_SHOWN, rest=rest, alt=t("method.claims.alt", total=len(found), agree=agree))


def _agrees(one: Recomputed) -> bool:
    return one.difference_share is not None and abs(one.difference_share) <= _AGREES_WITHIN


def _written(t: Texts, one: Recomputed, value: float | None) -> str:
    return t("method.claims.never") if value is None else _WRITERS[one.claim.figure](t, value)


def _hours(t: Texts, value: float) -> str:
    return t.formats.number(value)


def _share(t: Texts, value: float) -> str:
    return t.formats.percent(value, 1)


def _months(t: Texts, value: float) -> str:
    return t.formats.number(value, 1)


def _rate(t: Texts, value: float) -> str:
    return t.formats.rate(value, Currency.USD)


def _amount(t: Texts, value: float) -> str:
    return t.formats.money_full(value, Currency.USD)


_WRITERS: Mapping[ClaimFigure, _Writer] = {
    ClaimFigure.BREAK_EVEN_HOURS: _hours,
    ClaimFigure.BREAK_EVEN_UTILIZATION: _share,
    ClaimFigure.PAYBACK_MONTHS: _months,
    ClaimFigure.OWN_COST_PER_HOUR: _rate,
    ClaimFigure.RENT_COST_PER_HOUR: _rate,
    ClaimFigure.OWN_TOTAL: _amount,
    ClaimFigure.RENT_TOTAL: _amount,
    ClaimFigure.OWN_PER_MONTH: _amount,
    ClaimFigure.RENT_PER_MONTH: _amount,
    ClaimFigure.ENERGY_SHARE: _share,
    ClaimFigure.SAVING_SHARE: _share,
}
