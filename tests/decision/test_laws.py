"""Laws of the whole model: directions, live inputs, batches, and break-evens on plans nobody chose."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calc.cost import ledger
from calc.decision import decide, evaluate
from calc.decision.evaluate import npv_of_buying
from calc.decision.quantities import quantities
from calc.decision.root_search import POINTS
from calc.decision.saving_model import is_straight, npv_along
from tests.decision.cases import golden
from tests.decision.plans import moved, plan

FULL = golden()["05_kz_8xh100_full"]["scenario"]
WAVES = golden()["01_kz_waves_hourly"]["scenario"]
OFFICE = golden()["02_kz_working_hours_monthly"]["scenario"]


@st.composite
def plans(draw):
    """Plans over the choices that bend the ledger most."""
    share = st.floats(0, 1).map(lambda x: round(x, 3))
    demand = draw(
        st.sampled_from(
            [
                {"kind": "constant", "gpus": 12},
                {"kind": "waves", "gpus": 16, "weeks_on": 2, "weeks_off": 5, "base_gpus": 4},
                {"kind": "waves", "gpus": 8, "hours_per_week": 50, "weeks_on": 1, "weeks_off": 0},
                {"kind": "profile", "gpus": 8, "monthly_gpu_hours": [5000, 0, 1200]},
            ]
        )
    )
    if demand["kind"] == "constant":
        demand = {**demand, "utilization": draw(share)}
    rent = {
        "mode": draw(st.sampled_from(["hourly", "monthly", "committed_1y"])),
        "currency": draw(st.sampled_from(["USD", "KZT"])),
        "vat_mode": draw(st.sampled_from(["added", "included", "none"])),
        "support_share": draw(share) / 4,
    }
    if rent["currency"] == "KZT":
        rent |= {"hourly_rate": 1700, "monthly_rate": 900_000, "committed_1y_rate": 1300}
    buy = {
        "node_price": draw(st.integers(100_000, 500_000)),
        "lead_months": draw(st.integers(0, 4)),
        "gap_mode": draw(st.sampled_from(["hourly", "monthly", "none"])),
        "residual_kind": draw(st.sampled_from(["none", "points", "linear", "exponential"])),
        "refresh_every_months": draw(st.sampled_from([0, 0, 20])),
        "availability": draw(st.sampled_from([1.0, 0.95])),
        "maintenance_share_per_year": 0.05,
        "warranty_months": 12,
    }
    finance = {
        "horizon_months": draw(st.integers(6, 60)),
        "currency": draw(st.sampled_from(["USD", "KZT"])),
        "discount_rate_per_year": draw(share),
        "tax_position": draw(st.sampled_from(["taxable", "taxable", "limited"])),
        "income_kzt_per_year": 50_000_000,
        "depreciation": draw(st.sampled_from(["declining", "straight_line"])),
        "vat_recoverable_share": draw(st.sampled_from([1.0, 0.0, 0.6])),
        "usd_kzt_drift_per_year": draw(st.sampled_from([0.0, 0.05])),
        "funding": draw(st.sampled_from(["cash", "loan", "lease"])),
        "loan_months": 24,
        "lease_months": 18,
    }
    return plan(demand=demand, rent=rent, buy=buy, finance=finance)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plans())
def test_straight_quantities_are_straight_and_roots_are_zeros(the_plan):
    base = ledger(the_plan)
    largest = np.abs(base.rent.cash).sum() + np.abs(base.buy.cash).sum()
    for quantity in quantities(the_plan):
        if not is_straight(the_plan, quantity):
            continue
        points = np.linspace(quantity.low, quantity.high, POINTS)
        (values,) = npv_along(the_plan, [(quantity, points)])
        weights = points if quantity.id == "usd_kzt" and the_plan.finance.currency == "USD" else np.ones(POINTS)
        line = values * weights
        chord = line[0] + (line[-1] - line[0]) * np.arange(POINTS) / (POINTS - 1)
        assert line == pytest.approx(chord, abs=1e-11 * largest * weights.max() * 10), quantity.id


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plans())
def test_at_every_root_the_saving_is_zero_and_beside_every_jump_it_leaps(the_plan):
    decision = decide(the_plan)
    gross = max(abs(decision.rent.present_cost), abs(decision.buy.present_cost))
    by_id = {str(quantity.id): quantity for quantity in quantities(the_plan)}
    for name, found in decision.break_even.items():
        if name not in by_id:
            continue
        quantity = by_id[name]
        if found.roots:
            (values,) = npv_along(the_plan, [(quantity, np.array(found.roots))])
            assert np.abs(values).max() <= max(0.01, 1e-8 * gross), name
        step = 1e-5 * (found.high - found.low)
        for jump in found.jumps:
            (around,) = npv_along(the_plan, [(quantity, np.array([jump, jump + step]))])
            assert around[0] * around[1] < 0, name
        assert found.low <= min((*found.roots, *found.jumps), default=found.low)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plans())
def test_a_decision_is_consistent(the_plan):
    decision = decide(the_plan)
    gross = max(abs(decision.rent.present_cost), abs(decision.buy.present_cost)) + 1
    apart = decision.rent.present_cost - decision.buy.present_cost
    assert decision.npv_of_buying == pytest.approx(apart, abs=1e-9 * gross)
    assert len(decision.irr_of_buying) <= decision.irr_sign_changes
    never = decision.discounted_payback_month is None
    assert never == (decision.npv_of_buying < 0) or abs(decision.npv_of_buying) <= 1e-7 * gross
    if the_plan.finance.funding == "cash":
        assert decision.present_cost_unlevered == decision.buy.present_cost


def test_a_batch_is_its_members():
    draws = np.random.default_rng(7)
    names = {
        "demand.utilization": draws.uniform(0, 1, 50),
        "rent.hourly_rate": draws.uniform(1, 6, 50),
        "buy.node_price": draws.uniform(1e5, 5e5, 50),
        "site.pue": draws.uniform(1, 2, 50),
        "finance.usd_kzt": draws.uniform(300, 700, 50),
        "finance.discount_rate_per_year": draws.uniform(0, 0.5, 50),
        "finance.horizon_months": draws.integers(6, 61, 50).astype(float),
    }
    the_plan = plan(FULL)
    batch = evaluate(the_plan, **names)
    square = evaluate(the_plan, **{name: values.reshape(5, 10) for name, values in names.items()})
    for k in range(50):
        one = evaluate(the_plan, **{name: values[k] for name, values in names.items()})
        for figure in type(batch).__slots__:
            assert getattr(batch, figure)[k] == pytest.approx(float(getattr(one, figure)), rel=1e-12)
    assert square.npv_of_buying.shape == (5, 10)
    assert square.npv_of_buying.ravel().tolist() == batch.npv_of_buying.tolist()


def test_a_large_batch_runs_in_chunks():
    prices = np.linspace(1e5, 6e5, 1000)
    values = npv_of_buying(plan(FULL), **{"buy.node_price": prices})
    assert values.shape == (1000,)
    assert (np.diff(values) < 0).all()


LESS_ATTRACTIVE = [
    ("buy__node_price", 1.1),
    ("site__tariff_kzt_per_kwh", 1.2),
    ("site__pue", 1.2),
    ("buy__residual_scale", 0.8),
    ("buy__maintenance_share_per_year", 1.5),
    ("buy__staff_fte", 2),
    ("buy__freight_share", 2),
    ("site__colo_rate", 1.3),
    ("buy__selling_cost_share", 2),
    ("buy__lead_months", 2),
]
MORE_ATTRACTIVE = [
    ("rent__hourly_rate", 1.1),
    ("demand__utilization", 1.1),
    ("rent__support_share", 2),
    ("rent__storage_rate", 2),
    ("rent__egress_rate", 2),
]


@pytest.mark.parametrize(("field", "times"), LESS_ATTRACTIVE)
def test_what_makes_buying_less_attractive(field, times):
    assert decide(changed_times(field, times)).npv_of_buying < decide(plan(FULL)).npv_of_buying


@pytest.mark.parametrize(("field", "times"), MORE_ATTRACTIVE)
def test_what_makes_buying_more_attractive(field, times):
    assert decide(changed_times(field, times)).npv_of_buying > decide(plan(FULL)).npv_of_buying


def changed_times(field, times):
    base = plan(FULL)
    part, name = field.split("__")
    value = getattr(base.jobs[0].demand if part == "demand" else getattr(base, part), name)
    return moved(base, **{field: value * times})


LIVE = {
    "demand__utilization": 0.6,
    "demand__growth_per_year": 0.1,
    "rent__hourly_rate": 3.4,
    "rent__goodput": 0.9,
    "rent__price_growth_per_year": -0.1,
    "buy__node_price": 320_000,
    "buy__spares_share": 0.05,
    "buy__deposit_share": 0.2,
    "buy__retention_months": 9,
    "buy__availability": 0.9,
    "buy__insurance_share_per_year": 0.01,
    "buy__licence_usd_per_gpu_year": 500,
    "buy__generation_drop_share": 0.4,
    "site__idle_kw_per_node": 2.5,
    "site__active_kw_per_node": 9.0,
    "site__tariff_growth_per_year": 0.2,
    "site__committed_kw": 14,
    "finance__usd_kzt": 500,
    "finance__usd_kzt_drift_per_year": 0.1,
    "finance__discount_rate_per_year": 0.25,
    "finance__cit_rate": 0.1,
    "finance__vat_rate": 0.12,
    "finance__vat_recoverable_share": 0.5,
    "finance__horizon_months": 36,
    "finance__depreciation_rate_per_year": 0.25,
    "finance__first_tax_year_months": 3,
}


@pytest.mark.parametrize("field", LIVE)
def test_no_input_is_dead(field):
    base, other = decide(plan(FULL)), decide(moved(plan(FULL), **{field: LIVE[field]}))
    # one unit of the printed currency is the least a reader could see
    assert abs(other.npv_of_buying - base.npv_of_buying) > 1


def test_dearer_rent_is_never_worse_for_buying():
    rates = np.linspace(0, 10, 50)
    values = npv_of_buying(plan(WAVES), **{"rent.hourly_rate": rates * 1000})
    assert (np.diff(values) > 0).all()


def test_money_in_other_units_leaves_the_rate():
    base = decide(plan(FULL))
    scaled = decide(moved(plan(FULL), finance__usd_kzt=4440, site__tariff_kzt_per_kwh=346, site__colo_rate=820_000,
                          site__colo_setup=15_000_000, site__colo_extra_per_month=600_000,
                          buy__staff_kzt_per_fte_month=11_000_000))  # fmt: skip
    assert scaled.npv_of_buying == pytest.approx(10 * base.npv_of_buying)
    assert scaled.irr_of_buying == pytest.approx(base.irr_of_buying)
    assert scaled.discounted_payback_month == base.discounted_payback_month


def test_several_jobs_share_one_scale():
    base = plan(OFFICE)
    night = replace(base.jobs[0], demand=base.jobs[0].demand.model_copy(update={"gpus": 4}))
    both = replace(base, jobs=(base.jobs[0], night))
    found = decide(both).break_even
    assert "demand_scale" in found
    assert found["demand_scale"].today == 1
    assert "utilization" not in found
