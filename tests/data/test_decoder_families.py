"""Families beyond the catalogue: configs as published, and the parameters their cards print."""

import pytest

from calc.choices import KvFormat
from calc.errors import ErrorCode, EsepError
from calc.memory.kv_cache import kv_cache_bytes
from calc.memory.parameters import count_parameters
from data.model_config import read_config


def config(model_type, *widths, **more):
    hidden, layers, heads, kv_heads, inner, vocab = widths
    return {
        "model_type": model_type, "hidden_size": hidden, "num_hidden_layers": layers, "num_attention_heads": heads,
        "num_key_value_heads": kv_heads, "intermediate_size": inner, "vocab_size": vocab, **more,
    }  # fmt: skip


QWEN35 = {
    "linear_key_head_dim": 128, "linear_value_head_dim": 128, "linear_num_key_heads": 16, "linear_conv_kernel_dim": 4,
    "full_attention_interval": 4, "mamba_ssm_dtype": "float32", "head_dim": 256, "tie_word_embeddings": False,
}  # fmt: skip
QWEN35_27B = config("qwen3_5_text", 5120, 64, 24, 4, 17408, 248320, linear_num_value_heads=48, **QWEN35)
GEMMA4 = {
    "head_dim": 256, "global_head_dim": 512, "attention_k_eq_v": True, "hidden_size_per_layer_input": 0,
    "num_kv_shared_layers": 0, "sliding_window": 1024, "tie_word_embeddings": True, "max_position_embeddings": 262144,
}  # fmt: skip
GEMMA4_26B = {
    "model_type": "gemma4",
    "text_config": config(
        "gemma4_text", 2816, 30, 16, 8, 2112, 262144, num_global_key_value_heads=2, enable_moe_block=True,
        num_experts=128, top_k_experts=8, moe_intermediate_size=704,
        layer_types=(["sliding_attention"] * 5 + ["full_attention"]) * 5, **GEMMA4,
    ),
}  # fmt: skip
JAMBA = config(
    "jamba", 4096, 32, 32, 8, 14336, 65536, attn_layer_period=8, attn_layer_offset=4, expert_layer_period=2,
    expert_layer_offset=1, num_experts=16, num_experts_per_tok=2, mamba_d_state=16, mamba_d_conv=4, mamba_expand=2,
    mamba_dt_rank=256, tie_word_embeddings=False,
)  # fmt: skip
NEMOTRON_H = config(
    "nemotron_h", 4096, 52, 32, 8, 21504, 131072, attention_head_dim=128, mamba_num_heads=128, mamba_head_dim=64,
    ssm_state_size=128, n_groups=8, conv_kernel=4, tie_word_embeddings=False,
    hybrid_override_pattern="M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-",
)  # fmt: skip
MAMBA2 = {"mamba_d_head": 64, "mamba_d_state": 128, "mamba_n_groups": 1, "mamba_d_conv": 4}

