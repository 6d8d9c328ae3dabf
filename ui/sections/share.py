"""The link of what is on the screen, and what it promises."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

import streamlit as st

from calc.choices import DemandKind
from calc.errors import EsepError
from data.saved import SavedFault
from data.scenario import Scenario
from ui import address
from ui.address import Place
from ui.link import MAX_LINK_CHARACTERS, LinkContent, encode, save
from ui.qr import MAX_QR_CHARACTERS, qr_code
from ui.quotes import has_quotes, without_quotes
from ui.state import Session, content_of
from ui.texts import Texts
from ui.view import View

WITHOUT_QUOTES, SHORTEN = "share.hide_quotes", "share.shorten"
_SHORTENED = "share.shortened"
_ADDRESS_IF_UNKNOWN = "http://localhost:8501"


@dataclass(frozen=True, slots=True)
class _Shared:
    """What is sent: the scenarios, their token, and the row they are in, if any."""

    content: LinkContent
    token: str
    saved_id: str = ""


def draw_share(view: View, session: Session) -> None:
    """The button and the card under it; links are made when it is opened."""
    t = view.t
    popover = st.popover(t("shell.share"), type="tertiary", icon=":material/link:", key="share", on_change="rerun")
    if not popover.open:
        return
    with popover:
        st.markdown(f"**{t('share.title')}**")
        st.markdown(f":small[:gray[{t('share.promise', date=view.formats.date(view.edition.name))}]]")
        shared = _chosen(t, session)
        if len(shared.token) > MAX_LINK_CHARACTERS:
            _draw_saved_only(t, shared)
        else:
            _draw_link(t, shared)
        st.markdown(f":small[:gray[{t('share.immutable')}]]")


def place_of_address(text: str) -> Place:
    """What a pasted link names, or the text itself where it is no link."""
    text = "".join(text.split())
    given: Mapping[str, list[str]] = parse_qs(urlsplit(text).query)
    if address.SCENARIOS in given:
        return Place(given[address.SCENARIOS][0])
    if address.SAVED in given:
        return Place(saved_id=given[address.SAVED][0])
    return Place(text) if "." in text else Place(saved_id=text)


def _chosen(t: Texts, session: Session) -> _Shared:
    """All that is on the screen, or the same without the user's quotes."""
    if any(map(has_quotes, session.cards)):
        if st.toggle(t("share.without_quotes"), key=WITHOUT_QUOTES):
            content = content_of(tuple(map(without_quotes, session.cards)), session.active)
            return _Shared(content, encode(content))
        st.warning(t("share.contains_quotes"), icon=":material/lock_open:")
    # a link that was opened and not edited is sent on with what its sender saw
    sender = LinkContent(session.cards, session.active, session.sender)
    content = sender if session.sender else content_of(session.cards, session.active)
    return _Shared(content, session.token, session.saved_id)


def _draw_link(t: Texts, shared: _Shared) -> None:
    """The link that needs no database, and a short one by a row that is made when it is asked for."""
    token, made = st.session_state.get(_SHORTENED, ("", ""))
    saved_id = shared.saved_id or (made if token == shared.token else "")
    if isinstance(saved_id, SavedFault):
        st.error(t.word(saved_id), icon=":material/error:")
        saved_id = ""
    if saved_id:
        _draw_short(t, saved_id)
    else:
        st.button(t("share.shorten"), key=SHORTEN, on_click=_shorten, args=(shared,))
    full = _link(Place(shared.token))
    st.markdown(f":small[{t('share.full')}]")
    with st.container(key="share-link"):
        st.code(full, language=None, wrap_lines=True)
    if not saved_id:
        _draw_qr(t, full)


def _shorten(shared: _Shared) -> None:
    try:
        made = save(shared.content)
    except EsepError as error:
        made = SavedFault(str(error.value))
    st.session_state[_SHORTENED] = (shared.token, made)


def _draw_saved_only(t: Texts, shared: _Shared) -> None:
    """Why there is no full link, and the row that takes its place."""
    cause = _cause(t, shared.content.scenarios)
    why = t("share.too_long", cause=cause, characters=len(shared.token), limit=MAX_LINK_CHARACTERS)
    st.markdown(f":small[{why}]")
    try:
        _draw_short(t, shared.saved_id or save(shared.content))
    except EsepError as error:
        st.error(t.word(SavedFault(str(error.value))), icon=":material/error:")


def _cause(t: Texts, scenarios: tuple[Scenario, ...]) -> str:
    """What makes a link long."""
    jobs = [job for scenario in scenarios for job in scenario.jobs]
    if any(job.demand.kind is DemandKind.LOG for job in jobs):
        return t("share.cause.log")
    if any(isinstance(getattr(job.workload, "model", ""), Mapping) for job in jobs):
        return t("share.cause.config")
    return t("share.cause.many")


def _draw_short(t: Texts, saved_id: str) -> None:
    short = _link(Place(saved_id=saved_id))
    with st.container(key="share-short"):
        st.code(short, language=None, wrap_lines=True)
    st.markdown(f":small[:gray[{t('share.saved_here')}]]")
    _draw_qr(t, short)


def _draw_qr(t: Texts, link: str) -> None:
    if len(link) > MAX_QR_CHARACTERS:
        st.markdown(f":small[:gray[{t('share.no_qr')}]]")
        return
    code = qr_code(link)
    with st.container(key="share-qr"):
        st.image(code.svg, width=code.side_px, alt=t("share.qr_alt"))


def _link(here: Place) -> str:
    # Without a language: the reader's browser decides which one it opens in.
    place = (st.context.url or _ADDRESS_IF_UNKNOWN).partition("?")[0].rstrip("/")
    return f"{place}/?{urlencode(here.query)}"
