"""How much of an option hangs on the rate of exchange."""

import pytest
from hypothesis import given, settings

from calc.choices import Branch
from calc.decision import decide
from calc.decision.exposure import exposures
from tests.cost.random_plans import plans
from tests.decision.cases import golden
from tests.decision.plans import moved, plan

FULL = plan(golden()["05_kz_8xh100_full"]["scenario"])
BARE = {"demand": {"gpus": 8, "utilization": 0.6}, "finance": {"cit_rate": 0, "vat_rate": 0}}


def test_a_dollar_rent_hangs_on_the_rate_whole_and_a_tenge_rent_not_at_all():
    dollars = exposures(plan(BARE))[Branch.RENT]
    assert dollars.dollar_share == pytest.approx(1)
    assert (dollars.at_weaker_tenge, dollars.at_stronger_tenge) == pytest.approx(
        (1.2 * dollars.present_cost, 0.8 * dollars.present_cost)
    )
    tenge = exposures(plan(BARE, rent={"currency": "KZT", "hourly_rate": 1500}))[Branch.RENT]
    assert tenge.dollar_share == 0
    assert tenge.dollar_cost_by_line == {}


def test_of_an_owned_server_the_purchase_hangs_on_the_rate_and_the_power_does_not():
    bought = exposures(plan(BARE))[Branch.BUY]
    value = decide(plan(BARE)).buy
    assert bought.present_cost == pytest.approx(value.present_cost)
    assert bought.dollar_cost == pytest.approx(value.present_cost_by_line["equipment"])
    assert set(bought.dollar_cost_by_line) == {"equipment"}
    quoted_in_tenge = exposures(plan(BARE, buy={"currency": "KZT", "node_price": 130e6}))[Branch.BUY]
    assert quoted_in_tenge.dollar_share == 0


@pytest.mark.parametrize("name", sorted(golden()))
def test_revaluing_the_plan_moves_it_by_its_exposure(name):
    the_plan = plan(golden()[name]["scenario"])
    if the_plan.finance.currency == "USD" or the_plan.finance.tax_position == "limited":
        return
    decision = decide(moved(the_plan, finance__usd_kzt=the_plan.finance.usd_kzt * 1.1))
    for branch, exposure in exposures(the_plan).items():
        now = getattr(decision, str(branch)).present_cost
        assert now == pytest.approx(exposure.present_cost + 0.1 * exposure.dollar_cost, rel=1e-9)
        assert sum(exposure.dollar_cost_by_line.values()) == pytest.approx(exposure.dollar_cost, rel=1e-6)


def test_the_currency_of_the_report_does_not_change_the_share():
    parity = moved(FULL, finance__usd_kzt_drift_per_year=0)
    for branch, exposure in exposures(moved(parity, finance__currency="USD")).items():
        assert exposure.dollar_share == pytest.approx(exposures(parity)[branch].dollar_share)


@settings(max_examples=25, deadline=None)
@given(plans)
def test_the_three_rates_bracket_today(the_plan):
    for exposure in exposures(the_plan).values():
        low, high = sorted((exposure.at_stronger_tenge, exposure.at_weaker_tenge))
        slack = 1e-9 * max(abs(low), abs(high), 1.0)
        if the_plan.finance.tax_position == "taxable" and the_plan.buy.refresh_every_months == 0:
            assert low - slack <= exposure.present_cost <= high + slack
