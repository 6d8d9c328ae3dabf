"""Reading a pasted Hugging Face ``config.json`` into the shape of a model.

Names and defaults are those of the ``transformers`` configuration classes; a configuration omits what equals
its class default, so the defaults of each family stand here too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pydantic import JsonValue

from calc.errors import ErrorCode, EsepError
from calc.model_shape import ModelShape

CONFIG_ID = "config"
UNKNOWN_DOOR = "given"
"""The workload kind that needs no architecture."""

MOST = 100_000_000
"""Largest width or count believed."""

Config = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Fields:
    """The numbers of a configuration, read with faults laid to ``<field>.<name>``."""

    config: Config
    field: str

    def whole(self, *names: str, default: int | None = None, least: int = 1) -> int:
        """The first of several names that is given and not null."""
        name = next((name for name in names if self.config.get(name) is not None), names[0])
        value = self.config.get(name)
        if value is None:
            if default is None:
                raise EsepError(ErrorCode.MISSING, f"{self.field}.{name}", "", f"{least}..{MOST}")
            return default
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise EsepError(ErrorCode.NOT_WHOLE, f"{self.field}.{name}", value, f"{least}..{MOST}")
        if not least <= value <= MOST:
            raise EsepError(ErrorCode.OUT_OF_RANGE, f"{self.field}.{name}", value, f"{least}..{MOST}")
        return value

    def flag(self, *names: str, default: bool = False) -> bool:
        """The first of several true-or-false names that is given and not null."""
        name = next((name for name in names if self.config.get(name) is not None), names[0])
        value = self.config.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise EsepError(ErrorCode.WRONG_TYPE, f"{self.field}.{name}", value, "true | false")
        return value


def read_config(config: Config, field: str = "workload.model") -> ModelShape:
    """Shape of the language model a ``config.json`` describes; of a multimodal model, its text tower.

    Parameters
    ----------
    config
        The whole object.
    field
        Path faults are laid to.

    Raises
    ------
    EsepError
        ``unknown_architecture`` (its way out: a ``given`` workload), ``missing``, ``not_whole``,
        ``out_of_range``, ``not_divisible``.
    """
    inner = config.get("text_config")
    text = {**config, **inner} if isinstance(inner, dict) else config
    family = _family(text, field)
    read = _READERS.get(family)
    if read is None:
        raise unknown_architecture(field, family)
    shape = read(Fields(text, field), family)
    _check(shape, field)
    return shape


def _check(shape: ModelShape, field: str) -> None:
    if shape.heads % shape.kv_heads:
        raise EsepError(
            ErrorCode.NOT_DIVISIBLE,
            f"{field}.num_key_value_heads",
            shape.kv_heads,
            f"num_attention_heads {shape.heads}",
        )
    if shape.experts_per_token > shape.n_experts:
        raise EsepError(
            ErrorCode.OUT_OF_RANGE, f"{field}.num_experts_per_tok", shape.experts_per_token, f"1..{shape.n_experts}"
        )
    if shape.first_dense_layers > shape.layers:
        raise EsepError(
            ErrorCode.OUT_OF_RANGE, f"{field}.first_k_dense_replace", shape.first_dense_layers, f"0..{shape.layers}"
        )


def unknown_architecture(field: str, family: str) -> EsepError:
    """Say that a layer is not known; the way out is a workload of the kind ``given``."""
    return EsepError(ErrorCode.UNKNOWN_ARCHITECTURE, field, family, UNKNOWN_DOOR)


def _family(config: Config, field: str) -> str:
    family = config.get("model_type")
    if isinstance(family, str) and family:
        family = family.removesuffix("_text").replace("-", "_")
        return _SAME_LAYER.get(family, family)
    named = config.get("architectures")
    if isinstance(named, list) and named and isinstance(named[0], str):
        name = named[0].split("For")[0]
        return _BY_CLASS.get(name.lower(), name)
    raise EsepError(ErrorCode.MISSING, f"{field}.model_type", "", " | ".join(sorted(_READERS)))


@dataclass(frozen=True, slots=True)
class Habits:
    """Class defaults of a family of dense layers.

    Attributes
    ----------
    gated_mlp, qkv_bias, tie_embeddings
        As in the shape; a configuration may state the last two.
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
    head_dim: int = 0
    heads: int = 0
    kv_heads: int = 0
    vocab: int = 0
    window: int = 0
    full_every: int = 0
    window_must_be_asked: bool = False


