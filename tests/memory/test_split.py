"""Splits a model cannot take are refused with the sizes it can."""

from dataclasses import replace

import pytest

from calc.errors import ErrorCode, EsepError
from calc.memory import size
from tests.memory.jobs import LLAMA_8B, LLAMA_13B, LLAMA_70B, MIXTRAL, serving, training


def refused(job) -> EsepError:
    with pytest.raises(EsepError) as caught:
        size(job)
    assert caught.value.code is ErrorCode.NOT_DIVISIBLE
    return caught.value


def test_tensor_parallel_must_divide_heads():
    error = refused(serving(LLAMA_70B, parallel={"gpus": 3, "tensor_parallel": 3}))
    assert (error.field, error.value, error.allowed) == ("parallel.tensor_parallel", 3, "1, 2, 4, 8")


@pytest.mark.parametrize(
    ("heads", "wrong", "allowed"),
    [(40, 3, "1, 2, 4, 5, 8, 10, 20, 40"), (25, 2, "1, 5, 25"), (12, 8, "1, 2, 3, 4, 6, 12")],
)
def test_allowed_sizes_are_the_divisors(heads: int, wrong: int, allowed: str):
    shape = replace(LLAMA_13B, heads=heads, kv_heads=heads)
    assert refused(serving(shape, parallel={"gpus": wrong, "tensor_parallel": wrong})).allowed == allowed


def test_tensor_parallel_must_divide_kv_heads():
    error = refused(serving(LLAMA_8B, parallel={"gpus": 16, "tensor_parallel": 16}))
    assert error.allowed == "1, 2, 4, 8"


def test_pipeline_parallel_may_not_exceed_layers():
    assert refused(training(parallel={"gpus": 64, "pipeline_parallel": 64})).field == "parallel.pipeline_parallel"


def test_model_parallel_sizes_must_divide_gpus():
    error = refused(training(parallel={"gpus": 6, "tensor_parallel": 4}))
    assert (error.field, error.value) == ("parallel.gpus", 6)


def test_expert_parallel_must_divide_experts():
    error = refused(serving(MIXTRAL, parallel={"gpus": 6, "expert_parallel": 3}))
    assert (error.field, error.allowed) == ("parallel.expert_parallel", "1, 2")
    assert refused(serving(LLAMA_8B, parallel={"gpus": 2, "expert_parallel": 2})).allowed == "1"
