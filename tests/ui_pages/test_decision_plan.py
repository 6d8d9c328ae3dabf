"""The mixed plan on the decision page: three figures, its curve and its column."""

import re

import pytest

from calc.answer import reckon
from data.resolve import resolve
from tests.ui_pages.pages import charts, frame, open_app, tables, title
from tests.ui_pages.test_break_even_layers import with_base_and_peaks
from ui.formats import scale_of
from ui.texts import LANGUAGES, texts


def number(text: str) -> float:
    text = text.strip("*").replace("−", "-")
    return 0.0 if text == "–" else float(re.sub(r"[^\d.\-]", "", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plan_stands_between_rent_and_buy(language: str):
    t, scenario = texts(language), with_base_and_peaks()
    answer = reckon(resolve(scenario))
    app = open_app([scenario], language)
    costs = (answer.decision.rent, answer.mixed.value, answer.decision.buy)
    scale = scale_of(*(cost.present_cost for cost in costs))
    assert [metric.value for metric in app.metric] == [t.formats.cost(c.present_cost, scale=scale) for c in costs]
    assert t.plural("count.nodes", answer.mixed.most_nodes) in title(app)
    curves = frame(charts(app)[0], "lines")
    assert list(dict.fromkeys(curves["colour"])) == ["month", "mixed", "own"]
    ends = frame(charts(app)[0], "ends")
    assert ends["value"].tolist() == [float(scale.shown(cost.present_cost)) for cost in costs]


def test_the_columns_add_up_and_differences_are_those_shown():
    scenario = with_base_and_peaks()
    answer = reckon(resolve(scenario))
    t = texts("en")
    shown = next(one for one in tables(open_app([scenario], "en")) if t("decision.costs.plan") in one.columns)
    if len(shown) > answer.decision.horizon_months:
        pytest.fail("the cost table comes before that of the months")
    scale = scale_of(*(c.present_cost for c in (answer.decision.rent, answer.mixed.value, answer.decision.buy)))
    cells = [[number(cell) for cell in row] for row in shown.iloc[:, 1:].itertuples(index=False)]
    *parts, total = cells
    for column, cost in ((0, answer.decision.rent), (1, answer.mixed.value), (3, answer.decision.buy)):
        assert sum(row[column] for row in parts) == pytest.approx(total[column])
        assert total[column] == float(scale.shown(cost.present_cost))
    assert all(row[2] == pytest.approx(row[1] - row[0]) and row[4] == pytest.approx(row[3] - row[0]) for row in cells)
