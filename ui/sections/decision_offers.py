"""Every offer of the price book for this demand: the cheapest allowed one, and why others may not be taken."""

import streamlit as st

from calc.answer import Answer
from calc.decision.offers import OfferTable, OfferValue, weigh_offers
from data.catalogue import Offer
from data.price_book import candidates, fill_from_offer, forbidden
from data.scenario import Scenario
from ui import state
from ui.draft import draft_of
from ui.formats import Scale, scale_of
from ui.formats.formats import ZERO
from ui.forms.fields import field_at
from ui.forms.widgets import Form, draw_field
from ui.link import LinkContent, encode
from ui.tables import Column, table_with_rest
from ui.view import View

_KEPT = 64
_MOST_SHOWN = 8
_OFFERED = 3
_FILTERS = ("rent.data_in_kazakhstan", "rent.tenge_only")


def offers_of(scenario: Scenario, answer: Answer) -> OfferTable:
    """Every offer of the card through the whole ledger, reckoned once per scenario."""
    return _offers(encode(LinkContent((scenario,))), scenario, answer)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _offers(token: str, _scenario: Scenario, _answer: Answer) -> OfferTable:  # noqa: ARG001 - the token is the key of the cache
    return weigh_offers(_answer.plan, candidates(_scenario))


def draw_offers(view: View) -> None:
    """Filters, the cheapest allowed offers one press away, and the table; excluded rows are grey with the reason."""
    t = view.t
    found = offers_of(view.scenario, view.answer)
    allowed = [one for one in found.offers if not one.excluded]
    st.header(t("offers.title", allowed=len(allowed), total=len(found.offers)), anchor=False)
    st.markdown(f":small[:gray[{t('offers.note')}]]")
    _draw_filters(view)
    _say_forbidden(view)
    _draw_buttons(view, allowed)
    _draw_table(view, found)


def _draw_filters(view: View) -> None:
    session = state.session()
    form = Form(view.t, session.draft, session.job, view.edition, session.fault)
    for column, path in zip(st.columns((2, 1), vertical_alignment="bottom"), _FILTERS, strict=True):
        with column:
            draw_field(form, field_at(path), prefix="offers")


def _say_forbidden(view: View) -> None:
    reasons = forbidden(view.scenario)
    if reasons:
        why = "; ".join(map(view.t.word, reasons))
        st.warning(view.t("offers.forbidden", why=why), icon=":material/block:")


def _draw_buttons(view: View, allowed: list[OfferValue]) -> None:
    t = view.t
    with st.container(horizontal=True, key="offers"):
        for one in allowed[:_OFFERED]:
            offer = view.edition.offer(one.id)
            taken = view.scenario.rent.offer == offer.id
            st.button(
                t("offers.take", provider=offer.provider, rate=_rate(view, offer)),
                key=f"offer-{offer.id}",
                icon=":material/check:" if taken else None,
                disabled=taken,
                on_click=_take,
                args=(offer.id,),
            )
    if not allowed:
        st.markdown(t("offers.none_allowed"))


def _take(offer_id: str) -> None:
    scenario = fill_from_offer(state.session().scenario, offer_id)
    state.edit({"rent": draft_of(scenario)["rent"]}, "rent.offer")


def _draw_table(view: View, found: OfferTable) -> None:
    t = view.t
    rows = [(one, view.edition.offer(one.id)) for one in found.offers]
    scale = scale_of(*(one.present_cost for one, _ in rows if one.present_cost is not None))
    unit = view.formats.money_unit(scale, view.currency)
    columns = [
        Column(t("offers.column.provider"), [_provider(view, *row) for row in rows], figures=False),
        Column(t("offers.column.place"), [_grey(one, offer.region) for one, offer in rows], figures=False),
        Column(t("offers.column.tier"), [_grey(one, t.word(offer.tier)) for one, offer in rows], figures=False),
        Column(t("offers.column.rate"), [_grey(one, _rate(view, offer)) for one, offer in rows]),
        Column(t("offers.column.cost", unit=unit), [_grey(one, _cost(view, one, scale)) for one, _ in rows]),
        Column(t("fit.column.date"), [_grey(one, _date(view, offer)) for one, offer in rows], figures=False),
        Column(t("offers.column.why"), [_grey(one, _why(view, one)) for one, _ in rows], figures=False),
    ]
    allowed = sum(not one.excluded for one, _ in rows)
    rest = t.plural("offers.more", len(rows) - _MOST_SHOWN)
    table_with_rest(columns, most=_MOST_SHOWN, rest=rest, alt=t("offers.alt", allowed=allowed, total=len(rows)))


def _provider(view: View, one: OfferValue, offer: Offer) -> str:
    return f"**{offer.provider}**" if view.scenario.rent.offer == offer.id else _grey(one, offer.provider)


def _grey(one: OfferValue, text: str) -> str:
    return f":gray[{text}]" if one.excluded else text


def _rate(view: View, offer: Offer) -> str:
    price = offer.price_per_gpu_hour
    return ZERO if price is None else view.formats.rate(price, offer.currency)


def _cost(view: View, one: OfferValue, scale: Scale) -> str:
    return ZERO if one.present_cost is None else view.formats.bare(scale.shown(one.present_cost), scale)


def _date(view: View, offer: Offer) -> str:
    return view.formats.date(offer.provenance.date) if offer.provenance.date else ZERO


def _why(view: View, one: OfferValue) -> str:
    return "; ".join(map(view.t.word, one.excluded)) or ZERO
