"""Several jobs on one server: their levels add hour by hour."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.cost import ledger
from calc.demand import demand_levels
from calc.demand.levels import Levels
from calc.inputs import Inputs
from tests.cost.golden import with_jobs
from tests.decision.plans import plan

MONTHS = 60
HORIZON = np.full((), 36.0)
INFERENCE = {"kind": "waves", "gpus": 8, "hours_per_week": 84, "weeks_on": 1, "weeks_off": 0, "first_hour": 8}
TUNING = {"kind": "constant", "gpus": 8, "utilization": 0.5, "first_hour": 20}


def levels(*demands: dict[str, Any]) -> Levels:
    return demand_levels(Inputs(with_jobs(plan(), *demands)), MONTHS)


def hours_at(told: Levels, gpus: float, month: int = 1) -> float:
    wide = [np.broadcast_to(hours, (MONTHS + 1,))[month] for hours in told.hours]
    return float(sum(hours for level, hours in zip(told.gpus, wide, strict=True) if level == gpus))


def test_inference_by_day_and_fine_tuning_by_night_share_one_node() -> None:
    told = levels(INFERENCE, TUNING)
    assert told.peak_gpus(HORIZON) == 8
    np.testing.assert_allclose(hours_at(told, 8), 730)
    result = ledger(with_jobs(plan(), INFERENCE, TUNING))
    assert result.buy.nodes == 1
    np.testing.assert_allclose(result.buy.own_gpu_hours[0], 8 * 730)


def test_the_same_hours_of_the_day_add_up() -> None:
    told = levels({**INFERENCE, "first_hour": 20}, TUNING)
    assert told.peak_gpus(HORIZON) == 16
    np.testing.assert_allclose(hours_at(told, 16), 365)
    np.testing.assert_allclose(hours_at(told, 0), 365)


def test_days_that_meet_in_part() -> None:
    told = levels({**INFERENCE, "first_hour": 14}, TUNING)  # 14..26 and 20..32
    np.testing.assert_allclose(hours_at(told, 16), 730 * 6 / 24)
    np.testing.assert_allclose(hours_at(told, 8), 730 * 12 / 24)
    np.testing.assert_allclose(hours_at(told, 0), 730 * 6 / 24)


def test_waves_add_to_round_the_clock_work() -> None:
    wave = {"kind": "waves", "gpus": 16, "weeks_on": 2, "weeks_off": 11}
    told = levels({"gpus": 8, "utilization": 1.0}, wave)
    assert told.peak_gpus(HORIZON) == 24
    np.testing.assert_allclose(hours_at(told, 24), 336)
    np.testing.assert_allclose(hours_at(told, 8), 394)
    assert told.needed_gpus[1:4].tolist() == [24, 8, 24]  # the next wave begins in hour 2184 of 2190


def test_waves_that_take_turns_never_meet() -> None:
    wave = {"kind": "waves", "gpus": 8, "weeks_on": 2, "weeks_off": 2}
    told = levels(wave, {**wave, "first_week": 2})
    assert told.peak_gpus(HORIZON) == 8
    assert told.waves_begun[1:5].tolist() == [3.0, 2.0, 2.0, 2.0]
    np.testing.assert_allclose(told.on_share[1:], 1.0)


def test_a_scale_of_nothing_keeps_the_largest_job() -> None:
    assert levels({"gpus": 8, "scale": 0}, {"gpus": 3, "scale": 0}).peak_gpus(HORIZON) == 8


demand = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["constant", "waves"]),
        "gpus": st.integers(1, 16),
        "base_gpus": st.integers(0, 4),
        "utilization": st.floats(0, 1),
        "hours_per_week": st.floats(0, 168),
        "weeks_on": st.integers(1, 6),
        "weeks_off": st.integers(0, 9),
        "first_week": st.integers(0, 9),
        "first_hour": st.floats(0, 23),
        "scale": st.floats(0, 2),
    }
)


@settings(max_examples=60, deadline=None)
@given(st.lists(demand, min_size=2, max_size=4))
def test_every_job_keeps_its_hours(demands: list[dict[str, Any]]) -> None:
    together = levels(*demands)
    alone = sum(levels(one).gpu_hours for one in demands)
    np.testing.assert_allclose(together.gpu_hours, alone, rtol=1e-9, atol=1e-6)
    month = sum(np.broadcast_to(hours, (MONTHS + 1,)) for hours in together.hours)
    np.testing.assert_allclose(month[1:], 730, rtol=1e-9)
    assert all((hours >= -1e-9).all() for hours in together.hours)


@settings(max_examples=20, deadline=None)
@given(demand)
def test_a_job_without_hours_changes_nothing(one: dict[str, Any]) -> None:
    idle = {"gpus": 1, "utilization": 0.0}
    together, alone = levels(one, idle), levels(one)
    np.testing.assert_allclose(together.gpu_hours, alone.gpu_hours, rtol=1e-9, atol=1e-6)
    half = np.full((), 5.5)
    np.testing.assert_allclose(together.gpu_hours_within(half), alone.gpu_hours_within(half), rtol=1e-9, atol=1e-6)
