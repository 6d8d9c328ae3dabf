"""The map of use and horizon agrees with the plan reckoned alone, and its line is where the answer changes."""

from dataclasses import replace

import numpy as np
import pytest

from calc.answer import reckon
from calc.decision import decide, evaluate, heat_map, unit_cost_curve
from calc.decision.heat_map import crossings
from calc.decision.usage_axis import UsageAxis
from data.examples import load_example
from data.resolve import resolve
from tests.decision.cases import golden
from tests.decision.plans import job, moved, plan

FULL = golden()["05_kz_8xh100_full"]["scenario"]
WAVES = golden()["01_kz_waves_hourly"]["scenario"]
BASE_LOAD = golden()["07_waves_not_vat_payer"]["scenario"]


def test_every_cell_is_the_plan_at_that_use_of_its_own_gpus():
    the_plan = plan(FULL)
    asked = np.array([0.0, 0.35, 0.72, 0.9])
    found = heat_map(the_plan, asked.tolist(), [12, 48, 70])
    assert found.npv_of_buying.shape == (3, 4)
    demanded = next(iter(UsageAxis(the_plan).overrides(asked).values()))
    for h, months in enumerate((12, 48, 70)):
        for u, demand in enumerate(demanded):
            alone = decide(moved(the_plan, demand__utilization=float(demand), finance__horizon_months=months))
            assert found.npv_of_buying[h, u] == pytest.approx(alone.npv_of_buying, rel=1e-9)
            if months == the_plan.finance.horizon_months:
                assert alone.utilization == pytest.approx(asked[u])
    assert found.utilization == pytest.approx(decide(the_plan).utilization)
    assert found.horizon_months == the_plan.finance.horizon_months


def test_zero_line_meets_the_thresholds_of_use():
    the_plan = plan(FULL)
    (line,) = heat_map(the_plan, np.linspace(0, 0.97, 60), [48]).zero_line
    assert line == pytest.approx(decide(the_plan).use_thresholds.points, rel=1e-5)


def test_owned_gpus_that_are_faster_are_used_less_than_the_demand_says():
    # 13 % of a month on the rented GPU are 10 % of it on an owned one that does the work in 3/4 of the hours.
    base = plan(demand={"gpus": 8, "utilization": 0.4})
    faster = replace(base, jobs=(replace(base.jobs[0], own_hours_ratio=0.75),))
    decision = decide(faster)
    assert decision.utilization == pytest.approx(0.3)
    axis = UsageAxis(faster)
    assert axis.today == decision.utilization
    assert axis.reach == (0.0, pytest.approx(0.75))
    demanded = decision.break_even["utilization"].roots
    assert decision.use_thresholds.points == pytest.approx([0.75 * root for root in demanded])
    assert demanded, "the case has a threshold"


def test_a_threshold_beyond_the_searched_scale_is_the_one_of_the_map():
    # Two weeks of thirteen around the clock: the table looks at five times the hours, the map at what months hold.
    the_plan = plan(WAVES)
    dear = moved(the_plan, buy__node_price=the_plan.buy.node_price * 1.85)
    decision = decide(dear)
    found = decision.use_thresholds
    assert not decision.break_even["demand_scale"].roots
    (point,) = found.points
    assert found.held == pytest.approx(decision.utilization)
    assert found.held < point < found.most
    shares = np.linspace(found.least, found.most, 60)
    (line,) = heat_map(dear, shares.tolist(), [dear.finance.horizon_months]).zero_line
    assert line == pytest.approx([point], rel=1e-3)


@pytest.mark.parametrize("scenario", [WAVES, BASE_LOAD])
def test_waves_stand_on_the_axis_where_their_result_says(scenario):
    the_plan = plan(scenario)
    decision = decide(the_plan)
    axis = UsageAxis(the_plan)
    assert axis.today == pytest.approx(decision.utilization)
    found = heat_map(the_plan, [decision.utilization], [the_plan.finance.horizon_months])
    assert found.npv_of_buying[0, 0] == pytest.approx(decision.npv_of_buying, rel=1e-9)


