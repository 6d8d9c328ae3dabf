"""The eleven golden scenarios (tests/cost/data): values, paybacks, rates and break-evens."""

import numpy as np
import pytest

from calc.cost import ledger
from calc.decision import decide
from calc.decision.evaluate import npv_of_buying
from tests.decision.cases import golden
from tests.decision.plans import plan

NAMES = sorted(golden())
BRANCH_FIGURES = ("present_cost", "total", "equivalent_monthly", "cost_per_used_gpu_hour")


@pytest.fixture(scope="module", params=NAMES)
def case(request):
    scenario = golden()[request.param]
    return plan(scenario["scenario"]), scenario["expected"]


@pytest.fixture(scope="module")
def decision(case):
    return decide(case[0])


def money(case_plan):
    return 0.01 if case_plan.finance.currency == "USD" else 0.5


def near(value, case_plan):
    return pytest.approx(value, abs=money(case_plan), rel=1e-9)


def test_present_costs(case, decision):
    the_plan, expected = case
    for branch in ("rent", "buy"):
        value = getattr(decision, branch)
        for figure in BRANCH_FIGURES[:2]:
            assert getattr(value, figure) == near(expected[branch][figure], the_plan)
        assert value.equivalent_monthly == near(expected[branch]["equivalent_monthly"], the_plan)
        assert value.cost_per_used_gpu_hour == pytest.approx(expected[branch]["cost_per_used_gpu_hour"], rel=1e-9)
        for line, cost in expected[branch]["present_cost_by_line"].items():
            assert value.present_cost_by_line[line] == near(cost, the_plan)
        assert value.monthly_total == near(expected[branch]["monthly_total"], the_plan)
        assert value.used_gpu_hours == pytest.approx(expected[branch]["used_gpu_hours"], abs=1e-6)
        assert value.cumulative_present_cost[-1] == pytest.approx(value.present_cost)
    assert decision.present_cost_unlevered == near(expected["buy"]["present_cost_unlevered"], the_plan)
    assert decision.nodes == expected["buy"]["nodes"]


def test_saving(case, decision):
    the_plan, expected = case
    difference = expected["difference"]
    assert decision.npv_of_buying == near(difference["npv_of_buying"], the_plan)
    assert decision.saving_monthly == near(difference["saving_monthly"], the_plan)
    assert decision.payback_month == difference["payback_month"]
    assert decision.discounted_payback_month == difference["discounted_payback_month"]
    assert decision.irr_sign_changes == difference["irr_sign_changes"]
    assert decision.irr_of_buying == pytest.approx(difference["irr_of_buying"], abs=1e-9)


def test_break_evens(case, decision):
    _, expected = case
    assert set(decision.break_even) == set(expected["break_even"])
    for quantity, wanted in expected["break_even"].items():
        found = decision.break_even[quantity]
        assert found.state == wanted["answer"], quantity
        assert found.roots == pytest.approx(wanted["roots"], rel=1e-7), quantity
        jumps = wanted.get("jumps", [])
        assert found.jumps == pytest.approx(jumps, abs=1e-3 * (found.high - found.low)), quantity
        if "buy_cheaper_at_first" in wanted:
            assert found.buy_cheaper_at_first == wanted["buy_cheaper_at_first"]


def test_saving_is_zero_at_every_root_and_slopes_tell_the_side(case, decision):
    the_plan, _ = case
    fields = {
        "utilization": "demand.utilization",
        "demand_scale": "demand.scale",
        "hourly_rate": "rent.hourly_rate",
        "monthly_rate": "rent.monthly_rate",
        "purchase_price": "buy.node_price",
        "tariff": "site.tariff_kzt_per_kwh",
        "usd_kzt": "finance.usd_kzt",
        "discount_rate": "finance.discount_rate_per_year",
        "residual": "buy.residual_scale",
    }
    largest = max(abs(decision.rent.present_cost), abs(decision.buy.present_cost))
    for quantity, field in fields.items():
        if quantity not in decision.break_even:
            continue
        found = decision.break_even[quantity]
        for root, slope, distance in zip(found.roots, found.slopes, found.distances, strict=True):
            step = 1e-4 * (found.high - found.low)
            low, at, high = npv_of_buying(the_plan, **{field: root + step * np.array([-1.0, 0.0, 1.0])})
            assert abs(at) <= max(0.01, 1e-10 * largest)
            assert (high - low) / (2 * step) == pytest.approx(slope, rel=0.05)
            assert distance == root - found.today


def test_ledger_reconciles(case, decision):
    the_plan, _ = case
    for branch in (decision.rent, decision.buy):
        by_month = np.sum(list(branch.months_by_line.values()), axis=0)
        assert by_month == pytest.approx(branch.monthly_total, abs=1e-9 * max(map(abs, branch.monthly_total)) + 1e-6)
        assert sum(branch.present_cost_by_line.values()) == near(branch.present_cost, the_plan)
    saved = np.subtract(decision.rent.monthly_total, decision.buy.monthly_total)
    assert saved == near(decision.saving_monthly, the_plan)
    assert decision.rent.present_cost - decision.buy.present_cost == near(decision.npv_of_buying, the_plan)
    assert ledger(the_plan).rent.cash == pytest.approx(decision.ledger.rent.cash)
