"""The fit table, suggestions, stated work and rendering."""

from dataclasses import replace

import pytest

from calc.choices import Phase, Sharding, Verdict
from calc.memory import fit_table, size
from calc.memory.footprint import Reason, Suggestion
from calc.workload import Given, Rendering
from tests.memory.case_jobs import gpu
from tests.memory.jobs import A100_80, H200, LLAMA_8B, LLAMA_70B, serving, training


def test_smallest_count_fits_and_the_one_below_does_not():
    job = training(LLAMA_70B, method="full", parallel={"gpus": 8, "sharding": "fsdp"})
    row = fit_table(job, [gpu(A100_80)])[0]
    assert row.footprint.verdict is Verdict.DOES_NOT_FIT
    assert (row.smallest_gpus, row.sharding) == (16, Sharding.FSDP) or row.smallest_gpus == 32
    below = replace(job, parallel=job.parallel.model_copy(update={"gpus": row.smallest_gpus // 2}))
    assert size(below).verdict is Verdict.DOES_NOT_FIT


def test_counts_above_a_node_are_whole_nodes():
    job = replace(training(LLAMA_70B, method="full"), gpus_per_node=4)
    row = fit_table(job, [gpu(A100_80)])[0]
    assert row.smallest_gpus % 4 == 0


def test_serving_is_split_by_tensors_that_divide_the_heads():
    row = fit_table(serving(LLAMA_70B), [gpu(A100_80)])[0]
    assert row.smallest_gpus == row.tensor_parallel
    assert row.smallest_footprint.verdict is not Verdict.DOES_NOT_FIT


def test_no_number_of_a_tiny_card_fits():
    row = fit_table(training(LLAMA_70B, method="full", sequence_length=65536), [gpu(2.0)])[0]
    assert (row.smallest_gpus, row.smallest_footprint) == (None, None)


def test_every_suggestion_makes_it_fit_and_says_its_figure():
    footprint = size(training(LLAMA_8B, method="full"))
    assert footprint.verdict is Verdict.DOES_NOT_FIT
    codes = [message.code for message in footprint.suggestions]
    assert len(codes) == len(set(codes))
    assert {Suggestion.LORA, Suggestion.QLORA, Suggestion.SHARD_OVER_GPUS} <= set(codes)
    costs = [message.parameters["slowdown_share"] for message in footprint.suggestions]
    assert costs == sorted(costs)
    for message in footprint.suggestions:
        assert message.parameters["gib"] < footprint.device_gib.mid
        assert message.parameters["verdict"] != Verdict.DOES_NOT_FIT


def test_a_suggestion_is_the_estimate_of_the_changed_job():
    job = training(LLAMA_8B, method="full")
    lora = next(message for message in size(job).suggestions if message.code is Suggestion.LORA)
    assert lora.parameters["gib"] == size(training(LLAMA_8B, method="lora")).device_gib.mid


def test_serving_that_does_not_fit_is_told_how():
    codes = {message.code for message in size(serving(LLAMA_70B)).suggestions}
    assert {Suggestion.SMALLER_WEIGHTS, Suggestion.SHARD_OVER_GPUS} <= codes


def test_a_job_that_fits_gets_no_suggestion():
    footprint = size(training(method="qlora"))
    assert (footprint.verdict, footprint.suggestions) == (Verdict.FITS, ())
    assert footprint.reasons[0].code is Reason.ROOM_LEFT


def test_unstated_memory_is_no_obstacle_and_said():
    job = replace(training(), workload=Given(), shape=None)
    footprint = size(job)
    assert (footprint.verdict, footprint.reasons[0].code) == (Verdict.FITS, Reason.NOT_STATED)
    stated = size(replace(job, workload=Given(memory_gib_per_gpu=100)))
    assert (stated.verdict, stated.allocated_gib) == (Verdict.DOES_NOT_FIT, 100)


def test_a_scene_is_whole_on_every_card():
    job = replace(training(), workload=Rendering(), shape=None)
    many = replace(job, parallel=job.parallel.model_copy(update={"gpus": 8}))
    assert size(job).allocated_gib == size(many).allocated_gib
    assert size(job).ruling_phase is Phase.RENDER
    larger = size(replace(job, workload=Rendering(triangles=2e9)))
    assert larger.verdict is Verdict.DOES_NOT_FIT
    heavy = size(replace(job, workload=Rendering(textures=2000)))
    assert Suggestion.SMALLER_TEXTURES in {message.code for message in heavy.suggestions}


def test_a_rank_that_loads_everything_says_so():
    footprint = size(training(LLAMA_70B, H200, {"gpus": 8, "sharding": "fsdp"}, method="lora"))
    assert footprint.load_peak_gib == pytest.approx(131.4, abs=0.1)
    assert footprint.phases_gib[Phase.LOAD] < footprint.load_peak_gib / 3
