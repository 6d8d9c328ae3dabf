"""The break-even page prints the thresholds of the reckoning."""

import json

import numpy as np
import pytest

from calc.answer import reckon
from calc.choices import BreakEvenState
from calc.decision.quantities import QuantityId
from calc.decision.usage_axis import UsageAxis
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from tests.ui_pages.pages import charts, frame, open_app, tables, title, visit
from ui.sections.break_even_headline import first_gain, use_of
from ui.sections.break_even_maps import maps_of
from ui.texts import LANGUAGES, texts
from ui.thresholds import quantity_value

T = texts("en")


def test_title_is_the_threshold_in_hours_a_month():
    scenario = load_example("full-8b")
    answer = reckon(resolve(scenario))
    share = maps_of(scenario, answer).threshold_share
    assert share is not None
    app = visit(open_app([scenario], "en"), "break_even")
    assert T.formats.hours(round(share * 730)) in title(app)


@pytest.mark.parametrize("example", EXAMPLES)
def test_threshold_of_use_lies_on_the_axis_of_the_maps(example: str):
    answer = reckon(resolve(load_example(example)))
    quantity, found = use_of(answer)
    share = maps_of(load_example(example), answer).threshold_share
    assert (share is None) == (found.state is not BreakEvenState.FOUND)
    if share is None or quantity.id is QuantityId.UTILIZATION:
        return
    # The axis reaches this share by scaling the demand to the threshold itself.
    overrides = UsageAxis(answer.plan).overrides(np.array([share]))
    scales = [
        float(values[0]) / times for (_, times), values in zip(quantity.fields.items(), overrides.values(), strict=True)
    ]
    assert scales == pytest.approx([first_gain(found)[0]] * len(scales), rel=0.02, abs=1e-6)


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
