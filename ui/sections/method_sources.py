"""What is assumed, and where the facts of the answer come from."""

import streamlit as st

from data.price_book import Layer, Origin, provenance
from ui.field_values import currency_of, field_value
from ui.formats.formats import ZERO
from ui.tables import Column, table
from ui.texts import Texts, as_typed
from ui.view import View

_LONGEST_SOURCE = 90


def assumptions(view: View) -> None:
    """The simplifications of the ledger and the inputs nobody states."""
    t = view.t
    st.header(t("method.assumptions.title"), anchor=False)
    st.markdown("\n".join(f"- {words}" for words in _ledger_assumptions(t)))


def _ledger_assumptions(t: Texts) -> tuple[str, ...]:
    return (
        t("method.assumption.step_demand"),
        t("method.assumption.exchange"),
        t("method.assumption.output_vat"),
        t("method.assumption.group"),
        t("method.assumption.tax_calendar"),
        t("method.assumption.gross_up"),
        t("method.assumption.offset"),
        t("method.assumption.idle_power"),
    )


def sources(view: View) -> None:
    """Origin of every figure the answer rests on."""
    t = view.t
    origins = provenance(view.scenario, view.edition)
    st.header(t("method.sources.title"), anchor=False)
    date = view.formats.date(view.scenario.finance.as_of)
    st.markdown(f":small[:gray[{t('method.sources.note', date=date)}]]")
    columns = [
        Column(t("method.sources.column.what"), [t.name(origin.field) for origin in origins], figures=False),
        Column(t("method.sources.column.value"), [_value(view, origin) for origin in origins]),
        Column(t("method.column.date"), [_date(view, origin) for origin in origins], figures=False),
        Column(t("method.sources.column.source"), [_source(t, origin) for origin in origins], figures=False),
        Column(t("method.sources.column.mark"), [_mark(t, origin) for origin in origins], figures=False),
    ]
    assumed = sum(origin.assumption for origin in origins)
    table(columns, alt=t("method.sources.alt", n=len(origins), assumed=assumed))


def _value(view: View, origin: Origin) -> str:
    if origin.field == "fleet.gpu":
        return view.formats.gib(float(origin.value), 1)
    return field_value(view.t, origin.field, origin.value, currency_of(view.scenario, origin.field))


def _date(view: View, origin: Origin) -> str:
    return view.formats.date(origin.date) if origin.date else origin.date_text or ZERO


def _source(t: Texts, origin: Origin) -> str:
    if origin.layer is Layer.TYPED:
        return t.word(origin.layer)
    source = as_typed(origin.source or ZERO)
    return source if len(source) <= _LONGEST_SOURCE else f"{source[:_LONGEST_SOURCE].rstrip()}…"


def _mark(t: Texts, origin: Origin) -> str:
    if origin.old:
        return f":orange-badge[{t('shell.old')}]"
    if origin.assumption:
        return f":orange-badge[{t('shell.assumption')}]"
    return t.word(origin.layer) if origin.layer is Layer.QUOTE else t("method.sources.fact")
