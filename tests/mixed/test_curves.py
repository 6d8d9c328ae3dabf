"""Thresholds, cost against nodes, and what waiting would save."""

import pytest

from calc.answer import reckon
from calc.choices import Branch
from calc.decision.evaluate import evaluate
from calc.decision.mixed.mixed_plan import MixedNote, mixed_plan
from calc.decision.mixed.priced import priced
from calc.decision.mixed.queue_curve import queue_curve
from calc.decision.mixed.thresholds import thresholds
from data.examples import load_example
from data.resolve import resolve
from tests.decision.plans import moved, plan
from tests.mixed.cases import problem_of

NIGHTS = plan(
    demand={"kind": "waves", "gpus": 24, "hours_per_week": 56, "weeks_off": 0, "weeks_on": 52},
    buy={"node_price": 220000, "residual_kind": "points"},
)


def test_the_threshold_by_hand():
    """O01: H* = k / (p - v) = 1000 / (3 - 0.5) = 400 h."""
    found = thresholds(priced(problem_of("O01")), 1)
    assert found.own_above_hours == pytest.approx(400)
    assert found.own_above_utilization == pytest.approx(400 / 730)
    assert found.month_above_hours is None


def test_idle_power_moves_the_threshold():
    """O09: (k + i g H) / g / (p - (v - i)) with k = 7000, i = 0.05, v = 0.16, p = 2.9, g = 8."""
    found = thresholds(priced(problem_of("O09")), 8)
    assert found.own_above_hours == pytest.approx((7000 / 8 + 0.05 * 730) / (2.9 - 0.11))


def test_the_month_pays_above_its_price_over_that_of_the_hour():
    found = thresholds(priced(problem_of("O05")), 8)
    assert found.month_above_hours == pytest.approx(1150 / 3.2)


def test_the_threshold_is_the_break_even_of_utilization():
    """One node of a constant demand: the layer threshold and the root of the whole model are one figure."""
    base = plan(demand={"gpus": 8}, buy={"residual_kind": "points", "staff_fte": 0.2, "staff_kzt_per_fte_month": 1e6})
    share = mixed_plan(base).thresholds.own_above_utilization
    at = evaluate(moved(base, demand__utilization=share))
    assert at.npv_of_buying == pytest.approx(0, abs=1e-6 * float(at.rent_present_cost))


def test_cost_by_nodes_marks_the_optimum_and_its_ends():
    found = mixed_plan(NIGHTS)
    curve = found.cost_by_nodes
    assert curve.nodes == (0, 1, 2, 3)
    assert curve.present_cost[curve.best] == min(curve.present_cost)
    assert curve.present_cost[curve.best] == found.value.present_cost
    ends = evaluate(NIGHTS)
    assert curve.present_cost[0] == pytest.approx(float(ends.rent_present_cost))
    assert curve.present_cost[-1] == pytest.approx(float(ends.buy_present_cost))


@pytest.mark.parametrize("example", ["inference-70b", "full-70b-waves"])
def test_the_curve_of_an_example_ends_in_its_ends(example):
    """Commitments count in it, and nodes bought in the last months do not."""
    answer = reckon(resolve(load_example(example)))
    curve, decision = answer.mixed.cost_by_nodes, answer.decision
    assert curve.present_cost[0] == pytest.approx(decision.rent.present_cost)
    assert dict(zip(curve.nodes, curve.present_cost, strict=True))[decision.nodes] == pytest.approx(
        decision.buy.present_cost
    )


def test_waiting_never_costs_and_lets_fewer_nodes_do_the_work():
    """Eight hours a day on 24 GPUs: who may wait a night needs a third of them."""
    found = queue_curve(NIGHTS, (0, 8, 24))
    assert found.saving[0] == 0
    assert list(found.saving) == sorted(found.saving)
    assert found.most_nodes[-1] == 1
    assert found.present_cost[-1] < found.present_cost[0] * 0.7


def test_a_plan_whose_work_may_wait():
    waiting = mixed_plan(moved(NIGHTS, demand__queue_hours=24))
    assert waiting.branch is Branch.MIXED
    assert waiting.value.present_cost == pytest.approx(queue_curve(NIGHTS, (24,)).present_cost[0])
    assert MixedNote.EXACT_HOURS in {note.code for note in waiting.notes}
    done = sum(waiting.own_gpu_hours) + sum(waiting.prepaid_gpu_hours) + sum(waiting.hourly_gpu_hours)
    assert done == pytest.approx(sum(waiting.demanded_gpu_hours), rel=1e-9)
