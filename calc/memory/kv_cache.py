"""Bytes of the key-value cache (docs/memory_formulas.md §8)."""

from calc.choices import KvFormat
from calc.memory.quantization import kv_bytes
from calc.model_shape import ModelShape


def kv_elements_per_token(shape: ModelShape) -> int:
    """Cached elements a token and layer: keys and values of the KV heads, or MLA's latent, rotary and index parts."""
    if shape.kv_lora_rank:
        return shape.kv_lora_rank + shape.qk_rope_head_dim + shape.indexer_head_dim
    return 2 * shape.kv_heads * shape.head_dim


def global_layers(shape: ModelShape) -> int:
    """Layers that attend to the whole context."""
    layers = shape.attention_layers
    if not shape.sliding_window:
        return layers
    return layers // shape.full_attention_every if shape.full_attention_every else 0


def kv_cache_bytes(
    shape: ModelShape, kv_format: KvFormat, context_length: float, requests: float, margin: float = 0
) -> float:
    """Bytes of the cache of ``requests`` sequences of ``context_length`` tokens [B].

    2 x layers x KV heads x head size x bytes x tokens (grouped heads); latent width instead for MLA
    (arXiv:2405.04434); windowed layers keep at most their window and the ``margin`` [token] the engine adds to it;
    hybrid models add a constant state a sequence.
    """
    whole = global_layers(shape)
    windowed = shape.attention_layers - whole
    local = kv_elements_per_token(shape)
    wide = 2 * (shape.global_kv_heads or shape.kv_heads) * (shape.global_head_dim or shape.head_dim)
    across = wide if shape.global_kv_heads or shape.global_head_dim else local
    elements = across * whole * context_length + local * windowed * min(context_length, shape.sliding_window + margin)
    return (elements * kv_bytes(kv_format) + shape.state_bytes) * requests
