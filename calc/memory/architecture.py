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


_LLAMA = LayerTraits()
_LAYER_NORM = LayerTraits(norm_bias=True, output_bias=True, mlp_bias=True)
_FALCON_GROUPED = LayerTraits(norms=2, norm_bias=True)
_TRAITS = {
    "qwen3": LayerTraits(qk_norm=True),
    "qwen3_moe": LayerTraits(qk_norm=True),
    "gemma": LayerTraits(wide_norm=True),
    "gemma2": LayerTraits(norms=4, score_cap=True, logit_cap=True, wide_norm=True),
    "gemma3": LayerTraits(norms=4, qk_norm=True, wide_norm=True),
    "gemma3_text": LayerTraits(norms=4, qk_norm=True, wide_norm=True),
    "gpt_oss": LayerTraits(output_bias=True, mlp_bias=True, sinks=True),
    "phi": LayerTraits(norms=1, norm_bias=True, output_bias=True, mlp_bias=True, head_bias=True),
    "falcon": LayerTraits(norms=1, norm_bias=True),
    "deepseek_v3": LayerTraits(router_bias=True),
    "gpt_neox": _LAYER_NORM,
    "gptj": LayerTraits(norms=1, norm_bias=True, mlp_bias=True, head_bias=True),
    "gpt2": LayerTraits(norm_bias=True, output_bias=True, mlp_bias=True, learned_positions=True),
    "gpt_bigcode": LayerTraits(norm_bias=True, output_bias=True, mlp_bias=True, learned_positions=True),
    "starcoder2": _LAYER_NORM,
    "stablelm": LayerTraits(norm_bias=True),
}


def layer_traits(shape: ModelShape) -> LayerTraits:
    """Traits of the model's family; those of Llama where the family adds nothing."""
    family = shape.architecture.lower().replace("-", "_")
    if family == "falcon" and shape.kv_heads > 1:
        return _FALCON_GROUPED  # "new_decoder_architecture": attention and MLP have a norm each
    return _TRAITS.get(family, _LLAMA)
