"""Hours booked by the demand against the hours of the work."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.answer import reckon
from calc.decision.booked_hours import BookedHours, booked_hours_checks
from calc.message import Message
from calc.plan import JobPlan
from calc.speed import time_job
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from ui.texts import LANGUAGES, texts


def _job(
    example: str, *, workload: dict[str, object] | None = None, demand: dict[str, object] | None = None
) -> JobPlan:
    job = resolve(load_example(example)).jobs[0]
    return replace(
        job,
        workload=job.workload.model_copy(update=workload or {}),
        demand=job.demand.model_copy(update=demand or {}),
    )


def _checks(job: JobPlan) -> list[Message]:
    return list(booked_hours_checks(job, time_job(job)))


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_book_the_hours_their_work_takes(example: str):
    assert not [
        one for one in reckon(resolve(load_example(example))).decision.warnings if type(one.code) is BookedHours
    ]


def test_waves_booked_for_eight_times_the_run_say_both_figures():
    (remark,) = _checks(_job("full-70b-waves", workload={"train_tokens": 1e9}))
    assert remark.code is BookedHours.WAVE_HOLDS_RUNS
    assert remark.parameters["booked_gpu_hours"] == 2 * 168 * 8
    assert remark.parameters["needed_gpu_hours"] == pytest.approx(39.5 * 8, rel=0.02)
    assert remark.parameters["runs"] == 8


def test_a_run_longer_than_its_wave_is_said():
    (remark,) = _checks(_job("full-70b-waves", workload={"train_tokens": 2e10}))
    assert remark.code is BookedHours.WAVE_TOO_SHORT


def test_serving_booked_round_the_clock_for_less_work_or_for_more():
    (above,) = _checks(_job("inference-70b", workload={"tokens_per_month": 5e9}))
    assert above.code is BookedHours.ABOVE_NEED
    assert above.parameters["booked_gpu_hours"] == 730 * 8
    (below,) = _checks(_job("inference-70b", workload={"tokens_per_month": 1.5e10}))
    assert below.code is BookedHours.BELOW_NEED


def test_working_hours_of_a_week_are_those_of_a_month_of_730_hours():
    (remark,) = _checks(_job("mixed-server", workload={"tokens_per_month": 1e9}))
    assert remark.parameters["booked_gpu_hours"] == pytest.approx(84 / 168 * 730 * 8)


def test_hours_counted_from_the_runs_cannot_disagree_with_them():
    assert not _checks(_job("qlora-8b-kazakh", demand={"runs_per_month": 1.0}))
    assert not _checks(_job("rendering", workload={"frames_per_month": 20.0}, demand={"kind": "log"}))


@given(st.sampled_from(["inference-70b", "mixed-server"]), st.floats(0.05, 20))
def test_a_remark_is_made_exactly_outside_the_band_of_the_work(example: str, times: float):
    job = _job(example)
    job = replace(job, workload=job.workload.model_copy(update={"tokens_per_month": 3.5e9 * times}))
    throughput = time_job(job)
    needed = throughput.gpu_hours_per_run
    assert needed is not None
    booked = 730 * 8 * (job.demand.utilization if job.demand.kind == "constant" else job.demand.hours_per_week / 168)
    inside = needed.low <= booked <= needed.high
    assert (not list(booked_hours_checks(job, throughput))) == inside


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_figures_stand_in_the_words(language: str):
    t = texts(language)
    (remark,) = _checks(_job("full-70b-waves", workload={"train_tokens": 1e9}))
    said = t.message(remark)
    assert t.formats.number(2688) in said
    assert t.formats.number(remark.parameters["needed_gpu_hours"]) in said
