"""Jobs that differ in one thing alone differ the right way."""

from dataclasses import replace

import pytest

from calc.memory.estimate import estimate
from tests.memory.jobs import LLAMA_8B, MIXTRAL, allocated, serving, training

LORA = {"method": "lora"}


def lora(shape=LLAMA_8B, **fields) -> float:
    return allocated(shape, **{**LORA, **fields})


def test_a_larger_vocabulary_costs():
    assert lora(replace(LLAMA_8B, vocab=256_000)) > lora(replace(LLAMA_8B, vocab=32_000)) + 5


def test_fewer_kv_heads_save():
    many, few = replace(LLAMA_8B, kv_heads=32), replace(LLAMA_8B, kv_heads=4)
    assert lora(few, gradient_checkpointing="none") < lora(many, gradient_checkpointing="none")
    assert estimate(serving(few)).breakdown_gib.kv_cache == pytest.approx(
        estimate(serving(many)).breakdown_gib.kv_cache / 8
    )


def test_a_longer_sequence_costs():
    assert lora(sequence_length=4096) > lora(sequence_length=2048)


def test_kinds_of_loss_are_ordered():
    kinds = ("unfused", "in_place", "chunked", "chunked_linear", "fused_linear")
    figures = [lora(loss=kind, micro_batch_size=8) for kind in kinds]
    assert figures == sorted(figures, reverse=True)
    assert len(set(figures)) == len(figures)


def test_more_lora_targets_cost():
    sets = ("qv", "attention", "all_linear")
    figures = [lora(lora_targets=one, gradient_checkpointing="none") for one in sets]
    assert figures == sorted(figures)
    assert len(set(figures)) == len(figures)


def test_a_higher_rank_costs():
    assert lora(lora_rank=256) > lora(lora_rank=8)


def test_fp32_adapters_and_dropout_cost():
    kept = {"gradient_checkpointing": "none"}
    plain = lora(lora_dtype="bf16", **kept)
    assert lora(lora_dtype="fp32", states="pure_bf16", **kept) > plain
    assert lora(lora_dtype="bf16", lora_dropout=0.05, **kept) > plain


def test_checkpointing_saves_step_by_step():
    kinds = ("none", "selective", "full")
    figures = [lora(gradient_checkpointing=kind, sequence_length=8192) for kind in kinds]
    assert figures == sorted(figures, reverse=True)
    assert len(set(figures)) == len(figures)


def test_eager_scores_cost_more_than_a_padding_mask():
    kinds = ("flash", "sdpa", "eager")
    figures = [lora(attention=kind, gradient_checkpointing="none", sequence_length=8192) for kind in kinds]
    assert figures == sorted(figures)


def test_accumulation_keeps_gradients_through_forward():
    full = {"method": "full", "states": "pure_bf16", "micro_batch_size": 8}
    assert allocated(**full, gradient_accumulation_steps=2) > allocated(**full) + 10


def test_kbit_preparation_widens_what_stays_16_bit():
    assert lora(method="qlora", kbit_preparation=True) > lora(method="qlora", kbit_preparation=False)


def test_double_quantization_and_fewer_bits_save():
    formats = ("int8", "nf4", "nf4_double")
    figures = [lora(method="qlora", quantization=one) for one in formats]
    assert figures == sorted(figures, reverse=True)


def test_a_reference_model_costs_its_weights():
    given = {"method": "full", "states": "pure_bf16", "loss": "fused_linear"}
    sft = estimate(training(**given)).breakdown_gib.weights
    assert estimate(training(objective="dpo", **given)).breakdown_gib.weights == pytest.approx(2 * sft)


def test_optimizers_are_ordered():
    kinds = ("adamw_foreach", "adamw_fused", "muon", "adamw_8bit", "sgd")
    figures = [allocated(method="full", states="pure_bf16", optimizer=one) for one in kinds]
    assert figures == sorted(figures, reverse=True)


def test_states_are_ordered():
    given = {"method": "full", "optimizer": "adamw_fused"}
    assert allocated(states="pure_bf16", **given) < allocated(states="mixed_fp32_master", **given)


@pytest.mark.parametrize(
    "ways", [{"tensor_parallel": 4}, {"pipeline_parallel": 4}, {"sharding": "fsdp"}, {"sharding": "zero3"}]
)
def test_splitting_full_training_over_four_saves(ways: dict):
    given = {"method": "full", "sequence_length": 4096}
    assert allocated(parallel={"gpus": 4, **ways}, **given) < 0.6 * allocated(**given)


def test_sequence_parallelism_divides_the_rest():
    given = {"method": "full", "states": "pure_bf16", "gradient_checkpointing": "none", "sequence_length": 16384}
    ways = {"gpus": 4, "tensor_parallel": 4}
    assert allocated(parallel={**ways, "sequence_parallel": True}, **given) < allocated(parallel=ways, **given)


def test_context_parallelism_divides_tokens():
    given = {"method": "lora", "sequence_length": 65536}
    assert allocated(parallel={"gpus": 4, "context_parallel": 4}, **given) < 0.6 * allocated(
        parallel={"gpus": 4}, **given
    )


def test_expert_parallelism_divides_experts_only():
    one = estimate(serving(MIXTRAL, parallel={"gpus": 4})).breakdown_gib.weights
    four = estimate(serving(MIXTRAL, parallel={"gpus": 4, "expert_parallel": 4})).breakdown_gib.weights
    assert one / 4 < four < one / 3


def test_what_does_not_shard_stays_whole():
    base = {"method": "qlora", "kbit_preparation": False}
    whole = estimate(training(**base)).breakdown_gib.weights
    for sharding in ("ddp", "zero2"):
        split = estimate(training(parallel={"gpus": 8, "sharding": sharding}, **base)).breakdown_gib.weights
        assert split == pytest.approx(whole)
    gptq = estimate(training(parallel={"gpus": 8, "sharding": "fsdp"}, quantization="gptq4", **base))
    nf4 = estimate(training(parallel={"gpus": 8, "sharding": "fsdp"}, **base))
    assert gptq.breakdown_gib.weights > 2 * nf4.breakdown_gib.weights


def test_offload_moves_states_to_the_host():
    plain = estimate(training(method="full", parallel={"gpus": 8, "sharding": "zero3"}))
    moved = estimate(training(method="full", parallel={"gpus": 8, "sharding": "zero3", "offload": "all"}))
    assert moved.allocated_gib < plain.allocated_gib / 2
    assert moved.host_ram_gib > plain.host_ram_gib + 50
