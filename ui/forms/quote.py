"""Your quote: prices inside Kazakhstan are not public, so the one you were given is typed here."""

import datetime as dt

import streamlit as st

from calc.choices import Currency
from data.scenario import Scenario
from ui import state
from ui.draft import draft_of
from ui.formats.formats import SIGNS
from ui.forms.widgets import Form, show
from ui.quotes import Quote, Quoted, faults_of, has_quotes, with_quote, without_quotes
from ui.texts import Texts, as_typed

WHAT, PRICE, CURRENCY, VAT, DATE, SOURCE = (
    f"quote.{name}" for name in ("what", "price", "currency", "vat", "date", "source")
)
WITH, WITHOUT = "with", "without"
_REFUSED = "quote.refused"
_LONGEST_SOURCE = 80


def draw_quote(form: Form) -> None:
    """The expander: what was quoted, for how much, with VAT or without, when and by whom."""
    t, scenario = form.t, state.session().scenario
    with st.expander(t("quote.title"), icon=":material/request_quote:", key="quote"):
        st.markdown(f":small[:gray[{t('quote.intro')}]]")
        _draw_price(form)
        left, right = st.columns(2)
        with left:
            st.date_input(t("quote.date"), value=None, format="DD.MM.YYYY", key=DATE)
        with right:
            st.text_input(t("quote.from"), key=SOURCE, max_chars=_LONGEST_SOURCE)
        with st.container(horizontal=True):
            st.button(t("quote.apply"), key="quote.apply", on_click=_apply)
            if has_quotes(scenario):
                st.button(t("quote.remove"), key="quote.remove", type="tertiary", on_click=_remove)
        if st.session_state.get(_REFUSED):
            _draw_faults(t)


def clear_quote() -> None:
    """Forget what was typed, as when another case is opened."""
    for key in (WHAT, PRICE, CURRENCY, VAT, DATE, SOURCE, _REFUSED):
        st.session_state.pop(key, None)


def _draw_faults(t: Texts) -> None:
    """What the quote still lacks, until it lacks nothing."""
    quote = _typed()
    for fault in faults_of(quote):
        st.markdown(f":small[:red[{as_typed(t.error(fault, quote.currency))}]]")


def _draw_price(form: Form) -> None:
    t = form.t
    words = {
        Quoted.RENT_HOUR: t("quote.rent_hour"),
        Quoted.RENT_MONTH: t("quote.rent_month"),
        Quoted.NODE: t("quote.node"),
    }
    st.selectbox(t("quote.what"), [str(one) for one in Quoted], format_func=words.__getitem__, key=WHAT)
    left, right = st.columns(2)
    with left:
        st.number_input(t("quote.price"), value=None, step=100.0, format="%.12g", key=PRICE)
    with right:
        st.selectbox(
            t("quote.currency"),
            [str(Currency.KZT), str(Currency.USD)],
            format_func=lambda one: SIGNS[Currency(one)],
            key=CURRENCY,
        )
    vat = {WITH: t("quote.with_vat"), WITHOUT: t("quote.without_vat")}
    if VAT not in st.session_state:
        show(VAT, WITH)
    st.pills(t("quote.vat"), list(vat), format_func=vat.__getitem__, required=True, key=VAT)


def _typed() -> Quote:
    date: dt.date | None = st.session_state[DATE]
    return Quote(
        what=Quoted(st.session_state[WHAT]),
        price=st.session_state[PRICE],
        currency=Currency(st.session_state[CURRENCY]),
        with_vat=st.session_state[VAT] == WITH,
        date=date.isoformat() if date else "",
        source=st.session_state[SOURCE].strip(),
    )


def _apply() -> None:
    quote = _typed()
    st.session_state[_REFUSED] = bool(faults_of(quote))
    if not st.session_state[_REFUSED]:
        _take(with_quote(state.session().scenario, quote))


def _remove() -> None:
    _take(without_quotes(state.session().scenario))


def _take(scenario: Scenario) -> None:
    # through the draft, so that a price out of bounds is answered like any other
    draft = draft_of(scenario)
    state.edit({part: draft[part] for part in ("rent", "buy", "site")}, "rent.hourly_rate")
