"""Demand of one job by month (docs/ledger.md §2), reckoned hour by hour."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.demand import demand_levels
from calc.demand.levels import Levels
from calc.inputs import Inputs
from tests.decision.plans import plan

MONTHS = 60


def levels(**demand: Any) -> Levels:
    return demand_levels(Inputs(plan(demand=demand)), MONTHS)


def test_constant_hours_grow_and_stop_at_the_month() -> None:
    told = levels(gpus=8, utilization=0.5, growth_per_year=1.0)
    np.testing.assert_allclose(told.gpu_hours[12], 8 * 730)
    np.testing.assert_allclose(told.gpu_hours[6], 8 * 365 * 2**0.5)
    assert told.gpu_hours[0] == 0
    assert told.gpu_hours.max() <= 8 * 730


def test_a_profile_repeats() -> None:
    told = levels(kind="profile", gpus=4, monthly_gpu_hours=[100, 200, 0], scale=2)
    np.testing.assert_allclose(told.gpu_hours[1:8], [200, 400, 0, 200, 400, 0, 200])
    assert told.needed_gpus[1:4].tolist() == [4, 4, 0]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 30), st.integers(1, 12), st.integers(0, 15), st.floats(0, 168), st.floats(0, 2))
def test_waves_are_counted_hour_by_hour(first: int, on: int, off: int, a_week: float, scale: float) -> None:
    told = levels(
        kind="waves",
        gpus=8,
        base_gpus=3,
        first_week=first,
        weeks_on=on,
        weeks_off=off,
        hours_per_week=a_week,
        scale=scale,
    )
    since = np.arange(730 * MONTHS) - 168 * first
    active = (since >= 0) & (since % (168 * (on + off)) < 168 * on)
    hours = active.reshape(MONTHS, 730).sum(axis=1)
    high = np.minimum(730, hours * a_week / 168 * scale)
    np.testing.assert_allclose(told.gpu_hours[1:], 11 * high + 3 * (730 - high))
    np.testing.assert_allclose(told.on_share[1:], hours / 730)
    starts = (since >= 0) & (since % (168 * (on + off)) == 0) if off else since == 0
    np.testing.assert_array_equal(told.waves_begun[1:], starts.reshape(MONTHS, 730).sum(axis=1))


@pytest.mark.parametrize("demand", [{}, {"kind": "profile", "monthly_gpu_hours": [9]}])
def test_work_without_waves_begins_once(demand: dict[str, Any]) -> None:
    assert np.flatnonzero(levels(**demand).waves_begun).tolist() == [1]


def test_the_peak_of_one_job_is_its_high_level_even_unused() -> None:
    horizon = np.full((), 36.0)
    assert levels(gpus=8, utilization=0.0).peak_gpus(horizon) == 8
    assert levels(kind="waves", gpus=8, base_gpus=3, scale=0).peak_gpus(horizon) == 11
