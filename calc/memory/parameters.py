"""Exact parameter counts of a decoder from its shape (docs/memory_formulas.md §1 and §4).

Dense and mixture-of-experts layers, grouped and latent attention (MLA), tied embeddings, biases, gated and
plain MLPs, and the adapters LoRA adds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from calc.choices import LoraTargets
from calc.errors import ErrorCode, EsepError
from calc.memory.architecture import layer_traits
from calc.memory.kv_cache import global_layers
from calc.model_shape import ModelShape


class Block(StrEnum):
    """Which part of a layer a matrix belongs to."""

    ATTENTION = "attention"
    GLOBAL_ATTENTION = "global_attention"
    MIXER = "mixer"
    MLP = "mlp"
    EXPERTS = "experts"
    SHARED_EXPERTS = "shared_experts"
    ROUTER = "router"


@dataclass(frozen=True, slots=True)
class Linear:
    """One kind of linear layer of the decoder.

    Attributes
    ----------
    name
        Short name without ``_proj``: ``q``, ``k``, ``v``, ``o``, ``gate``, ``up``, ``down``, ``router`` ...
    block
        Part of the layer.
    inputs, outputs
        Width of input and output of one matrix.
    layers
        Layers that have it.
    copies, active_copies
        Matrices a layer (experts), and how many of them one token passes.
    bias
        Each matrix has a bias of ``outputs``.
    """

    name: str
    block: Block
    inputs: int
    outputs: int
    layers: int
    copies: int = 1
    active_copies: int = 1
    bias: bool = False

    @property
    def matrix(self) -> int:
        """Weights of one matrix, without bias."""
        return self.inputs * self.outputs

    @property
    def count(self) -> int:
        """Parameters in the whole model, biases included."""
        return (self.matrix + self.bias * self.outputs) * self.copies * self.layers

    @property
    def active_count(self) -> int:
        """Parameters one token passes in the whole model."""
        return (self.matrix + self.bias * self.outputs) * self.active_copies * self.layers


@dataclass(frozen=True, slots=True)
class ParameterCount:
    """Exact parameters of a model by part.

    Attributes
    ----------
    total
        Every parameter, tied ones once.
    active
        Parameters a token passes: all experts but the chosen ones left out.
    embedding, head
        Input embedding (with learned positions) and output head; the head is 0 where it is tied.
    linear
        Matrices and biases of the linear layers inside the decoder layers.
    experts
        The routed experts' share of ``linear``.
    norms
        Norms, attention sinks and the like.
    layer_max
        The largest decoder layer.
    linear_layers
        The linear layers themselves.
    """

    total: int
    active: int
    embedding: int
    head: int
    linear: int
    experts: int
    norms: int
    layer_max: int
    linear_layers: tuple[Linear, ...]


@lru_cache(maxsize=4096)
def count_parameters(shape: ModelShape) -> ParameterCount:
    """Count the parameters of a model exactly.

    Source: the matrices of the architecture; docs/memory_formulas.md §1.
    """
    traits = layer_traits(shape)
    layers = linear_layers(shape)
    linear = sum(one.count for one in layers)
    active_linear = sum(one.active_count for one in layers)
    experts = sum(one.count for one in layers if one.block is Block.EXPERTS)
    positions = (shape.max_context + traits.more_positions) * shape.hidden if traits.learned_positions else 0
    embedding = shape.vocab * shape.hidden + positions
    head = 0 if shape.tie_embeddings else shape.vocab * shape.hidden
    head += shape.vocab if traits.head_bias else 0
    outside = _norms_outside(shape)
    norms = _norms_inside(shape) + outside
    other = embedding + head + norms
    return ParameterCount(
        total=linear + other,
        active=active_linear + other,
        embedding=embedding,
        head=head,
        linear=linear,
        experts=experts,
        norms=norms,
        layer_max=_largest_layer(layers, blocks=shape.mlp_layers > 0) + (norms - outside) // shape.layers,
        linear_layers=layers,
    )


_SPARSE = (Block.EXPERTS, Block.SHARED_EXPERTS, Block.ROUTER)
_MIXING = ((Block.ATTENTION,), (Block.GLOBAL_ATTENTION,), (Block.MIXER,))


def _largest_layer(layers: tuple[Linear, ...], *, blocks: bool) -> int:
    """Matrices of the largest kind of token mixing and the largest of MLP; of one where each layer is a block."""

    def largest(kinds: tuple[tuple[Block, ...], ...]) -> int:
        return max(sum(one.count // one.layers for one in layers if one.block in kind) for kind in kinds)

    mixing, mlp = largest(_MIXING), largest(((Block.MLP,), _SPARSE))
    return max(mixing, mlp) if blocks else mixing + mlp


def _norm_width(shape: ModelShape) -> int:
    traits = layer_traits(shape)
    return shape.hidden * (2 if traits.norm_bias else 1) if traits.norm_weight else 0


def _norms_outside(shape: ModelShape) -> int:
    """Norms before the head and, in some families, after the embedding."""
    return _norm_width(shape) * (2 if layer_traits(shape).embedding_norm else 1)


def _norms_inside(shape: ModelShape) -> int:
    """Norms, attention sinks and the small parameters of linear attention, of all layers."""
    traits = layer_traits(shape)
    attending = 0
    if traits.qk_norm_whole:
        attending += (shape.heads + shape.kv_heads) * shape.head_dim
    elif traits.qk_norm or shape.qk_norm:
        attending += 2 * shape.head_dim
    if traits.sinks:
        attending += shape.heads
    if shape.kv_lora_rank:
        attending += shape.q_lora_rank + shape.kv_lora_rank
    return (
        traits.norms * _norm_width(shape) * shape.layers
        + traits.more_vectors * shape.hidden * shape.layers
        + attending * shape.attention_layers
        + shape.mixer_extra * shape.mixer_layers
    )


@lru_cache(maxsize=4096)
def linear_layers(shape: ModelShape) -> tuple[Linear, ...]:
    """Linear layers of the decoder, embeddings and head left out."""
    mixer = (Linear(name, Block.MIXER, i, o, shape.mixer_layers) for name, i, o in shape.mixer if shape.mixer_layers)
    return (*_attention(shape), *mixer, *_mlp(shape))


def _attention(shape: ModelShape) -> Iterator[Linear]:
    h, a = shape.hidden, shape.heads
    part = Block.ATTENTION
    if shape.kv_lora_rank:
        layers = shape.attention_layers
        query = a * (shape.qk_nope_head_dim + shape.qk_rope_head_dim)
        if shape.q_lora_rank:
            yield Linear("q_a", part, h, shape.q_lora_rank, layers)
            yield Linear("q_b", part, shape.q_lora_rank, query, layers)
        else:
            yield Linear("q", part, h, query, layers)
        yield Linear("kv_a", part, h, shape.kv_lora_rank + shape.qk_rope_head_dim, layers)
        yield Linear("kv_b", part, shape.kv_lora_rank, a * (shape.qk_nope_head_dim + shape.v_head_dim), layers)
        yield Linear("o", part, a * shape.v_head_dim, h, layers)
        if shape.indexer_heads:
            yield Linear("index_q", part, shape.q_lora_rank or h, shape.indexer_heads * shape.indexer_head_dim, layers)
            yield Linear("index_k", part, h, shape.indexer_head_dim, layers)
            yield Linear("index_weights", part, h, shape.indexer_heads, layers)
        return
    apart = bool(shape.global_kv_heads or shape.global_head_dim or shape.global_keys_are_values)
    whole = global_layers(shape) if apart else 0
    if shape.attention_layers > whole:
        yield from _heads(shape, part, shape.attention_layers - whole, shape.kv_heads, shape.head_dim)
    if whole:
        kv_heads, width = shape.global_kv_heads or shape.kv_heads, shape.global_head_dim or shape.head_dim
        for one in _heads(shape, Block.GLOBAL_ATTENTION, whole, kv_heads, width):
            if one.name != "v" or not shape.global_keys_are_values:
                yield one


def _heads(shape: ModelShape, part: Block, layers: int, kv_heads: int, head_dim: int) -> Iterator[Linear]:
    query, kv, bias = shape.heads * head_dim, kv_heads * head_dim, shape.qkv_bias
    yield Linear("q", part, shape.hidden, query * (2 if shape.query_gate else 1), layers, bias=bias)
    yield Linear("k", part, shape.hidden, kv, layers, bias=bias)
    yield Linear("v", part, shape.hidden, kv, layers, bias=bias)
    yield Linear("o", part, query, shape.hidden, layers, bias=layer_traits(shape).output_bias or shape.output_bias)


def _mlp(shape: ModelShape) -> Iterator[Linear]:
    sparse = shape.sparse_layers
    dense = (shape.mlp_layers or shape.layers) - sparse
    if dense:
        yield from _mlp_matrices(shape, Block.MLP, shape.intermediate, dense)
    if not sparse:
        return
    width = shape.moe_intermediate or shape.intermediate
    traits = layer_traits(shape)
    bias = traits.mlp_bias or traits.router_bias
    yield Linear("router", Block.ROUTER, shape.hidden, shape.n_experts, sparse, bias=bias)
    copies = (shape.n_experts, shape.experts_per_token)
    yield from _mlp_matrices(shape, Block.EXPERTS, width, sparse, copies)
    if shape.n_shared_experts:
        yield from _mlp_matrices(shape, Block.SHARED_EXPERTS, width * shape.n_shared_experts, sparse)
        if traits.shared_gate:
            yield Linear("shared_gate", Block.ROUTER, shape.hidden, 1, sparse)


def _mlp_matrices(
    shape: ModelShape, block: Block, width: int, layers: int, copies: tuple[int, int] = (1, 1)
) -> Iterator[Linear]:
    bias = layer_traits(shape).mlp_bias or shape.mlp_bias
    if shape.gated_mlp:
        yield Linear("gate", block, shape.hidden, width, layers, *copies, bias)
    yield Linear("up", block, shape.hidden, width, layers, *copies, bias)
    yield Linear("down", block, width, shape.hidden, layers, *copies, bias)


ATTENTION_NAMES = ("q", "k", "v", "o", "q_a", "q_b", "kv_a", "kv_b")
MLP_NAMES = ("gate", "up", "down")
MIXER_NAMES = ("in_qkv", "in_z", "in_b", "in_a", "in", "x", "dt", "out")
HEAD_NAME = "lm_head"
EMBEDDING_NAME = "embed_tokens"
_SETS = {
    LoraTargets.QV: ("q", "v", "q_b", "kv_b"),
    LoraTargets.ATTENTION: ATTENTION_NAMES,
    LoraTargets.MLP: MLP_NAMES,
    LoraTargets.ALL_LINEAR: ATTENTION_NAMES + MLP_NAMES + MIXER_NAMES,
}
# Names other model families and frameworks print for the same matrices.
_ALIASES = {
    "mlp": MLP_NAMES,
    "attention": ATTENTION_NAMES,
    "qkv": ("q", "k", "v"),
    "c_attn": ("q", "k", "v"),
    "qkv_proj": ("q", "k", "v"),
    "query_key_value": ("q", "k", "v"),
    "linear_qkv": ("q", "k", "v"),
    "attn.c_proj": ("o",),
    "output": ("o",),
    "dense": ("o",),
    "linear_proj": ("o",),
    "w1": ("gate",),
    "w2": ("up",),
    "mlp.c_proj": ("down",),
    "c_proj": ("o", "down"),
    "gate_up_proj": ("gate", "up"),
    "linear_fc1": ("gate", "up"),
    "linear_fc2": ("down",),
    "fc1": ("up",),
    "fc2": ("down",),
    "in_proj_qkv": ("in_qkv",),
    "in_proj_qkvz": ("in_qkv", "in_z"),
    "in_proj_z": ("in_z",),
    "in_proj_ba": ("in_b", "in_a"),
    "in_proj": ("in",),
    "out_proj": ("o", "out"),
    "head": (HEAD_NAME,),
    "embedding": (EMBEDDING_NAME,),
}


def target_names(targets: LoraTargets | tuple[str, ...]) -> frozenset[str]:
    """Short names of the linear layers a target set means.

    Raises
    ------
    EsepError
        ``not_allowed`` for a name no layer goes by.
    """
    if isinstance(targets, LoraTargets):
        return frozenset(_SETS[targets])
    names: set[str] = set()
    for target in targets:
        names.update(_one_target(target))
    if not names:
        raise EsepError(ErrorCode.MISSING, "workload.lora_targets", "", " | ".join(LoraTargets))
    return frozenset(names)


def _one_target(target: str) -> tuple[str, ...]:
    known = {*ATTENTION_NAMES, *MLP_NAMES, *MIXER_NAMES, HEAD_NAME, EMBEDDING_NAME}
    short = target.strip().removesuffix("_proj")
    if target in _ALIASES:
        return _ALIASES[target]
    if short in known:
        return (short,)
    if target in set(LoraTargets):
        return _SETS[LoraTargets(target)]
    raise EsepError(
        ErrorCode.NOT_ALLOWED, "workload.lora_targets", target, " | ".join([*LoraTargets, *sorted(known), *_ALIASES])
    )


@lru_cache(maxsize=4096)
def count_adapters(
    shape: ModelShape, targets: LoraTargets | tuple[str, ...], rank: int, *, whole_ends: bool = False
) -> int:
    """Parameters of LoRA adapters: r (inputs + outputs) for each adapted matrix (arXiv:2106.09685).

    Adapters of a mixture of experts exist once an expert. With ``whole_ends`` the named embedding or head is
    trained whole and has no adapter.

    Raises
    ------
    EsepError
        ``not_allowed`` for a target no layer goes by.
    """
    names = target_names(targets)
    adapted = sum(
        rank * (one.inputs + one.outputs) * one.copies * one.layers for one in linear_layers(shape) if one.name in names
    )
    return adapted if whole_ends else adapted + _named_ends(names) * rank * (shape.hidden + shape.vocab)


def count_trained_ends(shape: ModelShape, targets: LoraTargets | tuple[str, ...]) -> int:
    """Parameters of the embedding and head that the targets name."""
    return _named_ends(target_names(targets)) * shape.hidden * shape.vocab


def _named_ends(names: frozenset[str]) -> int:
    return sum(1 for name in (HEAD_NAME, EMBEDDING_NAME) if name in names)
