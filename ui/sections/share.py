"""The link of what is on the screen, and what it promises."""

from urllib.parse import parse_qs, urlsplit

import streamlit as st

from ui import address
from ui.quotes import has_quotes, without_quotes
from ui.state import Session, link_of
from ui.view import View

_ADDRESS_IF_UNKNOWN = "http://localhost:8501"


def draw_share(view: View, session: Session) -> None:
    """The button and the card under it; links are made when it is opened."""
    t = view.t
    popover = st.popover(t("shell.share"), type="tertiary", icon=":material/link:", key="share", on_change="rerun")
    if not popover.open:
        return
    with popover:
        st.markdown(f"**{t('share.title')}**")
        st.markdown(f":small[:gray[{t('share.promise', date=view.formats.date(view.edition.name))}]]")
        with st.container(key="share-link"):
            st.code(_address(session.token), language=None, wrap_lines=True)
        if any(map(has_quotes, session.cards)):
            st.warning(t("share.contains_quotes"), icon=":material/lock_open:")
            st.markdown(t("share.without_quotes"))
            with st.container(key="share-link-without-quotes"):
                st.code(_address(_open_token(session)), language=None, wrap_lines=True)
        st.markdown(f":small[:gray[{t('share.immutable')}]]")


def token_of_address(text: str) -> str:
    """The token in a pasted link, or the text itself where it is no link."""
    text = "".join(text.split())
    given = parse_qs(urlsplit(text).query).get(address.SCENARIOS)
    return given[0] if given else text


def _open_token(session: Session) -> str:
    return link_of(tuple(map(without_quotes, session.cards)), session.active)


def _address(token: str) -> str:
    # Without a language: the reader's browser decides which one it opens in.
    place = (st.context.url or _ADDRESS_IF_UNKNOWN).partition("?")[0].rstrip("/")
    return f"{place}/?{address.SCENARIOS}={token}"
