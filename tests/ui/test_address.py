"""What the address holds and what it does: links, reload, Back, languages, refusals."""

import pytest

from data.examples import EXAMPLES, load_example
from tests.ui.app import figures, is_sound, opened, title
from ui.link import LinkContent, Seen, decode, encode
from ui.texts import texts

QLORA, WAVES = EXAMPLES[0], "full-70b-waves"


def token_of(*examples: str, active: int = 0) -> str:
    return encode(LinkContent(tuple(map(load_example, examples)), active))


def content(at):
    return decode(at.query_params["s"])


def test_a_first_visit_opens_a_case_in_russian_and_says_so_in_the_address():
    at = opened()
    assert is_sound(at)
    assert at.query_params["lang"] == "ru"
    assert content(at).scenarios == (load_example(QLORA),)
    assert at.sidebar.selectbox(key="preset").value == QLORA


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_link_gives_the_same_scenario_and_figures_in_every_language(example):
    token = token_of(example)
    pages = {language: opened(s=token, lang=language) for language in ("ru", "kk", "en")}
    assert len({title(at) for at in pages.values()}) == 3
    assert {content(at).scenarios for at in pages.values()} == {(load_example(example),)}
    assert figures(pages["ru"]) == figures(pages["kk"])
    assert {at.query_params["s"] for at in pages.values()} == {token}


def test_an_edit_is_in_the_address_and_a_reload_keeps_it():
    at = opened()
    at.sidebar.number_input(key="short.node_price").set_value(25.0).run()
    assert content(at).scenarios[0].buy.node_price == 25_000
    again = opened(**at.query_params)
    assert title(again) == title(at)
    assert again.sidebar.number_input(key="short.node_price").value == 25.0


def test_back_undoes_and_forward_does_again():
    at = opened()
    before, title_before = at.query_params["s"], title(at)
    at.sidebar.selectbox(key="preset").set_value(WAVES).run()
    after, title_after = at.query_params["s"], title(at)
    assert title_after != title_before
    at.query_params["s"] = before
    assert title(at.run()) == title_before
    at.query_params["s"] = after
    assert title(at.run()) == title_after


def test_pages_keep_the_scenario_and_write_it_into_their_address():
    at = opened(s=token_of(WAVES), lang="en")
    for page in ("pages/scenarios.py", "pages/decision.py"):
        at.query_params.clear()  # what the browser does on a change of page
        at.switch_page(page).run()
        assert is_sound(at)
        assert content(at).scenarios == (load_example(WAVES),)
        assert at.query_params["lang"] == "en"


def test_several_scenarios_open_at_the_one_that_was_open():
    at = opened(s=token_of(QLORA, WAVES, active=1), lang="en")
    alone = opened(s=token_of(WAVES), lang="en")
    assert title(at) == title(alone)
    assert len(content(at).scenarios) == 2


@pytest.mark.parametrize("language", ["ru", "kk", "en"])
def test_a_broken_link_shows_no_figures_to_a_new_reader_and_offers_a_start(language):
    token = token_of(WAVES)
    at = opened(s=token[:-3], lang=language)
    assert is_sound(at)
    assert not at.metric
    assert at.error[0].value.startswith(texts(language)("link.cut"))
    assert at.query_params["s"] == token[:-3]
    at.main.button(key="start-from-case").click().run()
    assert len(figures(at)) == 2
    assert not at.error


def test_a_broken_link_changes_nothing_that_is_open():
    at = opened(s=token_of(WAVES), lang="en")
    before = (title(at), figures(at))
    broken = at.query_params["s"].replace("A", "B", 1) if "A" in at.query_params["s"] else at.query_params["s"] + "x"
    at.query_params["s"] = broken
    at.run()
    assert (title(at), figures(at)) == before
    assert texts("en")("link.altered") in at.error[0].value
    at.sidebar.number_input(key="short.node_price").set_value(100.0).run()
    assert not at.error
    assert content(at).scenarios[0].buy.node_price == 100_000


def test_a_link_pasted_again_is_opened():
    at = opened(s="2.cut", lang="en")
    at.main.text_input(key="pasted-link").set_value(f"https://esep.example/?lang=kk&s={token_of(WAVES)}").run()
    assert len(figures(at)) == 2
    assert content(at).scenarios == (load_example(WAVES),)


def test_a_link_that_names_an_unknown_card_is_refused_in_words():
    raw = load_example(QLORA)
    strange = raw.model_copy(update={"fleet": raw.fleet.model_copy(update={"gpu": "h900"})})
    at = opened(s=encode(LinkContent((strange,))), lang="en")
    assert is_sound(at)
    assert not at.metric
    assert "h900" in at.error[0].value


def test_what_the_sender_saw_is_compared_with_today_until_something_is_edited():
    seen = Seen("0.0.9", "buy_wins", 1_000_000.0, 900_000.0, 0.5, 20.0)
    at = opened(s=encode(LinkContent((load_example(QLORA),), 0, (seen,))), lang="en")
    assert len(at.info) == 1
    assert "0.0.9" in at.info[0].value
    at.sidebar.number_input(key="short.node_price").set_value(17.0).run()
    assert not at.info


def test_the_same_engine_sees_the_same_and_says_nothing():
    at = opened(s=token_of(WAVES), lang="en")
    again = opened(s=at.query_params["s"], lang="en")
    assert not again.info


def test_the_language_switch_keeps_the_scenario():
    at = opened(s=token_of(WAVES), lang="ru")
    token = at.query_params["s"]
    at.main.button(key="language-kk").click().run()
    assert at.query_params == {"lang": "kk", "s": token}
    assert title(at) == title(opened(s=token, lang="kk"))


@pytest.mark.parametrize(("locale", "language"), [("kk-KZ", "kk"), ("en-US", "en"), ("ru-KZ", "ru"), ("de-DE", "ru")])
def test_a_link_without_a_language_opens_in_that_of_the_browser(locale, language):
    at = opened(s=token_of(WAVES))
    at = type(at).from_file(at._script_path, default_timeout=60)
    at.context = {"locale": locale}
    at.query_params["s"] = token_of(WAVES)
    at.run()
    assert at.query_params["lang"] == language


def test_a_link_too_long_to_open_does_not_speak_of_a_calculation_that_is_not_there():
    at = opened(s="1." + "A" * 100_000 + ".aaaaaaaa", lang="en")
    assert at.error
    assert "previous calculation" not in at.error[0].value
