"""Serving: decode waits for memory, prefill for compute, the KV cache limits the batch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.choices import KvFormat, WeightFormat
from calc.speed import Bound, SpeedNote, time_job
from calc.speed.throughput import Throughput
from calc.workload import Inference
from tests.speed.cases import gpus, job, models


def _serve(gpu: str = "h100-sxm", model: str = "llama-3.1-8b", **parallel: object):
    def one(**workload: object) -> Throughput:
        return time_job(job(Inference.model_validate(workload), gpu, model, **parallel))

    return one


def _codes(answer: Throughput) -> set[SpeedNote]:
    return {note.code for note in answer.notes}


@pytest.mark.parametrize(("gpu", "low", "high"), [("a100-sxm-80", 75, 95), ("h100-sxm", 125, 155)])
def test_one_request_reads_all_weights_once_a_token(gpu: str, low: float, high: float):
    # Public logs of vLLM and TensorRT-LLM: 85-90 and 140-150 token/s for 8B in bf16.
    answer = _serve(gpu)(concurrent_requests=1, context_length=512)
    assert low <= answer.tokens_per_second_per_gpu.mid <= high
    assert answer.bound is Bound.BANDWIDTH
    ceiling = gpus()[gpu].bandwidth_tb_s * 1e12 / (2 * models()["llama-3.1-8b"].n_params)
    assert answer.tokens_per_second_per_gpu.high < ceiling


@given(st.integers(1, 400), st.sampled_from([512, 2048, 8192]), st.sampled_from(["llama-3.1-8b", "qwen3-30b-a3b"]))
def test_more_requests_never_make_a_gpu_slower(requests: int, context: int, model: str):
    serve = _serve(model=model)
    few = serve(concurrent_requests=requests, context_length=context)
    more = serve(concurrent_requests=requests + 1, context_length=context)
    assert more.tokens_per_second_per_gpu.mid >= few.tokens_per_second_per_gpu.mid * (1 - 1e-9)


@given(st.integers(1, 64), st.sampled_from([512, 4096, 16384]))
def test_longer_context_and_wider_formats_are_slower(requests: int, context: int):
    serve = _serve()
    base = serve(concurrent_requests=requests, context_length=context).tokens_per_second_per_gpu.mid
    assert serve(concurrent_requests=requests, context_length=2 * context).tokens_per_second_per_gpu.mid < base
    packed = serve(concurrent_requests=requests, context_length=context, weight_format=WeightFormat.INT4)
    assert packed.tokens_per_second_per_gpu.mid >= base
    small_cache = serve(concurrent_requests=requests, context_length=context, kv_format=KvFormat.FP8)
    assert small_cache.tokens_per_second_per_gpu.mid >= base


def test_hours_of_a_month_follow_its_tokens():
    serve = _serve(gpus=4, tensor_parallel=2)
    answer = serve(tokens_per_month=2e9, concurrent_requests=64)
    assert answer.gpu_hours_per_run.mid * 3600 * answer.tokens_per_second_per_gpu.mid == pytest.approx(2e9)
    assert answer.hours_per_run.mid == pytest.approx(answer.gpu_hours_per_run.mid / 4)
    assert answer.hours_per_run.low < answer.hours_per_run.mid < answer.hours_per_run.high
    assert serve(tokens_per_month=0, concurrent_requests=64).hours_per_run.mid == 0


def test_copies_of_the_model_share_the_requests():
    one = _serve()(concurrent_requests=16).tokens_per_second_per_gpu.mid
    four = _serve(gpus=4)(concurrent_requests=64).tokens_per_second_per_gpu.mid
    assert four == pytest.approx(one)


def test_cache_without_room_makes_requests_wait():
    answer = _serve()(concurrent_requests=2000, context_length=8192)
    note = next(one for one in answer.notes if one.code is SpeedNote.REQUESTS_WAIT)
    assert note.parameters["requested"] == 2000
    # 71 GiB less 15 GiB of weights, 1 GiB a request of 8192 tokens at 128 KiB each.
    assert 50 <= note.parameters["fitting"] <= 60


def test_a_model_larger_than_its_cards_says_so():
    answer = _serve(model="llama-3.1-70b")(concurrent_requests=8)
    assert SpeedNote.WEIGHTS_DO_NOT_FIT in _codes(answer)


def test_more_work_than_the_month_has_hours_says_how_many_gpus():
    answer = _serve()(tokens_per_month=1e12, concurrent_requests=64)
    note = next(one for one in answer.notes if one.code is SpeedNote.MORE_GPUS_NEEDED)
    assert note.parameters["gpus"] == pytest.approx(answer.gpu_hours_per_run.mid / 730, abs=1)


def test_fp8_weights_on_a_card_without_fp8_keep_their_size_and_lose_the_units():
    ampere = _serve("a100-sxm-80")
    answer = ampere(weight_format=WeightFormat.FP8, concurrent_requests=4)
    assert SpeedNote.FP8_NOT_AVAILABLE in _codes(answer)
    assert answer.tokens_per_second_per_gpu.mid > ampere(concurrent_requests=4).tokens_per_second_per_gpu.mid


def test_decode_of_a_mixture_reads_only_the_experts_it_touches():
    sparse = _serve("h200-sxm", "qwen3-30b-a3b")(concurrent_requests=1, context_length=512)
    dense = _serve("h200-sxm", "mpt-30b")(concurrent_requests=1, context_length=512)
    assert sparse.tokens_per_second_per_gpu.mid > 5 * dense.tokens_per_second_per_gpu.mid


def test_tensor_parallel_over_pcie_waits_for_the_link():
    slotted = _serve("l40s", "llama-3.1-70b", gpus=8, tensor_parallel=8)(concurrent_requests=32)
    switched = _serve("h100-sxm", "llama-3.1-70b", gpus=8, tensor_parallel=8)(concurrent_requests=32)
    ratio = switched.tokens_per_second_per_gpu.mid / slotted.tokens_per_second_per_gpu.mid
    bandwidths = gpus()["h100-sxm"].bandwidth_tb_s / gpus()["l40s"].bandwidth_tb_s
    assert ratio > bandwidths
