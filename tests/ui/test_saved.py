"""What does not fit into a link is in a saved row: the address, reload, Back, other readers, and trouble."""

import random
import sqlite3

import pytest

from calc.choices import Currency
from data.examples import load_example
from data.saved import SavedFault
from data.saved.place import FILE
from tests.ui.app import figures, is_sound, opened, title
from ui.forms import usage_log
from ui.link import MAX_LINK_CHARACTERS, LinkContent, encode, open_saved, save
from ui.quotes import Quote, Quoted, with_quote
from ui.sections.share import SHORTEN, WITHOUT_QUOTES, place_of_address
from ui.texts import texts

HOUR = 3600
WAVES, QLORA = "full-70b-waves", "qlora-8b-kazakh"


def a_year() -> bytes:
    """A year of jobs on a few dozen GPUs: more levels than a link holds."""
    chance = random.Random(3)
    starts = [chance.randrange(8700 * HOUR) for _ in range(600)]
    rows = [f"{start},{start + chance.randrange(HOUR, 200 * HOUR)},{chance.choice((1, 2, 4, 8))}" for start in starts]
    return "\n".join(["start,end,gpus", *rows]).encode()


def with_log(language: str = "en"):
    at = opened(s=encode(LinkContent((load_example(WAVES),))), lang=language)
    at.sidebar.button_group(key="short.demand").set_value("log").run()
    at.sidebar.file_uploader[0].upload("year.csv", a_year(), "text/csv").run()
    at.sidebar.button(key=usage_log.TAKE).click().run()
    assert is_sound(at)
    return at


def shown(at):
    return title(at), figures(at)


def open_share(at):
    at.session_state["share"] = True
    return at.run()


def links(at) -> list[str]:
    return [code.value for code in at.main.code]


def test_a_calculation_with_a_log_is_in_a_row_and_its_address_is_short():
    at = with_log()
    assert "s" not in at.query_params
    assert len(at.query_params["id"]) <= 32
    saved = open_saved(at.query_params["id"]).scenarios[0]
    assert saved == at.session_state["esep"].scenario
    assert len(encode(LinkContent((saved,)))) > MAX_LINK_CHARACTERS


@pytest.mark.parametrize("language", ["ru", "kk", "en"])
def test_a_reload_and_another_reader_see_the_same_figures(language):
    at = with_log()
    again = opened(id=at.query_params["id"], lang=language)
    assert figures(again) == figures(at) if language == "en" else is_sound(again)
    assert again.query_params["id"] == at.query_params["id"]
    assert again.session_state["esep"].scenario == at.session_state["esep"].scenario
    assert not again.info


def test_back_and_forward_go_between_a_row_and_a_token():
    at = opened(s=encode(LinkContent((load_example(QLORA),))), lang="en")
    token, first = at.query_params["s"], shown(at)
    logged = with_log()
    at.query_params.clear()
    at.query_params.update({"id": logged.query_params["id"], "lang": "en"})
    at.run()
    assert shown(at) == shown(logged)
    at.query_params.clear()
    at.query_params.update({"s": token, "lang": "en"})
    assert shown(at.run()) == first
    assert "id" not in at.query_params


def test_an_edit_makes_another_row_and_the_first_stays():
    at = with_log()
    first, before = at.query_params["id"], shown(at)
    at.sidebar.number_input(key="short.node_price").set_value(25.0).run()
    assert at.query_params["id"] != first
    assert shown(opened(id=first, lang="en")) == before
    at.sidebar.number_input(key="short.node_price").set_value(350.0).run()
    assert at.query_params["id"] == first


def test_pages_keep_the_row_in_their_address():
    at = with_log()
    row_id = at.query_params["id"]
    at.query_params.clear()
    at.switch_page("pages/scenarios.py").run()
    assert is_sound(at)
    assert at.query_params["id"] == row_id


@pytest.mark.parametrize("language", ["ru", "kk", "en"])
def test_a_missing_row_shows_no_figures_and_offers_a_start(language):
    at = opened(id="A" * 24, lang=language)
    assert is_sound(at)
    assert not at.metric
    assert at.error[0].value.startswith(texts(language).word(SavedFault.MISSING))
    assert at.query_params["id"] == "A" * 24
    at.main.button(key="start-from-case").click().run()
    assert len(figures(at)) >= 2
    assert "s" in at.query_params


def test_an_altered_row_changes_nothing_that_is_open(home):
    at = with_log()
    row_id = at.query_params["id"]
    before = shown(opened(lang="en"))
    database = sqlite3.connect(home / FILE)
    database.execute("DROP TRIGGER saved_is_immutable")
    database.execute("UPDATE saved SET version = version - 1 WHERE id = ?", (row_id,))
    database.commit()
    database.close()
    other = opened(lang="en")
    other.query_params.clear()
    other.query_params.update({"id": row_id, "lang": "en"})
    other.run()
    assert shown(other) == before
    assert texts("en").word(SavedFault.ALTERED) in other.error[0].value


def test_where_nothing_can_be_saved_the_page_says_that_a_reload_loses_it(monkeypatch, home):
    (home / "file").write_text("")
    monkeypatch.setenv("ESEP_HOME", str(home / "file"))
    at = with_log()
    assert "s" not in at.query_params
    assert "id" not in at.query_params
    assert texts("en").word(SavedFault.UNAVAILABLE) in at.warning[0].value
    at.sidebar.button_group(key="short.demand").set_value("constant").run()
    assert not [one for one in at.warning if texts("en").word(SavedFault.UNAVAILABLE) in one.value]
    assert "s" in at.query_params


def test_the_share_card_of_a_long_calculation_offers_the_row_only_and_says_why():
    at = open_share(with_log())
    assert is_sound(at)
    (link,) = links(at)
    assert link.endswith(f"?id={at.query_params['id']}")
    assert any(texts("en")("share.cause.log") in markdown.value for markdown in at.main.markdown)
    assert len(at.get("image") or at.get("imgs")) == 1


def test_a_short_link_is_made_when_it_is_asked_for():
    at = open_share(opened(s=encode(LinkContent((load_example(WAVES),))), lang="en"))
    (full,) = links(at)
    assert f"?s={at.query_params['s']}" in full
    at.main.button(key=SHORTEN).click()
    open_share(at)
    short, again = links(at)
    assert again == full
    assert open_saved(place_of_address(short).saved_id).scenarios == (load_example(WAVES),)
    assert at.query_params["s"]
    at.sidebar.number_input(key="short.node_price").set_value(25.0)
    open_share(at)
    assert len(links(at)) == 1


def test_a_link_with_quotes_says_so_and_one_without_them_is_a_switch_away():
    quoted = with_quote(load_example(WAVES), Quote(Quoted.RENT_HOUR, 4321.0, Currency.KZT, True, "2026-11-20", "Cloud"))
    at = open_share(opened(s=encode(LinkContent((quoted,))), lang="en"))
    assert texts("en")("share.contains_quotes") in [warning.value for warning in at.warning]
    with_prices = links(at)
    at.main.toggle(key=WITHOUT_QUOTES).set_value(True)
    open_share(at)
    assert not at.warning
    assert links(at) != with_prices
    other = opened(s=place_of_address(links(at)[0]).token, lang="en")
    assert other.session_state["esep"].scenario.rent.quote_from == ""


def test_a_pasted_short_link_is_opened():
    row_id = save(LinkContent((load_example(WAVES),)))
    at = opened(s="2.cut", lang="en")
    at.main.text_input(key="pasted-link").set_value(f"https://esep.example/?lang=kk&id={row_id}").run()
    assert len(figures(at)) >= 2
    assert at.query_params["id"] == row_id
