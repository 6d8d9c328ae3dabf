"""Money on the decision page: years, the dollar, offers, and who pays."""

import math
import re

import pytest

from calc.answer import reckon
from calc.choices import Branch, DataPlace, Taxpayer
from calc.decision.exposure import exposures
from calc.decision.offers import weigh_offers
from data.examples import EXAMPLES, load_example
from data.price_book import candidates
from data.resolve import resolve
from data.taxpayers import fill_from_profile, profile_facts
from tests.ui_pages.pages import open_app, tables
from ui.formats import scale_of
from ui.link import decode
from ui.texts import LANGUAGES, texts

T = texts("en")


def number(text: str) -> float:
    text = text.strip("*")
    return 0.0 if text == "–" else float(re.sub(r"[^\d.\-]", "", text.replace("−", "-")))


def table_with(app, heading: str):
    return next(one for one in tables(app) if heading in one.columns)


def scenario_of(app):
    token = app.query_params["s"]
    return decode(token if isinstance(token, str) else token[-1]).scenarios[0]


@pytest.mark.parametrize("example", EXAMPLES)
def test_years_add_up_to_the_nominal_total(example: str):
    scenario = load_example(example)
    decision = reckon(resolve(scenario)).decision
    shown = table_with(open_app([scenario], "en"), T("years.column.year"))
    years = decision.by_calendar_year
    scale = scale_of(*(year.cash_out for year in (*years["rent"], *years["buy"])))
    for column, cost in ((1, decision.rent), (2, decision.buy)):
        *parts, total = (number(cell) for cell in shown.iloc[:, column])
        assert math.isclose(sum(parts), total, abs_tol=1e-9)
        assert total == float(scale.shown(cost.total))
    for _, row in shown.iterrows():
        assert math.isclose(number(row.iloc[2]) - number(row.iloc[1]), number(row.iloc[3]), abs_tol=1e-9)


def test_parts_of_a_year_are_drawn_when_opened():
    app = open_app([load_example("full-70b-waves")], "en")
    before = len(tables(app))
    app.session_state["years"] = True
    app.run()
    assert not app.exception
    assert len(tables(app)) == before + 3
    drawn = [one for one in tables(app) if T("years.column.year") in one.columns][1:]
    assert all(len(one.columns) == 10 for one in drawn)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dollar_s_share_stands_in_the_heading(language: str):
    scenario = load_example("inference-70b")
    t = texts(language)
    found = exposures(reckon(resolve(scenario)).plan)
    shares = {str(option): t.formats.percent(found[option].dollar_share) for option in (Branch.RENT, Branch.BUY)}
    app = open_app([scenario], language)
    assert any(head.value == t("exposure.title", **shares) for head in app.header)


def test_every_offer_is_a_row_and_an_excluded_one_is_grey_with_its_reason():
    scenario = load_example("full-70b-waves")
    app = open_app([scenario], "en")
    found = weigh_offers(reckon(resolve(scenario)).plan, candidates(scenario))
    shown = [one for one in tables(app) if T("offers.column.why") in one.columns]
    why = [cell for one in shown for cell in one[T("offers.column.why")]]
    assert len(why) == len(found.offers)
    for one, cell in zip(found.offers, why, strict=True):
        assert cell.startswith(":gray[") == bool(one.excluded)
        assert all(T.word(reason) in cell for reason in one.excluded)


def test_one_press_takes_the_cheapest_allowed_offer():
    scenario = load_example("full-8b")
    app = open_app([scenario], "en")
    found = weigh_offers(reckon(resolve(scenario)).plan, candidates(scenario))
    assert found.cheapest is not None
    button = app.button(key=f"offer-{found.cheapest.id}")
    if not button.disabled:
        button.click().run()
    assert not app.exception
    assert scenario_of(app).rent.offer == found.cheapest.id
    assert app.button(key=f"offer-{found.cheapest.id}").disabled


def test_data_that_must_stay_excludes_offers_abroad_and_says_so():
    scenario = load_example("full-8b")
    kept = scenario.model_copy(
        update={"rent": scenario.rent.model_copy(update={"data_in_kazakhstan": DataPlace.PERSONAL_DATA})}
    )
    app = open_app([kept], "en")
    assert any(T("offers.none_allowed") == str(text.value) for text in app.markdown)
    assert any("94-V" in warning.value for warning in app.warning)
    free = open_app([scenario], "en")
    free.selectbox(key="offers.rent.data_in_kazakhstan").set_value(str(DataPlace.PERSONAL_DATA)).run()
    assert not free.exception
    assert scenario_of(free).rent.data_in_kazakhstan is DataPlace.PERSONAL_DATA


@pytest.mark.parametrize("profile", [one for one in Taxpayer if one is not Taxpayer.UNSTATED])
def test_a_profile_fills_the_tax_fields_and_says_from_where(profile: Taxpayer):
    scenario = load_example("full-8b")
    app = open_app([scenario], "en")
    app.selectbox(key="short.profile").set_value(str(profile)).run()
    assert not app.exception
    assert scenario_of(app) == fill_from_profile(scenario, profile)
    said = " ".join(str(text.value) for text in app.sidebar.markdown)
    stated = {fact.field for fact in profile_facts(profile) if fact.field != "rent.vat_mode"}
    assert all(T.name(field) in said for field in stated)
