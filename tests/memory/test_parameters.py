"""Parameter counts against the published ones."""

import pytest

from calc.choices import LoraTargets
from calc.errors import ErrorCode, EsepError
from calc.memory.parameters import count_adapters, count_parameters
from calc.model_shape import ModelShape
from tests.memory.jobs import LLAMA_7B, LLAMA_8B, LLAMA_13B, LLAMA_70B, MIXTRAL

# Published counts: model cards and config.json files on huggingface.co, as in the fact edition of 2026-11-30.
PUBLISHED = [
    (LLAMA_7B, 6_738_415_616, 6_738_415_616),
    (LLAMA_13B, 13_015_864_320, 13_015_864_320),
    (LLAMA_8B, 8_030_261_248, 8_030_261_248),
    (LLAMA_70B, 70_553_706_496, 70_553_706_496),
    (MIXTRAL, 46_702_792_704, 12_879_925_248),
    (ModelShape("llama-3.2-1b", "llama", 2048, 16, 32, 8, 64, 8192, 128256, True), 1_235_814_400, 1_235_814_400),
    (
        ModelShape("qwen2.5-0.5b", "qwen2", 896, 24, 14, 2, 64, 4864, 151936, True, qkv_bias=True),
        494_032_768,
        494_032_768,
    ),
    (ModelShape("qwen3-8b", "qwen3", 4096, 36, 32, 8, 128, 12288, 151936), 8_190_735_360, 8_190_735_360),
    (ModelShape("gemma-2-2b", "gemma2", 2304, 26, 8, 4, 256, 9216, 256000, True), 2_614_341_888, 2_614_341_888),
    (ModelShape("gemma-3-1b", "gemma3", 1152, 26, 4, 1, 256, 6912, 262144, True), 999_885_952, 999_885_952),
    (
        ModelShape("falcon-40b", "falcon", 8192, 60, 128, 8, 64, 32768, 65024, True, gated_mlp=False),
        41_303_293_952,
        41_303_293_952,
    ),
    (
        ModelShape(
            "gpt-oss-20b", "gpt_oss", 2880, 24, 64, 8, 64, 2880, 201088,
            qkv_bias=True, n_experts=32, experts_per_token=4, moe_intermediate=2880,
        ),
        20_914_757_184,
        4_187_440_704,
    ),
    (
        ModelShape(
            "qwen3-30b-a3b", "qwen3_moe", 2048, 48, 32, 4, 128, 6144, 151936,
            n_experts=128, experts_per_token=8, moe_intermediate=768,
        ),
        30_532_122_624,
        3_353_032_704,
    ),
    (
        ModelShape(
            "deepseek-v3", "deepseek_v3", 7168, 61, 128, 128, 192, 18432, 129280,
            n_experts=256, experts_per_token=8, n_shared_experts=1, first_dense_layers=3, moe_intermediate=2048,
            q_lora_rank=1536, kv_lora_rank=512, qk_nope_head_dim=128, qk_rope_head_dim=64, v_head_dim=128,
        ),
        671_026_419_200,
        37_552_297_472,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "total", "active"), PUBLISHED, ids=[row[0].id for row in PUBLISHED])
def test_counts_are_exact(shape: ModelShape, total: int, active: int):
    count = count_parameters(shape)
    assert count.total == total
    assert count.active == active
    assert count.total == count.linear + count.embedding + count.head + count.norms


def test_adapters_are_rank_times_inputs_and_outputs():
    # trainable parameters peft prints for Llama-3.1-8B with rank 16 on every linear layer
    assert count_adapters(LLAMA_8B, LoraTargets.ALL_LINEAR, 16) == 41_943_040
    assert count_adapters(LLAMA_8B, ("q", "v"), 8) == 32 * 8 * (4096 + 4096 + 4096 + 1024)
    assert count_adapters(LLAMA_8B, ("q_proj", "v_proj"), 8) == count_adapters(LLAMA_8B, LoraTargets.QV, 8)


def test_an_unknown_target_is_refused_by_name():
    with pytest.raises(EsepError) as caught:
        count_adapters(LLAMA_8B, ("nonesuch",), 8)
    assert (caught.value.code, caught.value.field) == (ErrorCode.NOT_ALLOWED, "workload.lora_targets")
    assert "all_linear" in caught.value.allowed
