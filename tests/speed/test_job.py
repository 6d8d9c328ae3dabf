"""Rendering, stated work, and what every job's answer has in common."""

import timeit
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.choices import Sharding
from calc.errors import ErrorCode, EsepError
from calc.speed import Bound, SpeedNote, time_job
from calc.workload import Given, Inference, Rendering, Training
from tests.speed.cases import job


def test_frames_on_the_reference_card_take_the_stated_minutes():
    scene = Rendering(frames_per_month=600, minutes_per_frame=6)
    answer = time_job(job(scene, "rtx-4090", reference="rtx-4090", gpus=4))
    assert answer.gpu_hours_per_run.mid == pytest.approx(60)
    assert answer.hours_per_run.mid == pytest.approx(15)
    assert answer.tokens_per_second_per_gpu is None
    assert answer.notes == ()


def test_another_card_renders_by_the_ratio_of_fp32_rates():
    scene = Rendering(frames_per_month=600, minutes_per_frame=6)
    own = time_job(job(scene, "rtx-4090", reference="rtx-4090"))
    other = time_job(job(scene, "l40s", reference="rtx-4090"))
    assert other.hours_per_run.mid == pytest.approx(own.hours_per_run.mid * 82.6 / 91.6)
    assert [note.code for note in other.notes] == [SpeedNote.RATIO_OF_FP32_RATES]
    assert other.hours_per_run.high / other.hours_per_run.mid > own.hours_per_run.high / own.hours_per_run.mid


@given(st.integers(1, 64), st.floats(1, 1e6), st.floats(0.1, 1000))
def test_rendering_scales_with_frames_minutes_and_cards(gpus: int, frames: float, minutes: float):
    one = time_job(job(Rendering(frames_per_month=frames, minutes_per_frame=minutes), "l40s", reference="rtx-4090"))
    many = time_job(
        job(Rendering(frames_per_month=frames, minutes_per_frame=minutes), "l40s", reference="rtx-4090", gpus=gpus)
    )
    assert many.hours_per_run.mid * gpus == pytest.approx(one.hours_per_run.mid)


def test_rendering_without_a_reference_card_is_refused():
    with pytest.raises(EsepError) as refused:
        time_job(job(Rendering(), "l40s"))
    assert (refused.value.code, refused.value.field) == (ErrorCode.MISSING, "workload.reference_gpu")


def test_stated_hours_are_passed_on():
    answer = time_job(replace(job(Given(hours_per_run=12), gpus=4), shape=None))
    assert answer.hours_per_run.mid == 12
    assert answer.gpu_hours_per_run.high == 48
    assert answer.bound is Bound.STATED
    silent = time_job(replace(job(Given()), shape=None))
    assert silent.hours_per_run is None
    assert silent.gpu_hours_per_run is None


@pytest.mark.parametrize("workload", [Training(), Inference()])
def test_a_model_without_shapes_is_refused(workload: Training | Inference):
    with pytest.raises(EsepError) as refused:
        time_job(replace(job(workload), shape=None))
    assert refused.value.code is ErrorCode.UNKNOWN_ARCHITECTURE


@pytest.mark.parametrize("workload", [Training(), Inference(), Rendering()])
def test_one_estimate_takes_less_than_a_millisecond(workload: Training | Inference | Rendering):
    plan = job(workload, model="deepseek-v3", reference="rtx-4090", gpus=64, sharding=Sharding.FSDP, tensor_parallel=8)
    time_job(plan)
    assert min(timeit.repeat(lambda: time_job(plan), number=20, repeat=5)) / 20 < 1e-3
