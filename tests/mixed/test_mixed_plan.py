"""The mixed plan of whole plans: every field of the ledger drawn at random."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from calc.choices import Branch, GapMode, RentMode, TaxPosition
from calc.cost import ledger
from calc.decision.mixed.ledger_costs import price_plan
from calc.decision.mixed.ledger_flows import MixedChoice, mixed_flows
from calc.decision.mixed.mixed_plan import MixedNote, mixed_plan
from calc.decision.mixed.settle import kept, settle
from calc.decision.value import present_value
from tests.cost.random_plans import plans
from tests.decision.plans import moved, plan

NEAR = {"rel": 1e-9, "abs": 1e-3}
ALL_TARIFFS = {"monthly_offered": True, "committed_1y_offered": True, "committed_3y_offered": True}
some_tariffs = st.fixed_dictionaries({name: st.booleans() for name in ALL_TARIFFS})


def with_tariffs(base, offered):
    return replace(base, rent=base.rent.model_copy(update=offered))


def cost(base, flows):
    return float(present_value(flows.cash, base.finance.discount_rate_per_year))


def orders_of(priced, *counts):
    orders = np.zeros(priced.problem.horizon_months, dtype=np.intp)
    orders[: len(counts)] = counts
    return orders


def own_hours_are_worth_using(problem):
    """Else owned GPUs stand still in the plan (docs/mixed_plan.md §3), which the buy branch does not know."""
    return (problem.costs.own_hour <= problem.costs.hour).all()


def nothing_by_month(priced):
    return np.zeros(priced.problem.horizon_months, dtype=np.intp)


@given(plans, some_tariffs)
@settings(max_examples=60, deadline=None)
def test_mixed_is_never_dearer_than_its_ends(base, offered):
    base = with_tariffs(base, offered)
    result = ledger(base, keep_lines=True)
    found = mixed_plan(base, result)
    ends = {Branch.RENT: cost(base, result.rent), Branch.BUY: cost(base, result.buy)}
    least = min(ends.values())
    assert found.value.present_cost <= least + 1e-9 * abs(least)
    if found.branch in ends:
        assert found.value.present_cost == ends[found.branch]


@given(plans, some_tariffs)
@settings(max_examples=40, deadline=None)
def test_its_lines_add_up_and_its_hours_are_the_demanded_ones(base, offered):
    base = with_tariffs(moved(base, rent__goodput=1.0), offered)
    if base.buy.gap_mode is GapMode.NONE:
        base = moved(base, buy__gap_mode="hourly")
    found = mixed_plan(base)
    total = sum(found.flows.lines.values())
    assert np.allclose(total, found.flows.cash, rtol=1e-9, atol=1e-3)
    done = np.add(found.own_gpu_hours, found.prepaid_gpu_hours) + found.hourly_gpu_hours
    if found.branch is Branch.RENT and base.rent.mode is not RentMode.HOURLY:
        return  # contracts hold every level; their hours are not billed one by one
    # whole GPUs by the hour may stand idle for a part of an hour where owned capacity is a fraction
    assert (done >= np.array(found.demanded_gpu_hours) - 1e-6).all()
    if found.branch is not Branch.MIXED or base.buy.availability == 1:
        assert done == pytest.approx(found.demanded_gpu_hours, abs=1e-6)


@given(plans)
@settings(max_examples=40, deadline=None)
def test_all_own_is_the_buy_branch_of_the_ledger(base):
    base = moved(base, buy__gap_mode="hourly", buy__nodes=2, buy__availability=1.0, rent__mode="hourly")
    result, priced = ledger(base), price_plan(base)
    assume(own_hours_are_worth_using(priced.problem))
    choice = MixedChoice(orders_of(priced, 2), nothing_by_month(priced), {})
    assert cost(base, mixed_flows(base, priced.problem, choice).flows) == pytest.approx(cost(base, result.buy), **NEAR)


@given(plans)
@settings(max_examples=40, deadline=None)
def test_all_rent_is_the_rent_branch_of_the_ledger(base):
    base = moved(base, rent__mode="hourly")
    result, priced = ledger(base), price_plan(base)
    choice = MixedChoice(nothing_by_month(priced), nothing_by_month(priced), {})
    assert cost(base, mixed_flows(base, priced.problem, choice).flows) == pytest.approx(cost(base, result.rent), **NEAR)


@given(plans)
@settings(max_examples=40, deadline=None)
def test_renting_the_peak_by_the_month_is_the_monthly_branch(base):
    base = moved(base, rent__mode="monthly")
    result, priced = ledger(base), price_plan(base)
    gpus = np.array([month.peak_gpus for month in priced.problem.months], dtype=np.intp)
    choice = MixedChoice(nothing_by_month(priced), gpus, {})
    assert cost(base, mixed_flows(base, priced.problem, choice).flows) == pytest.approx(cost(base, result.rent), **NEAR)


@given(plans, st.data())
@settings(max_examples=50, deadline=None)
def test_unit_costs_add_up_to_the_ledger_where_it_is_linear(base, data):
    """Losses absorbed, no least term, no refresh, no billed kW (of use or not): sum of units = whole."""
    base = moved(
        base,
        finance__tax_position=TaxPosition.TAXABLE,
        rent__minimum_term_months=1,
        buy__refresh_every_months=0,
        site__committed_kw=0.0,
        site__colo_term_months=0,
        site__colo_mode="per_rack",
        site__power_rate_per_kw_month=0.0,
    )
    base = with_tariffs(base, ALL_TARIFFS)
    priced = price_plan(base)
    problem = priced.problem
    assume(own_hours_are_worth_using(problem))
    orders = orders_of(priced, *data.draw(st.lists(st.integers(0, 1), max_size=5)))
    orders[problem.horizon_months - problem.lead_months :] = 0
    if orders.sum() > problem.max_nodes:
        orders[:] = 0
    started = []
    for _ in problem.contracts:
        gpus = np.zeros(problem.horizon_months, dtype=np.intp)
        gpus[data.draw(st.integers(0, problem.horizon_months - 1))] = data.draw(st.integers(0, 4))
        started.append(gpus)
    found = settle(problem, kept(problem, orders), tuple(started))
    choice = MixedChoice(orders, np.array(found.month_gpus), dict(zip(priced.modes, started, strict=True)))
    whole = cost(base, mixed_flows(base, problem, choice).flows)
    assert found.cost == pytest.approx(whole, rel=1e-8, abs=1e-2)


def test_a_base_is_owned_and_its_peaks_are_rented():
    base = plan(
        demand={"kind": "waves", "gpus": 8, "base_gpus": 8, "weeks_on": 1, "weeks_off": 12, "hours_per_week": 168},
        rent={"hourly_rate": 3.5},
        buy={"node_price": 250000, "residual_kind": "points"},
    )
    found = mixed_plan(base)
    assert found.branch is Branch.MIXED
    assert set(found.nodes_in_service) == {1}
    assert sum(found.hourly_gpu_hours) == pytest.approx(
        sum(found.demanded_gpu_hours) - sum(found.own_gpu_hours), rel=1e-12
    )


def test_growth_buys_later_and_a_falling_price_waits():
    base = plan(
        demand={"utilization": 0.45, "growth_per_year": 0.6, "gpus": 8},
        buy={"node_price": 250000, "node_price_growth_per_year": -0.3, "residual_kind": "points"},
        finance={"horizon_months": 48},
    )
    found = mixed_plan(base)
    first = next(month for month, nodes in enumerate(found.orders_by_month) if nodes)
    assert first > 0
    assert found.value.present_cost < cost(base, ledger(base).rent)


def test_commitments_in_any_month_are_never_dearer_than_every_term():
    base = plan(
        demand={"kind": "waves", "gpus": 8, "base_gpus": 4, "weeks_on": 20, "weeks_off": 32, "first_week": 10},
        rent={**ALL_TARIFFS, "committed_1y_rate": 1.9, "monthly_rate": 1700},
        finance={"horizon_months": 24},
    )
    every_term, any_month = mixed_plan(base), mixed_plan(base, commitments_any_month=True)
    assert any_month.value.present_cost <= every_term.value.present_cost * (1 + 1e-9)
    codes = {note.code for note in any_month.notes}
    assert MixedNote.COMMITMENTS_ANY_MONTH in codes
    assert MixedNote.COMMITMENTS_EVERY_TERM in {note.code for note in every_term.notes}


@pytest.mark.parametrize("term", ["committed_1y", "committed_3y"])
@pytest.mark.parametrize("in_force", [True, False])
def test_a_commitment_at_no_price_is_taken(term, in_force):
    tariff = {"mode": term} if in_force else {f"{term}_offered": True}
    found = mixed_plan(plan(rent={**tariff, f"{term}_rate": 0}))
    assert found.value.present_cost == pytest.approx(0, abs=1e-6)


def test_losses_that_queue_are_met_by_the_whole():
    base = plan(
        demand={"kind": "waves", "gpus": 8, "base_gpus": 8, "weeks_on": 1, "weeks_off": 12},
        finance={"tax_position": "limited", "income_kzt_per_year": 1e7, "horizon_months": 48},
    )
    found = mixed_plan(base)
    years = found.flows.tax_years
    assert years is not None
    assert MixedNote.NOT_LINEAR in {note.code for note in found.notes}
    assert found.flows.lines["income_tax"].sum() == pytest.approx(float(years.tax.sum()), rel=1e-9)
