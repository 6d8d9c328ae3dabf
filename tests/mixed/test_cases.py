"""The 29 worked problems: cost, plan, ends (docs/mixed_plan.md §6)."""

import pytest

from calc.decision.mixed.priced import priced
from calc.decision.mixed.solve import solve, solve_all_own, solve_all_rent, solve_hourly_only
from tests.mixed.cases import CASES, problem_of

COST = 1e-6


def one_of(value, allowed):
    return value in allowed if isinstance(allowed, list) else value == allowed


def same_plan(found, plan):
    starts = [(start["name"], start["start_month"], start["gpus"]) for start in plan.get("commitment_starts", [])]
    sales = [(sale["order_month"], sale["sold_at_end_of_month"], sale["nodes"]) for sale in plan.get("sales", [])]
    orders = {str(month): nodes for month, nodes in enumerate(found.orders_by_month) if nodes}
    return (
        orders == plan["orders_nodes_by_order_month"]
        and list(found.nodes_in_service) == plan["nodes_in_service_by_month"]
        and [(s.order_month, s.sold_at_end_of_month, s.nodes) for s in found.sales] == sales
        and [(s.name, s.start_month, s.gpus) for s in found.commitment_starts] == starts
        and all(map(one_of, found.month_gpus, plan["month_gpus_by_month"]))
    )


@pytest.mark.parametrize("case_id", CASES)
def test_cost_and_plan(case_id):
    expected = CASES[case_id]["expected"]
    found = solve(priced(problem_of(case_id)))
    assert found.cost == pytest.approx(expected["npv_cost_usd"], rel=COST, abs=1e-9)
    plan = next((plan for plan in expected["optimal_plans"] if same_plan(found, plan)), None)
    if plan is None and not expected["optimal_plans_complete"]:
        return
    assert plan is not None, found
    assert found.own_used_gpu_hours == pytest.approx(plan["own_used_gpu_hours_by_month"], abs=1e-3)
    assert found.hourly_billed_gpu_hours == pytest.approx(plan["hourly_billed_gpu_hours_by_month"], abs=1e-3)


@pytest.mark.parametrize("case_id", CASES)
@pytest.mark.parametrize(
    ("end", "field"),
    [
        (solve_all_rent, "all_rent_npv_cost_usd"),
        (solve_hourly_only, "hourly_only_npv_cost_usd"),
        (solve_all_own, "all_own_npv_cost_usd"),
    ],
)
def test_ends(case_id, end, field):
    expected = CASES[case_id]["expected"][field]
    found = end(priced(problem_of(case_id)))
    assert (found is None) == (expected is None)
    if expected is not None:
        assert found.cost == pytest.approx(expected, rel=COST, abs=1e-9)


def test_ties_go_to_fewer_nodes_and_fewer_months():
    found = solve(priced(problem_of("O21")))
    assert found.nodes_in_service == (0,)
    assert found.month_gpus == (1,)


def test_equal_mean_opposite_answers():
    wave, flat = (solve(priced(problem_of(case_id))) for case_id in ("O02", "O03"))
    assert (wave.nodes_in_service, flat.nodes_in_service) == ((0,), (2,))
