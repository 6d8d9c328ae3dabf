"""Every example × language: the pages open, answer in their title, and draw charts with data and alternatives."""

import json
import re

import pytest

from data.examples import EXAMPLES, load_example
from tests.ui_pages.pages import charts, open_app, title, visit
from ui.texts import LANGUAGES

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