_LLAMA = Habits()
_QWEN2 = Habits(qkv_bias=True, window_must_be_asked=True)
_QWEN3 = Habits(head_dim=128, window_must_be_asked=True)
_PLAIN = Habits(gated_mlp=False, qkv_bias=True)
_PLAIN_TIED = Habits(gated_mlp=False, qkv_bias=True, tie_embeddings=True)
_HABITS = {
    "llama": _LLAMA,
    "granite": _LLAMA,
    "phi3": _LLAMA,
    "mixtral": _LLAMA,
    "stablelm": _LLAMA,
    "deepseek": _LLAMA,
    "deepseek_v2": _LLAMA,
    "deepseek_v3": _LLAMA,
    "mistral": Habits(window=4096),
    "qwen2": _QWEN2,
    "qwen2_moe": _QWEN2,
    "qwen3": _QWEN3,
    "qwen3_moe": _QWEN3,
    "gemma": Habits(tie_embeddings=True, head_dim=256),
    "gemma2": Habits(tie_embeddings=True, head_dim=256, window=4096, full_every=2),
    "gemma3": Habits(tie_embeddings=True, head_dim=256, heads=8, kv_heads=4, vocab=262_208, window=4096, full_every=6),
    "gpt_oss": Habits(qkv_bias=True, head_dim=64, window=128, full_every=2),
    "llama4": Habits(head_dim=128),
    "phi": _PLAIN,
    "gpt_neox": _PLAIN,
    "gptj": Habits(gated_mlp=False),
    "gpt2": _PLAIN_TIED,
    "gpt_bigcode": _PLAIN_TIED,
    "starcoder2": _PLAIN_TIED,
    "falcon": Habits(gated_mlp=False, tie_embeddings=True),
}


