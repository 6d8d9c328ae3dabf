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
@settings(max_examples=25, deadline=None)
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
    assert done == pytest.approx(found.demanded_gpu_hours, abs=1e-6)


@given(plans, some_tariffs)
@settings(max_examples=25, deadline=None)
def test_owned_and_rented_hours_are_the_demanded_ones(base, offered):
    """At any goodput: billed hours may be more, the work is the same; work that waits for a delivery is lost."""
    base = with_tariffs(base, offered)
    found = mixed_plan(base)
    done = np.add(found.own_gpu_hours, found.rented_gpu_hours)
    waits = base.buy.lead_months if found.branch is Branch.BUY and base.buy.gap_mode is GapMode.NONE else 0
    assert done[waits:] == pytest.approx(found.demanded_gpu_hours[waits:], rel=1e-9, abs=1e-6)
    assert not done[:waits].any()


@given(plans, some_tariffs)
@settings(max_examples=25, deadline=None)
def test_the_curve_is_the_plan_at_its_nodes_and_no_dearer_than_the_ends(base, offered):
    base = with_tariffs(base, offered)
    result = ledger(base, keep_lines=True)
    found = mixed_plan(base, result)
    curve = dict(zip(found.cost_by_nodes.nodes, found.cost_by_nodes.present_cost, strict=True))
    assert found.cost_by_nodes.nodes[found.cost_by_nodes.best] == found.nodes_in_service[-1]
    assert curve[found.nodes_in_service[-1]] == found.value.present_cost == min(curve.values())
    for nodes, end in ((0, cost(base, result.rent)), (int(result.buy.nodes), cost(base, result.buy))):
        assert curve[nodes] <= end + 2e-9 * abs(end)


@given(plans)
@settings(max_examples=25, deadline=None)
def test_a_plan_is_not_dearer_than_any_number_of_nodes_the_user_names(base):
    """Losses that queue, least terms and billed kW too: every number of nodes is reckoned in full."""
    base = moved(base, buy__gap_mode="hourly", rent__mode="hourly", buy__availability=1.0, buy__nodes=0)
    base = moved(base, rent__storage_gb=0.0, rent__setup_fee=0.0, rent__egress_gb_per_month=0.0)
    assume(own_hours_are_worth_using(price_plan(base).problem))
    found = mixed_plan(base)
    for nodes in range(1, int(ledger(base).buy.nodes) + 1):
        named = cost(base, ledger(moved(base, buy__nodes=nodes)).buy)
        assert found.value.present_cost <= named + 1e-9 * abs(named)


@given(plans)
@settings(max_examples=25, deadline=None)
def test_no_plan_is_called_exact_beside_a_gap(base):
    codes = {note.code for note in mixed_plan(base).notes}
    assert not {MixedNote.EXACT_OVER_NODES_AND_MONTHS, MixedNote.NOT_LINEAR} <= codes


@given(plans)
@settings(max_examples=25, deadline=None)
def test_all_own_is_the_buy_branch_of_the_ledger(base):
    base = moved(base, buy__gap_mode="hourly", buy__nodes=2, buy__availability=1.0, rent__mode="hourly")
    # §4 leaves storage, set-up and egress out of the shortfall; the plan does not
    base = moved(base, rent__storage_gb=0.0, rent__setup_fee=0.0, rent__egress_gb_per_month=0.0)
    result, priced = ledger(base), price_plan(base)
    assume(own_hours_are_worth_using(priced.problem))
    choice = MixedChoice(orders_of(priced, 2), nothing_by_month(priced), {})
    assert cost(base, mixed_flows(base, priced.problem, choice).flows) == pytest.approx(cost(base, result.buy), **NEAR)


@given(plans)
@settings(max_examples=25, deadline=None)
def test_all_rent_is_the_rent_branch_of_the_ledger(base):
    base = moved(base, rent__mode="hourly")
    result, priced = ledger(base), price_plan(base)
    choice = MixedChoice(nothing_by_month(priced), nothing_by_month(priced), {})
    assert cost(base, mixed_flows(base, priced.problem, choice).flows) == pytest.approx(cost(base, result.rent), **NEAR)


@given(plans)
@settings(max_examples=25, deadline=None)
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


FEW_OF_MANY = plan(
    demand={"kind": "waves", "gpus": 64},
    rent={
        "hourly_rate": 2.5,
        "storage_gb": 50000,
        "storage_rate": 0.1,
        "egress_gb_per_month": 2000,
        "egress_rate": 0.1,
    },
    buy={"gpus_per_node": 1, "node_price": 35000},
)


