"""Bytes one decoder layer keeps for backward and needs while it goes backward, from shapes and dtypes.

Each tensor an operator saves is counted (docs/memory_formulas.md §5 and §11.4 to §11.9): what a linear layer
saves depends on whether its weight, or an adapter beside it, is trained, and in which precision.
"""

from dataclasses import dataclass

from calc.choices import AdapterDtype, Attention, Checkpointing, Compute, Framework
from calc.memory.architecture import LayerTraits, layer_traits
from calc.memory.parameters import target_names
from calc.memory.quantization import BITSANDBYTES, BYTES_16_BIT, BYTES_32_BIT
from calc.model_shape import ModelShape
from calc.recipe import Recipe
from calc.workload import Training

# Frameworks whose norms and gated activations are single kernels that save their inputs only.
_FUSED_KERNELS = frozenset({Framework.UNSLOTH, Framework.MEGATRON})
# fp32 temporaries of an unfused RMSNorm backward, in widths of 2-byte hidden states (counted in a trace of
# PyTorch's operators: 18h bytes with the incoming gradient).
_NORM_BACKWARD = 18


@dataclass(frozen=True, slots=True)
class Precision:
    """How tensors of a layer are kept.

    Attributes
    ----------
    act
        Bytes an activation [B].
    residual
        Bytes an element of the residual stream [B].
    full
        Base weights are trained.
    fp32_input
        Inputs of linear layers are fp32 and each layer saves its own 16-bit cast (autocast over fp32 weights).
    adapter_copy
        Width of the copy each adapter keeps of its input; 0 where it shares the input of the layer [B].
    adapter_hidden
        Width of the rank-r activation [B].
    mask
        Bytes a dropped element of LoRA dropout; 0 without dropout [B].
    base_keeps_input
        A quantized linear layer keeps its input though it is frozen (bitsandbytes).
    fused
        Norms and gated activations are single kernels.
    """

    act: float
    residual: float
    full: bool
    fp32_input: bool
    adapter_copy: float
    adapter_hidden: float
    mask: float
    base_keeps_input: bool
    fused: bool


def precision(training: Training, recipe: Recipe, *, sharded_fsdp: bool) -> Precision:
    """Precision of the tensors of a layer under a recipe."""
    act = BYTES_32_BIT if training.compute is Compute.FP32 else BYTES_16_BIT
    full = not recipe.adapters
    fp32_input = full and recipe.autocast and not sharded_fsdp and act == BYTES_16_BIT
    dropout = recipe.adapters and training.lora_dropout > 0
    wide = recipe.lora_dtype is AdapterDtype.FP32 and act == BYTES_16_BIT
    hidden = BYTES_32_BIT if wide and not recipe.autocast else act
    mask = float(recipe.dropout_mask_bytes or hidden) if dropout else 0.0
    return Precision(
        act=act,
        residual=BYTES_32_BIT if fp32_input or recipe.kbit_preparation else act,
        full=full,
        fp32_input=fp32_input,
        adapter_copy=hidden if recipe.adapters and (wide or dropout) else 0.0,
        adapter_hidden=hidden,
        mask=mask,
        base_keeps_input=recipe.quantization in BITSANDBYTES,
        fused=training.compiled or recipe.framework in _FUSED_KERNELS,
    )


@dataclass(frozen=True, slots=True)
class LayerActivations:
    """Bytes a token of one layer [B/token].

    Attributes
    ----------
    kept
        Kept from forward to backward under the chosen checkpointing.
    recomputed
        Appears beside it when the layer is recomputed.
    working
        Gradients and temporaries at the heaviest moment of the layer's backward.
    first_layer
        Not saved by the first layer, whose input needs no gradient.
    head_norm
        Saved by the norm before the head.
    hidden_gradient
        One gradient of the residual stream.
    """

    kept: float
    recomputed: float
    working: float
    first_layer: float
    head_norm: float
    hidden_gradient: float


@dataclass(frozen=True, slots=True)
class _Layer:
    """Saved bytes a token by part, and the moments of backward."""

    norm: float
    attention_part: float
    mlp_part: float
    product: float
    selective: float
    mlp_working: float
    attention_working: float
    norm_working: float

    @property
    def saved(self) -> float:
        return self.attention_part + self.mlp_part


