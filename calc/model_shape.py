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
