"""The step function and all that is read off it, against one cell per second."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.demand.log import (
    Jobs,
    LastMonth,
    hourly_use,
    load_duration,
    log_figures,
    monthly_levels,
    monthly_use,
    step_function,
)
from calc.demand.log.load_duration import MOST_LEVELS
from calc.errors import ErrorCode, EsepError
from tests.usage_log.figures import by_second

JOB = st.tuples(st.integers(-9000, 9000), st.integers(1, 9000), st.integers(1, 5000))
JOBS = st.lists(JOB, min_size=1, max_size=12)
MONTH_S = 730 * 3600


def jobs_of(rows):
    start, lasting, milli = np.array(rows, dtype=np.int64).T
    return Jobs(start, start + lasting, milli)


@settings(max_examples=60, deadline=None)
@given(JOBS)
def test_the_steps_are_the_use_of_every_second(rows):
    jobs = jobs_of(rows)
    step = step_function(jobs)
    use = by_second(jobs)
    np.testing.assert_array_equal(np.repeat(step.milli_gpus, step.lengths_s), use)
    figures = log_figures(step)
    assert figures.gpu_hours == pytest.approx(use.sum() / 3.6e6)
    assert figures.mean_gpus == pytest.approx(use.mean() / 1000)
    assert figures.highest_moment_gpus == use.max() / 1000
    assert figures.hours_idle == pytest.approx((use == 0).sum() / 3600)


@settings(max_examples=60, deadline=None)
@given(JOBS)
def test_clock_hours_divide_by_3600_seconds(rows):
    jobs = jobs_of(rows)
    use = by_second(jobs)
    seconds = np.arange(jobs.start_s.min(), jobs.end_s.max())
    hour = seconds // 3600
    hours = hourly_use(step_function(jobs))
    assert hours.first_hour_s == hour[0] * 3600
    np.testing.assert_array_equal(hours.milli_gpu_seconds, np.bincount(hour - hour[0], weights=use))


@settings(max_examples=60, deadline=None)
@given(JOBS)
def test_the_curve_counts_seconds_by_level(rows):
    jobs = jobs_of(rows)
    use = by_second(jobs)
    step = step_function(jobs)
    curve = load_duration(step)
    means = hourly_use(step).mean_gpus
    assert curve.level_gpus[-1] == -(-use.max() // 1000)
    for row, level in enumerate(curve.level_gpus):
        assert curve.hours_at_or_above[row] == (use >= level * 1000).sum() / 3600
        assert curve.hours_above_level_minus_1[row] == (use > (level - 1) * 1000).sum() / 3600
        layer = np.clip(use - (level - 1) * 1000, 0, 1000)
        assert curve.used_gpu_hours_in_layer[row] == pytest.approx(layer.sum() / 3.6e6, abs=1e-12)
        assert curve.clock_hours_with_mean_at_or_above[row] == (means >= level).sum()


def test_one_that_ends_and_one_that_starts_do_not_add():
    assert log_figures(step_function(jobs_of([(0, 10, 8000), (10, 5, 8000)]))).highest_moment_gpus == 8


def test_a_window_is_the_denominator_and_cuts():
    step = step_function(jobs_of([(0, 7200, 1000)]), (-3600, 3600))
    figures = log_figures(step)
    assert (figures.window_hours, figures.gpu_hours, figures.mean_gpus, figures.hours_idle) == (2, 1, 0.5, 1)


def test_a_log_without_jobs_has_no_steps():
    nothing = np.zeros(0, dtype=np.int64)
    with pytest.raises(EsepError) as refused:
        step_function(Jobs(nothing, nothing, nothing))
    assert (refused.value.code, refused.value.field) == (ErrorCode.MISSING, "log.jobs")
    assert step_function(Jobs(nothing, nothing, nothing), (0, 3600)).milli_gpus.tolist() == [0]


def test_counts_that_cannot_be_are_refused():
    with pytest.raises(EsepError) as refused:
        load_duration(step_function(jobs_of([(0, 10, (MOST_LEVELS + 1) * 1000)])))
    assert (refused.value.code, refused.value.field) == (ErrorCode.OUT_OF_RANGE, "log.gpus")


LONG_JOB = st.tuples(st.integers(0, 3 * MONTH_S), st.integers(1, MONTH_S), st.integers(1, 5000))


@settings(max_examples=60, deadline=None)
@given(st.lists(LONG_JOB, min_size=1, max_size=12))
def test_months_keep_hours_gpu_hours_and_what_whole_gpus_can_do(rows):
    jobs = jobs_of(rows)
    step = step_function(jobs)
    months = monthly_levels(step, LastMonth.IDLE)
    first = int(jobs.start_s.min()) // 3600 * 3600
    for index, month in enumerate(months):
        block = step_function(jobs, (first + index * MONTH_S, first + (index + 1) * MONTH_S))
        hours, gpus = np.array(month).reshape(-1, 2).T
        lasting, level = block.lengths_s / 3600, block.milli_gpus / 1000
        assert hours.sum() == pytest.approx(lasting[level > 0].sum(), abs=1e-5)
        for capacity in (1, 2, 3, 7, 100):
            done = np.minimum(level, capacity) @ lasting
            assert np.minimum(gpus, capacity) @ hours == pytest.approx(done, abs=1e-3)
        assert np.all(np.diff(np.ceil(gpus)) > 0)
    assert sum(month.gpu_hours for month in monthly_use(step)) == pytest.approx(log_figures(step).gpu_hours)


def test_whole_gpus_keep_their_levels():
    step = step_function(jobs_of([(0, 100 * 3600, 8000), (0, 700 * 3600, 2000), (720 * 3600, 10 * 3600, 1000)]))
    assert monthly_levels(step) == (((10.0, 1.0), (600.0, 2.0), (100.0, 10.0)),)


@pytest.mark.parametrize(
    ("hours", "counts"),
    [(24, [1]), (700, [1]), (744, [1]), (1094, [1]), (1096, [2]), (3584, [5]), (7 * 730, [7])],
)
def test_the_end_of_a_log_is_brought_to_a_month(hours, counts):
    months = monthly_levels(step_function(jobs_of([(0, hours * 3600, 3000)])))
    assert [len(months)] == counts
    assert all(month == ((730.0, 3.0),) for month in months)


def test_the_rest_of_the_last_month_may_be_idle():
    months = monthly_levels(step_function(jobs_of([(0, 744 * 3600, 3000)])), LastMonth.IDLE)
    assert months == (((730.0, 3.0),), ((14.0, 3.0),))
