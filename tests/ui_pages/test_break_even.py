"""The break-even page prints the thresholds of the reckoning."""

import json
import re

import numpy as np
import pytest

from calc.answer import reckon
from calc.choices import BreakEvenState
from calc.decision.decision import BreakEven
from calc.decision.quantities import QuantityId
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from tests.ui_pages.pages import charts, frame, open_app, tables, title, visit
from ui.sections.break_even_headline import at_any_use, gain_of_use, headline, paragraph
from ui.sections.break_even_maps import maps_of
from ui.sections.break_even_unit_cost import unit_title
from ui.texts import LANGUAGES, texts
from ui.thresholds import quantity_value

T = texts("en")


def test_title_is_the_threshold_in_hours_a_month():
    scenario = load_example("full-8b")
    (share,) = reckon(resolve(scenario)).decision.use_thresholds.points
    app = visit(open_app([scenario], "en"), "break_even")
    assert T.formats.hours(round(share * 730)) in title(app)


@pytest.mark.parametrize("example", EXAMPLES)
def test_title_curve_and_map_show_one_threshold_of_use(example: str):
    scenario = load_example(example)
    answer = reckon(resolve(scenario))
    gain, maps = gain_of_use(answer.decision.use_thresholds), maps_of(scenario, answer)
    assert maps.heat.utilization == maps.curve.utilization == pytest.approx(answer.decision.utilization)
    at_horizon = maps.heat.zero_line[int(np.flatnonzero(maps.heat.horizons_months == maps.heat.horizon_months)[0])]
    cheaper = maps.curve.own < maps.curve.in_force
    words = [headline(T, answer), paragraph(T, answer), unit_title(T, answer)]
    if gain is None or at_any_use(answer.decision.use_thresholds):
        assert not at_horizon
        assert cheaper.all() or not cheaper.any()
        assert not any("%" in one for one in (words[0], words[2]))
        return
    assert at_horizon == pytest.approx([gain[0]], rel=0.01)
    assert (cheaper == (maps.curve.utilizations > gain[0])).all()
    assert T.formats.hours(round(gain[0] * 730)) in words[0]
    assert T.formats.percent(gain[0]) in words[1]
    assert T.formats.percent(gain[0]) in words[2]


