"""Who pays: the profile fills the tax fields explicitly and says from where; each stays editable."""

import streamlit as st

from calc.choices import Taxpayer
from data.price_book import Layer, Origin, provenance
from data.taxpayers import fill_from_profile, profile_facts
from ui import state
from ui.draft import draft_of
from ui.field_values import currency_of, field_value
from ui.forms.widgets import Form, capital, say_fault, show

PROFILE = "finance.profile"
_KEY = "short.profile"
_NO_BREAK = "\N{NO-BREAK SPACE}"
_FILLED = ("rent", "buy", "finance")


def draw_taxpayer(form: Form) -> None:
    """The selector, and what it filled with sources."""
    show(_KEY, form.value(PROFILE))
    st.selectbox(
        form.t.name(PROFILE),
        [str(profile) for profile in Taxpayer],
        format_func=lambda one: capital(form.t.word(Taxpayer(one))),
        key=_KEY,
        help=form.t("taxpayer.help"),
        on_change=_on_profile,
        persist_state="session",
    )
    say_fault(form, PROFILE)
    facts = {fact.field for fact in profile_facts(Taxpayer(form.value(PROFILE)))}
    if facts:
        with st.popover(form.t("taxpayer.filled"), type="tertiary", icon=":material/receipt_long:"):
            origins = provenance(state.session().scenario, form.edition)
            st.markdown("  \n".join(_line(form, origin) for origin in origins if origin.field in facts))


def _on_profile() -> None:
    scenario = fill_from_profile(state.session().scenario, Taxpayer(st.session_state[_KEY]))
    draft = draft_of(scenario)
    state.edit({part: draft[part] for part in _FILLED}, PROFILE)


def _line(form: Form, origin: Origin) -> str:
    t, scenario = form.t, state.session().scenario
    value = field_value(t, origin.field, origin.value, currency_of(scenario, origin.field))
    source = t.word(origin.layer) if origin.layer is Layer.TYPED else origin.source
    date = t.formats.date(origin.date) if origin.date else ""
    mark = f"{_NO_BREAK}:orange-badge[{t('shell.assumption')}]" if origin.assumption else ""
    named = t("taxpayer.field", field=t.name(origin.field), value=value)
    return f"{named}{mark}  \n:small[:gray[{source} {date}]]"
