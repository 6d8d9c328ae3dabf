"""FLOPs a token costs, from the shape of the model (arXiv:2001.08361 §2.1, arXiv:2205.05198 appendix A)."""

from dataclasses import dataclass
from functools import lru_cache

from calc.choices import Attention
from calc.memory.kv_cache import global_layers
from calc.memory.parameters import count_parameters
from calc.model_shape import ModelShape

FLOPS_PER_MULTIPLY_ADD = 2


@dataclass(frozen=True, slots=True)
class TokenFlops:
    """FLOPs of one token in one pass.

    Attributes
    ----------
    linear
        Matrix products with weights, output head included [FLOP/token].
    attention
        Scores and weighted sums [FLOP/token].
    """

    linear: float
    attention: float

    @property
    def total(self) -> float:
        """Both kinds [FLOP/token]."""
        return self.linear + self.attention


def matmul_parameters(shape: ModelShape) -> int:
    """Weights one token is multiplied with: active experts and the head, no embedding look-up."""
    count = count_parameters(shape)
    return sum(one.active_count for one in count.linear_layers) + shape.vocab * shape.hidden


@lru_cache(maxsize=4096)
def forward_flops(shape: ModelShape, sequence_length: int, attention: Attention = Attention.FLASH) -> TokenFlops:
    """FLOPs of a forward pass per token of a full sequence [FLOP/token].

    A causal flash kernel skips the masked half of the scores; a padding mask or eager scores do not.
    """
    linear = FLOPS_PER_MULTIPLY_ADD * matmul_parameters(shape)
    keys = _mean_keys(shape, sequence_length, skips_masked=attention is Attention.FLASH)
    return TokenFlops(float(linear), keys * _flops_per_key(shape))


@lru_cache(maxsize=4096)
def decode_flops(shape: ModelShape, context_length: float) -> TokenFlops:
    """FLOPs of one new token that looks back on ``context_length`` tokens [FLOP/token]."""
    linear = FLOPS_PER_MULTIPLY_ADD * matmul_parameters(shape)
    everywhere = global_layers(shape)
    local = shape.attention_layers - everywhere
    keys = everywhere * context_length + local * min(context_length, shape.sliding_window)
    return TokenFlops(float(linear), keys * _flops_per_key(shape))


def _flops_per_key(shape: ModelShape) -> float:
    # One key costs a score (width of q and k) and one term of the weighted sum (width of v).
    if shape.kv_lora_rank:
        width = shape.qk_nope_head_dim + shape.qk_rope_head_dim + shape.v_head_dim
    else:
        width = 2 * shape.head_dim
    return FLOPS_PER_MULTIPLY_ADD * shape.heads * width


def _mean_keys(shape: ModelShape, sequence_length: int, *, skips_masked: bool) -> float:
    """Keys a query of the sequence meets, summed over layers [key]."""
    if not skips_masked:
        return float(shape.attention_layers * sequence_length)
    everywhere = global_layers(shape)
    local = shape.attention_layers - everywhere
    window = min(shape.sliding_window, sequence_length)
    return everywhere * sequence_length / 2 + local * window * (1 - window / (2 * sequence_length))
