"""Bytes the attention of one layer saves and needs in backward (docs/memory_formulas.md §5, §11)."""

from dataclasses import dataclass

from calc.choices import Attention
from calc.memory.precision import LayerView
from calc.memory.quantization import BYTES_32_BIT


@dataclass(frozen=True, slots=True)
class AttentionBytes:
    """Bytes a token of one attention block, its norm left out [B/token].

    Attributes
    ----------
    saved
        Kept for backward.
    working
        Gradients at the heaviest moment of its backward.
    products
        Outputs of its matrices and of the core that selective checkpointing keeps.
    scores
        Part of ``saved`` that only the score matrix takes.
    """

    saved: float
    working: float
    products: float
    scores: float


@dataclass(frozen=True, slots=True)
class _Widths:
    """Widths on one rank: query, key, value and output of the core, latents of MLA, and heads."""

    query: float
    key: float
    value: float
    out: float
    latent: float
    heads: float


def attention_bytes(view: LayerView) -> AttentionBytes:
    """Saved and working bytes of one attention block [B/token]."""
    widths = _widths(view)
    scores = _score_bytes(view, widths)
    saved = _inputs(view, widths) + _core(view, widths) + scores
    act = view.how.act
    return AttentionBytes(
        saved=saved,
        working=_working(view, widths) + 2 * act * view.hidden,
        products=act * (widths.query + widths.value + widths.out),
        scores=scores,
    )


def _widths(view: LayerView) -> _Widths:
    shape, heads = view.shape, view.shape.heads / view.split
    if shape.kv_lora_rank:
        query = heads * (shape.qk_nope_head_dim + shape.qk_rope_head_dim)
        value = heads * shape.v_head_dim
        return _Widths(query, query, value, value, shape.q_lora_rank + shape.kv_lora_rank, heads)
    query = heads * shape.head_dim
    key = shape.kv_heads * shape.head_dim / view.kv_split
    return _Widths(query, key, key, query, 0.0, heads)


def _inputs(view: LayerView, widths: _Widths) -> float:
    """Inputs of the matrices before and after the core, with their adapters."""
    shape = view.shape
    group: tuple[str, ...] = ("q", "k", "v")
    others: tuple[str, ...] = ("o",)
    if shape.kv_lora_rank:
        group = ("q_a" if shape.q_lora_rank else "q", "kv_a")
        others = ("q_b", "kv_b", "o")
    modules, adapted = len(group), view.adapted(*group)
    padded = _padded(view, widths, adapted) if view.recipe.pads_adapters else 0.0
    if view.recipe.fused_qkv:
        modules, adapted = 1, min(adapted, 1)
    saved = padded + view.linear_input(view.hidden, modules, adapted)
    saved += view.linear_input(widths.out, 1, view.adapted("o"), held=True)
    saved += view.norm(widths.latent) + view.how.act * widths.latent
    return saved + view.rank_bytes(*group, *others)


def _padded(view: LayerView, widths: _Widths, adapted: int) -> float:
    """Adapter outputs that are padded to the whole fused layer; nothing where all of it is adapted."""
    parts = {"q": widths.query, "k": widths.key, "v": widths.value}
    if adapted == len(parts):
        return 0.0
    return view.how.adapter_hidden * sum(width for name, width in parts.items() if name in view.names)


def _core(view: LayerView, widths: _Widths) -> float:
    """Query, key, value and output, and what the kernel adds."""
    act, kind, shape = view.how.act, view.training.attention, view.shape
    saved = act * (widths.query + widths.out)
    if shape.query_gate:
        saved += 2 * act * widths.query  # the gate and its sigmoid
    if view.traits.qk_norm or view.traits.qk_norm_whole or shape.qk_norm:
        saved += view.norm(widths.query + widths.key)
    grouped = widths.key < widths.query
    if kind is Attention.FLASH and not (grouped and view.recipe.repeats_kv):
        # a value that is a view of one fused output keeps the whole of it
        fused = widths.query + widths.key if view.recipe.fused_qkv else 0.0
        return saved + act * (widths.key + widths.value + fused) + BYTES_32_BIT * widths.heads
    # without a kernel for grouped heads keys and values are repeated to all heads
    saved += act * (widths.query + widths.out)
    if kind is Attention.EAGER:
        return saved
    mask = act * view.training.sequence_length if kind is Attention.SDPA else 0.0
    return saved + BYTES_32_BIT * widths.heads + mask


def _score_bytes(view: LayerView, widths: _Widths) -> float:
    """Eager attention: fp32 softmax, its 16-bit copy, and the capped scores where there is a cap."""
    if view.training.attention is not Attention.EAGER:
        return 0.0
    copies = 2 if view.traits.score_cap else 1
    return (BYTES_32_BIT + copies * view.how.act) * widths.heads * view.training.sequence_length


def _working(view: LayerView, widths: _Widths) -> float:
    """Gradients while the core goes backward.

    Flash kernels accumulate the query gradient in fp32 and, with grouped heads, expand those of keys and values;
    eager attention forms two fp32 gradients of the scores.
    """
    act = view.how.act
    if view.training.attention is Attention.EAGER:
        scores = widths.heads * view.training.sequence_length
        return 2 * BYTES_32_BIT * scores + act * (widths.query + widths.out)
    return (BYTES_32_BIT + act) * widths.query + act * widths.out + act * (widths.query + widths.out)
