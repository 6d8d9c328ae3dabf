"""Every sample gives its expected curve, rows left out and reasons."""

import csv
import json
import os
import time
from pathlib import Path

import numpy as np
import pytest

from calc.demand.log import load_duration, log_figures, monthly_levels, monthly_use, step_function
from data.usage_log import LogFormat, LogOptions, PodStart, SkipReason, Undecided, read_log
from tests.usage_log.figures import DATA, by_second, hold

EXPECTED = json.loads((DATA / "samples_expected.json").read_text("utf-8"))
REPORT = "2026-03-03T06:00:00Z"


def test_slurm_over_the_clock_change_of_almaty():
    reading = read_log(DATA / "sample_sacct.txt")
    expected = EXPECTED["sample_sacct.txt"]
    hold(reading, expected)
    assert (reading.format, reading.data_rows) == (LogFormat.SLURM, expected["data_rows"])
    assert [row.line for row in reading.bad_rows] == expected["bad_row_lines"]
    assert [str(row.fault) for row in reading.bad_rows] == ["field_count", "ends_before_start", "gpu_count"]
    assert reading.cuts.ends == expected["still_running_jobs"]
    assert reading.cuts.report_moment_s == 1709276400  # 2024-03-01T07:00:00Z
    assert reading.undecided == (Undecided.BAD_ROWS,)


def test_jobs_with_russian_headings():
    reading = read_log(DATA / "sample_jobs_ru.csv")
    hold(reading, EXPECTED["sample_jobs_ru.csv"])
    assert (reading.format, reading.data_rows) == (LogFormat.JOBS, EXPECTED["sample_jobs_ru.csv"]["data_rows"])
    assert [row.line for row in reading.bad_rows] == [9, 10, 13, 14, 15]
    assert reading.undecided == (Undecided.BAD_ROWS, Undecided.NO_END)


@pytest.mark.parametrize("by", PodStart)
def test_pods(by):
    expected = EXPECTED["sample_pods.csv"]
    reading = read_log(DATA / "sample_pods.csv", LogOptions(report_moment=REPORT, by=by))
    hold(reading, expected if by is PodStart.CREATION else expected["by_scheduled_time"])
    assert (reading.format, reading.data_rows) == (LogFormat.PODS, expected["data_rows"])
    assert [row.line for row in reading.bad_rows] == [11, 12]
    assert reading.cuts.ends == expected["still_running_jobs"]
    assert reading.undecided == (Undecided.BAD_ROWS,)


@pytest.mark.parametrize(("percent", "name"), [(1, "busy_at_or_above_1_percent"), (20, "busy_at_or_above_20_percent")])
def test_samples_of_dcgm(percent, name):
    expected = EXPECTED["sample_dcgm.json"]
    reading = read_log(DATA / "sample_dcgm.json", LogOptions(busy_percent=percent))
    hold(reading, expected[name])
    assert reading.samples is not None
    for figure in reading.samples.__dataclass_fields__:
        np.testing.assert_allclose(getattr(reading.samples, figure), expected[figure], err_msg=figure)


TABLES = ("sample_sacct.txt", "sample_jobs_ru.csv", "sample_pods.csv", "openb_300.csv")


@pytest.mark.parametrize("name", TABLES)
def test_every_row_is_used_or_counted(name):
    reading = read_log(DATA / name)
    assert len(reading.jobs) + sum(reading.skipped.values()) == reading.data_rows


@pytest.mark.parametrize("name", TABLES)
def test_bad_rows_are_left_out_when_the_user_says_so(name):
    options = LogOptions(report_moment="2026-05-01T06:00:00Z" if name != "openb_300.csv" else "", leave_out_bad=True)
    reading = read_log(DATA / name, options)
    assert reading.undecided == ()


def test_a_content_reads_like_its_file():
    path = DATA / "sample_pods.csv"
    from_file, from_bytes = read_log(path), read_log(path.read_bytes())
    np.testing.assert_array_equal(from_file.jobs.end_s, from_bytes.jobs.end_s)
    assert from_file.bad_rows == from_bytes.bad_rows


def test_an_extract_of_a_public_log():
    reading = read_log(DATA / "openb_300.csv")
    expected = json.loads((DATA / "openb_300_expected.json").read_text("utf-8"))
    hold(reading, expected)
    assert reading.undecided == ()
    assert not reading.dated
    use = by_second(reading.jobs)
    step = step_function(reading.jobs)
    np.testing.assert_array_equal(np.repeat(step.milli_gpus, step.lengths_s), use)
    assert sum(month.gpu_hours for month in monthly_use(step)) == pytest.approx(use.sum() / 3.6e6)


def test_the_extract_reads_as_python_reads_it():
    """The columns against the csv module, one row at a time."""
    jobs = []
    for row in csv.DictReader((DATA / "openb_300.csv").read_text("utf-8").splitlines()):
        milli = int(row["num_gpu"]) * int(row["gpu_milli"] or 1000)
        start, end = round(float(row["creation_time"])), round(float(row["deletion_time"]))
        if milli and end > start:
            jobs.append((start, end, milli))
    read = read_log(DATA / "openb_300.csv").jobs
    assert list(zip(read.start_s.tolist(), read.end_s.tolist(), read.milli_gpus.tolist(), strict=True)) == jobs


OPENB = os.environ.get("ESEP_OPENB_LOG", "")
WITHIN = 0.005
OPENB_SECONDS = 0.5
OPENB_MONTHS = (1308.35, 4471.06, 7313.86, 13980.35, 24526.86)


@pytest.mark.skipif(not OPENB, reason="ESEP_OPENB_LOG names no openb_pod_list_default.csv")
def test_the_whole_openb_log():
    started = time.perf_counter()
    reading = read_log(Path(OPENB))
    step = step_function(reading.jobs)
    figures, curve, months = log_figures(step), load_duration(step), monthly_use(step)
    monthly_levels(step)
    took = time.perf_counter() - started
    assert reading.data_rows == 8152
    assert len(reading.jobs) == 7063
    assert reading.skipped == {SkipReason.NO_GPU: 1088, SkipReason.ENDS_WHEN_IT_STARTS: 1}
    assert figures.gpu_hours == pytest.approx(51600.473306, rel=WITHIN)
    assert figures.mean_gpus == pytest.approx(14.396829, rel=WITHIN)
    assert figures.highest_hourly_mean_gpus == pytest.approx(59.471869, rel=WITHIN)
    assert figures.highest_moment_gpus == pytest.approx(65.59, rel=WITHIN)
    assert figures.hours_idle == 0
    assert curve.used_gpu_hours_in_layer.sum() == pytest.approx(figures.gpu_hours)
    assert [month.gpu_hours for month in months] == pytest.approx(OPENB_MONTHS, abs=0.005)
    assert took < OPENB_SECONDS
    scheduled = read_log(Path(OPENB), LogOptions(by=PodStart.SCHEDULED))
    assert (len(scheduled.jobs), scheduled.skipped[SkipReason.NEVER_SCHEDULED]) == (6203, 861)
