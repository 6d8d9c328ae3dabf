"""Class defaults of decoder families: what a ``config.json`` leaves out because it equals its class default.

From the ``transformers`` configuration and modelling classes, or the remote code published with the weights.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """Class defaults of a family of layers.

    Attributes
    ----------
    gated_mlp, qkv_bias, tie_embeddings
        As in the shape; a configuration may state the last two.
    output_bias
        A bias of the attention covers its output too.
    mlp_follows_bias
        The same flag gives the MLP its biases.
    head_dim, heads, kv_heads, vocab
        0: hidden / heads, required, as the heads, required.
    window, full_every
        Sliding window [token] and every which layer attends globally; 0: none.
    window_must_be_asked
        The window counts only with ``use_sliding_window``.
    """

    gated_mlp: bool = True
    qkv_bias: bool = False
    tie_embeddings: bool = False
    output_bias: bool = False
    mlp_follows_bias: bool = False
    head_dim: int = 0
    heads: int = 0
    kv_heads: int = 0
    vocab: int = 0
    window: int = 0
    full_every: int = 0
    window_must_be_asked: bool = False


_LLAMA = Habits(output_bias=True)
_TIED = Habits(output_bias=True, tie_embeddings=True)
_QWEN2 = Habits(qkv_bias=True, window_must_be_asked=True)
_QWEN3 = Habits(head_dim=128, output_bias=True, window_must_be_asked=True)
_GATED_QWEN3 = Habits(head_dim=256, output_bias=True)
_GROUPED_QKV = Habits(qkv_bias=False)
_PLAIN = Habits(gated_mlp=False, qkv_bias=True)
_PLAIN_TIED = Habits(gated_mlp=False, qkv_bias=True, tie_embeddings=True)
_PLAIN_UNBIASED = Habits(gated_mlp=False)
_ERNIE = Habits(output_bias=True, mlp_follows_bias=True, tie_embeddings=True, head_dim=0)

HABITS = {
    "llama": _LLAMA,
    "granite": _LLAMA,
    "granitemoe": _LLAMA,
    "phi3": _GROUPED_QKV,
    "phimoe": _LLAMA,
    "mixtral": _GROUPED_QKV,
    "stablelm": _GROUPED_QKV,
    "deepseek": _GROUPED_QKV,
    "deepseek_v2": _GROUPED_QKV,
    "deepseek_v3": _GROUPED_QKV,
    "minicpm": _TIED,
    "minicpm3": _TIED,
    "mistral": Habits(window=4096),
    "qwen2": _QWEN2,
    "qwen2_moe": _QWEN2,
    "qwen3": _QWEN3,
    "qwen3_moe": _QWEN3,
    "qwen3_next": _GATED_QWEN3,
    "qwen3_5": _GATED_QWEN3,
    "qwen3_5_moe": _GATED_QWEN3,
    "qwen": Habits(qkv_bias=True),
    "gemma": Habits(tie_embeddings=True, output_bias=True, head_dim=256),
    "gemma2": Habits(tie_embeddings=True, output_bias=True, head_dim=256, window=4096, full_every=2),
    "gemma3": Habits(
        tie_embeddings=True, output_bias=True, head_dim=256, heads=8, kv_heads=4, vocab=262_208, window=4096,
        full_every=6,
    ),
    "gemma4": Habits(
        tie_embeddings=True, output_bias=True, head_dim=256, heads=8, kv_heads=4, vocab=262_144, window=512,
        full_every=6,
    ),
    "gpt_oss": Habits(qkv_bias=True, head_dim=64, window=128, full_every=2),
    "llama4": Habits(head_dim=128, output_bias=True),
    "glm": Habits(qkv_bias=False, head_dim=128),
    "glm4": Habits(head_dim=128),
    "glm4_moe": _GROUPED_QKV,
    "dots1": _LLAMA,
    "minimax_m2": _GROUPED_QKV,
    "seed_oss": Habits(qkv_bias=True, head_dim=128),
    "ernie4_5": _ERNIE,
    "ernie4_5_moe": _ERNIE,
    "olmo": _LLAMA,
    "olmo2": _LLAMA,
    "olmo3": Habits(output_bias=True, window=4096, full_every=4),
    "olmoe": _LLAMA,
    "cohere": _TIED,
    "cohere2": Habits(output_bias=True, tie_embeddings=True, window=4096, full_every=4),
    "exaone": _GROUPED_QKV,
    "exaone4": Habits(full_every=4),
    "hunyuan_dense": _LLAMA,
    "hunyuan_moe": _LLAMA,
    "smollm3": Habits(output_bias=True, tie_embeddings=True, window_must_be_asked=True),
    "internlm": Habits(output_bias=True, qkv_bias=True),
    "internlm2": _LLAMA,
    "internlm3": _LLAMA,
    "baichuan": _GROUPED_QKV,
    "nemotron": Habits(gated_mlp=False, output_bias=True),
    "arcee": Habits(gated_mlp=False, output_bias=True),
    "apertus": Habits(gated_mlp=False, output_bias=True),
    "phi": _PLAIN,
    "gpt_neox": _PLAIN,
    "gptj": _PLAIN_UNBIASED,
    "codegen": _PLAIN_UNBIASED,
    "gpt2": _PLAIN_TIED,
    "gpt_bigcode": _PLAIN_TIED,
    "gpt_neo": Habits(gated_mlp=False, tie_embeddings=True, window=256, full_every=2),
    "starcoder2": _PLAIN_TIED,
    "opt": _PLAIN_TIED,
    "bloom": _PLAIN_TIED,
    "falcon": Habits(gated_mlp=False, tie_embeddings=True),
    "jamba": _GROUPED_QKV,
    "bamba": _LLAMA,
    "granitemoehybrid": _LLAMA,
    "falcon_h1": _LLAMA,
    "nemotron_h": Habits(gated_mlp=False, output_bias=True, head_dim=128, kv_heads=8),
    "lfm2": _TIED,
}  # fmt: skip

SAME_LAYER = {
    "aquila": "llama",
    "helium": "llama",
    "yi": "llama",
    "xverse": "llama",
    "kimi_k2": "deepseek_v3",
    "deepseek_v32": "deepseek_v3",
    "glm_moe_dsa": "deepseek_v3",
    "glm4_moe_lite": "deepseek_v3",
    "ministral": "mistral",
    "ministral3": "mistral",
    "mistral3": "mistral",
    "qwen2_vl": "qwen2",
    "qwen2_5_vl": "qwen2",
    "qwen3_vl": "qwen3",
    "qwen3_vl_moe": "qwen3_moe",
    "glm4v": "glm4",
    "glm4v_moe": "glm4_moe",
    "gemma4_unified": "gemma4",
    "internlm3_8b": "internlm3",
    "hunyuan_v1_dense": "hunyuan_dense",
    "hunyuan_v1_moe": "hunyuan_moe",
    "granitemoeshared": "granitemoe",
    "mimo": "qwen2",
}
"""Names under which the same layer is published."""
