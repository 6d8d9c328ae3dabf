"""What one browser session holds, and the only ways it changes."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import streamlit as st

from calc.errors import EsepError
from calc.version import ENGINE
from data.examples import EXAMPLES, load_example
from data.scenario import Scenario
from ui import address
from ui.address import NOWHERE, Place
from ui.answer import answer_of, checked
from ui.draft import Draft, draft_of, edited
from ui.link import MAX_LINK_CHARACTERS, MAX_SCENARIOS, LinkContent, Seen, decode, encode, open_saved, save, seen_of

FIRST_EXAMPLE = EXAMPLES[0]
_KEY = "esep"


@dataclass(frozen=True, slots=True)
class Fault:
    """An edit that cannot be reckoned with: the error, and the field that was edited."""

    error: EsepError
    field: str


class NoticeCode(StrEnum):
    """What the app changes by itself."""

    FITTED = "fitted"
    NO_FIT = "no_fit"
    CARD = "card"
    NODE = "node"


class PriceSource(StrEnum):
    """Where a price of another card comes from."""

    LIST = "list"
    QUOTE = "quote"
    NEEDED = "needed"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the app changed by itself, and must say.

    Attributes
    ----------
    code
        What was changed.
    gpu
        The card it is about.
    gpus
        How many are taken now; of a node, how many it holds.
    node
        The server taken.
    rent, buy
        Where the two prices of a new card come from.
    """

    code: NoticeCode
    gpu: str
    gpus: int = 0
    node: str = ""
    rent: PriceSource = PriceSource.LIST
    buy: PriceSource = PriceSource.LIST


@dataclass(slots=True)
class Session:
    """One open browser tab.

    Attributes
    ----------
    language
        Language of the page.
    cards
        One to four scenarios side by side; none while a link that could not be read is all there is.
    active
        The card the panel edits and the pages show.
    draft
        The active card as typed; it differs from the card while ``fault`` stands.
    fault
        Why the draft is not reckoned.
    preset
        Worked example the session came from; empty for a link.
    job
        Job of the active card the panel shows.
    token
        Link of all cards with what is seen of them today; the incoming one until something is edited.
    saved_id
        Row these cards are kept in, where they were opened from one or their link is too long; else empty.
    unsaved
        Why cards whose link is too long are in no row: a reload would lose them.
    written, written_language
        What the address held last; it is read only when it says something else.
    sender
        What the sender of the link saw, by card; empty once anything is edited.
    refused
        Why the link in the address was not opened.
    notices
        What the app changed by itself with the last edit.
    opened
        Set by the router, taken by the page.
    page
        The page shown last; ``None`` before the first.
    log_for
        Job for which a usage log is to be imported, while its demand is still another.
    """

    language: str
    cards: tuple[Scenario, ...] = ()
    active: int = 0
    draft: Draft = field(default_factory=dict)
    fault: Fault | None = None
    preset: str = ""
    job: int = 0
    token: str = ""
    saved_id: str = ""
    unsaved: EsepError | None = None
    written: Place = NOWHERE
    written_language: str = ""
    sender: tuple[Seen, ...] = ()
    refused: EsepError | None = None
    notices: tuple[Notice, ...] = ()
    opened: bool = False
    page: str | None = None
    log_for: int | None = None

    @property
    def scenario(self) -> Scenario:
        """The last valid scenario of the active card."""
        return self.cards[self.active]


def opened_in_this_run() -> bool:
    """Whether the router has opened the session for the page that asks; true once a run."""
    current: Session | None = st.session_state.get(_KEY)
    if current is None or not current.opened:
        return False
    current.opened = False
    return True


def session() -> Session:
    """The session of this run; ``open_session`` has made it."""
    current: Session = st.session_state[_KEY]
    return current