def layer_activations(
    shape: ModelShape, training: Training, recipe: Recipe, tensor_parallel: int, *, sequence_parallel: bool, fsdp: bool
) -> LayerActivations:
    """Bytes a token one layer keeps and needs on one rank [B/token].

    Tensor parallelism divides what lies between the matrices, sequence parallelism the rest too
    (arXiv:2205.05198).
    """
    how = precision(training, recipe, sharded_fsdp=fsdp)
    traits = layer_traits(shape)
    layer = _layer(shape, training, recipe, how, traits, tensor_parallel, tensor_parallel if sequence_parallel else 1)
    split = tensor_parallel if sequence_parallel else 1
    hidden = how.residual * shape.hidden / split
    kept, recomputed = _checkpointed(training, recipe, layer, hidden, how)
    input_needs_gradient = how.full or training.gradient_checkpointing is not Checkpointing.NONE
    working = max(
        layer.mlp_working,
        layer.attention_working - layer.mlp_part,
        layer.norm_working + layer.norm - layer.mlp_part,
    )
    return LayerActivations(
        kept=kept,
        recomputed=recomputed,
        working=hidden + working,
        first_layer=0.0 if input_needs_gradient else BYTES_32_BIT * shape.hidden / split,
        head_norm=layer.norm + (how.act * shape.hidden / split if how.full else 0.0),
        hidden_gradient=hidden,
    )


def _checkpointed(
    training: Training, recipe: Recipe, layer: _Layer, hidden: float, how: Precision
) -> tuple[float, float]:
    kind = training.gradient_checkpointing
    if kind is Checkpointing.FULL:
        shared = hidden if how.residual == BYTES_32_BIT else 0.0  # the first norm saves the checkpoint itself
        return hidden, layer.saved - shared
    if kind is Checkpointing.SELECTIVE and recipe.framework is not Framework.MEGATRON:
        kept = min(hidden + layer.selective, layer.saved)
        return kept, layer.saved - kept
    if kind is Checkpointing.SELECTIVE and training.attention is Attention.EAGER:
        return min(layer.selective, layer.saved), layer.saved - min(layer.selective, layer.saved)
    return layer.saved, 0.0


def _layer(
    shape: ModelShape,
    training: Training,
    recipe: Recipe,
    how: Precision,
    traits: LayerTraits,
    split: int,
    hidden_split: int,
) -> _Layer:
    names = target_names(training.lora_targets) if recipe.adapters else frozenset[str]()
    hidden = shape.hidden / hidden_split
    norm = _norm(hidden, how, traits)
    core, scores, widths = _attention_core(shape, training, how, traits, split)
    attention_part = norm + core + _attention_inputs(shape, training, recipe, how, names, hidden, widths[1])
    if traits.norms >= 4:  # noqa: PLR2004 - the norm after attention and after the MLP
        attention_part += norm
    mlp_part, inner, product = _mlp(shape, training, how, names, hidden, split)
    own_norm = norm * (2 if traits.norms >= 4 else 1) if traits.norms > 1 else 0.0  # noqa: PLR2004
    mlp_part += own_norm
    matrices = 3 if shape.gated_mlp else 2
    mlp_working = matrices * how.act * inner - product
    if how.adapter_copy == BYTES_32_BIT and "down" in names:
        # the fp32 gradient of the adapter's input stands beside the two 16-bit ones, its fp32 copy is gone
        mlp_working = max(mlp_working, 2 * how.act * inner) + (BYTES_32_BIT - how.act) * hidden
    query, out = widths
    return _Layer(
        norm=norm,
        attention_part=attention_part,
        mlp_part=mlp_part,
        product=product,
        selective=how.act * (query + out + hidden + inner) + 2 * how.act * shape.kv_heads * shape.head_dim / split,
        mlp_working=mlp_working,
        attention_working=_attention_working(how, query, out, scores) + 2 * how.act * hidden,
        norm_working=(0 if how.fused or traits.norm_bias else _NORM_BACKWARD) * hidden,
    )


def _norm(hidden: float, how: Precision, traits: LayerTraits) -> float:
    """Saved by one norm, its output left out: it belongs to the linear layers that read it."""
    if traits.norm_bias or how.fused:
        return how.residual * hidden
    normalised = (BYTES_32_BIT if how.fp32_input else how.act) if how.full else 0.0
    return (BYTES_32_BIT + normalised) * hidden


def _linear_input(how: Precision, width: float, modules: int, adapted: int, *, held: bool) -> float:
    """Saved by the linear layers that read one tensor of ``width``; ``held``: the tensor is kept anyway."""
    if how.full:
        if held:
            return 0.0
        return (modules * BYTES_16_BIT if how.fp32_input else how.act) * width
    if how.adapter_copy:
        base = BYTES_16_BIT if how.base_keeps_input and not held else 0.0
        return (adapted * (how.adapter_copy + how.mask) + base) * width
    needed = (adapted > 0 or how.base_keeps_input) and not held
    return how.act * width if needed else 0.0


