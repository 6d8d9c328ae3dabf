"""Laws of value, payback and internal rate on streams of the month grid."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from calc.cost.flows import END, MIDDLE, START, moments
from calc.decision.irr import irr_roots, sign_changes
from calc.decision.payback import discounted_payback_month, last_crossing, payback_month
from calc.decision.value import (
    annuity_factor,
    cost_per_used_gpu_hour,
    cumulative_present_value,
    discount_factors,
    equivalent_monthly,
    present_value,
    stream_by_moment,
)
from tests.decision.cases import verify

MONTHS = 18
amounts = st.floats(-1e9, 1e9, allow_subnormal=False)
rates = st.floats(-0.5, 5)
cash = hnp.arrays(np.float64, (3, MONTHS + 1), elements=amounts)


def level(amount: float, months: int, timing: int = END) -> np.ndarray:
    flows = np.zeros((3, months + 1))
    flows[timing, 1:] = amount
    return flows


@given(cash, cash, rates)
def test_value_of_a_difference_is_the_difference_of_values(rent, buy, rate):
    apart = present_value(rent, rate) - present_value(buy, rate)
    largest = np.abs(rent).sum() + np.abs(buy).sum()
    factor = discount_factors(rate, MONTHS).max()
    assert present_value(rent - buy, rate) == pytest.approx(apart, abs=1e-12 * largest * factor + 1e-9)


@given(hnp.arrays(np.float64, (4, 3, MONTHS + 1), elements=amounts), st.lists(rates, min_size=4, max_size=4))
def test_a_batch_is_its_members(flows, each):
    batch = present_value(flows, np.array(each))
    cumulative = cumulative_present_value(flows, np.array(each))
    for k, rate in enumerate(each):
        scale = np.abs(flows[k]).sum() * discount_factors(rate, MONTHS).max() + 1
        assert batch[k] == pytest.approx(present_value(flows[k], rate), abs=1e-12 * scale)
        assert cumulative[k, -1] == pytest.approx(batch[k], abs=1e-12 * scale)


@given(cash)
def test_no_discounting_is_a_plain_sum(flows):
    assert present_value(flows, 0.0) == pytest.approx(flows.sum(), abs=1e-12 * np.abs(flows).sum())


def test_month_zero_is_a_point():
    flows = np.zeros((3, 3))
    flows[:, 0] = 1.0
    assert present_value(flows, 0.3) == pytest.approx(3.0)
    assert moments(2)[:, 1].tolist() == [0.0, 0.5, 1.0]
    assert present_value(level(1, 1, MIDDLE), 0.21) == pytest.approx(1.21 ** (-0.5 / 12))
    assert present_value(level(1, 1, START), 0.21) == pytest.approx(1.0)


@given(st.floats(-1e-7, 1e-7))
def test_annuity_is_smooth_through_a_zero_rate(rate):
    assert annuity_factor(rate, 240) == pytest.approx(240, rel=1e-4)
    assert annuity_factor(0.0, 240) == 240


@given(st.floats(0.01, 100), rates)
def test_a_flat_rent_gives_back_its_rate(rate_per_hour, rate):
    hours = np.full(MONTHS, 500.0)
    cost = present_value(level(500 * rate_per_hour, MONTHS), rate)
    assert cost_per_used_gpu_hour(cost, hours, rate) == pytest.approx(rate_per_hour)
    assert equivalent_monthly(cost, rate, np.asarray(MONTHS)) == pytest.approx(500 * rate_per_hour)


def test_an_hour_without_use_has_no_cost():
    assert np.isnan(cost_per_used_gpu_hour(np.asarray(5.0), np.zeros(3), 0.1))


@given(cash, st.integers(-10, 10).map(lambda k: 2.0**k))
def test_internal_rates_are_zeros_of_the_value_and_do_not_scale_with_money(flows, scale):
    stream, months = stream_by_moment(flows)
    assert stream.sum() == pytest.approx(flows.sum(), abs=1e-12 * np.abs(flows).sum())
    roots = irr_roots(stream, months / 12)
    for root in roots:
        factors = (1 + root) ** (-months / 12)
        assert abs(stream @ factors) <= 1e-9 * (np.abs(stream) @ factors)
    assert irr_roots(stream * scale, months / 12) == pytest.approx(roots, rel=1e-9)
    assert sign_changes(stream * scale) == sign_changes(stream)


@given(st.floats(0.05, 0.9), st.floats(1, 1e9))
def test_a_purchase_that_saves_a_level_sum_has_one_rate(rate, price):
    saving = level(price / annuity_factor((1 + rate) ** (1 / 12) - 1, MONTHS), MONTHS)
    saving[END, 0] = -price
    stream, months = stream_by_moment(saving)
    assert sign_changes(stream) == 1
    assert irr_roots(stream, months / 12) == pytest.approx([rate])


def test_payback_is_the_last_crossing():
    cumulative = np.array([-1.0, 1.0, -1.0, 2.0, 3.0, -9.0])
    assert last_crossing(cumulative, 4) == 3
    assert np.isnan(last_crossing(cumulative, 5))
    assert last_crossing(np.array([0.0, 1.0, 2.0]), 2) == 0
    assert last_crossing(np.array([-1e-3, 1e9, 2e9]), 2) == 0  # within 1e-9 of the largest is zero
    assert last_crossing(np.stack([cumulative, -cumulative]), np.array([4, 5])).tolist() == [3, 5]


def test_discounted_payback_comes_later():
    case = verify("F05")["inputs"]
    yearly = (1 + case["monthly_rate"]) ** 12 - 1
    saving = level(case["saving"], 60)
    saving[END, 0] = -case["capex"]
    assert payback_month(saving, 60) == 10
    assert discounted_payback_month(saving, yearly, 60) == verify("F05")["expected"]


def test_a_purchase_may_never_pay_back():
    case = verify("F06")["inputs"]
    saving = level(case["saving"], 240)
    saving[END, 0] = -case["capex"]
    assert np.isnan(discounted_payback_month(saving, (1 + case["monthly_rate"]) ** 12 - 1, 240))


@given(cash)
def test_payback_by_hand(flows):
    cumulative = np.cumsum(flows.sum(axis=0))
    tolerance = 1e-9 * np.abs(cumulative).max()
    assume(not np.any((np.abs(cumulative) > 0.5 * tolerance) & (np.abs(cumulative) < 2 * tolerance)))
    stays = [t for t in range(MONTHS + 1) if all(cumulative[t:] >= -tolerance)]
    month = payback_month(flows, MONTHS)
    assert np.isnan(month) if not stays else month == stays[0]
