"""Years edited by week, seasons, and plans of runs by month."""

from dataclasses import replace

import numpy as np
import pytest

from calc.check import check
from calc.choices import DemandKind
from calc.demand import demand_levels, settle_runs
from calc.demand.weekly import weekly_levels
from calc.errors import ErrorCode, EsepError
from calc.inputs import Inputs
from calc.speed import time_job
from calc.workload import Given
from tests.decision.plans import job, plan


def levels(months=24, **demand):
    return demand_levels(Inputs(plan(demand=demand)), months)


def test_a_year_by_week_keeps_its_gpu_hours_and_repeats():
    weeks = tuple(float(week % 5) for week in range(52))
    told = levels(kind="weekly", weekly_gpus=weeks)
    year = 168 * sum(weeks) + 24 * weeks[-1]  # the 52nd week lasts a day longer
    assert told.gpu_hours[1:13].sum() == pytest.approx(year)
    assert told.gpu_hours[13:] == pytest.approx(told.gpu_hours[1:13])
    assert told.peak_gpus(np.asarray(24.0)) == 4


def test_a_flat_year_by_week_is_a_constant_demand():
    by_week = levels(kind="weekly", weekly_gpus=(8.0,) * 52)
    constant = levels(gpus=8, utilization=1)
    assert by_week.gpu_hours == pytest.approx(constant.gpu_hours)


def test_every_month_of_the_year_holds_730_hours():
    assert [sum(hours for hours, _ in month) for month in weekly_levels((1.0,) * 52)] == pytest.approx([730] * 12)


def test_weeks_are_used_for_the_hours_they_list_and_throughout_where_they_list_none():
    part = levels(kind="weekly", weekly_gpus=(8.0,) * 52, weekly_hours=(84.0,) * 52)
    whole = levels(kind="weekly", weekly_gpus=(8.0,) * 52)
    assert part.gpu_hours == pytest.approx(whole.gpu_hours / 2)
    assert part.peak_gpus(np.asarray(24.0)) == whole.peak_gpus(np.asarray(24.0)) == 8
    one = levels(kind="weekly", weekly_gpus=(8.0,) * 52, weekly_hours=(0.0,))
    assert one.gpu_hours[1] == pytest.approx(whole.gpu_hours[1] - 8 * 168)


def test_a_year_whose_weeks_have_no_hours_is_refused():
    with pytest.raises(EsepError) as refused:
        check(plan(demand={"kind": "weekly", "weekly_gpus": [8], "weekly_hours": [0]}))
    assert (refused.value.code, refused.value.field) == (ErrorCode.MISSING, "jobs.0.demand.weekly_hours")


def test_a_year_without_work_is_refused():
    with pytest.raises(EsepError) as refused:
        check(plan(demand={"kind": "weekly"}))
    assert (refused.value.code, refused.value.field) == (ErrorCode.MISSING, "jobs.0.demand.weekly_gpus")


@pytest.mark.parametrize(
    "demand",
    [
        {"utilization": 0.3},
        {"kind": "profile", "gpus": 4, "monthly_gpu_hours": [100, 200, 0]},
        {"kind": "weekly", "weekly_gpus": [2] * 26},
        {"kind": "waves", "hours_per_week": 60, "weeks_off": 3},
    ],
)
def test_seasons_are_factors_on_the_hours(demand):
    factors = (1, 0.5, 0.75)  # a week that is used in full cannot grow
    plain, seasonal = levels(**demand), levels(**demand, seasonality=factors)
    expected = plain.gpu_hours[1:] * np.tile(factors, 8)
    assert seasonal.gpu_hours[1:] == pytest.approx(expected)


def test_a_plan_of_runs_by_month():
    planned = replace(job(kind="runs", runs_by_month=(2, 0, 6), gpus=1), workload=Given(hours_per_run=200))
    settled = settle_runs(planned, time_job(planned)).demand
    assert settled.kind is DemandKind.PROFILE
    assert settled.gpus == 2 * planned.parallel.gpus  # 1,200 h do not go into 730
    assert settled.monthly_gpu_hours == pytest.approx([400, 0, 1200])
