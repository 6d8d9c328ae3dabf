"""The ledger reconciles to the tenge: lines, cash, present cost, years; and the invariants of the money model §9."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.choices import Repayment
from calc.cost import ledger
from calc.cost.flows import moments
from calc.cost.repayment import monthly_rate, principal_share, repaid_share
from calc.decision import decide
from calc.decision.series import net_present_value
from calc.decision.value import stream_by_moment
from tests.cost.random_plans import plans
from tests.decision.plans import moved, plan
from tests.decision.straight_line import straight

TENGE = 0.5
FEW = settings(max_examples=25, deadline=None)


def to_the_tenge(found, expected, size):
    # half a tenge, or the last digits of amounts of billions
    assert found == pytest.approx(expected, rel=0, abs=max(TENGE, 1e-10 * size))


@FEW
@given(plans)
def test_lines_cash_present_cost_and_years_are_one_account(the_plan):
    the_plan = moved(the_plan, finance__currency="KZT")
    decision = decide(the_plan)
    rate, horizon = the_plan.finance.discount_rate_per_year, the_plan.finance.horizon_months
    for branch in ("rent", "buy"):
        value, flows = getattr(decision, branch), getattr(decision.ledger, branch)
        lines = value.months_by_line
        size = sum(abs(amount) for amounts in lines.values() for amount in amounts) + 1.0
        # lines -> cash, month by month
        for month in range(horizon + 1):
            to_the_tenge(value.monthly_total[month], math.fsum(lines[name][month] for name in lines), size)
        # cash -> total and present cost, by the moments of the flows
        to_the_tenge(value.total, math.fsum(value.monthly_total), size)
        factors = (1 + rate) ** (-moments(flows.cash.shape[-1] - 1) / 12)
        to_the_tenge(value.present_cost, math.fsum((flows.cash * factors).ravel()), size)
        to_the_tenge(value.present_cost, math.fsum(value.present_cost_by_line.values()), size)
        to_the_tenge(value.cumulative_present_cost[-1], value.present_cost, size)
        # cash -> yearly table
        years = decision.by_calendar_year[branch]
        to_the_tenge(math.fsum(year.cash_out for year in years), value.total, size)
        assert [year.first_month for year in years[1:]] == [year.last_month + 1 for year in years[:-1]]
        assert (years[0].first_month, years[-1].last_month) == (1, horizon)
        to_the_tenge(math.fsum(year.income_tax for year in years), math.fsum(lines.get("income_tax", ())), size)
    size = abs(decision.rent.present_cost) + abs(decision.buy.present_cost)
    to_the_tenge(decision.npv_of_buying, decision.rent.present_cost - decision.buy.present_cost, size)
    saved = math.fsum(year.cash_out for year in decision.by_calendar_year["difference"])
    to_the_tenge(saved, decision.rent.total - decision.buy.total, size)


@FEW
@given(plans)
def test_the_value_at_every_rate_of_return_is_zero(the_plan):
    decision = decide(the_plan)
    stream, month = stream_by_moment(decision.ledger.rent.cash - decision.ledger.buy.cash)
    for root in decision.irr_of_buying:
        discounted = stream * (1 + root) ** (-month / 12)
        assert abs(discounted.sum()) <= 1e-9 * np.abs(discounted).sum()


@FEW
@given(plans)
def test_at_a_rate_of_zero_values_are_plain_sums(the_plan):
    decision = decide(moved(the_plan, finance__discount_rate_per_year=0.0))
    for value in (decision.rent, decision.buy):
        assert value.present_cost == pytest.approx(value.total, rel=1e-12, abs=1e-6)
        assert value.equivalent_monthly == pytest.approx(value.total / the_plan.finance.horizon_months, abs=1e-6)


@FEW
@given(plans, st.sampled_from([1, 60, 1440]))
def test_a_coarser_billing_step_is_never_cheaper(the_plan, step):
    fine = moved(the_plan, rent__mode="hourly", rent__billing_step_minutes=1.0, finance__cit_rate=0.0)
    coarse = moved(fine, rent__billing_step_minutes=float(step))
    assert ledger(coarse).rent.cash.sum() >= ledger(fine).rent.cash.sum() * (1 - 1e-12)


@pytest.mark.parametrize("nodes", [1, 3])
def test_without_use_and_at_pue_one_only_idle_energy_is_paid(nodes):
    site = {"idle_kw_per_node": 2, "active_kw_per_node": 9, "tariff_kzt_per_kwh": 30}
    idle = decide(straight(demand={"utilization": 0}, buy={"nodes": nodes}, site=site, finance={"horizon_months": 12}))
    assert idle.buy.total == pytest.approx(nodes * 2 * 8760 * 30)
    assert {line for line, amounts in idle.buy.months_by_line.items() if any(amounts)} == {"energy"}


@pytest.mark.parametrize("shape", list(Repayment))
@FEW
@given(st.floats(0, 3), st.integers(1, 240))
def test_a_payment_is_interest_and_principal_and_principal_is_the_loan(shape, rate_per_year, term):
    rate = monthly_rate(np.asarray(rate_per_year), "nominal")
    count, number = np.asarray(float(term)), np.arange(1.0, term + 1)
    parts = principal_share(number, count, rate, shape)
    assert parts.sum() == pytest.approx(1)
    assert np.cumsum(parts) == pytest.approx(repaid_share(number, count, rate, shape), abs=1e-9)
    payments = parts + rate * (1 - np.cumsum(parts) + parts)
    if shape is Repayment.ANNUITY:
        assert payments == pytest.approx(np.full(term, payments[0]), rel=1e-8)
    assert principal_share(np.array([0.0, term + 1.0]), count, rate, shape).tolist() == [0, 0]


@FEW
@given(st.lists(st.floats(0, 5000), min_size=1, max_size=5), st.floats(0, 0.6))
def test_a_monthly_model_of_yearly_flows_is_the_yearly_model(hours, rate):
    yearly = [hour if index == 11 else 0.0 for hour in hours for index in range(12)]
    demand = {"kind": "profile", "gpus": 8, "monthly_gpu_hours": yearly}
    finance = {"horizon_months": 12 * len(hours), "discount_rate_per_year": rate}
    buy = {"gpus_per_node": 8, "node_price": 9000}
    found = decide(straight(demand=demand, rent={"hourly_rate": 2}, buy=buy, finance=finance)).npv_of_buying
    assert found == pytest.approx(net_present_value(rate, [-9000.0, *(2 * hour for hour in hours)]), abs=1e-6)


@FEW
@given(plans, st.floats(0.0, 0.5))
def test_both_currency_routes_give_one_decision(the_plan, rate):
    in_tenge = (1 + rate) * (1 + the_plan.finance.usd_kzt_drift_per_year) - 1
    tenge = decide(moved(the_plan, finance__currency="KZT", finance__discount_rate_per_year=max(in_tenge, -0.5)))
    dollars = decide(moved(the_plan, finance__currency="USD", finance__discount_rate_per_year=rate))
    size = abs(tenge.rent.present_cost) + abs(tenge.buy.present_cost)
    assert tenge.npv_of_buying == pytest.approx(the_plan.finance.usd_kzt * dollars.npv_of_buying, abs=1e-9 * size)
    assert tenge.discounted_payback_month == dollars.discounted_payback_month
    assert tenge.cheapest == dollars.cheapest


def test_a_rent_in_dollars_and_a_licence_carry_reverse_charge_vat_like_domestic_vat():
    finance = {"vat_rate": 0.16, "vat_recoverable_share": 0.25, "vat_recovery_months_opex": 2, "cit_rate": 0}
    bare = {"demand": {"gpus": 8, "utilization": 0.5}, "finance": finance, "site": {"tariff_kzt_per_kwh": 0}}
    decision = decide(plan(bare, buy={"node_price": 0, "licence_usd_per_gpu_year": 1200}))
    for value, line in ((decision.rent, "rent_compute"), (decision.buy, "licences")):
        paid, back = value.months_by_line["vat_paid"], value.months_by_line["vat_recovered"]
        assert paid[5] == pytest.approx(0.16 * value.months_by_line[line][5])
        assert back[7] == pytest.approx(-0.25 * paid[5])
    domestic = decide(plan(bare, rent={"currency": "KZT", "hourly_rate": 3.5 * 444}))
    assert domestic.rent.months_by_line["vat_paid"] == pytest.approx(decision.rent.months_by_line["vat_paid"])
