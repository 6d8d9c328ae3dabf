"""Another card that holds the job is one click away on the fit page."""

import pytest

from calc.choices import Sharding, Verdict
from data.catalogue import load_edition
from data.examples import load_example
from data.price_book import listed_offer
from tests.ui_pages.pages import open_app, title, visit
from ui.answer import answer_of
from ui.sections.fit_cards import MOST_CARDS


def offered(app) -> list[str]:
    return [button.key for button in app.main.button if str(button.key).startswith("take-")]


@pytest.mark.parametrize("language", ["ru", "kk", "en"])
def test_a_card_that_holds_the_job_is_taken_with_its_prices(language):
    app = visit(open_app([load_example("full-8b")], language), "fit")
    assert "take-h100-sxm" not in offered(app)
    before, first = title(app), offered(app)[0]
    app.main.button(key=first).click().run()
    assert not app.exception
    scenario = app.session_state["esep"].scenario
    assert f"take-{scenario.fleet.gpu}" == first
    finance = scenario.finance
    offer = listed_offer(scenario.fleet.gpu, load_edition(), usd_kzt=finance.usd_kzt, as_of=finance.as_of)
    assert scenario.rent.offer == (offer.offer.id if offer else "")
    assert title(app) != before
    assert first not in offered(app)


def test_every_card_that_is_offered_holds_the_job():
    scenario = load_example("full-8b")
    app = visit(open_app([scenario], "en"), "fit")
    assert len(offered(app)) <= MOST_CARDS
    for key in offered(app)[:4]:
        taken = visit(open_app([scenario], "en"), "fit")
        taken.main.button(key=key).click().run()
        held = answer_of(taken.session_state["esep"].scenario).footprints[0]
        assert held.verdict is not Verdict.DOES_NOT_FIT


def test_no_card_is_offered_where_none_holds_the_job():
    scenario = load_example("full-70b-waves")
    job = scenario.jobs[0]
    alone = job.model_copy(update={"parallel": job.parallel.model_copy(update={"gpus": 1, "sharding": Sharding.NONE})})
    app = visit(open_app([scenario.model_copy(update={"jobs": (alone,)})], "en"), "fit")
    assert offered(app) == []
