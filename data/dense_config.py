"""Reading decoders whose layers are alike but for their windows: attention and an MLP or experts."""

from dataclasses import replace

from calc.model_shape import ModelShape
from data.config_fields import Fields, unknown_architecture
from data.decoder_habits import HABITS, Habits

CONFIG_ID = "config"
_HIDDEN = ("hidden_size", "n_embd", "n_embed", "d_model")
_HEADS = ("num_attention_heads", "n_head", "n_heads", "num_heads")
_LAYERS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers")
_CONTEXT = ("max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len", "seq_length")
_INNER = ("intermediate_size", "n_inner", "ffn_hidden_size", "ffn_dim")
_BIAS = ("attention_bias", "use_qkv_bias", "qkv_bias", "use_bias", "enable_bias", "bias")
_EXPERTS = ("num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts")
_CHOSEN = ("num_experts_per_tok", "experts_per_token", "moe_topk", "moe_k")


def dense(fields: Fields, family: str) -> ModelShape:
    """A decoder of alike dense layers."""
    habits = HABITS[family]
    hidden = fields.whole(*_HIDDEN)
    heads = fields.whole(*_HEADS, default=habits.heads or None)
    layers = fields.whole(*_LAYERS)
    context = fields.whole(*_CONTEXT, default=0)
    window, every = _window(fields, layers, habits)
    bias = fields.flag(*_BIAS, default=habits.qkv_bias)
    return ModelShape(
        id=CONFIG_ID,
        architecture=family,
        hidden=hidden,
        layers=layers,
        heads=heads,
        kv_heads=fields.whole("num_key_value_heads", default=habits.kv_heads or heads),
        head_dim=fields.whole("head_dim", default=habits.head_dim or max(1, hidden // heads)),
        intermediate=fields.whole(*_INNER, default=4 * hidden),
        vocab=fields.whole("vocab_size", default=habits.vocab or None),
        tie_embeddings=fields.flag("tie_word_embeddings", default=habits.tie_embeddings),
        gated_mlp=habits.gated_mlp,
        qkv_bias=bias,
        output_bias=bias and habits.output_bias,
        mlp_bias=fields.flag("mlp_bias", default=bias and habits.mlp_follows_bias),
        max_context=context,
        # a window as long as the context is none
        sliding_window=0 if 0 < context <= window else window,
        full_attention_every=0 if 0 < context <= window else every,
    )


def _window(fields: Fields, layers: int, habits: Habits) -> tuple[int, int]:
    """Window and pattern: from ``layer_types``, else from the numbers, else the family's."""
    stated = "sliding_window" in fields.config
    window = fields.whole("sliding_window", "window_size", default=0 if stated else habits.window, least=0)
    if not window or not fields.flag("use_sliding_window", default=not habits.window_must_be_asked):
        return 0, 0
    kinds = fields.config.get("layer_types")
    if isinstance(kinds, list) and kinds:
        full = sum(kind == "full_attention" for kind in kinds)
    elif habits.window_must_be_asked:  # Qwen: the lowest layers attend globally
        full = min(layers, fields.whole("max_window_layers", default=0, least=0))
    else:
        return window, _full_every(fields, habits)
    if full >= layers:
        return 0, 0
    return window, layers // full if full else 0


def _full_every(fields: Fields, habits: Habits) -> int:
    pattern = fields.config.get("sliding_window_pattern")
    if isinstance(pattern, str) and pattern:  # EXAONE: one letter a layer, L for local
        return len(pattern)
    names = ("sliding_window_pattern", "_sliding_window_pattern")
    return fields.whole(*names, default=habits.full_every, least=0)


def falcon(fields: Fields, family: str) -> ModelShape:
    """Falcon: grouped heads in the newer layer, else one KV head."""
    shape = dense(fields, family)
    if fields.flag("new_decoder_architecture"):
        return replace(shape, kv_heads=fields.whole("num_kv_heads", default=shape.heads))
    return _multi_query(fields, shape)


def bigcode(fields: Fields, family: str) -> ModelShape:
    """StarCoder: one KV head unless told otherwise."""
    return _multi_query(fields, dense(fields, family))


def _multi_query(fields: Fields, shape: ModelShape) -> ModelShape:
    return replace(shape, kv_heads=1 if fields.flag("multi_query", default=True) else shape.heads)


def opt(fields: Fields, family: str) -> ModelShape:
    """OPT, but for the sizes that project the embedding or norm after the block."""
    shape = dense(fields, family)
    if fields.whole("word_embed_proj_dim", default=shape.hidden) != shape.hidden:
        raise unknown_architecture(fields.field, f"{family}, projected embeddings")
    return shape


def mpt(fields: Fields, family: str) -> ModelShape:
    """MPT: a plain MLP of ``expansion_ratio`` times the width, ALiBi, no biases."""
    attention = fields.part("attn_config")
    if not attention.flag("alibi", default=True) or not fields.flag("no_bias", default=True):
        raise unknown_architecture(fields.field, f"{family}, learned positions or biases")
    hidden, heads = fields.whole("d_model"), fields.whole("n_heads")
    return ModelShape(
        id=CONFIG_ID,
        architecture=family,
        hidden=hidden,
        layers=fields.whole("n_layers"),
        heads=heads,
        kv_heads=attention.whole("kv_n_heads", default=heads),
        head_dim=max(1, hidden // heads),
        intermediate=fields.whole("expansion_ratio", default=4) * hidden,
        vocab=fields.whole("vocab_size"),
        tie_embeddings=fields.flag("tie_word_embeddings", default=True),
        gated_mlp=False,
        max_context=fields.whole("max_seq_len", default=0),
    )


def dbrx(fields: Fields, family: str) -> ModelShape:
    """DBRX: gated experts under ``ffn_config``."""
    attention, experts = fields.part("attn_config"), fields.part("ffn_config")
    hidden, heads = fields.whole("d_model"), fields.whole("n_heads")
    width = experts.whole("ffn_hidden_size")
    return ModelShape(
        id=CONFIG_ID,
        architecture=family,
        hidden=hidden,
        layers=fields.whole("n_layers"),
        heads=heads,
        kv_heads=attention.whole("kv_n_heads", default=heads),
        head_dim=max(1, hidden // heads),
        intermediate=width,
        vocab=fields.whole("vocab_size"),
        tie_embeddings=fields.flag("tie_word_embeddings"),
        max_context=fields.whole("max_seq_len", default=0),
        n_experts=experts.whole("moe_num_experts"),
        experts_per_token=experts.whole("moe_top_k"),
        moe_intermediate=width,
    )


def qwen_first(fields: Fields, family: str) -> ModelShape:
    """The first Qwen: ``intermediate_size`` counts both matrices of the gate."""
    shape = dense(fields, family)
    half = max(1, shape.intermediate // 2)
    return replace(shape, intermediate=half, qkv_bias=True, head_dim=fields.whole("kv_channels", default=128))


def chatglm(fields: Fields, family: str) -> ModelShape:
    """ChatGLM2 to GLM-4: a Llama layer under names of its own."""
    heads = fields.whole("num_attention_heads")
    hidden = fields.whole("hidden_size")
    grouped = fields.flag("multi_query_attention")
    return ModelShape(
        id=CONFIG_ID,
        architecture=family,
        hidden=hidden,
        layers=fields.whole("num_layers"),
        heads=heads,
        kv_heads=fields.whole("multi_query_group_num", default=1) if grouped else heads,
        head_dim=fields.whole("kv_channels", default=max(1, hidden // heads)),
        intermediate=fields.whole("ffn_hidden_size"),
        vocab=fields.whole("padded_vocab_size"),
        tie_embeddings=fields.flag("tie_word_embeddings"),
        qkv_bias=fields.flag("add_qkv_bias"),
        output_bias=fields.flag("add_bias_linear"),
        mlp_bias=fields.flag("add_bias_linear"),
        max_context=fields.whole("seq_length", default=0),
    )


def stablelm(fields: Fields, family: str) -> ModelShape:
    """StableLM; a parallel block has one norm."""
    shape = replace(dense(fields, family), qk_norm=fields.flag("qk_layernorm"))
    return replace(shape, architecture="stablelm_parallel") if fields.flag("use_parallel_residual") else shape


def cohere(fields: Fields, family: str) -> ModelShape:
    """Command R; the larger ones norm query and key."""
    shape = dense(fields, family)
    return replace(shape, architecture="cohere_qk") if fields.flag("use_qk_norm") else shape


def seed(fields: Fields, family: str) -> ModelShape:
    """Seed-OSS: the output has a bias flag of its own."""
    return replace(dense(fields, family), output_bias=fields.flag("attention_out_bias"))


def routed(fields: Fields, family: str) -> ModelShape:
    """Experts in every layer, as wide as the stated MLP where they have no width of their own."""
    shape = dense(fields, family)
    width = fields.whole("moe_intermediate_size", default=shape.intermediate)
    shared = fields.whole("num_shared_expert", default=0, least=0)
    stated = fields.whole("shared_intermediate_size", default=0, least=0)
    return replace(
        shape,
        n_experts=fields.whole(*_EXPERTS),
        experts_per_token=fields.whole(*_CHOSEN),
        moe_intermediate=width,
        n_shared_experts=shared or whole_shared(fields, family, stated, width),
    )


def whole_shared(fields: Fields, family: str, shared_width: int, width: int) -> int:
    """A shared expert as a number of routed ones; another width is not known."""
    if shared_width % width:
        raise unknown_architecture(fields.field, f"{family}, shared expert of {shared_width}")
    return shared_width // width


def qwen_moe(fields: Fields, family: str) -> ModelShape:
    """Qwen's experts with one gated shared expert; some layers may be dense."""
    shape = dense(fields, family)
    width = fields.whole("moe_intermediate_size")
    shared = fields.whole("shared_expert_intermediate_size", default=0, least=0)
    step = fields.whole("decoder_sparse_step", default=1)
    stated = fields.config.get("mlp_only_layers")
    plain = set(stated) if isinstance(stated, list) and all(isinstance(one, int) for one in stated) else set()
    dense_layers = sum(index in plain or (index + 1) % step > 0 for index in range(shape.layers))
    return replace(
        shape,
        n_experts=fields.whole("num_experts"),
        experts_per_token=fields.whole("num_experts_per_tok"),
        moe_intermediate=width,
        n_shared_experts=whole_shared(fields, family, shared, width),
        first_dense_layers=dense_layers,
    )


def llama4(fields: Fields, family: str) -> ModelShape:
    """Llama 4: experts in every ``interleave_moe_layer_step``-th layer, beside a shared one; chunked attention."""
    shape = dense(fields, family)
    width = shape.intermediate
    stated = fields.config.get("moe_layers")
    step = fields.whole("interleave_moe_layer_step", default=1)
    sparse = len(stated) if isinstance(stated, list) and stated else shape.layers // step
    return replace(
        shape,
        intermediate=fields.whole("intermediate_size_mlp", default=width),
        n_experts=fields.whole("num_local_experts"),
        experts_per_token=fields.whole("num_experts_per_tok", default=1),
        moe_intermediate=width,
        n_shared_experts=1,
        first_dense_layers=max(0, shape.layers - sparse),
        sliding_window=fields.whole("attention_chunk_size", default=0, least=0),
        full_attention_every=4 if fields.config.get("attention_chunk_size") else 0,
    )


def deepseek(fields: Fields, family: str) -> ModelShape:
    """Ordinary heads, then experts with shared ones after the first dense layers."""
    experts = fields.whole("n_routed_experts", default=0, least=0)
    return replace(
        dense(fields, family),
        n_experts=experts,
        experts_per_token=fields.whole("num_experts_per_tok") if experts else 0,
        moe_intermediate=fields.whole("moe_intermediate_size") if experts else 0,
        n_shared_experts=fields.whole("n_shared_experts", default=0, least=0),
        first_dense_layers=fields.whole("first_k_dense_replace", default=0, least=0),
        qk_norm=fields.flag("use_qk_norm"),
    )


def ernie_moe(fields: Fields, family: str) -> ModelShape:
    """ERNIE 4.5: experts between a first and a last layer."""
    shape = dense(fields, family)
    first = fields.whole("moe_layer_start_index", default=0, least=0)
    last = min(shape.layers - 1, fields.whole("moe_layer_end_index", default=shape.layers - 1, least=0))
    step = fields.whole("moe_layer_interval", default=1)
    sparse = sum(first <= index <= last and (index + 1) % step == 0 for index in range(shape.layers))
    return replace(
        shape,
        n_experts=fields.whole("moe_num_experts"),
        experts_per_token=fields.whole("moe_k"),
        moe_intermediate=fields.whole("moe_intermediate_size"),
        n_shared_experts=fields.whole("moe_num_shared_experts", default=0, least=0),
        first_dense_layers=shape.layers - sparse,
    )


def latent(fields: Fields, family: str) -> ModelShape:
    """Multi-head latent attention, with experts or without, and the indexer of its sparse kind."""
    shape = deepseek(fields, family)
    nope, rope = fields.whole("qk_nope_head_dim"), fields.whole("qk_rope_head_dim")
    return replace(
        shape,
        head_dim=nope + rope,
        q_lora_rank=fields.whole("q_lora_rank", default=0, least=0),
        kv_lora_rank=fields.whole("kv_lora_rank"),
        qk_nope_head_dim=nope,
        qk_rope_head_dim=rope,
        v_head_dim=fields.whole("v_head_dim", default=max(1, shape.hidden // shape.heads)),
        indexer_heads=fields.whole("index_n_heads", default=0, least=0),
        indexer_head_dim=fields.whole("index_head_dim", default=0, least=0),
    )