def test_one_node_does_not_delete_the_bill_of_the_cloud():
    """63 of 64 GPUs stay in the cloud: storage in full, also between the waves; egress in their share."""
    priced = price_plan(FEW_OF_MANY)
    rented = mixed_flows(
        FEW_OF_MANY, priced.problem, MixedChoice(orders_of(priced, 0), nothing_by_month(priced), {}), keep_lines=True
    )
    one = mixed_flows(
        FEW_OF_MANY, priced.problem, MixedChoice(orders_of(priced, 1), nothing_by_month(priced), {}), keep_lines=True
    )
    lead = FEW_OF_MANY.buy.lead_months
    before, after = (
        {name: each.flows.lines[name].sum(axis=0) for name in ("rent_storage", "rent_egress")} for each in (rented, one)
    )
    last = max(month for month, demand in enumerate(priced.problem.months, start=1) if demand.gpu_hours > 0)
    assert after["rent_storage"][: last + 1] == pytest.approx(before["rent_storage"][: last + 1])
    assert after["rent_egress"][lead + 1 :] == pytest.approx(before["rent_egress"][lead + 1 :] * 63 / 64)
    assert mixed_plan(FEW_OF_MANY).branch is Branch.RENT


def test_nodes_that_do_all_the_work_leave_no_data_in_the_cloud():
    base = moved(FEW_OF_MANY, demand__gpus=4)
    priced = price_plan(base)
    all_own = mixed_flows(
        base, priced.problem, MixedChoice(orders_of(priced, 4), nothing_by_month(priced), {}), keep_lines=True
    )
    storage = all_own.flows.lines["rent_storage"].sum(axis=0)
    assert not storage[base.buy.lead_months + 1 :].any()


def test_one_plan_has_one_price_whoever_names_its_nodes():
    """Nodes that are down for a twentieth: fractions of GPUs are rented as the buy branch bills them."""
    base = plan(
        demand={"kind": "waves", "gpus": 16, "base_gpus": 8, "weeks_on": 4, "weeks_off": 9},
        rent={"hourly_rate": 3},
        buy={"availability": 0.95},
    )
    found = mixed_plan(base)
    assert found.most_nodes == 1
    named = [cost(base, ledger(moved(base, buy__nodes=nodes)).buy) for nodes in (1, 2, 3)]
    assert found.value.present_cost == pytest.approx(min(named), rel=1e-9)


LEFT_EARLY = plan(
    demand={"kind": "log", "log_levels": [[[140, 40], [121, 32], [84, 24], [63, 16], [140, 8]]]},
    rent={"hourly_rate": 4.8},
    buy={"node_price": 200000},
    site={
        "kind": "colocation",
        "colo_mode": "per_u",
        "colo_currency": "USD",
        "colo_rate": 200,
        "colo_term_months": 120,
    },
    finance={"horizon_months": 24},
)


@pytest.mark.parametrize("mode", ["per_u", "per_rack"])
def test_every_node_pays_for_leaving_the_place_early(mode):
    base = moved(LEFT_EARLY, site__colo_mode=mode)
    found = mixed_plan(base)
    named = [cost(base, ledger(moved(base, buy__nodes=nodes)).buy) for nodes in range(1, 6)]
    assert found.value.present_cost == pytest.approx(min(named), rel=1e-9)
    assert MixedNote.NOT_LINEAR not in {note.code for note in found.notes}


def test_losses_that_queue_do_not_hide_a_better_number_of_nodes():
    """Unit costs absorb every loss and rank four nodes first; without that six are cheapest, two further on."""
    base = plan(
        demand={"kind": "log", "log_levels": [[[140, 64], [140, 48], [40, 32], [40, 16], [60, 8]]]},
        rent={"hourly_rate": 5},
        buy={"node_price": 300000, "residual_kind": "points"},
        finance={"tax_position": "limited", "horizon_months": 24, "loss_carry_years": 0},
    )
    found = mixed_plan(base)
    named = [cost(base, ledger(moved(base, buy__nodes=nodes)).buy) for nodes in range(1, 9)]
    assert found.value.present_cost == pytest.approx(min(named), rel=1e-9)
    assert found.most_nodes == 1 + named.index(min(named)) == 6


def test_owning_all_with_a_shortfall_says_that_its_data_are_left_out():
    base = plan(
        demand={"gpus": 8, "utilization": 0.9},
        rent={"hourly_rate": 9, "storage_gb": 50000, "storage_rate": 0.1},
        buy={"availability": 0.95},
    )
    found = mixed_plan(base)
    assert found.branch is Branch.BUY
    assert MixedNote.OWN_END_LEAVES_DATA in {note.code for note in found.notes}
    without = mixed_plan(moved(base, rent__storage_gb=0.0))
    assert MixedNote.OWN_END_LEAVES_DATA not in {note.code for note in without.notes}


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
