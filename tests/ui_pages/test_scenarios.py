"""Scenarios side by side: added, opened, removed, compared, and kept by the link."""

import json
import re

from streamlit.testing.v1 import AppTest

from calc.answer import reckon
from data.examples import load_example
from data.resolve import resolve
from data.scenario import Scenario
from tests.ui_pages.pages import charts, frame, open_app, tables, title, visit
from ui.comparison import compare
from ui.link import decode
from ui.sections.scenarios_side import sides
from ui.texts import texts

T = texts("en")


def changed(scenario: Scenario, part: str, **update: object) -> Scenario:
    return scenario.model_copy(update={part: getattr(scenario, part).model_copy(update=update)})


def number(text: str) -> float:
    return 0.0 if text == "–" else float(re.sub(r"[^\d.\-]", "", text.replace("−", "-")))


def in_link(app: AppTest) -> int:
    token = app.query_params["s"]
    return len(decode(token if isinstance(token, str) else token[-1]).scenarios)


def test_alone_the_page_has_one_primary_button_that_adds_the_scenario():
    app = visit(open_app([load_example("full-8b")], "en"), "scenarios")
    primary = [button for button in app.main.button if button.proto.type == "primary"]
    assert [button.label for button in primary] == [T("scenarios.add")]
    primary[0].click().run()
    assert not app.exception
    assert in_link(app) == 2
    assert not [button for button in app.main.button if button.proto.type == "primary"]
    assert any(str(text.value) == T("scenarios.inputs.same") for text in app.markdown)


def test_four_is_the_most_and_one_can_be_removed():
    base = load_example("full-8b")
    four = [changed(base, "site", tariff_kzt_per_kwh=float(tariff)) for tariff in (30, 40, 50, 60)]
    app = visit(open_app(four, "en"), "scenarios")
    assert app.button(key="add_card").disabled
    app.button(key="remove_card_1").click().run()
    assert not app.exception
    assert in_link(app) == 3
    assert not app.button(key="add_card").disabled


def test_opening_a_card_shows_it_on_the_other_pages():
    base = load_example("full-8b")
    app = visit(open_app([base, load_example("inference-70b")], "en"), "scenarios")
    app.button(key="open_card_1").click().run()
    assert "H200" in title(visit(app, "fit"))


def test_only_fields_that_differ_are_shown_and_the_rest_are_counted():
    base = load_example("full-8b")
    other = changed(changed(base, "site", tariff_kzt_per_kwh=20.0), "rent", hourly_rate=2.5)
    found = compare([base, other])
    assert {place.field.path for place in found.places} == {"site.tariff_kzt_per_kwh", "rent.hourly_rate"}
    app = visit(open_app([base, other], "en"), "scenarios")
    inputs = tables(app)[0]
    assert len(inputs) == 2
    assert not any("●" in cell for cell in inputs.iloc[:, 1])
    assert all("●" in cell for cell in inputs.iloc[:, 2])
    note = T("scenarios.inputs.note", hidden=found.equal, total=found.total)
    assert any(note in str(text.value) for text in app.markdown)


def test_the_same_scenario_differs_in_nothing():
    scenario = load_example("mixed-server")
    assert not compare([scenario, scenario]).places


def test_differences_are_those_of_the_figures_as_shown():
    base = load_example("full-8b")
    others = [changed(base, "buy", node_price=base.buy.node_price * share) for share in (0.9, 0.71, 0.5)]
    results = tables(visit(open_app([base, *others], "en"), "scenarios"))[-1]
    for _, row in results.iterrows():
        first, *rest = (number(cell) for cell in row.iloc[1:])
        for value, delta in zip(rest[::2], rest[1::2], strict=True):
            assert value - first == delta


def test_bars_share_one_axis_and_a_gain_is_the_difference_of_the_bars():
    base = load_example("full-8b")
    other = changed(base, "buy", node_price=base.buy.node_price / 2)
    app = visit(open_app([base, other], "en"), "scenarios")
    assert len({json.dumps(json.loads(chart.spec)["params"]) for chart in charts(app)}) == 1
    both = sides(T, [reckon(resolve(scenario)) for scenario in (base, other)])
    for side, chart in enumerate(charts(app)):
        bars = frame(chart, "bars")
        assert bars["value"][0] - bars["value"][1] == float(both.gain(side))


def test_beside_a_cluster_a_single_node_keeps_its_digits():
    small, large = load_example("qlora-8b-kazakh"), load_example("pretrain-b200")
    app = visit(open_app([small, large], "en"), "scenarios")
    both = sides(T, [reckon(resolve(scenario)) for scenario in (small, large)])
    alone = sides(T, [reckon(resolve(small))])
    printed = [metric.value for metric in app.metric]
    assert printed[0] == alone.money(0, alone.gain(0))
    assert list(frame(charts(app)[0], "bars")["text"]) != list(frame(charts(app)[1], "bars")["text"])
    tops = {json.loads(chart.spec)["params"][0]["value"] for chart in charts(app)}
    assert tops == {max(float(both.shown_cost(1, c)) for c in _costs(both, 1))}
    results = tables(app)[-1]
    assert all(sum(sign.isdigit() for sign in cell) >= 2 for cell in results.iloc[:2, 1])


def _costs(both, side: int) -> tuple[float, float]:
    decision = both.answers[side].decision
    return decision.rent.present_cost, decision.buy.present_cost


def test_fields_of_another_kind_of_work_are_counted_in_one_line_and_not_marked():
    tuned, served = load_example("full-8b"), load_example("inference-70b")
    found = compare([tuned, served])
    assert found.apart == sum(found.of_own)
    assert not any(place.field.path in ("workload.method", "workload.kv_format") for place in found.places)
    app = visit(open_app([tuned, served], "en"), "scenarios")
    first = tables(app)[0]
    assert first.iloc[0, 0] == T("scenarios.inputs.of_own")
    assert tuple(int(cell) for cell in first.iloc[0, 1:]) == found.of_own
    assert not any("● –" in cell for table in tables(app)[:-1] for cell in table.iloc[1:, 2])