def _dense(fields: Fields, family: str) -> ModelShape:
    habits = _HABITS[family]
    hidden = fields.whole("hidden_size", "n_embd")
    heads = fields.whole("num_attention_heads", "n_head", default=habits.heads or None)
    layers = fields.whole("num_hidden_layers", "n_layer")
    context = fields.whole("max_position_embeddings", "n_positions", default=0)
    window, every = _window(fields, layers, habits)
    return ModelShape(
        id=CONFIG_ID,
        architecture=family,
        hidden=hidden,
        layers=layers,
        heads=heads,
        kv_heads=fields.whole("num_key_value_heads", default=habits.kv_heads or heads),
        head_dim=fields.whole("head_dim", default=habits.head_dim or max(1, hidden // heads)),
        intermediate=fields.whole("intermediate_size", "n_inner", "ffn_hidden_size", default=4 * hidden),
        vocab=fields.whole("vocab_size", default=habits.vocab or None),
        tie_embeddings=fields.flag("tie_word_embeddings", default=habits.tie_embeddings),
        gated_mlp=habits.gated_mlp,
        qkv_bias=fields.flag("attention_bias", "use_qkv_bias", "use_bias", "bias", default=habits.qkv_bias),
        max_context=context,
        # a window as long as the context is none
        sliding_window=0 if 0 < context <= window else window,
        full_attention_every=0 if 0 < context <= window else every,
    )


def _window(fields: Fields, layers: int, habits: Habits) -> tuple[int, int]:
    """Window and pattern: from ``layer_types``, else from the numbers, else the family's."""
    stated = "sliding_window" in fields.config
    window = fields.whole("sliding_window", default=0 if stated else habits.window, least=0)
    if not window or not fields.flag("use_sliding_window", default=not habits.window_must_be_asked):
        return 0, 0
    kinds = fields.config.get("layer_types")
    if isinstance(kinds, list) and kinds:
        full = sum(kind == "full_attention" for kind in kinds)
    elif habits.window_must_be_asked:  # Qwen: the lowest layers attend globally
        full = min(layers, fields.whole("max_window_layers", default=0, least=0))
    else:
        pattern = ("sliding_window_pattern", "_sliding_window_pattern")
        return window, fields.whole(*pattern, default=habits.full_every, least=0)
    if full >= layers:
        return 0, 0
    return window, layers // full if full else 0


def _falcon(fields: Fields, family: str) -> ModelShape:
    dense = _dense(fields, family)
    if fields.flag("new_decoder_architecture"):
        return replace(dense, kv_heads=fields.whole("num_kv_heads", default=dense.heads))
    return _multi_query(fields, dense)


def _bigcode(fields: Fields, family: str) -> ModelShape:
    return _multi_query(fields, _dense(fields, family))


def _multi_query(fields: Fields, dense: ModelShape) -> ModelShape:
    return replace(dense, kv_heads=1 if fields.flag("multi_query", default=True) else dense.heads)


def _mixtral(fields: Fields, family: str) -> ModelShape:
    dense = _dense(fields, family)
    return replace(
        dense,
        n_experts=fields.whole("num_local_experts", "num_experts"),
        experts_per_token=fields.whole("num_experts_per_tok", "experts_per_token"),
        moe_intermediate=dense.intermediate,
    )


def _qwen_moe(fields: Fields, family: str) -> ModelShape:
    if fields.whole("decoder_sparse_step", default=1) > 1 or fields.config.get("mlp_only_layers"):
        raise unknown_architecture(fields.field, f"{family}, sparse in some layers")
    width = fields.whole("moe_intermediate_size")
    return replace(
        _dense(fields, family),
        n_experts=fields.whole("num_experts"),
        experts_per_token=fields.whole("num_experts_per_tok"),
        moe_intermediate=width,
        n_shared_experts=fields.whole("shared_expert_intermediate_size", default=0, least=0) // width,
    )


def _llama4(fields: Fields, family: str) -> ModelShape:
    if fields.whole("interleave_moe_layer_step", default=1) > 1:
        raise unknown_architecture(fields.field, f"{family}, sparse in some layers")
    width = fields.whole("intermediate_size")
    return replace(
        _dense(fields, family),
        intermediate=fields.whole("intermediate_size_mlp", default=width),
        n_experts=fields.whole("num_local_experts"),
        experts_per_token=fields.whole("num_experts_per_tok", default=1),
        moe_intermediate=width,
        n_shared_experts=1,
        sliding_window=fields.whole("attention_chunk_size", default=0, least=0),
        full_attention_every=4 if fields.config.get("attention_chunk_size") else 0,
    )


def _deepseek(fields: Fields, family: str) -> ModelShape:
    experts = fields.whole("n_routed_experts", default=0, least=0)
    return replace(
        _dense(fields, family),
        n_experts=experts,
        experts_per_token=fields.whole("num_experts_per_tok") if experts else 0,
        moe_intermediate=fields.whole("moe_intermediate_size") if experts else 0,
        n_shared_experts=fields.whole("n_shared_experts", default=0, least=0),
        first_dense_layers=fields.whole("first_k_dense_replace", default=0, least=0),
    )


def _deepseek_mla(fields: Fields, family: str) -> ModelShape:
    nope, rope = fields.whole("qk_nope_head_dim"), fields.whole("qk_rope_head_dim")
    return replace(
        _deepseek(fields, family),
        head_dim=nope + rope,
        q_lora_rank=fields.whole("q_lora_rank", default=0, least=0),
        kv_lora_rank=fields.whole("kv_lora_rank"),
        qk_nope_head_dim=nope,
        qk_rope_head_dim=rope,
        v_head_dim=fields.whole("v_head_dim"),
    )


Reader = Callable[[Fields, str], ModelShape]
_READERS: Mapping[str, Reader] = {
    **dict.fromkeys(_HABITS, _dense),
    "falcon": _falcon,
    "gpt_bigcode": _bigcode,
    "mixtral": _mixtral,
    "gpt_oss": _mixtral,
    "qwen2_moe": _qwen_moe,
    "qwen3_moe": _qwen_moe,
    "llama4": _llama4,
    "deepseek": _deepseek,
    "deepseek_v2": _deepseek_mla,
    "deepseek_v3": _deepseek_mla,
}
_SAME_LAYER = {"kimi_k2": "deepseek_v3", "mistral3": "mistral"}
_BY_CLASS = {family.replace("_", ""): family for family in _READERS}
