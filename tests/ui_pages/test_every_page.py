"""Every example × language: the pages open, answer in their title, and draw charts with data and alternatives."""

import json
import re

import pytest

from data.examples import EXAMPLES, load_example
from tests.ui_pages.pages import charts, open_app, tables, title, visit
from ui.texts import LANGUAGES, texts

CHARTS = {"fit": 2, "break_even": 4, "scenarios": 2, "method": 2}
NOT_READY = re.compile(r"\{\w+\}|\bnan\b|\binf\b|None", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_pages_answer_and_draw(example: str, language: str):
    scenario = load_example(example)
    dearer = scenario.model_copy(update={"site": scenario.site.model_copy(update={"tariff_kzt_per_kwh": 90.0})})
    app = open_app([scenario, dearer], language)
    titles = set()
    for page, count in CHARTS.items():
        visit(app, page)
        titles.add(title(app))
        drawn = charts(app)
        assert len(drawn) == count, page
        for chart in drawn:
            spec = json.loads(chart.spec)
            assert {layer["data"]["name"] for layer in spec["layer"]} <= {dataset.name for dataset in chart.datasets}
            assert any(dataset.data.data for dataset in chart.datasets)
            assert len(re.findall(r"\d", chart.alt)) >= 3, "an alternative names its figures"
        written = [title(app), *(chart.alt for chart in drawn), *(str(text.value) for text in app.markdown)]
        assert not [text for text in written if NOT_READY.search(text)]
        assert all(table.proto.alt for table in app.table)
    assert len(titles) == len(CHARTS)


def test_the_three_languages_say_different_things_about_the_same_figures():
    titles, figures = set(), set()
    for language in LANGUAGES:
        app = visit(open_app([load_example("full-8b")], language), "break_even")
        titles.add(title(app))
        figures.add(tuple(re.findall(r"\d+", title(app))))
    assert len(titles) == len(LANGUAGES)
    assert len(figures) == 1


@pytest.mark.parametrize(
    ("share", "key"), [(1.0, "shell.vat_recovered"), (0.4, "shell.vat_part"), (0.0, "shell.vat_kept")]
)
def test_the_last_line_says_what_becomes_of_the_vat_that_is_paid(share: float, key: str):
    scenario = load_example("full-8b")
    finance = scenario.finance.model_copy(update={"vat_recoverable_share": share})
    app = open_app([scenario.model_copy(update={"finance": finance})], "en")
    said = {"share": "40%"} if key == "shell.vat_part" else {}
    assert any(texts("en")(key, **said) in str(text.value) for text in app.markdown)


def test_prices_of_one_pair_are_in_one_scale():
    app = visit(open_app([load_example("qlora-8b-kazakh")], "ru"), "break_even")
    row = next(row for table in tables(app) for row in table.itertuples(index=False) if row[0] == "Цена узла")
    today, threshold = (str(cell).replace("\u00a0", " ") for cell in row[1:3])
    assert "тыс. $" in today
    assert "тыс. $" in threshold


def test_typed_prices_are_echoed_in_the_numbers_of_the_language():
    app = open_app([load_example("full-8b")], "ru")
    said = [str(text.value).replace("\u00a0", " ") for text in app.sidebar.markdown]
    assert any("аренда: 3,99 $" in text for text in said)
    assert any("узел: 300 тыс. $" in text for text in said)
