"""Pasted config.json objects become shapes; what is not known is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.errors import ErrorCode, EsepError
from calc.memory.parameters import count_parameters
from data.catalogue import load_edition
from data.model_config import read_config

# Configurations as published on huggingface.co, without the fields a shape does not need.
LLAMA_31_8B = {
    "architectures": ["LlamaForCausalLM"], "attention_bias": False, "hidden_size": 4096, "intermediate_size": 14336,
    "max_position_embeddings": 131072, "mlp_bias": False, "model_type": "llama", "num_attention_heads": 32,
    "num_hidden_layers": 32, "num_key_value_heads": 8, "rms_norm_eps": 1e-05, "tie_word_embeddings": False,
    "torch_dtype": "bfloat16", "use_cache": True, "vocab_size": 128256,
}  # fmt: skip
QWEN25_7B = {
    "architectures": ["Qwen2ForCausalLM"], "hidden_size": 3584, "intermediate_size": 18944,
    "max_position_embeddings": 131072, "max_window_layers": 28, "model_type": "qwen2", "num_attention_heads": 28,
    "num_hidden_layers": 28, "num_key_value_heads": 4, "sliding_window": 131072, "tie_word_embeddings": False,
    "use_sliding_window": False, "vocab_size": 152064,
}  # fmt: skip
QWEN3_30B = {
    "architectures": ["Qwen3MoeForCausalLM"], "attention_bias": False, "decoder_sparse_step": 1, "head_dim": 128,
    "hidden_size": 2048, "intermediate_size": 6144, "max_position_embeddings": 40960, "max_window_layers": 48,
    "mlp_only_layers": [], "model_type": "qwen3_moe", "moe_intermediate_size": 768, "num_attention_heads": 32,
    "num_experts": 128, "num_experts_per_tok": 8, "num_hidden_layers": 48, "num_key_value_heads": 4,
    "sliding_window": None, "tie_word_embeddings": False, "use_sliding_window": False, "vocab_size": 151936,
}  # fmt: skip
QWEN3_4B = {
    "architectures": ["Qwen3ForCausalLM"], "attention_bias": False, "head_dim": 128, "hidden_size": 2560,
    "intermediate_size": 9728, "max_position_embeddings": 40960, "max_window_layers": 36, "model_type": "qwen3",
    "num_attention_heads": 32, "num_hidden_layers": 36, "num_key_value_heads": 8, "sliding_window": None,
    "tie_word_embeddings": True, "use_sliding_window": False, "vocab_size": 151936,
}  # fmt: skip
MISTRAL_01 = {
    "architectures": ["MistralForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336,
    "max_position_embeddings": 32768, "model_type": "mistral", "num_attention_heads": 32, "num_hidden_layers": 32,
    "num_key_value_heads": 8, "sliding_window": 4096, "tie_word_embeddings": False, "vocab_size": 32000,
}  # fmt: skip
MIXTRAL = {
    "architectures": ["MixtralForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336,
    "max_position_embeddings": 32768, "model_type": "mixtral", "num_attention_heads": 32, "num_experts_per_tok": 2,
    "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8, "sliding_window": None,
    "tie_word_embeddings": False, "vocab_size": 32000,
}  # fmt: skip
GEMMA_2_9B = {
    "architectures": ["Gemma2ForCausalLM"], "attention_bias": False, "head_dim": 256, "hidden_size": 3584,
    "intermediate_size": 14336, "max_position_embeddings": 8192, "model_type": "gemma2", "num_attention_heads": 16,
    "num_hidden_layers": 42, "num_key_value_heads": 8, "sliding_window": 4096, "vocab_size": 256000,
}  # fmt: skip
GEMMA_3_4B = {  # omits heads, KV heads and vocabulary: they are the class defaults
    "architectures": ["Gemma3ForConditionalGeneration"], "model_type": "gemma3",
    "text_config": {
        "hidden_size": 2560, "intermediate_size": 10240, "model_type": "gemma3_text", "num_hidden_layers": 34,
        "rope_scaling": {"factor": 8.0, "rope_type": "linear"}, "sliding_window": 1024,
    },
    "vision_config": {"hidden_size": 1152, "num_hidden_layers": 27},
}  # fmt: skip
PHI_3_MINI = {
    "architectures": ["Phi3ForCausalLM"], "hidden_size": 3072, "intermediate_size": 8192,
    "max_position_embeddings": 4096, "model_type": "phi3", "num_attention_heads": 32, "num_hidden_layers": 32,
    "num_key_value_heads": 32, "sliding_window": 2047, "tie_word_embeddings": False, "vocab_size": 32064,
}  # fmt: skip
PHI_4_MINI = {
    "architectures": ["Phi3ForCausalLM"], "attention_bias": False, "hidden_size": 3072, "intermediate_size": 8192,
    "max_position_embeddings": 131072, "model_type": "phi3", "num_attention_heads": 24, "num_hidden_layers": 32,
    "num_key_value_heads": 8, "sliding_window": 262144, "tie_word_embeddings": True, "vocab_size": 200064,
}  # fmt: skip
FALCON_7B = {
    "architectures": ["FalconForCausalLM"], "bias": False, "hidden_size": 4544, "model_type": "falcon",
    "multi_query": True, "new_decoder_architecture": False, "num_attention_heads": 71, "num_hidden_layers": 32,
    "vocab_size": 65024,
}  # fmt: skip
FALCON_40B = {
    "architectures": ["FalconForCausalLM"], "bias": False, "hidden_size": 8192, "model_type": "falcon",
    "new_decoder_architecture": True, "num_attention_heads": 128, "num_hidden_layers": 60, "num_kv_heads": 8,
    "vocab_size": 65024,
}  # fmt: skip
DEEPSEEK_V3 = {
    "architectures": ["DeepseekV3ForCausalLM"], "attention_bias": False, "first_k_dense_replace": 3,
    "hidden_size": 7168, "intermediate_size": 18432, "kv_lora_rank": 512, "max_position_embeddings": 163840,
    "model_type": "deepseek_v3", "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_routed_experts": 256,
    "n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8, "num_hidden_layers": 61,
    "num_key_value_heads": 128, "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
    "tie_word_embeddings": False, "v_head_dim": 128, "vocab_size": 129280,
}  # fmt: skip
DEEPSEEK_V2_LITE = {
    "architectures": ["DeepseekV2ForCausalLM"], "first_k_dense_replace": 1, "hidden_size": 2048,
    "intermediate_size": 10944, "kv_lora_rank": 512, "max_position_embeddings": 163840, "model_type": "deepseek_v2",
    "moe_intermediate_size": 1408, "n_routed_experts": 64, "n_shared_experts": 2, "num_attention_heads": 16,
    "num_experts_per_tok": 6, "num_hidden_layers": 27, "num_key_value_heads": 16, "q_lora_rank": None,
    "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "tie_word_embeddings": False, "v_head_dim": 128,
    "vocab_size": 102400,
}  # fmt: skip
GPT_OSS_20B = {
    "architectures": ["GptOssForCausalLM"], "attention_bias": True, "head_dim": 64, "hidden_size": 2880,
    "intermediate_size": 2880, "layer_types": ["sliding_attention", "full_attention"] * 12,
    "max_position_embeddings": 131072, "model_type": "gpt_oss", "num_attention_heads": 64, "num_experts_per_tok": 4,
    "num_hidden_layers": 24, "num_key_value_heads": 8, "num_local_experts": 32, "sliding_window": 128,
    "tie_word_embeddings": False, "vocab_size": 201088,
}  # fmt: skip
LLAMA_4_SCOUT = {
    "architectures": ["Llama4ForConditionalGeneration"], "model_type": "llama4",
    "text_config": {
        "attention_bias": False, "attention_chunk_size": 8192, "head_dim": 128, "hidden_size": 5120,
        "interleave_moe_layer_step": 1, "intermediate_size": 8192, "intermediate_size_mlp": 16384,
        "max_position_embeddings": 10485760, "model_type": "llama4_text", "num_attention_heads": 40,
        "num_experts_per_tok": 1, "num_hidden_layers": 48, "num_key_value_heads": 8, "num_local_experts": 16,
        "tie_word_embeddings": False, "vocab_size": 202048,
    },
}  # fmt: skip
GIGACHAT = {
    "architectures": ["DeepseekForCausalLM"], "first_k_dense_replace": 1, "head_dim": 128, "hidden_size": 2048,
    "intermediate_size": 14336, "max_position_embeddings": 131072, "model_type": "deepseek",
    "moe_intermediate_size": 1792, "n_routed_experts": 64, "n_shared_experts": 2, "num_attention_heads": 16,
    "num_experts_per_tok": 6, "num_hidden_layers": 28, "num_key_value_heads": 8, "tie_word_embeddings": False,
    "vocab_size": 128256,
}  # fmt: skip
IN_CATALOGUE = {
    "llama-3.1-8b": LLAMA_31_8B,
    "qwen2.5-7b": QWEN25_7B,
    "qwen3-4b": QWEN3_4B,
    "qwen3-30b-a3b": QWEN3_30B,
    "mistral-7b-v0.1": MISTRAL_01,
    "mixtral-8x7b-v0.1": MIXTRAL,
    "gemma-2-9b": GEMMA_2_9B,
    "gemma-3-4b": GEMMA_3_4B,
    "phi-4-mini": PHI_4_MINI,
    "falcon-7b": FALCON_7B,
    "falcon-40b": FALCON_40B,
    "deepseek-v3": DEEPSEEK_V3,
    "deepseek-v2-lite": DEEPSEEK_V2_LITE,
    "gpt-oss-20b": GPT_OSS_20B,
    "llama-4-scout-17b-16e": LLAMA_4_SCOUT,
    "gigachat-20b-a3b": GIGACHAT,
}
NOT_IN_A_CONFIG = {"id", "n_params", "active_params", "max_context"}


def facts_of(shape):
    return {name: getattr(shape, name) for name in shape.__dataclass_fields__ if name not in NOT_IN_A_CONFIG}


@pytest.mark.parametrize("model", IN_CATALOGUE)
def test_a_config_gives_the_shape_of_the_catalogue(model):
    known = load_edition("2026-11-30").model(model)
    read = read_config(IN_CATALOGUE[model])
    assert facts_of(read) == facts_of(known.shape)
    assert count_parameters(read).total == pytest.approx(known.n_params, rel=0.005)


# Families the catalogue does not hold, with the parameter count their model cards print.
OTHERS = [
    ({"model_type": "gpt_neox", "hidden_size": 4096, "intermediate_size": 16384, "num_attention_heads": 32,
      "num_hidden_layers": 32, "vocab_size": 50432, "max_position_embeddings": 2048}, 6.86e9),  # pythia-6.9b
    ({"model_type": "phi", "hidden_size": 2560, "intermediate_size": 10240, "num_attention_heads": 32,
      "num_hidden_layers": 32, "vocab_size": 51200, "max_position_embeddings": 2048}, 2.78e9),  # phi-2
    ({"model_type": "gpt2", "n_embd": 1600, "n_head": 25, "n_layer": 48, "n_positions": 1024, "n_inner": None,
      "vocab_size": 50257}, 1.558e9),  # gpt2-xl
    ({"model_type": "gpt_bigcode", "n_embd": 6144, "n_head": 48, "n_layer": 40, "n_positions": 8192,
      "n_inner": 24576, "multi_query": True, "vocab_size": 49152}, 15.5e9),  # starcoder
    ({"model_type": "starcoder2", "hidden_size": 4608, "intermediate_size": 18432, "num_attention_heads": 36,
      "num_key_value_heads": 4, "num_hidden_layers": 32, "vocab_size": 49152, "sliding_window": 4096,
      "max_position_embeddings": 16384, "use_bias": True}, 7.17e9),  # starcoder2-7b
    ({"model_type": "gemma", "hidden_size": 3072, "intermediate_size": 24576, "head_dim": 256,
      "num_attention_heads": 16, "num_key_value_heads": 16, "num_hidden_layers": 28, "vocab_size": 256000,
      "max_position_embeddings": 8192}, 8.54e9),  # gemma-7b
    ({"model_type": "qwen2_moe", "hidden_size": 2048, "intermediate_size": 5632, "moe_intermediate_size": 1408,
      "shared_expert_intermediate_size": 5632, "num_experts": 60, "num_experts_per_tok": 4, "decoder_sparse_step": 1,
      "num_attention_heads": 16, "num_key_value_heads": 16, "num_hidden_layers": 24,
      "vocab_size": 151936}, 14.3e9),  # Qwen1.5-MoE-A2.7B
]  # fmt: skip


@pytest.mark.parametrize(
    ("config", "parameters"), OTHERS, ids=lambda value: value["model_type"] if isinstance(value, dict) else ""
)
def test_other_families_count_right(config, parameters):
    assert count_parameters(read_config(config)).total == pytest.approx(parameters, rel=0.005)


def test_windows():
    assert read_config(PHI_3_MINI).sliding_window == 2047
    assert read_config(PHI_4_MINI).sliding_window == 0  # longer than the context
    assert read_config(QWEN25_7B).sliding_window == 0  # not asked for
    asked = {**QWEN25_7B, "use_sliding_window": True, "sliding_window": 4096, "max_window_layers": 14}
    assert (read_config(asked).sliding_window, read_config(asked).full_attention_every) == (4096, 2)
    assert read_config({**asked, "max_window_layers": 28}).sliding_window == 0
    all_local = {**GPT_OSS_20B, "layer_types": ["sliding_attention"] * 24}
    assert (read_config(all_local).sliding_window, read_config(all_local).full_attention_every) == (128, 0)
    none_local = {**GPT_OSS_20B, "layer_types": ["full_attention"] * 24}
    assert read_config(none_local).sliding_window == 0


def test_some_layers_of_a_sparse_model_may_be_dense():
    assert read_config({**QWEN3_30B, "mlp_only_layers": [0, 5]}).sparse_layers == 46
    assert read_config({**QWEN3_30B, "decoder_sparse_step": 2}).sparse_layers == 24


def test_the_family_may_be_named_by_the_class_alone():
    without = {name: value for name, value in LLAMA_31_8B.items() if name != "model_type"}
    assert read_config(without) == read_config(LLAMA_31_8B)


def test_grouped_heads_default_to_all():
    without = {name: value for name, value in LLAMA_31_8B.items() if name != "num_key_value_heads"}
    assert read_config(without).kv_heads == 32


def changed(**changes):
    return {**LLAMA_31_8B, **changes}


@pytest.mark.parametrize(("config", "code", "field", "value"), [
    (changed(model_type="mamba2"), ErrorCode.UNKNOWN_ARCHITECTURE, "workload.model", "mamba2"),
    ({"architectures": ["RwkvForCausalLM"]}, ErrorCode.UNKNOWN_ARCHITECTURE, "workload.model", "Rwkv"),
    ({}, ErrorCode.MISSING, "workload.model.model_type", ""),
    (changed(hidden_size=None), ErrorCode.MISSING, "workload.model.hidden_size", ""),
    (changed(num_hidden_layers=0), ErrorCode.OUT_OF_RANGE, "workload.model.num_hidden_layers", 0),
    (changed(vocab_size=-5), ErrorCode.OUT_OF_RANGE, "workload.model.vocab_size", -5),
    (changed(vocab_size=1e30), ErrorCode.OUT_OF_RANGE, "workload.model.vocab_size", 1e30),
    (changed(vocab_size=10**400), ErrorCode.OUT_OF_RANGE, "workload.model.vocab_size", 10**400),
    (changed(hidden_size="4096"), ErrorCode.NOT_WHOLE, "workload.model.hidden_size", "4096"),
    (changed(hidden_size=True), ErrorCode.NOT_WHOLE, "workload.model.hidden_size", True),
    (changed(hidden_size=0.5), ErrorCode.NOT_WHOLE, "workload.model.hidden_size", 0.5),
    (changed(hidden_size=float("inf")), ErrorCode.NOT_WHOLE, "workload.model.hidden_size", float("inf")),
    (changed(tie_word_embeddings="no"), ErrorCode.WRONG_TYPE, "workload.model.tie_word_embeddings", "no"),
    ({**MIXTRAL, "num_experts_per_tok": 9}, ErrorCode.OUT_OF_RANGE, "workload.model.num_experts_per_tok", 9),
    ({**DEEPSEEK_V3, "first_k_dense_replace": 62}, ErrorCode.OUT_OF_RANGE, "workload.model.first_k_dense_replace", 62),
    (changed(num_key_value_heads=7), ErrorCode.NOT_DIVISIBLE, "workload.model.num_key_value_heads", 7),
])  # fmt: skip
def test_bad_configs_are_refused_by_field(config, code, field, value):
    with pytest.raises(EsepError) as refused:
        read_config(config)
    assert (refused.value.code, refused.value.field, refused.value.value) == (code, field, value)
    assert refused.value.allowed


def test_an_unknown_architecture_offers_given_work():
    with pytest.raises(EsepError) as refused:
        read_config(changed(model_type="mamba2"))
    assert refused.value.allowed == "given"


ODD = (None, True, False, "x", "", -1, 0, 1, 7, 200, 2.5, 64.0, [], {}, ["full_attention"], [0], 10**30)
KEYS = sorted({key for config in [*IN_CATALOGUE.values(), *(one for one, _ in OTHERS)] for key in config})


def outcome_of(config):
    try:
        return read_config(config)
    except EsepError as refused:
        return refused


@given(
    base=st.sampled_from(sorted(IN_CATALOGUE)),
    changes=st.dictionaries(st.sampled_from(KEYS), st.sampled_from(ODD), max_size=4),
)
def test_any_object_gives_a_shape_that_counts_or_a_typed_error(base, changes):
    outcome = outcome_of({**IN_CATALOGUE[base], **changes})
    if isinstance(outcome, EsepError):
        assert outcome.field.startswith("workload.model")
        assert outcome.allowed
    else:
        count = count_parameters(outcome)
        assert 0 < count.active <= count.total
