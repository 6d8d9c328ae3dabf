"""What a family of decoder layers has beside its matrices: norms, biases, attention sinks, block order.

Read from the modelling code of the family (Hugging Face ``transformers``), keyed by its ``model_type``. A
family that is not listed is a Llama layer: two RMSNorms, no biases.
"""

from dataclasses import dataclass

from calc.model_shape import ModelShape


@dataclass(frozen=True, slots=True)
class LayerTraits:
    """Small tensors and habits of one family of layers.

    Attributes
    ----------
    norms
        Norms of width h in a layer.
    norm_bias
        Norms are LayerNorms with a bias, computed without an fp32 copy.
    qk_norm
        Query and key heads have a norm of their own.
    output_bias, mlp_bias, head_bias
        The attention output, the MLP and the output head have biases.
    router_bias
        The router has a correction bias an expert.
    sinks
        One learned attention sink a head.
    learned_positions
        Position embeddings of ``max_context`` rows are parameters.
    score_cap, logit_cap
        Attention scores, or the logits, pass a soft cap, whose input is saved.
    wide_norm
        Norms keep their normalised input in fp32.
    norm_weight
        Norms have weights (OLMo's have none).
    qk_norm_whole
        The norm of query and key is over all heads at once, or has weights a head.
    embedding_norm
        The embedding passes a norm.
    more_positions
        Rows of the learned positions beyond the context.
    more_vectors
        Further vectors of width h in a layer.
    shared_gate
        The shared expert's output passes a gate of one value.
    """

    norms: int = 2
    norm_bias: bool = False
    qk_norm: bool = False
    output_bias: bool = False
    mlp_bias: bool = False
    head_bias: bool = False
    router_bias: bool = False
    sinks: bool = False
    learned_positions: bool = False
    score_cap: bool = False
    logit_cap: bool = False
    wide_norm: bool = False
    norm_weight: bool = True
    qk_norm_whole: bool = False
    embedding_norm: bool = False
    more_positions: int = 0
    more_vectors: int = 0
    shared_gate: bool = False


_LLAMA = LayerTraits()
_LAYER_NORM = LayerTraits(norm_bias=True, output_bias=True, mlp_bias=True)
_POSITIONED = LayerTraits(norm_bias=True, output_bias=True, mlp_bias=True, learned_positions=True)
_FALCON_GROUPED = LayerTraits(norms=2, norm_bias=True)
_QK_NORM = LayerTraits(qk_norm=True)
_QK_NORM_WHOLE = LayerTraits(qk_norm_whole=True)
_GEMMA_3 = LayerTraits(norms=4, qk_norm=True, wide_norm=True)
_ROUTER_BIAS = LayerTraits(router_bias=True)
_SHARED_GATE = LayerTraits(shared_gate=True)
_ONE_NORM = LayerTraits(norms=1)
_TRAITS = {
    "qwen2_moe": _SHARED_GATE,
    "qwen3": _QK_NORM,
    "qwen3_moe": _QK_NORM,
    "qwen3_next": LayerTraits(qk_norm=True, shared_gate=True, wide_norm=True),
    "qwen3_5": LayerTraits(qk_norm=True, wide_norm=True),
    "qwen3_5_moe": LayerTraits(qk_norm=True, shared_gate=True, wide_norm=True),
    "gemma": LayerTraits(wide_norm=True),
    "gemma2": LayerTraits(norms=4, score_cap=True, logit_cap=True, wide_norm=True),
    "gemma3": _GEMMA_3,
    "gemma3_text": _GEMMA_3,
    "gemma4": LayerTraits(norms=4, qk_norm=True, logit_cap=True, wide_norm=True),
    "gemma4_moe": LayerTraits(norms=4, qk_norm=True, logit_cap=True, wide_norm=True, more_vectors=4),
    "gpt_oss": LayerTraits(output_bias=True, mlp_bias=True, sinks=True),
    "phi": LayerTraits(norms=1, norm_bias=True, output_bias=True, mlp_bias=True, head_bias=True),
    "phimoe": LayerTraits(norm_bias=True, head_bias=True),
    "falcon": LayerTraits(norms=1, norm_bias=True),
    "deepseek_v3": _ROUTER_BIAS,
    "glm4": LayerTraits(norms=4),
    "glm4_moe": _ROUTER_BIAS,
    "dots1": LayerTraits(router_bias=True, qk_norm=True),
    "minimax_m2": LayerTraits(router_bias=True, qk_norm_whole=True),
    "ernie4_5_moe": _ROUTER_BIAS,
    "gpt_neox": _LAYER_NORM,
    "gptj": LayerTraits(norms=1, norm_bias=True, mlp_bias=True, head_bias=True),
    "codegen": LayerTraits(norms=1, norm_bias=True, mlp_bias=True, head_bias=True),
    "gpt2": _POSITIONED,
    "gpt_bigcode": _POSITIONED,
    "gpt_neo": _POSITIONED,
    "opt": LayerTraits(norm_bias=True, output_bias=True, mlp_bias=True, learned_positions=True, more_positions=2),
    "bloom": LayerTraits(norm_bias=True, output_bias=True, mlp_bias=True, embedding_norm=True),
    "starcoder2": _LAYER_NORM,
    "stablelm": LayerTraits(norm_bias=True),
    "stablelm_parallel": LayerTraits(norms=1, norm_bias=True),
    "nemotron": LayerTraits(norm_bias=True),
    "olmo": LayerTraits(norm_weight=False),
    "olmo2": _QK_NORM_WHOLE,
    "olmo3": _QK_NORM_WHOLE,
    "olmoe": _QK_NORM_WHOLE,
    "cohere": _ONE_NORM,
    "cohere_qk": LayerTraits(norms=1, qk_norm_whole=True),
    "cohere2": _ONE_NORM,
    "exaone4": _QK_NORM,
    "hunyuan_dense": _QK_NORM,
    "hunyuan_moe": _QK_NORM,
    "smollm3": _LLAMA,
    "apertus": _QK_NORM,
    "lfm2": _QK_NORM,
    "nemotron_h": LayerTraits(norms=1, router_bias=True),
}


def layer_traits(shape: ModelShape) -> LayerTraits:
    """Traits of the model's family; those of Llama where the family adds nothing."""
    family = shape.architecture.lower().replace("-", "_")
    if family == "falcon" and shape.kv_heads > 1:
        return _FALCON_GROUPED  # "new_decoder_architecture": attention and MLP have a norm each
    return _TRAITS.get(family, _LLAMA)
