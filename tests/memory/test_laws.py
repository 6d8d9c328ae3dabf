"""Laws of the memory model over random jobs."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.choices import Phase, Verdict
from calc.memory.estimate import estimate, total
from tests.memory.jobs import LLAMA_8B, MIXTRAL, training

FIELDS = st.fixed_dictionaries(
    {
        "method": st.sampled_from(["full", "lora", "qlora", "pretrain"]),
        "micro_batch_size": st.integers(1, 16),
        "sequence_length": st.integers(128, 16384),
        "gradient_accumulation_steps": st.integers(1, 8),
        "states": st.sampled_from([None, "mixed_fp32_master", "autocast_fp32", "pure_bf16"]),
        "compute": st.sampled_from(["bf16", "fp32", "fp8"]),
        "optimizer": st.sampled_from([None, "adamw_foreach", "paged_adamw_8bit", "adafactor", "lion", "muon"]),
        "gradient_checkpointing": st.sampled_from(["none", "selective", "full"]),
        "attention": st.sampled_from(["flash", "sdpa", "eager"]),
        "loss": st.sampled_from([None, "in_place", "chunked", "chunked_linear", "fused_linear"]),
        "framework": st.sampled_from(["hf", "torchtune", "litgpt", "torchtitan", "unsloth", "megatron"]),
        "lora_dropout": st.sampled_from([0.0, 0.1]),
        "objective": st.sampled_from(["sft", "dpo"]),
        "compiled": st.booleans(),
    }
)
PARALLEL = st.sampled_from(
    [
        {},
        {"gpus": 8, "sharding": "ddp"},
        {"gpus": 8, "sharding": "zero2"},
        {"gpus": 8, "sharding": "zero3", "offload": "all"},
        {"gpus": 8, "sharding": "fsdp", "tensor_parallel": 2},
        {"gpus": 8, "pipeline_parallel": 4, "tensor_parallel": 2, "sequence_parallel": True},
        {"gpus": 8, "context_parallel": 4, "sharding": "fsdp"},
    ]
)
SHAPES = st.sampled_from([LLAMA_8B, MIXTRAL, replace(LLAMA_8B, tie_embeddings=True, gated_mlp=False)])


@given(SHAPES, FIELDS, PARALLEL)
@settings(max_examples=120, deadline=None)
def test_parts_sum_and_phases_rule(shape, fields, parallel):
    footprint = estimate(training(shape, parallel=parallel, **fields))
    assert total(footprint.breakdown_gib) == pytest.approx(footprint.device_gib.mid, rel=1e-9)
    assert max(footprint.phases_gib.values()) == footprint.allocated_gib
    assert footprint.phases_gib[footprint.ruling_phase] == footprint.allocated_gib
    assert set(footprint.phases_gib) == {Phase.LOAD, Phase.FORWARD, Phase.BACKWARD, Phase.OPTIMIZER_STEP}
    band = footprint.device_gib
    assert footprint.allocated_gib < band.low <= band.mid <= band.high
    assert footprint.allocated_gib <= footprint.reserved_gib < band.mid
    width = 0.15 if parallel.get("gpus", 1) == 1 else 0.25
    assert band.high <= band.mid * (1 + width) + 1e-9
    assert band.low >= band.mid * (1 - width) - 1e-9
    parts = footprint.breakdown_gib
    assert all(getattr(parts, name) >= -1e-9 for name in type(parts).__slots__)


@given(SHAPES, FIELDS, PARALLEL, st.sampled_from(["micro_batch_size", "sequence_length"]))
@settings(max_examples=80, deadline=None)
def test_more_tokens_never_take_less(shape, fields, parallel, field):
    less = estimate(training(shape, parallel=parallel, **fields)).allocated_gib
    more = estimate(training(shape, parallel=parallel, **{**fields, field: 2 * fields[field]})).allocated_gib
    assert more >= less - 1e-9


@given(SHAPES, FIELDS, PARALLEL)
@settings(max_examples=60, deadline=None)
def test_a_larger_vocabulary_never_takes_less(shape, fields, parallel):
    larger = replace(shape, vocab=2 * shape.vocab)
    less = estimate(training(shape, parallel=parallel, **fields)).allocated_gib
    assert estimate(training(larger, parallel=parallel, **fields)).allocated_gib >= less - 1e-9


@given(st.sampled_from(["fsdp", "zero3"]), st.sampled_from(["mixed_fp32_master", "pure_bf16"]), st.integers(1, 5))
@settings(max_examples=20, deadline=None)
def test_full_sharding_divides_states(sharding, states, power):
    def parts(gpus):
        job = training(method="full", states=states, parallel={"gpus": gpus, "sharding": sharding})
        return estimate(job).breakdown_gib

    few, many = parts(2**power), parts(2 ** (power + 1))
    assert many.optimizer == pytest.approx(few.optimizer / 2)
    assert many.weights == pytest.approx(few.weights / 2)


@given(st.floats(1, 2000))
def test_a_larger_card_never_fits_worse(usable):
    order = [Verdict.DOES_NOT_FIT, Verdict.TIGHT, Verdict.FITS]
    job = training(method="full")
    small = replace(job, gpu=replace(job.gpu, usable_gib=usable))
    large = replace(job, gpu=replace(job.gpu, usable_gib=usable * 1.1))
    assert order.index(estimate(large).verdict) >= order.index(estimate(small).verdict)