def test_use_is_that_of_the_owned_card_even_where_another_is_rented():
    # The bought card does the work in fewer hours than the rented one the demand counts.
    scenario = load_example("qlora-8b-kazakh")
    answer = reckon(resolve(scenario))
    today, (threshold,) = answer.decision.utilization, answer.decision.use_thresholds.points
    assert today < answer.plan.jobs[0].demand.utilization
    app = visit(open_app([scenario], "en"), "break_even")
    assert T.formats.hours(round(threshold * 730)) in title(app)
    row = tables(app)[-1].iloc[0]
    assert row.iloc[1] == T.formats.percent(today)
    assert T.formats.percent(threshold) in row.iloc[2]
    you = frame(next(one for one in charts(app) if any(data.name == "cells" for data in one.datasets)), "you")
    assert you["y"][0] == pytest.approx(today)
    assert any(f"busy {T.formats.percent(today)}" in str(text.value) for text in app.markdown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_threshold_the_waves_cannot_hold_is_said_with_what_they_hold(language: str):
    scenario = load_example("full-70b-waves")
    use = reckon(resolve(scenario)).decision.use_thresholds
    assert use.held < use.points[0]
    t = texts(language)
    app = visit(open_app([scenario], language), "break_even")
    for share in (use.points[0], use.held):
        assert t.formats.hours(round(share * 730)) in title(app)
    assert any(t("breakeven.map.beyond", held=t.formats.percent(use.held)) in str(one.value) for one in app.markdown)


def test_a_ring_marks_only_a_threshold_of_this_scenario():
    # Rented on a commitment, the hourly list price is drawn to compare with and has no threshold to mark.
    for example, rings in (("inference-70b", 0), ("full-8b", 1)):
        app = visit(open_app([load_example(example)], "en"), "break_even")
        chart = next(one for one in charts(app) if any(data.name == "rings" for data in one.datasets))
        assert len(frame(chart, "rings")) == rings, example


def test_horizons_are_stretches_of_months_and_a_leap_at_no_use_is_no_threshold():
    scenario = load_example("inference-70b")
    decision = reckon(resolve(scenario)).decision
    horizon = decision.break_even[QuantityId.HORIZON]
    app = visit(open_app([scenario], "en"), "break_even")
    rows = dict(zip(tables(app)[-1].iloc[:, 0], tables(app)[-1].iloc[:, 2], strict=True))
    assert rows["Utilization"] == T("breakeven.table.any_use")
    months = [
        n for first, last in re.findall(r"(\d+)–(\d+)", rows["Horizon"]) for n in range(int(first), int(last) + 1)
    ]
    cheaper = dict(zip(range(int(horizon.low), int(horizon.high) + 1), _cheaper(horizon), strict=True))
    assert months == [month for month, buy in cheaper.items() if buy]
    assert any(T("breakeven.others.commitment") in str(text.value) for text in app.markdown)
    app.switch_page("pages/decision.py").run()
    assert not any("Utilization below 0%" in str(text.value) for text in app.markdown)


def _cheaper(horizon: BreakEven) -> list[bool]:
    flips = {int(root) for root in horizon.roots}
    found, now = [], horizon.buy_cheaper_at_first
    for month in range(int(horizon.low), int(horizon.high) + 1):
        now ^= month in flips
        found.append(now)
    return found


def test_resale_is_a_share_of_the_price_at_the_end_of_the_horizon():
    scenario = load_example("full-70b-waves")
    answer = reckon(resolve(scenario))
    (times,) = answer.decision.break_even[QuantityId.RESIDUAL].roots
    share = dict(scenario.buy.residual_points)[36]
    row = tables(visit(open_app([scenario], "en"), "break_even"))[-1].set_index("Quantity").loc["Resale value"]
    assert row["Today"].startswith(T.formats.percent(share))
    assert T.formats.percent_short(share * times) in row["Threshold"]
    assert not any("×" in cell for cell in row)


def test_map_has_a_cell_for_every_horizon_and_use_and_marks_the_case():
    scenario = load_example("full-8b")
    app = visit(open_app([scenario], "en"), "break_even")
    heat = next(chart for chart in charts(app) if any(dataset.name == "cells" for dataset in chart.datasets))
    cells, you = frame(heat, "cells"), frame(heat, "you")
    assert len(cells) == 60 * 60
    assert cells["shade"].abs().max() == pytest.approx(1.0)
    assert you["x"][0] == scenario.finance.horizon_months
    assert len(frame(heat, "zero")) > 0
    assert json.loads(heat.spec)["layer"][0]["encoding"]["fill"]["scale"]["range"] == "diverging"


def test_gain_on_the_map_at_the_case_is_the_gain_of_the_decision():
    scenario = load_example("full-8b")
    answer = reckon(resolve(scenario))
    heat = maps_of(scenario, answer).heat
    row = heat.npv_of_buying[int(np.flatnonzero(heat.horizons_months == heat.horizon_months)[0])]
    at_case = float(np.interp(heat.utilization, heat.utilizations, row))
    assert at_case == pytest.approx(answer.decision.npv_of_buying, rel=0.02)


def test_every_quantity_has_a_row_with_its_threshold():
    scenario = load_example("full-8b")
    answer = reckon(resolve(scenario))
    app = visit(open_app([scenario], "en"), "break_even")
    printed = tables(app)[-1]
    rows = dict(zip(printed.iloc[:, 0], printed.iloc[:, 2], strict=True))
    for quantity, found in answer.decision.break_even.items():
        if quantity == QuantityId.RENT_RATE:
            continue
        cell = rows[T.quantity(quantity)]
        if found.state is BreakEvenState.FOUND:
            for point in (*found.roots, *found.jumps):
                assert quantity_value(T, answer.plan, quantity, point) in cell
        else:
            assert T.word(found.state) in cell


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("quantity", list(QuantityId))
def test_every_quantity_can_be_written(quantity: QuantityId, language: str):
    plan = resolve(load_example("full-8b"))
    written = {quantity_value(texts(language), plan, quantity, value) for value in (1.0, 12.0, 36.0)}
    assert len(written) == 3


@pytest.mark.parametrize(("language", "word"), [("ru", "узел"), ("kk", "торап"), ("en", "node")])
def test_the_word_on_the_axis_of_nodes_agrees_with_its_number(language: str, word: str):
    app = visit(open_app([load_example("full-70b-waves")], language), "break_even")
    curve = next(chart for chart in charts(app) if any(data.name == "best" for data in chart.datasets))
    assert f"\u00a0{word}'" in json.loads(curve.spec)["layer"][0]["encoding"]["x"]["axis"]["labelExpr"]
