"""The shape of a language model, as far as memory and FLOPs need it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelShape:
    """Shapes of a decoder-only transformer, read from a catalogue or a pasted ``config.json``.

    Attributes
    ----------
    id
        Catalogue id, or ``config`` for a pasted configuration.
    architecture
        Family of the layer, as in the catalogue: ``llama``, ``qwen2``, ``gemma2``, ``mixtral`` ...
    hidden, layers, heads, kv_heads, head_dim, intermediate, vocab
        Widths and counts.
    gated_mlp
        Three MLP matrices (SwiGLU, GeGLU) instead of two.
    n_params, active_params
        Published or derived parameter counts; 0 when not published.
    n_experts, experts_per_token, n_shared_experts, first_dense_layers, moe_intermediate
        Mixture of experts; ``n_experts`` 0 means dense.
    q_lora_rank, kv_lora_rank, qk_nope_head_dim, qk_rope_head_dim, v_head_dim
        Multi-head latent attention (arXiv:2405.04434); ``kv_lora_rank`` 0 means ordinary heads.
    sliding_window, full_attention_every
        Window of the local layers [token], 0 for none; every n-th layer attends globally (0: none does).
    kv_layers, state_bytes
        Of a hybrid model, layers that keep keys and values (0: all do), and the constant state a sequence of the
        others, linear attention or state space, over all layers [B].
    global_kv_heads, global_head_dim
        Of the layers that attend globally, where they differ from the local ones; 0 where they do not.
    global_keys_are_values
        The layers that attend globally have no value matrix of their own.
    query_gate
        The query matrix also makes a gate as wide as the query.
    output_bias, mlp_bias, qk_norm
        Biases of the attention output and the MLP, and norms of query and key heads, beyond those every model of
        the family has.
    mixer, mixer_layers, mixer_extra
        Matrices (name, inputs, outputs; the output matrix last) of one layer of linear attention or state space, how
        many layers have them, and the layer's other parameters: convolution, decay, norms.
    indexer_heads, indexer_head_dim
        Indexer of sparse latent attention (DeepSeek-V3.2), whose keys are cached too; 0: none.
    mlp_layers
        Layers that have an MLP or experts; 0: all do. ``first_dense_layers`` of them are dense, wherever they lie.
    """

    id: str
    architecture: str
    hidden: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    intermediate: int
    vocab: int
    tie_embeddings: bool = False
    gated_mlp: bool = True
    qkv_bias: bool = False
    n_params: int = 0
    active_params: int = 0
    max_context: int = 0
    n_experts: int = 0
    experts_per_token: int = 0
    n_shared_experts: int = 0
    first_dense_layers: int = 0
    moe_intermediate: int = 0
    q_lora_rank: int = 0
    kv_lora_rank: int = 0
    qk_nope_head_dim: int = 0
    qk_rope_head_dim: int = 0
    v_head_dim: int = 0
    sliding_window: int = 0
    full_attention_every: int = 0
    kv_layers: int = 0
    state_bytes: int = 0
    global_kv_heads: int = 0
    global_head_dim: int = 0
    global_keys_are_values: bool = False
    query_gate: bool = False
    output_bias: bool = False
    mlp_bias: bool = False
    qk_norm: bool = False
    mixer: tuple[tuple[str, int, int], ...] = ()
    mixer_layers: int = 0
    mixer_extra: int = 0
    mlp_layers: int = 0
    indexer_heads: int = 0
    indexer_head_dim: int = 0

    @property
    def attention_layers(self) -> int:
        """Layers with softmax attention, which keep keys and values."""
        return self.kv_layers or self.layers

    @property
    def sparse_layers(self) -> int:
        """Layers with experts."""
        return (self.mlp_layers or self.layers) - self.first_dense_layers if self.n_experts else 0
