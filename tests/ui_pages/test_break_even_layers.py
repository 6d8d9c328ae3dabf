"""Layers of the break-even page: hours and owners are those of the plan, the cheapest node count is marked."""

import math
import re
from itertools import pairwise

import pytest

from calc.answer import reckon
from calc.choices import Branch, DemandKind
from calc.demand.weeks import HOURS_PER_WEEK
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from data.scenario import Scenario
from tests.ui_pages.pages import charts, frame, open_app, tables, visit
from ui.sections.break_even_layers import layers_of
from ui.sections.break_even_nodes import queue_of
from ui.texts import LANGUAGES, texts

T = texts("en")
_START, _PER_WEEK = 57.0, 730 / 23


def with_base_and_peaks() -> Scenario:
    """Eight cards always at work and 24 more for a week in four: own the base, rent the peaks."""
    scenario = load_example("equal-mean-waves")
    job = scenario.jobs[0]
    waves = {"kind": DemandKind.WAVES, "gpus": 32, "base_gpus": 8, "weeks_on": 1, "weeks_off": 3}
    return scenario.model_copy(
        update={"jobs": (job.model_copy(update={"demand": job.demand.model_copy(update=waves)}),)}
    )


def layer_chart(app):
    return next(chart for chart in charts(app) if any(one.name == "stretches" for one in chart.datasets))


def rows_of(stretches, *, right: bool):
    half = stretches[stretches["x"] >= _START - 1e-9] if right else stretches[stretches["x"] < _START - 1e-9]
    return half.assign(width=half["x2"] - half["x"], row=half["y"].astype(int))


@pytest.mark.parametrize("example", EXAMPLES)
def test_both_halves_hold_the_hours_of_the_demand(example: str):
    scenario = load_example(example)
    answer = reckon(resolve(scenario))
    found = layers_of(scenario, answer)
    stretches = frame(layer_chart(visit(open_app([scenario], "en"), "break_even")), "stretches")
    bars = rows_of(stretches, right=True).groupby("row")["width"].sum() * _PER_WEEK
    for number, row in enumerate(found.rows):
        assert bars.get(number, 0.0) == pytest.approx(row.hours_a_month, abs=0.5)
    cells = rows_of(stretches, right=False)
    busy = cells[cells["state"] != "idle"]["width"].sum() * HOURS_PER_WEEK
    assert busy == pytest.approx(sum(sum(row.hours_by_week) for row in found.rows), rel=0.01)


def test_both_jobs_of_a_mixed_server_stand_in_the_table():
    app = visit(open_app([load_example("mixed-server")], "en"), "break_even")
    shown = next(one for one in tables(app) if T("layers.column.row") in one.columns)
    jobs = [column for column in shown.columns if column[:2] in ("1.", "2.")]
    assert len(jobs) == 2
    first = [float(shown[column].iloc[0].rstrip("%").replace("–", "0")) for column in jobs]
    assert sum(first) == pytest.approx(100, abs=1)
    assert all(first)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_base_is_owned_and_the_peaks_are_rented(language: str):
    scenario = with_base_and_peaks()
    answer = reckon(resolve(scenario))
    assert answer.decision.cheapest is Branch.MIXED
    owned = answer.mixed.most_nodes * answer.plan.buy.gpus_per_node
    app = visit(open_app([scenario], language), "break_even")
    cells = rows_of(frame(layer_chart(app), "stretches"), right=False)
    last = cells[cells["x"] >= 51]
    assert set(last[last["row"] < owned]["state"]) <= {"own", "idle"}
    assert not set(cells[cells["row"] >= owned]["state"]) & {"own", "idle"}
    assert frame(layer_chart(app), "line")["y"].tolist() == [owned]
    t = texts(language)
    assert any(t.plural("count.gpus", owned) in str(text.value) for text in app.markdown)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_ring_stands_at_the_cheapest_number_of_nodes(example: str):
    scenario = load_example(example)
    curve = reckon(resolve(scenario)).mixed.cost_by_nodes
    app = visit(open_app([scenario], "en"), "break_even")
    chart = next(chart for chart in charts(app) if any(one.name == "best" for one in chart.datasets))
    shown, best = frame(chart, "curve"), frame(chart, "best")
    assert shown["nodes"].tolist() == list(curve.nodes)
    assert best["nodes"].tolist() == [curve.nodes[curve.best]]
    assert best["cost"].iloc[0] == shown["cost"].min()


def test_waiting_is_reckoned_when_it_is_asked_for():
    scenario = load_example("full-8b")
    app = visit(open_app([scenario], "en"), "break_even")
    before = len(tables(app))
    app.session_state["queue"] = True
    app.run()
    assert not app.exception
    assert len(tables(app)) == before + 1
    found = queue_of(scenario, reckon(resolve(scenario)))
    shown = next(one for one in tables(app) if T("queue.column.wait") in one.columns)
    assert len(shown) == len(found.queue_hours)
    saved = [0.0 if cell == "–" else float(re.sub(r"[^\d.]", "", cell)) for cell in shown[T("queue.column.saving")]]
    assert all(math.isclose(a, b) or a < b for a, b in pairwise(saved))
