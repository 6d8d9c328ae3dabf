"""Reading hybrid decoders: layers of linear attention or state space among those with attention, and Gemma 4.

A mixer layer is its matrices, its small parameters and the constant state a sequence keeps in it, each from the
family's modelling code in ``transformers``.
"""

from dataclasses import dataclass, replace

from calc.errors import ErrorCode, EsepError
from calc.model_shape import ModelShape
from data.config_fields import Fields, unknown_architecture
from data.dense_config import dense, qwen_moe, whole_shared

_STATE_BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}
_CONVOLUTION_BYTES = 2
_ATTENDING = frozenset({"full_attention", "attention", "*"})


@dataclass(frozen=True, slots=True)
class _Mixer:
    matrices: tuple[tuple[str, int, int], ...]
    extra: int
    state_bytes: int


def _with_mixer(shape: ModelShape, mixer: _Mixer, mixer_layers: int, attending: int, field: str) -> ModelShape:
    """The shape with some layers of another kind; at least one must attend."""
    if not attending:
        raise EsepError(ErrorCode.OUT_OF_RANGE, f"{field}.layer_types", 0, f"1..{shape.layers}")
    return replace(
        shape,
        kv_layers=attending,
        mixer=mixer.matrices if mixer_layers else (),
        mixer_layers=mixer_layers,
        mixer_extra=mixer.extra if mixer_layers else 0,
        state_bytes=mixer.state_bytes * mixer_layers,
    )


def _state_bytes(fields: Fields, *names: str) -> int:
    stated = next((fields.config[name] for name in names if fields.config.get(name)), "float32")
    return _STATE_BYTES.get(str(stated), 4)


def _delta_rule(fields: Fields, hidden: int) -> _Mixer:
    """Gated delta rule (arXiv:2412.06464) as in Qwen3-Next."""
    key_width, value_width = (fields.whole(f"linear_{part}_head_dim", default=128) for part in ("key", "value"))
    key_heads = fields.whole("linear_num_key_heads", default=16)
    value_heads = fields.whole("linear_num_value_heads", default=32)
    kernel = fields.whole("linear_conv_kernel_dim", default=4)
    convolved = 2 * key_heads * key_width + value_heads * value_width
    values = value_heads * value_width
    matrices = (
        ("in_qkv", hidden, convolved),
        ("in_z", hidden, values),
        ("in_b", hidden, value_heads),
        ("in_a", hidden, value_heads),
        ("out", values, hidden),
    )
    state = values * key_width * _state_bytes(fields, "mamba_ssm_dtype")
    state += convolved * (kernel - 1) * _CONVOLUTION_BYTES
    return _Mixer(matrices, convolved * kernel + 2 * value_heads + value_width, state)


def qwen_hybrid(fields: Fields, family: str) -> ModelShape:
    """Qwen3-Next, Qwen3.5 and later: gated attention in every fourth layer, gated delta rule in the others."""
    sparse = family != "qwen3_5"
    shape = qwen_moe(fields, family) if sparse else dense(fields, family)
    shape = replace(shape, query_gate=True)
    kinds = fields.kinds("layer_types")
    every = fields.whole("full_attention_interval", default=4)
    attending = sum(kind in _ATTENDING for kind in kinds) if kinds else shape.layers // every
    attending = min(attending, shape.layers)
    return _with_mixer(shape, _delta_rule(fields, shape.hidden), shape.layers - attending, attending, fields.field)


@dataclass(frozen=True, slots=True)
class _StateSpace:
    """Numbers of a Mamba-2 layer (arXiv:2405.21060)."""

    heads: int
    head_dim: int
    state: int
    groups: int
    kernel: int
    convolution_bias: bool
    normed: bool


def _mamba2(fields: Fields, hidden: int, numbers: _StateSpace) -> _Mixer:
    inner = numbers.heads * numbers.head_dim
    convolved = inner + 2 * numbers.groups * numbers.state
    matrices = (("in", hidden, inner + convolved + numbers.heads), ("out", inner, hidden))
    extra = convolved * (numbers.kernel + numbers.convolution_bias) + 3 * numbers.heads + inner * numbers.normed
    state = inner * numbers.state * _state_bytes(fields, "mamba_ssm_cache_dtype", "mamba_ssm_dtype")
    return _Mixer(matrices, extra, state + convolved * numbers.kernel * _CONVOLUTION_BYTES)