def _adapted(names: frozenset[str], group: tuple[str, ...]) -> int:
    return sum(name in names for name in group)


def _attention_inputs(
    shape: ModelShape,
    training: Training,
    recipe: Recipe,
    how: Precision,
    names: frozenset[str],
    hidden: float,
    out: float,
) -> float:
    group = ("q_a", "kv_a") if shape.q_lora_rank else ("q", "kv_a") if shape.kv_lora_rank else ("q", "k", "v")
    modules, adapted = len(group), _adapted(names, group)
    ranks = adapted + _adapted(names, ("o", "q_b", "kv_b") if shape.kv_lora_rank else ("o",))
    if recipe.fused_qkv:
        modules, adapted = 1, min(adapted, 1)
    total = _linear_input(how, hidden, modules, adapted, held=False)
    total += _linear_input(how, out, 1, _adapted(names, ("o",)), held=True)
    return total + ranks * how.adapter_hidden * training.lora_rank


def _attention_core(
    shape: ModelShape, training: Training, how: Precision, traits: LayerTraits, split: int
) -> tuple[float, float, tuple[float, float]]:
    """Saved bytes of the attention core, scores a token, and widths of query and output."""
    heads = shape.heads / split
    if shape.kv_lora_rank:
        query = heads * (shape.qk_nope_head_dim + shape.qk_rope_head_dim)
        out = heads * shape.v_head_dim
        keys, values = query, out
        latents = shape.q_lora_rank + shape.kv_lora_rank
    else:
        query = out = heads * shape.head_dim
        keys = values = shape.kv_heads * shape.head_dim / split
        latents = 0
    saved = how.act * (query + out)
    scores = 0.0
    if training.attention is Attention.FLASH:
        saved += how.act * (keys + values) + BYTES_32_BIT * heads
    elif training.attention is Attention.SDPA:
        # a padding mask: keys and values are repeated to all heads, a 16-bit mask row is kept a layer
        saved += how.act * (query + out) + BYTES_32_BIT * heads + how.act * training.sequence_length
    else:
        scores = heads * training.sequence_length
        # fp32 softmax, its 16-bit copy, and the capped scores where there is a cap
        saved += how.act * (query + out) + (BYTES_32_BIT + how.act * (2 if traits.score_matrix else 1)) * scores
    saved += _norm(latents, how, traits) + how.act * latents
    if traits.qk_norm:
        saved += _norm(query + keys, how, traits)
    return saved, scores, (query, out)


def _attention_working(how: Precision, query: float, out: float, scores: float) -> float:
    """Gradients while the attention core goes backward.

    Flash kernels accumulate the query gradient in fp32 and, with grouped heads, expand those of keys and values;
    eager attention forms gradients of the fp32 scores.
    """
    if scores:
        return 2 * BYTES_32_BIT * scores + how.act * (query + out)
    return (BYTES_32_BIT + how.act) * query + how.act * out + how.act * (query + out)


def _mlp(
    shape: ModelShape, training: Training, how: Precision, names: frozenset[str], hidden: float, split: int
) -> tuple[float, float, float]:
    """Saved bytes of the MLP without its norm, its inner width a token, and the bytes of the product."""
    if not shape.n_experts:
        return _dense_mlp(shape, training, how, names, hidden, shape.intermediate / split)
    width = (shape.moe_intermediate or shape.intermediate) / split
    chosen = shape.experts_per_token
    inner = chosen * width
    # every token is copied once a chosen expert, and the weighted sum keeps the experts' outputs
    saved, _, product = _dense_mlp(shape, training, how, names, chosen * hidden, inner)
    saved += how.act * chosen * hidden + how.act * hidden + BYTES_32_BIT * shape.n_experts
    if shape.n_shared_experts:
        shared = shape.n_shared_experts * width
        saved += _dense_mlp(shape, training, how, names, 0.0, shared)[0]
    return saved, inner, product


def _dense_mlp(
    shape: ModelShape, training: Training, how: Precision, names: frozenset[str], hidden: float, inner: float
) -> tuple[float, float, float]:
    group = ("gate", "up") if shape.gated_mlp else ("up",)
    saved = _linear_input(how, hidden, len(group), _adapted(names, group), held=False)
    kept = (2 if how.fused else 3) if shape.gated_mlp else 1
    product = _linear_input(how, inner, 1, _adapted(names, ("down",)), held=False)
    ranks = _adapted(names, (*group, "down")) * how.adapter_hidden * training.lora_rank
    return saved + kept * how.act * inner + product + ranks, inner, product
