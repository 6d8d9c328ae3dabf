"""Rules of thumb people quote, with the outcome and the figures of the model."""

import streamlit as st

from calc.rules_of_thumb import Checked, Rule, RuleFacts, RuleOutcome, check_rules, money_rules
from data.catalogue import load_edition
from ui.tables import Column, table_with_rest
from ui.texts.parameters import written
from ui.view import View

_MOST_SHOWN = 12
_COLOURS = {RuleOutcome.HOLDS: "green", RuleOutcome.PARTLY: "gray", RuleOutcome.FAILS: "orange"}


@st.cache_resource(show_spinner=False)
def checked_rules() -> tuple[Checked, ...]:
    """The rules that need facts only; reckoned once a process."""
    edition = load_edition()
    usd_kzt = edition.base("usd_kzt")
    return check_rules(
        RuleFacts(
            gpus=edition.gpus,
            shapes={name: model.shape for name, model in edition.models.items() if model.shape is not None},
            node_prices_kzt={
                name: (server.price_mid_usd * usd_kzt, server.gpu_count) for name, server in edition.servers.items()
            },
            vat_rate=edition.base("vat_rate") / 100,
            places=tuple(fact.place for fact in edition.places.values()),
        )
    )


def rules(view: View) -> None:
    """Draw the table in the order people meet the rules."""
    t, order = view.t, list(Rule)
    found = sorted((*checked_rules(), *money_rules(view.answer)), key=lambda one: order.index(one.rule))
    true = sum(one.outcome is RuleOutcome.HOLDS for one in found)
    st.header(t("method.rules.title", holds=true, total=len(found)), anchor=False)
    st.markdown(f":small[:gray[{t('method.rules.note')}]]")
    columns = [
        Column(t("method.rules.column.rule"), [t.word(one.rule) for one in found], figures=False),
        Column(t("method.rules.column.outcome"), [_outcome(view, one) for one in found], figures=False),
        Column(t("method.rules.column.finding"), [_finding(view, one) for one in found], figures=False),
    ]
    rest = t("method.rules.more", n=len(found) - _MOST_SHOWN)
    table_with_rest(columns, most=_MOST_SHOWN, rest=rest, alt=t("method.rules.alt", holds=true, total=len(found)))


def _outcome(view: View, one: Checked) -> str:
    return f":{_COLOURS[one.outcome]}-badge[{view.t.word(one.outcome)}]"


def _finding(view: View, one: Checked) -> str:
    figures = {name: written(view.t, name, value, view.currency) for name, value in one.figures.items()}
    return view.t(f"finding.{one.rule}", **figures)
