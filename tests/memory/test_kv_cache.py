"""The key-value cache against figures engines print."""

from dataclasses import replace

import pytest

from calc.choices import KvFormat
from calc.memory.kv_cache import kv_cache_bytes
from calc.model_shape import ModelShape
from tests.memory.jobs import LLAMA_70B

KIB, MIB, GIB = 2.0**10, 2.0**20, 2.0**30
DEEPSEEK_LITE = ModelShape(
    "deepseek-v2-lite", "deepseek_v2", 2048, 27, 16, 16, 192, 10944, 102400,
    kv_lora_rank=512, qk_nope_head_dim=128, qk_rope_head_dim=64, v_head_dim=128,
)  # fmt: skip
WINDOWED = ModelShape(
    "windowed", "gemma3", 2816, 30, 16, 8, 256, 2112, 262144, sliding_window=1024, full_attention_every=6
)


@pytest.mark.parametrize(
    ("layers", "kv_heads", "kv_format", "tokens", "bytes_expected"),
    [
        (80, 8, "bf16", 22_096, 22_096 * 320 * KIB),  # 70B: 320 KiB a token
        (48, 4, "fp8", 221_000, 221_000 * 48 * KIB),
        (32, 32, "bf16", 32_768, 16 * GIB),
        (64, 8, "int8", 32_768, 4352 * MIB),  # q8_0: 8.5 bits an element
        (16, 8, "bf16", 131_072, 8192 * MIB),
    ],
)
def test_grouped_heads(layers: int, kv_heads: int, kv_format: str, tokens: int, bytes_expected: float):
    shape = replace(LLAMA_70B, layers=layers, kv_heads=kv_heads)
    assert kv_cache_bytes(shape, KvFormat(kv_format), tokens, 1) == pytest.approx(bytes_expected)


def test_latent_attention_caches_the_latent():
    assert kv_cache_bytes(DEEPSEEK_LITE, KvFormat.BF16, 1, 1) / KIB == pytest.approx(30.4, abs=0.1)


def test_windowed_layers_stop_growing():
    short, at_window, long = (kv_cache_bytes(WINDOWED, KvFormat.BF16, n, 1) for n in (512, 1024, 131_072))
    assert at_window == pytest.approx(2 * short)
    whole_layers = kv_cache_bytes(replace(WINDOWED, layers=5, sliding_window=0), KvFormat.BF16, 131_072 - 1024, 1)
    assert long - at_window == pytest.approx(whole_layers)


def test_a_hybrid_keeps_keys_and_values_in_some_layers_only():
    # 64 layers, 16 with a cache, 4 heads of 256, FP8: 32 KiB a token
    hybrid = replace(LLAMA_70B, layers=64, kv_layers=16, kv_heads=4, head_dim=256)
    assert kv_cache_bytes(hybrid, KvFormat.FP8, 1, 1) == 32 * KIB
    assert kv_cache_bytes(hybrid, KvFormat.FP8, 302_921, 1) == pytest.approx(9.24 * GIB, rel=0.005)


def test_the_state_of_a_hybrid_is_a_constant_a_sequence():
    hybrid = replace(LLAMA_70B, layers=64, kv_layers=16, state_bytes=50_000_000)
    plain = replace(hybrid, state_bytes=0)
    for tokens in (1, 1000, 100_000):
        more = kv_cache_bytes(hybrid, KvFormat.BF16, tokens, 3) - kv_cache_bytes(plain, KvFormat.BF16, tokens, 3)
        assert more == pytest.approx(150_000_000)


@pytest.mark.parametrize(("tokens", "gigabytes"), [(8192, 0.38), (32_768, 0.88), (131_072, 2.89)])
def test_global_layers_may_have_heads_of_their_own(tokens: int, gigabytes: float):
    # 25 of 30 layers in a window of 1024 with 8 heads of 256, 5 global ones with 2 of 512, by hand:
    # 25 x 1024 x 8192 B + 5 x tokens x 4096 B
    shape = replace(WINDOWED, global_kv_heads=2, global_head_dim=512)
    by_hand = 25 * 1024 * 2 * 8 * 256 * 2 + 5 * tokens * 2 * 2 * 512 * 2
    assert kv_cache_bytes(shape, KvFormat.BF16, tokens, 1) == by_hand
    assert by_hand / 1e9 == pytest.approx(gigabytes, abs=0.01)
