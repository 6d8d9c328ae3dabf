"""Reading a pasted Hugging Face ``config.json`` into the shape of a model.

Names and defaults are those of the ``transformers`` configuration classes; a configuration omits what equals
its class default, so the defaults of each family stand in ``data.decoder_habits``.
"""

from collections.abc import Callable, Mapping

from calc.errors import ErrorCode, EsepError
from calc.model_shape import ModelShape
from data import dense_config, hybrid_config
from data.config_fields import Config, Fields, unknown_architecture
from data.decoder_habits import HABITS, SAME_LAYER


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
    inner = next((config[name] for name in _TEXT_PARTS if isinstance(config.get(name), dict)), None)
    text = {**config, **inner} if isinstance(inner, dict) else config
    family = _family(text, field)
    read = _READERS.get(family)
    if read is None:
        raise unknown_architecture(field, family)
    shape = read(Fields(text, field), family)
    _check(shape, field)
    return shape


_TEXT_PARTS = ("text_config", "llm_config", "language_config")


def _check(shape: ModelShape, field: str) -> None:
    for kv_heads in (shape.kv_heads, shape.global_kv_heads or shape.kv_heads):
        if shape.heads % kv_heads:
            raise EsepError(
                ErrorCode.NOT_DIVISIBLE,
                f"{field}.num_key_value_heads",
                kv_heads,
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


def _family(config: Config, field: str) -> str:
    family = config.get("model_type")
    if isinstance(family, str) and family:
        family = family.removesuffix("_text").replace("-", "_")
        return SAME_LAYER.get(family, family)
    named = config.get("architectures")
    if isinstance(named, list) and named and isinstance(named[0], str):
        name = named[0].split("For")[0]
        return _BY_CLASS.get(name.lower(), name)
    raise EsepError(ErrorCode.MISSING, f"{field}.model_type", "", " | ".join(sorted(_READERS)))


Reader = Callable[[Fields, str], ModelShape]
_READERS: Mapping[str, Reader] = {
    **dict.fromkeys(HABITS, dense_config.dense),
    "falcon": dense_config.falcon,
    "gpt_bigcode": dense_config.bigcode,
    "opt": dense_config.opt,
    "mpt": dense_config.mpt,
    "dbrx": dense_config.dbrx,
    "qwen": dense_config.qwen_first,
    "chatglm": dense_config.chatglm,
    "stablelm": dense_config.stablelm,
    "cohere": dense_config.cohere,
    "seed_oss": dense_config.seed,
    "mixtral": dense_config.routed,
    "gpt_oss": dense_config.routed,
    "phimoe": dense_config.routed,
    "olmoe": dense_config.routed,
    "granitemoe": dense_config.routed,
    "minimax_m2": dense_config.routed,
    "hunyuan_moe": dense_config.routed,
    "qwen2_moe": dense_config.qwen_moe,
    "qwen3_moe": dense_config.qwen_moe,
    "llama4": dense_config.llama4,
    "deepseek": dense_config.deepseek,
    "dots1": dense_config.deepseek,
    "glm4_moe": dense_config.deepseek,
    "ernie4_5_moe": dense_config.ernie_moe,
    "deepseek_v2": dense_config.latent,
    "deepseek_v3": dense_config.latent,
    "minicpm3": dense_config.latent,
    "qwen3_next": hybrid_config.qwen_hybrid,
    "qwen3_5": hybrid_config.qwen_hybrid,
    "qwen3_5_moe": hybrid_config.qwen_hybrid,
    "bamba": hybrid_config.bamba,
    "granitemoehybrid": hybrid_config.granite_hybrid,
    "falcon_h1": hybrid_config.falcon_h1,
    "nemotron_h": hybrid_config.nemotron_h,
    "jamba": hybrid_config.jamba,
    "lfm2": hybrid_config.lfm2,
    "gemma4": hybrid_config.gemma4,
}
_BY_CLASS = {family.replace("_", ""): family for family in _READERS}
