"""Demand hour by hour keeps the hours of the ledger."""

from dataclasses import replace

import numpy as np
import pytest

from calc.demand import demand_levels
from calc.demand.hourly import hourly_gpus
from calc.inputs import Inputs
from tests.decision.plans import job, plan

DEMANDS = [
    {"utilization": 0.37, "first_hour": 20},
    {"kind": "waves", "gpus": 6, "base_gpus": 2, "hours_per_week": 100, "weeks_off": 3, "first_week": 1},
    {"kind": "waves", "hours_per_week": 150, "weeks_on": 3, "weeks_off": 2, "scale": 1.6, "growth_per_year": 0.2},
    {"kind": "profile", "gpus": 4, "monthly_gpu_hours": [100, 2000, 0]},
    {"kind": "weekly", "weekly_gpus": [week % 5 for week in range(52)]},
    {"kind": "weekly", "weekly_gpus": [week % 5 for week in range(52)], "weekly_hours": [40, 168, 10, 80]},
    {"kind": "weekly", "weekly_gpus": [4] * 20, "growth_per_year": 0.5, "seasonality": [1, 0.4]},
    {"kind": "log", "log_levels": [[[300, 1.5], [100, 6]], [[730, 2]]]},
]
MONTHS = 26


@pytest.mark.parametrize("demand", DEMANDS)
def test_every_month_has_the_gpu_hours_of_the_ledger(demand):
    inputs = Inputs(plan(demand=demand))
    hourly = hourly_gpus(inputs, MONTHS)
    assert hourly.sum(axis=1) == pytest.approx(demand_levels(inputs, MONTHS).gpu_hours[1:], abs=1e-6)
    assert hourly.max() <= demand_levels(inputs, MONTHS).peak_gpus(np.asarray(float(MONTHS))) + 1e-9


def test_jobs_meet_as_they_do_in_the_ledger():
    several = plan()
    several = replace(several, jobs=tuple(job(**demand) for demand in DEMANDS[:2]))
    inputs = Inputs(several)
    hourly = hourly_gpus(inputs, MONTHS)
    levels = demand_levels(inputs, MONTHS)
    assert hourly.sum(axis=1) == pytest.approx(levels.gpu_hours[1:], abs=1e-6)
    # what a capacity can do differs only by the hours that are used in part
    for capacity in (2, 5, 8):
        within = levels.gpu_hours_within(np.asarray(float(capacity)))[1:]
        assert np.minimum(hourly, capacity).sum(axis=1) == pytest.approx(within, rel=0.05)


def test_a_wave_lies_in_its_weeks():
    hourly = hourly_gpus(Inputs(plan(demand={"kind": "waves", "weeks_on": 1, "weeks_off": 3})), 1)[0]
    assert hourly[:168] == pytest.approx(np.full(168, 8.0))
    assert not hourly[168 : 4 * 168].any()