def _mamba2_numbers(fields: Fields, hidden: int, *, normed: bool = True) -> _StateSpace:
    heads = fields.whole("mamba_n_heads", default=128)
    inner = fields.whole("mamba_d_ssm", default=fields.whole("mamba_expand", default=2) * hidden)
    stated = fields.config.get("mamba_d_head")
    head_dim = max(1, inner // heads) if stated in (None, "auto") else fields.whole("mamba_d_head")
    return _StateSpace(
        heads=heads,
        head_dim=head_dim,
        state=fields.whole("mamba_d_state", default=256),
        groups=fields.whole("mamba_n_groups", default=1),
        kernel=fields.whole("mamba_d_conv", default=4),
        convolution_bias=fields.flag("mamba_conv_bias", default=True),
        normed=normed,
    )


def bamba(fields: Fields, family: str) -> ModelShape:
    """Bamba: a few Llama layers among Mamba-2 layers, an MLP in each."""
    shape = dense(fields, family)
    stated = fields.config.get("attn_layer_indices")
    attending = min(shape.layers, len(stated)) if isinstance(stated, list) else 0
    mixer = _mamba2(fields, shape.hidden, _mamba2_numbers(fields, shape.hidden))
    return _with_mixer(shape, mixer, shape.layers - attending, attending, fields.field)


def granite_hybrid(fields: Fields, family: str) -> ModelShape:
    """Granite 4: Mamba-2 and attention layers, with a shared MLP and perhaps experts in each."""
    shape = dense(fields, family)
    shared = fields.whole("shared_intermediate_size", default=1024)
    experts = fields.whole("num_local_experts", default=8, least=0)
    if experts:
        shape = replace(
            shape,
            n_experts=experts,
            experts_per_token=fields.whole("num_experts_per_tok", default=2),
            moe_intermediate=shape.intermediate,
            n_shared_experts=whole_shared(fields, family, shared, shape.intermediate),
        )
    else:
        shape = replace(shape, intermediate=shared)
    kinds = fields.kinds("layer_types", "layers_block_type")
    attending = min(shape.layers, sum(kind in _ATTENDING for kind in kinds))
    mixer = _mamba2(fields, shape.hidden, _mamba2_numbers(fields, shape.hidden))
    return _with_mixer(shape, mixer, shape.layers - attending, attending, fields.field)


def falcon_h1(fields: Fields, family: str) -> ModelShape:
    """Falcon-H1: attention and Mamba-2 side by side in every layer."""
    shape = dense(fields, family)
    numbers = _mamba2_numbers(fields, shape.hidden, normed=fields.flag("mamba_rms_norm"))
    return _with_mixer(shape, _mamba2(fields, shape.hidden, numbers), shape.layers, shape.layers, fields.field)


_PATTERN = {"M": "linear", "mamba": "linear", "linear_attention": "linear", "-": "mlp", "E": "moe"}


def nemotron_h(fields: Fields, family: str) -> ModelShape:
    """Nemotron-H: each layer is one block, Mamba-2, attention, MLP or experts, by a pattern."""
    kinds = [_PATTERN.get(kind, kind) for kind in fields.kinds("layers_block_type", "hybrid_override_pattern")]
    if not kinds:
        raise EsepError(ErrorCode.MISSING, f"{fields.field}.hybrid_override_pattern", "", "M | * | - | E")
    if fields.config.get("moe_latent_size"):
        raise unknown_architecture(fields.field, f"{family}, experts of a latent width")
    config = {
        **fields.config,
        "num_hidden_layers": len(kinds),
        "head_dim": fields.whole("head_dim", "attention_head_dim", default=128),
    }
    shape = dense(Fields(config, fields.field), family)
    experts, plain = kinds.count("moe"), kinds.count("mlp")
    if experts:
        width = fields.whole("moe_intermediate_size")
        shared = fields.whole("n_shared_experts", default=1, least=0) * fields.whole(
            "moe_shared_expert_intermediate_size", default=width
        )
        shape = replace(
            shape,
            n_experts=fields.whole("n_routed_experts"),
            experts_per_token=fields.whole("num_experts_per_tok", default=2),
            moe_intermediate=width,
            n_shared_experts=whole_shared(fields, family, shared, width),
            first_dense_layers=plain,
        )
    numbers = _StateSpace(
        heads=fields.whole("mamba_num_heads", default=128),
        head_dim=fields.whole("mamba_head_dim", default=64),
        state=fields.whole("ssm_state_size", default=128),
        groups=fields.whole("n_groups", "mamba_n_groups", default=8),
        kernel=fields.whole("conv_kernel", "mamba_d_conv", default=4),
        convolution_bias=fields.flag("use_conv_bias", default=True),
        normed=True,
    )
    attending = sum(kind in _ATTENDING for kind in kinds)
    if not experts + plain:
        raise EsepError(ErrorCode.OUT_OF_RANGE, f"{fields.field}.hybrid_override_pattern", 0, f"1..{len(kinds)}")
    shape = replace(shape, mlp_layers=experts + plain)
    mixer = _mamba2(fields, shape.hidden, numbers)
    return _with_mixer(shape, mixer, kinds.count("linear"), attending, fields.field)


def jamba(fields: Fields, family: str) -> ModelShape:
    """Jamba: Mamba-1 layers with attention every eighth, experts in every second."""
    shape = dense(fields, family)
    period, offset = fields.whole("attn_layer_period", default=8), fields.whole("attn_layer_offset", default=4, least=0)
    attending = sum(index % period == offset for index in range(shape.layers))
    period, offset = (
        fields.whole("expert_layer_period", default=2),
        fields.whole("expert_layer_offset", default=1, least=0),
    )
    experts = fields.whole("num_experts", default=16)
    sparse = sum(index % period == offset for index in range(shape.layers)) if experts > 1 else 0
    if sparse:
        shape = replace(
            shape,
            n_experts=experts,
            experts_per_token=fields.whole("num_experts_per_tok", default=2),
            moe_intermediate=shape.intermediate,
            first_dense_layers=shape.layers - sparse,
        )
    inner = fields.whole("mamba_expand", default=2) * shape.hidden
    state, kernel = fields.whole("mamba_d_state", default=16), fields.whole("mamba_d_conv", default=4)
    stated = fields.config.get("mamba_dt_rank")
    rank = -(-shape.hidden // 16) if stated in (None, "auto") else fields.whole("mamba_dt_rank")
    matrices = (
        ("in", shape.hidden, 2 * inner),
        ("x", inner, rank + 2 * state),
        ("dt", rank, inner),
        ("out", inner, shape.hidden),
    )
    # convolution and its bias, bias of dt, A, D, and norms of dt, B and C
    extra = inner * (kernel + 1) + inner + inner * state + inner + rank + 2 * state
    kept = inner * (state * _state_bytes(fields, "mamba_ssm_dtype") + kernel * _CONVOLUTION_BYTES)
    mixer = _Mixer(matrices, extra, kept)
    return _with_mixer(shape, mixer, shape.layers - attending, attending, fields.field)


def lfm2(fields: Fields, family: str) -> ModelShape:
    """LFM2: gated short convolutions with attention in some layers."""
    shape = dense(fields, family)
    stated = fields.config.get("full_attn_idxs")
    kinds = fields.kinds("layer_types")
    attending = sum(kind in _ATTENDING for kind in kinds)
    attending = len(stated) if isinstance(stated, list) and not kinds else attending
    width = fields.whole("intermediate_size", "block_ff_dim", default=12288)
    if fields.flag("block_auto_adjust_ff_dim", default=True):
        multiple = fields.whole("block_multiple_of", default=256)
        width = -(-(2 * width // 3) // multiple) * multiple
    kernel = fields.whole("conv_L_cache", default=3)
    matrices = (("in", shape.hidden, 3 * shape.hidden), ("out", shape.hidden, shape.hidden))
    mixer = _Mixer(matrices, shape.hidden * kernel, shape.hidden * kernel * _CONVOLUTION_BYTES)
    attending = min(attending, shape.layers)
    shape = replace(shape, intermediate=max(1, width))
    return _with_mixer(shape, mixer, shape.layers - attending, attending, fields.field)


def gemma4(fields: Fields, family: str) -> ModelShape:
    """Gemma 4: windowed layers and global ones with heads of their own; experts beside a dense MLP.

    The small models, which embed each layer anew and share keys and values between layers, are not known.
    """
    if fields.whole("hidden_size_per_layer_input", default=256, least=0) or fields.whole(
        "num_kv_shared_layers", default=0, least=0
    ):
        raise unknown_architecture(fields.field, f"{family}, embeddings a layer")
    shape = dense(fields, family)
    same = fields.flag("attention_k_eq_v")
    shape = replace(
        shape,
        global_head_dim=fields.whole("global_head_dim", default=512),
        global_kv_heads=fields.whole("num_global_key_value_heads", default=0, least=0) if same else 0,
        global_keys_are_values=same,
    )
    if not fields.flag("enable_moe_block"):
        return shape
    width = fields.whole("moe_intermediate_size")
    return replace(
        shape,
        architecture="gemma4_moe",
        n_experts=fields.whole("num_experts"),
        experts_per_token=fields.whole("top_k_experts"),
        moe_intermediate=width,
        n_shared_experts=whole_shared(fields, family, shape.intermediate, width),
    )