def test_reached_utilization_is_the_one_asked_for():
    the_plan = plan(BASE_LOAD)
    axis = UsageAxis(the_plan)
    asked = np.array([0.3, axis.today, 0.5, 0.56, 0.6])
    assert axis.reachable(asked).tolist() == [False, True, True, True, True]
    reached = evaluate(the_plan, **axis.overrides(asked))
    service = the_plan.finance.horizon_months - the_plan.buy.lead_months
    available = reached.nodes * the_plan.buy.gpus_per_node * 730 * service
    assert (reached.own_gpu_hours / available)[1:] == pytest.approx(asked[1:], rel=1e-6)


def test_a_month_holds_no_more_than_its_hours():
    the_plan = plan(BASE_LOAD)
    found = heat_map(the_plan, [0.6, 0.7, 0.9], [27])
    assert found.reachable.tolist() == [True, False, False]
    assert found.npv_of_buying[0, 1] == found.npv_of_buying[0, 2]


def test_use_below_the_base_load_stays_at_it():
    the_plan = plan(BASE_LOAD)
    least = heat_map(moved(the_plan, demand__scale=0), [0.0], [27])
    assert heat_map(the_plan, [0.0, 0.1], [27]).npv_of_buying[0].tolist() == pytest.approx(
        [least.npv_of_buying[0, 0]] * 2
    )


def test_no_hours_at_all_can_be_mapped():
    found = heat_map(plan(demand={"kind": "profile", "monthly_gpu_hours": [0]}), [0.1, 0.9], [24])
    assert np.isfinite(found.npv_of_buying).all()
    assert found.utilization == 0


def test_several_jobs_have_one_axis():
    base = plan(FULL)
    waves = job(kind="waves", gpus=8)
    both = replace(base, jobs=(base.jobs[0], waves))
    decision = decide(both)
    found = heat_map(both, [decision.utilization], [48])
    assert found.npv_of_buying[0, 0] == pytest.approx(decision.npv_of_buying, rel=1e-9)


def test_unit_costs_are_those_of_the_decision_and_cross_at_its_break_even():
    the_plan = plan(FULL)
    decision = decide(the_plan)
    curve = unit_cost_curve(the_plan, [0.0, *np.linspace(0.05, 0.97, 40), decision.utilization])
    assert curve.own[-1] == pytest.approx(decision.buy.cost_per_used_gpu_hour)
    assert curve.hourly[-1] == pytest.approx(decision.rent.cost_per_used_gpu_hour)
    monthly = decide(moved(the_plan, rent__mode="monthly"))
    assert curve.monthly[-1] == pytest.approx(monthly.rent.cost_per_used_gpu_hour)
    assert np.isnan(curve.own[0])
    at_threshold = unit_cost_curve(the_plan, [*decision.use_thresholds.points, 0.97])
    assert at_threshold.own[0] == pytest.approx(at_threshold.in_force[0])
    assert (np.diff(curve.own[1:35]) < 0).all()


def test_crossings_between_on_and_beside_points():
    assert crossings(np.array([0.0, 1.0, 2.0, 3.0]), np.array([-1.0, 1.0, 0.0, np.nan])) == (0.5, 2.0)
    assert crossings(np.array([0.0, 1.0]), np.array([np.nan, 1.0])) == ()


def test_jobs_that_come_to_overlap_keep_the_peak_along_the_axis():
    plan = reckon(resolve(load_example("mixed-server"))).plan
    axis = UsageAxis(plan)
    nodes = axis.overrides(np.linspace(0.2, 1.0, 81))["buy.nodes"]
    assert set(nodes.tolist()) == {float(decide(plan).nodes)}
    # What overlaps beyond the owned cards is rented, which no second node's price may outweigh.
    costs = unit_cost_curve(plan, np.linspace(0.2, 1.0, 81)).own
    assert np.all(np.diff(costs) <= 0.05 * costs[:-1])
