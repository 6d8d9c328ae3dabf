"""Where the two prices of the short form come from, how old they are, and what to think of them."""

import streamlit as st

from calc.decision.quantities import RENT_RATE_FIELDS
from data.price_book import Layer, NeededPrice, Origin, prices_needed, provenance
from data.scenario import Scenario
from ui import state
from ui.forms.widgets import Form
from ui.texts import Texts, as_typed
from ui.view import printed_server

RENT, NODE = 0, 1
_NO_BREAK = "\N{NO-BREAK SPACE}"


def draw_provenance(form: Form) -> None:
    """Two grey lines: the rent and the node."""
    scenario = state.session().scenario
    origins, needed = provenance(scenario, form.edition), prices_needed(scenario)
    rent, node = origins[RENT], origins[NODE]
    t = form.t
    lines = {
        NeededPrice.RENT: t(
            "form.rent_source", value=_rent(t, scenario), source=_source(form, rent), date=_date(form, rent)
        ),
        NeededPrice.NODE: t(
            "form.node_source", value=_node(t, scenario), source=_source(form, node), date=_date(form, node)
        ),
    }
    with st.container(key="provenance", gap="xsmall"):
        for (price, line), origin in zip(lines.items(), (rent, node), strict=True):
            if price in needed:
                st.markdown(f":small[:orange-badge[{t.word(price)}]]")
            else:
                st.markdown(f":small[:gray[{line}]]{_marks(form, origin)}")


def _rent(t: Texts, scenario: Scenario) -> str:
    """The rate in the numbers of the language, which the widget cannot show."""
    rent = scenario.rent
    return t.formats.rate(float(getattr(rent, RENT_RATE_FIELDS[rent.mode])), rent.currency)


def _node(t: Texts, scenario: Scenario) -> str:
    return t.formats.money(scenario.buy.node_price, scenario.buy.currency)


def _source(form: Form, origin: Origin) -> str:
    if origin.layer is Layer.QUOTE:
        return as_typed(origin.source)
    if origin.layer is not Layer.EDITION:
        return form.t("form.typed")
    if origin.fact in form.edition.offers:
        return form.edition.offers[origin.fact].provider
    if origin.fact in form.edition.servers:
        return printed_server(form.t, form.edition.servers[origin.fact])
    return as_typed(origin.source)


def _date(form: Form, origin: Origin) -> str:
    return form.t.formats.date(origin.date) if origin.date else origin.date_text or "–"


def _marks(form: Form, origin: Origin) -> str:
    marks = [form.t("shell.old")] if origin.old else []
    marks += [form.t("shell.assumption")] if origin.assumption else []
    return "".join(f"{_NO_BREAK}:orange-badge[{mark}]" for mark in marks)