def open_session() -> Session:
    """The session, after the address has been read; the first thing of every run."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = Session(address.language() or address.first_language())
    current = session()
    current.opened = True
    current.language = _asked_language(current)
    incoming = address.place()
    if incoming and incoming != current.written:
        current.written = incoming
        open_place(incoming)
    elif not current.cards and not current.refused:
        open_example(FIRST_EXAMPLE)
    return current


def show_page(page: str) -> None:
    """Say which page is about to be drawn; what was said about an edit is not said again on another."""
    current = session()
    if current.page is not None and page != current.page:
        current.notices = ()
    current.page = page


def write_address() -> None:
    """Say in the address what the session holds; the last thing before a page is drawn."""
    current = session()
    # a link that was refused stays in the address until something is edited, so that it can be looked at
    here = current.written if current.refused else place_of(current)
    address.write(here, current.language)
    current.written, current.written_language = here, current.language


def place_of(current: Session) -> Place:
    """Where the cards are: the row they are kept in, else their token; nowhere when it is too long and unsaved."""
    if current.saved_id:
        return Place(saved_id=current.saved_id)
    return NOWHERE if current.unsaved else Place(current.token)


def open_example(example: str) -> None:
    """Start from a worked example, in place of the active card."""
    current = session()
    current.preset, current.log_for = example, None
    _open(current, load_example(example))


def open_place(here: Place) -> None:
    """Open the scenarios of a link; one that cannot be opened changes nothing and is kept as ``refused``."""
    current = session()
    try:
        content = decode(here.token) if here.token else open_saved(here.saved_id)
        for scenario in content.scenarios:
            answer_of(scenario)
    except EsepError as error:
        current.refused = error
        return
    current.token, current.saved_id, current.unsaved = here.token or encode(content), here.saved_id, None
    current.cards, current.active, current.sender = content.scenarios, content.active, content.seen
    current.refused, current.notices, current.fault = None, (), None
    current.preset = next((name for name in EXAMPLES if load_example(name) == current.scenario), "")
    current.job, current.log_for = 0, None
    current.draft = draft_of(current.scenario)


def edit(values: Mapping[str, Any], edited_field: str = "", notices: tuple[Notice, ...] = ()) -> None:
    """Put values at dotted paths of the active card; a draft that cannot be reckoned keeps the last card."""
    current = session()
    current.draft = edited(current.draft, values)
    current.notices = ()
    try:
        scenario = checked(current.draft)
    except EsepError as error:
        current.fault = Fault(error, edited_field or next(iter(values)))
        return
    _settle(current, scenario)
    current.notices = notices


def refuse(error: EsepError, edited_field: str) -> None:
    """Say why something typed could not even become a draft."""
    session().fault = Fault(error, edited_field)


def set_language(language: str) -> None:
    """Change the language; figures and the link stay."""
    session().language = language


def want_log(job: int | None) -> None:
    """Offer the import of a usage log for a job, or stop offering it."""
    session().log_for = job


def set_job(job: int) -> None:
    """Show another job of the active card in the panel."""
    session().job, session().log_for = job, None


def add_job() -> None:
    """Put a copy of the shown job beside the others and show it."""
    current = session()
    jobs = current.draft["jobs"]
    edit({"jobs": [*jobs, deepcopy(jobs[current.job])]}, f"jobs.{current.job}")
    if current.fault is None:
        current.job = len(jobs)


def remove_job(job: int) -> None:
    """Take a job away; the last one stays."""
    current = session()
    jobs = current.draft["jobs"]
    if len(jobs) > 1:
        current.job, current.log_for = max(0, job - 1), None
        edit({"jobs": [*jobs[:job], *jobs[job + 1 :]]}, "jobs")


def add_card() -> None:
    """Put a copy of the active card beside the others and open it; at most four."""
    current = session()
    if len(current.cards) < MAX_SCENARIOS:
        current.cards = (*current.cards, current.scenario)
        _activate(current, len(current.cards) - 1)


def remove_card(card: int) -> None:
    """Take a card away; the last one stays."""
    current = session()
    if len(current.cards) > 1:
        current.cards = (*current.cards[:card], *current.cards[card + 1 :])
        _activate(current, min(current.active - (card < current.active), len(current.cards) - 1))


def open_card(card: int) -> None:
    """Open another card: the panel edits it and the pages show it."""
    session().log_for = None
    _activate(session(), card)


def content_of(scenarios: tuple[Scenario, ...], active: int) -> LinkContent:
    """Scenarios with what is seen of them today."""
    return LinkContent(scenarios, active, tuple(seen_of(answer_of(scenario), ENGINE) for scenario in scenarios))


def _asked_language(current: Session) -> str:
    # The address speaks only when it says something else than what we wrote there last.
    asked = address.language()
    return asked if asked and asked != current.written_language else current.language


def _open(current: Session, scenario: Scenario) -> None:
    if not current.cards:
        current.cards = (scenario,)
    current.job = min(current.job, len(scenario.jobs) - 1)
    _settle(current, scenario)
    current.draft = draft_of(scenario)


def _settle(current: Session, scenario: Scenario) -> None:
    current.cards = (*current.cards[: current.active], scenario, *current.cards[current.active + 1 :])
    _activate(current, current.active)


def _activate(current: Session, card: int) -> None:
    current.active = card
    current.job = min(current.job, len(current.scenario.jobs) - 1)
    current.draft = draft_of(current.scenario)
    current.fault, current.notices, current.refused, current.sender = None, (), None, ()
    content = content_of(current.cards, card)
    current.token, current.saved_id, current.unsaved = encode(content), "", None
    if len(current.token) > MAX_LINK_CHARACTERS:
        try:
            current.saved_id = save(content)
        except EsepError as error:
            current.unsaved = error
