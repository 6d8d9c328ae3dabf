"""The fit page says which price a cost stands on, and why a cheaper row is not called the cheapest."""

import pytest
from streamlit.testing.v1 import AppTest

from calc.choices import RentMode
from data.catalogue import load_edition
from data.examples import load_example
from data.price_book import hour_price
from data.scenario import Scenario
from tests.ui_pages.pages import open_app, tables, visit
from ui.texts import LANGUAGES, texts

T = texts("en")


def rented(scenario: Scenario, **update: object) -> Scenario:
    return scenario.model_copy(update={"rent": scenario.rent.model_copy(update=update)})


def words(app: AppTest) -> str:
    return "\n".join(str(text.value) for text in app.main.markdown)


def rows(app: AppTest) -> dict[str, dict[str, str]]:
    """Rows of the table of runs by the name of the card."""
    whole = [table for table in tables(app) if "Priced on" in table.columns]
    return {row.iloc[0].strip("*"): dict(row) for table in whole for _, row in table.iterrows()}


def test_the_card_of_a_commitment_is_priced_at_its_rate():
    scenario = load_example("inference-70b")
    price = hour_price(scenario, "h200-sxm", load_edition())
    assert price is not None
    assert price.own
    assert price.kzt_per_gpu_hour == pytest.approx(scenario.rent.committed_1y_rate * scenario.finance.usd_kzt)
    app = visit(open_app([scenario], "en"), "fit")
    own = rows(app)["8\u00a0×\u00a0H200 SXM"]
    assert own["₸/GPU-h"] == T.formats.number(price.kzt_per_gpu_hour)
    assert T("fit.own_price") in own["Priced on"]
    assert f"at your price of {T.formats.rate(price.kzt_per_gpu_hour)}" in words(app)
    others = [row for name, row in rows(app).items() if "H200 SXM" not in name]
    assert others
    assert not any(T("fit.own_price") in row["Priced on"] for row in others)


def test_a_rented_month_has_no_price_of_an_hour():
    scenario = rented(load_example("full-8b"), mode=RentMode.MONTHLY, offer="")
    price = hour_price(scenario, "h100-sxm", load_edition())
    assert price is not None
    assert not price.own
    app = visit(open_app([scenario], "en"), "fit")
    assert T("fit.runs.prices_list") in words(app)
    assert "at the lowest listed price of an hour" in words(app)
    assert not any(T("fit.own_price") in row["Priced on"] for row in rows(app).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cheaper_row_with_an_old_price_is_named(language: str):
    t = texts(language)
    app = visit(open_app([load_example("qlora-8b-kazakh")], language), "fit")
    runs = next(table for table in tables(app) if t("fit.column.date") in table.columns)
    assert t("shell.old") in runs.iloc[0][t("fit.column.date")], "the case: the first row has an old price"
    assert t("fit.cheaper_but_old", gpus=runs.iloc[0, 0].strip("*")) in words(app)
    assert t("fit.runs.prices_old") in words(app)