# Exact counts where a card or a checkpoint index prints one.
EXACT = {
    "opt-6.7b": (config("opt", 4096, 32, 32, None, None, 50272, ffn_dim=16384, word_embed_proj_dim=4096,
                        max_position_embeddings=2048), 6_658_473_984),
    "opt-1.3b": (config("opt", 2048, 24, 32, None, None, 50272, ffn_dim=8192, word_embed_proj_dim=2048,
                        max_position_embeddings=2048), 1_315_758_080),
    "bloom-560m": ({"model_type": "bloom", "n_embed": 1024, "n_layer": 24, "num_attention_heads": 16,
                    "vocab_size": 250880}, 559_214_592),
    "bloom": ({"model_type": "bloom", "n_embed": 14336, "n_layer": 70, "num_attention_heads": 112,
               "vocab_size": 250880}, 176_247_271_424),
    "gpt2": ({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024,
              "vocab_size": 50257}, 124_439_808),
    "gpt-j-6b": ({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_layer": 28, "n_positions": 2048,
                  "n_inner": None, "vocab_size": 50400, "tie_word_embeddings": False}, 6_050_882_784),
    "gpt-neox-20b": (config("gpt_neox", 6144, 44, 64, None, 24576, 50432), 20_554_567_680),
    "mpt-7b": ({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32, "expansion_ratio": 4,
                "vocab_size": 50432, "max_seq_len": 2048, "no_bias": True,
                "attn_config": {"alibi": True}}, 6_649_286_656),
    "phi-4": (config("phi3", 5120, 40, 40, 10, 17920, 100352, tie_word_embeddings=False,
                     max_position_embeddings=16384), 14_659_507_200),
    "phi-3.5-moe": (config("phimoe", 4096, 32, 32, 8, 6400, 32064, attention_bias=True, num_local_experts=16,
                           num_experts_per_tok=2, lm_head_bias=True), 41_873_153_344),
    "olmo-7b": (config("olmo", 4096, 32, 32, 32, 11008, 50304, tie_word_embeddings=False), 6_888_095_744),
    "olmo2-7b": (config("olmo2", 4096, 32, 32, 32, 11008, 100352, tie_word_embeddings=False), 7_298_617_344),
    "olmo2-13b": (config("olmo2", 5120, 40, 40, 40, 13824, 100352, tie_word_embeddings=False), 13_716_198_400),
    "olmoe-1b-7b": (config("olmoe", 2048, 16, 16, 16, 1024, 50304, num_experts=64, num_experts_per_tok=8,
                           tie_word_embeddings=False), 6_919_161_856),
    "command-r": (config("cohere", 8192, 40, 64, 64, 22528, 256000), 34_980_831_232),
    "command-r-plus": (config("cohere", 12288, 64, 96, 8, 33792, 256000, use_qk_norm=True), 103_810_674_688),
    "command-r7b": (config("cohere2", 4096, 32, 32, 8, 14336, 256000, sliding_window=4096,
                           max_position_embeddings=132096), 8_028_033_024),
    "granite-3-8b": (config("granite", 4096, 40, 32, 8, 12800, 49155, tie_word_embeddings=True), 8_170_848_256),
    "exaone-3-7.8b": ({"model_type": "exaone", "hidden_size": 4096, "num_layers": 32, "num_attention_heads": 32,
                       "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 102400,
                       "max_position_embeddings": 4096}, 7_818_448_896),
    "exaone-4-32b": (config("exaone4", 5120, 64, 40, 8, 27392, 102400, head_dim=128, sliding_window=4096,
                            sliding_window_pattern="LLLG", tie_word_embeddings=False), 32_003_216_384),
    "smollm3-3b": (config("smollm3", 2048, 36, 16, 4, 11008, 128256, use_sliding_window=False,
                          tie_word_embeddings=True), 3_075_098_624),
    "minicpm-2b": (config("minicpm", 2304, 40, 36, 36, 5760, 122753), 2_724_880_896),
    "internlm2-7b": (config("internlm2", 4096, 32, 32, 8, 14336, 92544, bias=False), 7_737_708_544),
    "internlm2.5-20b": (config("internlm2", 6144, 48, 48, 8, 16384, 92544, bias=False), 19_861_149_696),
    "baichuan-7b": (config("baichuan", 4096, 32, 32, None, 11008, 64000), 7_000_559_616),
    "baichuan2-13b": (config("baichuan", 5120, 40, 40, None, 13696, 125696), 13_896_668_160),
    "stablelm-2-1.6b": (config("stablelm", 2048, 24, 32, 32, 5632, 100352, use_qkv_bias=True), 1_644_515_328),
    "stablelm-3b-4e1t": (config("stablelm", 2560, 32, 32, 32, 6912, 50304), 2_795_443_200),
    "chatglm3-6b": ({"model_type": "chatglm", "hidden_size": 4096, "num_layers": 28, "num_attention_heads": 32,
                     "kv_channels": 128, "multi_query_attention": True, "multi_query_group_num": 2,
                     "ffn_hidden_size": 13696, "padded_vocab_size": 65024, "add_qkv_bias": True,
                     "add_bias_linear": False, "seq_length": 8192}, 6_243_584_000),
    "glm-4-9b-chat": ({"model_type": "chatglm", "hidden_size": 4096, "num_layers": 40, "num_attention_heads": 32,
                       "kv_channels": 128, "multi_query_attention": True, "multi_query_group_num": 2,
                       "ffn_hidden_size": 13696, "padded_vocab_size": 151552, "add_qkv_bias": True,
                       "add_bias_linear": False, "seq_length": 131072}, 9_399_951_360),
    "glm-4-9b-0414": (config("glm4", 4096, 40, 32, 2, 13696, 151552, attention_bias=True, head_dim=128,
                             tie_word_embeddings=False), 9_400_279_040),
    "deepseek-moe-16b": (config("deepseek", 2048, 28, 16, 16, 10944, 102400, n_routed_experts=64,
                                num_experts_per_tok=6, n_shared_experts=2, moe_intermediate_size=1408,
                                first_k_dense_replace=1), 16_375_728_128),
    "deepseek-v2": (config("deepseek_v2", 5120, 60, 128, 128, 12288, 102400, n_routed_experts=160,
                           num_experts_per_tok=6, n_shared_experts=2, moe_intermediate_size=1536,
                           first_k_dense_replace=1, q_lora_rank=1536, kv_lora_rank=512, qk_nope_head_dim=128,
                           qk_rope_head_dim=64, v_head_dim=128), 235_741_434_880),
    "qwen3-235b": (config("qwen3_moe", 4096, 94, 64, 4, 12288, 151936, head_dim=128, num_experts=128,
                          num_experts_per_tok=8, moe_intermediate_size=1536), 235_093_634_560),
    "seed-oss-36b": (config("seed_oss", 5120, 64, 80, 8, 27648, 155136, head_dim=128, attention_bias=True,
                            attention_out_bias=False), 36_151_104_512),
    "dbrx": ({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "n_layers": 40, "vocab_size": 100352,
              "max_seq_len": 32768, "attn_config": {"kv_n_heads": 8},
              "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4}}, 131_596_523_520),
    "qwen-7b": ({"model_type": "qwen", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
                 "kv_channels": 128, "intermediate_size": 22016, "vocab_size": 151936, "no_bias": True,
                 "seq_length": 8192}, 7_721_324_544),
    "jamba-v0.1": (JAMBA, 51_570_323_328),
    "lfm2-1.2b": (config("lfm2", 2048, 16, 32, 8, None, 65536, block_ff_dim=12288, block_auto_adjust_ff_dim=True,
                         block_multiple_of=256, full_attn_idxs=[2, 5, 8, 10, 12, 14]), 1_170_340_608),
    "apertus-8b": (config("apertus", 4096, 32, 32, 8, 21504, 131072, tie_word_embeddings=False), 8_053_338_176),
    "falcon-h1-0.5b": (config("falcon_h1", 1024, 36, 8, 2, 2048, 32784, head_dim=64, mamba_d_ssm=1536,
                              mamba_n_heads=24, mamba_rms_norm=False, tie_word_embeddings=False, **MAMBA2),
                       521_411_104),
}  # fmt: skip

# Counts as their cards print them, with the digits they print.
PRINTED = {
    "qwen3-next-80b-a3b": (config("qwen3_next", 2048, 48, 16, 2, 5120, 151936, num_experts=512,
                                  num_experts_per_tok=10, moe_intermediate_size=512, linear_num_value_heads=32,
                                  shared_expert_intermediate_size=512, decoder_sparse_step=1, **QWEN35), 80e9),
    "qwen3.5-27b": (QWEN35_27B, 27e9),
    "qwen3.5-122b-a10b": (config("qwen3_5_moe_text", 3072, 48, 32, 2, 0, 248320, num_experts=256,
                                 num_experts_per_tok=8, moe_intermediate_size=1024, linear_num_value_heads=64,
                                 shared_expert_intermediate_size=1024, **QWEN35) | {"intermediate_size": None},
                          122e9),
    "qwen3.5-397b-a17b": (config("qwen3_5_moe_text", 4096, 60, 32, 2, None, 248320, num_experts=512,
                                 num_experts_per_tok=10, moe_intermediate_size=1024, linear_num_value_heads=64,
                                 shared_expert_intermediate_size=1024, **QWEN35), 397e9),
    "gemma-4-26b-a4b": (GEMMA4_26B, 25.2e9),
    "gemma-4-31b": (config("gemma4_text", 5376, 60, 32, 16, 21504, 262144, num_global_key_value_heads=4,
                           enable_moe_block=False, **GEMMA4), 30.7e9),
    "llama-4-maverick": (config("llama4_text", 5120, 48, 40, 8, 8192, 202048, intermediate_size_mlp=16384,
                                interleave_moe_layer_step=2, num_local_experts=128, num_experts_per_tok=1,
                                head_dim=128, tie_word_embeddings=False, attention_chunk_size=8192), 400e9),
    "nemotron-h-8b": (NEMOTRON_H, 8.1e9),
    "nemotron-3-nano-30b": (config("nemotron_h", 2688, 52, 32, 2, 1856, 131072, head_dim=128, mamba_num_heads=64,
                                   mamba_head_dim=64, ssm_state_size=128, n_groups=8, n_routed_experts=128,
                                   num_experts_per_tok=6, n_shared_experts=1, moe_intermediate_size=1856,
                                   moe_shared_expert_intermediate_size=3712,
                                   hybrid_override_pattern="MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME"),
                            31.6e9),
    "bamba-9b": (config("bamba", 4096, 32, 32, 8, 14336, 128256, attn_layer_indices=[9, 18, 27], mamba_n_heads=128,
                        mamba_expand=2, tie_word_embeddings=False, **MAMBA2), 9.78e9),
    "granite-4-h-tiny": (config("granitemoehybrid", 1536, 40, 12, 4, 512, 100352, num_local_experts=64,
                                num_experts_per_tok=6, shared_intermediate_size=1024, mamba_n_heads=48,
                                tie_word_embeddings=True,
                                layer_types=["attention" if one in (5, 15, 25, 35) else "mamba" for one in range(40)],
                                **MAMBA2), 6.94e9),
    "glm-4-32b-0414": (config("glm4", 6144, 61, 48, 2, 23040, 151552, head_dim=128, attention_bias=False), 32.6e9),
    "kimi-k2": (config("kimi_k2", 7168, 61, 64, 64, 18432, 163840, n_routed_experts=384, num_experts_per_tok=8,
                       n_shared_experts=1, moe_intermediate_size=2048, first_k_dense_replace=1, q_lora_rank=1536,
                       kv_lora_rank=512, qk_nope_head_dim=128, qk_rope_head_dim=64, v_head_dim=128), 1.03e12),
    "dots.llm1": (config("dots1", 4096, 62, 32, 32, 10944, 152064, n_routed_experts=128, num_experts_per_tok=6,
                         n_shared_experts=2, moe_intermediate_size=1408, first_k_dense_replace=1), 143e9),
    "minimax-m2": (config("minimax_m2", 3072, 62, 48, 8, 1536, 200064, head_dim=128, num_local_experts=256,
                          num_experts_per_tok=8), 229e9),
    "hunyuan-a13b": (config("hunyuan_v1_moe", 4096, 32, 32, 8, 3072, 128167, num_experts=64, moe_topk=[8] * 32,
                            num_shared_expert=[1] * 32, moe_intermediate_size=[3072] * 32, use_qk_norm=True,
                            tie_word_embeddings=True), 80.4e9),
    "hunyuan-7b": (config("hunyuan_v1_dense", 4096, 32, 32, 8, 14336, 128256, head_dim=128,
                          tie_word_embeddings=True), 7.5e9),
    "ernie-4.5-0.3b": (config("ernie4_5", 1024, 18, 16, 2, 3072, 103424, head_dim=128, use_bias=False,
                              tie_word_embeddings=True), 0.36e9),
    "ernie-4.5-21b-a3b": (config("ernie4_5_moe", 2560, 28, 20, 4, 12288, 103424, moe_num_experts=64, moe_k=6,
                                 moe_intermediate_size=1536, moe_num_shared_experts=2, moe_layer_start_index=1,
                                 moe_layer_end_index=27, moe_layer_interval=1, use_bias=False,
                                 tie_word_embeddings=True), 21.8e9),
    "minicpm3-4b": (config("minicpm3", 2560, 62, 40, 40, 6400, 73448, q_lora_rank=768, kv_lora_rank=256,
                           qk_nope_head_dim=64, qk_rope_head_dim=32), 4.07e9),
    "internlm3-8b": (config("internlm3", 4096, 48, 32, 2, 10240, 128512, head_dim=128, qkv_bias=False, bias=False,
                            tie_word_embeddings=False), 8.80e9),
    "internlm-7b": (config("internlm", 4096, 32, 32, None, 11008, 103168, bias=True), 7.32e9),
    "stablelm-2-12b": (config("stablelm", 5120, 40, 32, 8, 13824, 100352, use_parallel_residual=True,
                              qk_layernorm=True), 12.1e9),
    "minitron-4b": (config("nemotron", 3072, 32, 24, 8, 9216, 256000, head_dim=128), 4.19e9),
    "olmo3-7b": (config("olmo3", 4096, 32, 32, 32, 11008, 100278, sliding_window=4096,
                        max_position_embeddings=65536), 7.3e9),
    "glm-4.7-flash": (config("glm4_moe_lite", 2048, 47, 20, 20, 10240, 154880, n_routed_experts=64,
                             num_experts_per_tok=4, n_shared_experts=1, moe_intermediate_size=1536,
                             first_k_dense_replace=1, q_lora_rank=768, kv_lora_rank=512, qk_nope_head_dim=192,
                             qk_rope_head_dim=64, v_head_dim=256), 30e9),
}  # fmt: skip

# Cards that round to whole billions, or count the layer that predicts further tokens.
ROUNDED = {
    "glm-4.5-air": (config("glm4_moe", 4096, 46, 96, 8, 10944, 151552, head_dim=128, attention_bias=True,
                           n_routed_experts=128, num_experts_per_tok=8, n_shared_experts=1, first_k_dense_replace=1,
                           moe_intermediate_size=1408, use_qk_norm=False), 106e9),
    "glm-4.5": (config("glm4_moe", 5120, 92, 96, 8, 12288, 151552, head_dim=128, attention_bias=True,
                       n_routed_experts=160, num_experts_per_tok=8, n_shared_experts=1, first_k_dense_replace=3,
                       moe_intermediate_size=1536, use_qk_norm=True), 355e9),
    "deepseek-v3.2": (config("deepseek_v32", 7168, 61, 128, 128, 18432, 129280, n_routed_experts=256,
                             num_experts_per_tok=8, n_shared_experts=1, moe_intermediate_size=2048,
                             first_k_dense_replace=3, q_lora_rank=1536, kv_lora_rank=512, qk_nope_head_dim=128,
                             qk_rope_head_dim=64, v_head_dim=128, index_n_heads=64, index_head_dim=128), 671e9),
}  # fmt: skip


@pytest.mark.parametrize("model", EXACT)
def test_counts_agree_with_the_checkpoint(model):
    given, published = EXACT[model]
    assert count_parameters(read_config(given)).total == pytest.approx(published, rel=0.0005)


@pytest.mark.parametrize("model", PRINTED)
def test_counts_agree_with_the_card(model):
    given, published = PRINTED[model]
    assert count_parameters(read_config(given)).total == pytest.approx(published, rel=0.005)


@pytest.mark.parametrize("model", ROUNDED)
def test_counts_agree_with_a_rounded_card(model):
    given, published = ROUNDED[model]
    assert count_parameters(read_config(given)).total == pytest.approx(published, rel=0.01)


def test_a_hybrid_caches_in_its_attention_layers_only():
    hybrid = read_config(QWEN35_27B)
    assert (hybrid.kv_layers, hybrid.mixer_layers) == (16, 48)
    grows = kv_cache_bytes(hybrid, KvFormat.FP8, 1001, 1) - kv_cache_bytes(hybrid, KvFormat.FP8, 1000, 1)
    assert grows == 2 * 16 * 4 * 256
    # 48 layers of 48 heads of 128 x 128 in fp32, and three columns of the convolution in 16 bit
    assert hybrid.state_bytes == 48 * (48 * 128 * 128 * 4 + (2 * 2048 + 6144) * 3 * 2)


def test_global_layers_of_gemma_4_have_heads_of_their_own():
    shape = read_config(GEMMA4_26B)
    at = [kv_cache_bytes(shape, KvFormat.BF16, tokens, 1) for tokens in (1024, 2048)]
    assert at[0] == 1024 * (25 * 2 * 8 * 256 + 5 * 2 * 2 * 512) * 2
    assert at[1] - at[0] == 1024 * 5 * 2 * 2 * 512 * 2


def test_a_layer_of_nemotron_h_is_one_block():
    shape = read_config(NEMOTRON_H)
    assert (shape.kv_layers, shape.mixer_layers, shape.mlp_layers, shape.layers) == (4, 24, 24, 52)


def test_jamba_has_experts_in_every_second_layer():
    shape = read_config(JAMBA)
    assert (shape.kv_layers, shape.mixer_layers, shape.sparse_layers) == (4, 28, 16)


@pytest.mark.parametrize(
    "given",
    [
        config("gemma3n_text", 2048, 30, 8, 2, 8192, 262400),
        config("gemma4_text", 1536, 35, 8, 1, 6144, 262144, hidden_size_per_layer_input=256),
        config("mllama_text_model", 4096, 40, 32, 8, 14336, 128256),
        config("recurrent_gemma", 2560, 26, 10, 1, 15360, 256000),
        config("rwkv", 4096, 32, 32, 32, 14336, 65536),
        config("t5", 1024, 24, 16, 16, 4096, 32128),
        {**NEMOTRON_H, "moe_latent_size": 1024},
        config("opt", 1024, 24, 16, None, None, 50272, ffn_dim=4096, word_embed_proj_dim=512),
        config("granitemoehybrid", 1536, 4, 12, 4, 512, 100352, shared_intermediate_size=1000),
    ],
    ids=lambda given: given["model_type"],
)
def test_a_layer_that_is_not_known_is_named(given):
    with pytest.raises(EsepError) as refused:
        read_config(given)
    assert refused.value.code is ErrorCode.UNKNOWN_ARCHITECTURE
    assert refused.value.allowed == "given"
