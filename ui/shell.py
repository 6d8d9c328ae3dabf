"""The frame of every page: the scenario in one line, what can be done with it, and what is wrong with it."""

import logging
from pathlib import Path
from typing import Any

import streamlit as st

from calc.choices import BreakEvenState, Currency
from calc.errors import ErrorCode, EsepError
from calc.version import ENGINE
from data.catalogue import load_edition
from data.saved import SavedFault
from data.translations import LANGUAGES
from ui import state
from ui.answer import answer_of
from ui.downloads import draw_downloads
from ui.draft import currency_in
from ui.link import MAX_INFLATED_BYTES, Change, LinkFault, changes, seen_of
from ui.sections.share import draw_share, place_of_address
from ui.site import navigation
from ui.texts import Texts, as_typed, texts
from ui.view import View, printed_server, work_name

LOG = logging.getLogger(__name__)
LOGOS = "static/logo-{letters}-{mode}.svg"
NARROW_STYLE = Path(__file__).parents[1] / "static" / "narrow.css"


def draw_logo(t: Texts) -> None:
    """The name over the panel, in the letters of the language and the colours of the mode."""
    letters = "latin" if t.language == "en" else "cyrillic"
    mode = "dark" if st.context.theme.type == "dark" else "light"
    st.logo(LOGOS.format(letters=letters, mode=mode), size="large")


def run_page(page: Any, t: Texts) -> None:
    """Draw a page; a fault of the program is a sentence to the reader and a traceback to the log."""
    try:
        page.run()
    except Exception:
        LOG.exception("page %s", page.title)
        st.error(t("error.page"), icon=":material/error:")


def open_page() -> View | None:
    """Draw the frame; what the page is drawn from, or nothing while there is no scenario to show."""
    _route()
    st.html(NARROW_STYLE)
    session = state.session()
    t = texts(session.language)
    if not session.cards:
        with st.container(horizontal=True, horizontal_alignment="right"):
            _draw_language(t)
        st.title(t("app.tagline"), anchor=False)
        _say_refused(t, session)
        return None
    view = View(t, session.scenario, answer_of(session.scenario), load_edition())
    _draw_first_row(view, session)
    _say_refused(t, session)
    _say_fault(view, session)
    _say_unsaved(t, session)
    _say_changes(view, session)
    _say_notices(view, session)
    return view


def close_page(view: View) -> None:
    """The last line: what the figures stand on."""
    t, finance = view.t, view.scenario.finance
    line = t(
        "shell.facts_line",
        date=view.formats.date(view.edition.name),
        usd_kzt=view.formats.significant(finance.usd_kzt, 4),
        rate=view.formats.percent(finance.discount_rate_per_year, 1 if finance.discount_rate_per_year * 100 % 1 else 0),
        vat=_vat_words(t, finance.vat_recoverable_share if finance.vat_rate else 1.0),
        version=ENGINE,
    )
    with st.container(key="facts-line"):
        st.markdown(f":small[:gray[{line}]]")


def _vat_words(t: Texts, recoverable_share: float) -> str:
    """What becomes of the VAT paid; what does not come back is in the costs."""
    if recoverable_share >= 1:
        return t("shell.vat_recovered")
    if recoverable_share <= 0:
        return t("shell.vat_kept")
    return t("shell.vat_part", share=t.formats.percent_short(recoverable_share))


def _route() -> None:
    # Until st.navigation has been called once in the process, Streamlit takes the pages folder for pages of the
    # old kind and runs one without app.py: a deep link would be the first to meet it.
    if not state.opened_in_this_run():
        navigation(texts(LANGUAGES[0]))
        st.rerun()


def _draw_first_row(view: View, session: state.Session) -> None:
    t = view.t
    line = t("shell.scenario_line", work=work_name(view), gpus=view.peak_gpus, gpu=view.gpu_name, years=view.years)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(key="scenario-line", width="content"):
            st.markdown(line)
        with st.container(horizontal=True, width="content", gap="small", key="page-actions"):
            draw_share(view, session)
            draw_downloads(view)
            _draw_language(t)


def _draw_language(t: Texts) -> None:
    names = {
        "ru": t("shell.language.ru"),
        "kk": t("shell.language.kk"),
        "en": t("shell.language.en"),
    }
    with st.popover(names[t.language], type="tertiary", icon=":material/language:", key="language"):
        for language in LANGUAGES:
            st.button(
                texts(language)("shell.language.own_name"),
                key=f"language-{language}",
                type="tertiary",
                disabled=language == t.language,
                on_click=state.set_language,
                args=(language,),
            )


def _say_refused(t: Texts, session: state.Session) -> None:
    if session.refused is None:
        return
    st.error(refusal(t, session.refused, first=not session.cards), icon=":material/link_off:")
    with st.container(horizontal=True):
        with st.popover(t("link.paste_again"), icon=":material/content_paste:"):
            st.text_input(t("link.paste_here"), key="pasted-link", on_change=_open_pasted)
        if not session.cards:
            st.button(
                t("link.start_from_case"),
                key="start-from-case",
                on_click=state.open_example,
                args=(state.FIRST_EXAMPLE,),
            )


def refusal(t: Texts, error: EsepError, *, first: bool) -> str:
    """Why a link was not opened; ``first`` where there is no calculation from before it."""
    if error.code is not ErrorCode.BAD_LINK:
        return t("link.unknown_name", reason=as_typed(t.error(error)))
    if isinstance(error.value, SavedFault):
        return f"{t.word(error.value)} {t('link.nothing_instead')}"
    match error.value:
        case LinkFault.CUT:
            what = t("link.cut")
        case LinkFault.UNKNOWN_VERSION:
            return t("link.newer")
        case LinkFault.TOO_LARGE:
            key = "link.too_large_first" if first else "link.too_large"
            return t(key, limit=t.formats.number(MAX_INFLATED_BYTES))
        case _:
            what = t("link.altered_first") if first else t("link.altered")
    return f"{what} {t('link.ask_sender')}"


def _open_pasted() -> None:
    here = place_of_address(st.session_state["pasted-link"])
    if here:
        state.open_place(here)


def _say_fault(view: View, session: state.Session) -> None:
    if session.fault:
        t, error = view.t, session.fault.error
        with st.container(key="fault"):
            said = as_typed(t.error(error, currency_in(session.draft, error.field)))
            st.error(f"{said} {t('error.last_valid')}", icon=":material/error:")


def _say_unsaved(t: Texts, session: state.Session) -> None:
    if session.unsaved:
        with st.container(key="unsaved"):
            reason = t.word(SavedFault(str(session.unsaved.value)))
            st.warning(t("link.unsaved", reason=reason), icon=":material/warning:")


def _say_changes(view: View, session: state.Session) -> None:
    if not session.sender:
        return
    then = session.sender[session.active]
    changed = changes(then, seen_of(view.answer, ENGINE))
    if changed:
        what = "; ".join(_change(view, change) for change in changed)
        with st.container(key="changed-since"):
            st.info(view.t("link.changed", what=what, version=then.engine), icon=":material/history:")


def _change(view: View, change: Change) -> str:
    t, currency = view.t, view.currency
    match change.figure:
        case "rent":
            return t("link.seen.rent", then=_money(t, change.then, currency), now=_money(t, change.now, currency))
        case "buy":
            return t("link.seen.buy", then=_money(t, change.then, currency), now=_money(t, change.now, currency))
        case "memory_gib":
            then, now = (t.formats.gib(float(figure)) for figure in (change.then, change.now))
            return t("link.seen.memory_gib", then=then, now=now)
        case "break_even":
            return t("link.seen.break_even", then=_threshold(t, change.then), now=_threshold(t, change.now))
    return t("link.seen.verdict", then=_verdict(t, change.then), now=_verdict(t, change.now))


def _verdict(t: Texts, figure: float | str) -> str:
    # A link of another version may carry a verdict this one does not know.
    key = f"link.verdict.{figure}"
    return t(key) if t.has(key) else as_typed(str(figure))


def _money(t: Texts, amount: float | str, currency: Currency) -> str:
    return t.formats.money(float(amount), currency)


def _threshold(t: Texts, figure: float | str) -> str:
    return t.formats.percent(figure) if isinstance(figure, float) else t.word(BreakEvenState(figure))


def _say_notices(view: View, session: state.Session) -> None:
    for number, notice in enumerate(session.notices):
        with st.container(key=f"notice-{number}"):
            st.info(_notice(view, notice), icon=":material/info:")


def _notice(view: View, notice: state.Notice) -> str:
    t, gpu = view.t, view.edition.gpu(notice.gpu).name
    match notice.code:
        case state.NoticeCode.FITTED:
            return t("notice.fitted", gpus=t.plural("count.gpus", notice.gpus))
        case state.NoticeCode.NO_FIT:
            return t("notice.no_fit", gpu=gpu)
        case state.NoticeCode.NODE:
            return t("notice.node", node=_node(view, notice))
    return f"{_rent_of_card(t, notice, gpu)} {_node_of_card(view, notice, gpu)}"


def _node(view: View, notice: state.Notice) -> str:
    """Name of a server and the cards in it."""
    gpus = view.t.plural("count.gpus", notice.gpus)
    return view.t("notice.node_of", node=printed_server(view.t, view.edition.server(notice.node)), gpus=gpus)


def _rent_of_card(t: Texts, notice: state.Notice, gpu: str) -> str:
    match notice.rent:
        case state.PriceSource.LIST:
            return t("notice.rent_listed")
        case state.PriceSource.QUOTE:
            return t("notice.rent_quoted")
        case state.PriceSource.NEEDED:
            return t("notice.rent_needed", gpu=gpu)


def _node_of_card(view: View, notice: state.Notice, gpu: str) -> str:
    match notice.buy:
        case state.PriceSource.LIST:
            return view.t("notice.node_listed", node=_node(view, notice))
        case state.PriceSource.QUOTE:
            return view.t("notice.node_quoted")
        case state.PriceSource.NEEDED:
            return view.t("notice.node_needed", gpu=gpu)
