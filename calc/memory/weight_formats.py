"""Bytes a served weight takes, by its place in the model (docs/memory_formulas.md §3, §13).

Most formats leave embedding, head and norms at 16 bit. llama.cpp quantizes embedding and head too: ``Q4_K_M`` keeps
4-bit blocks (4.5 bits), and 6-bit ones (6.5625 bits) for the head and, in half of the layers, for the value and down
matrices (``llama_tensor_get_type`` and ``use_more_bits`` of its quantizer); ``Q8_0`` takes 8.5 bits everywhere.
"""

from dataclasses import dataclass
from functools import lru_cache

from calc.choices import WeightFormat
from calc.memory.parameters import ParameterCount, count_parameters
from calc.memory.quantization import BITS_PER_BYTE, BYTES_16_BIT, BYTES_32_BIT, weight_bytes
from calc.model_shape import ModelShape

_Q4_K = 4.5 / BITS_PER_BYTE
_Q6_K = 6.5625 / BITS_PER_BYTE
_Q8_0 = 8.5 / BITS_PER_BYTE
_MORE_BITS = frozenset({"v", "down"})


@dataclass(frozen=True, slots=True)
class FormatBytes:
    """Bytes a weight in the linear layers, the embedding, the head and the norms [B]."""

    linear: float
    embedding: float
    head: float
    norms: float

    def whole(self, count: ParameterCount) -> float:
        """Bytes of the whole model [B]."""
        ends = count.embedding * self.embedding + count.head * self.head
        return count.linear * self.linear + ends + count.norms * self.norms


@lru_cache(maxsize=1024)
def format_bytes(shape: ModelShape, weight_format: WeightFormat) -> FormatBytes:
    """Bytes a weight of a model in a format [B]."""
    if weight_format is WeightFormat.Q8_0:
        return FormatBytes(_Q8_0, _Q8_0, _Q8_0, BYTES_32_BIT)
    if weight_format is WeightFormat.Q4_K_M:
        count = count_parameters(shape)
        wide = sum(one.count for one in count.linear_layers if one.name in _MORE_BITS) * _wide_share(shape.layers)
        linear = _Q4_K + (_Q6_K - _Q4_K) * wide / count.linear
        # a tied embedding is quantized as the head it is
        return FormatBytes(linear, _Q6_K if shape.tie_embeddings else _Q4_K, _Q6_K, BYTES_32_BIT)
    return FormatBytes(weight_bytes(weight_format), BYTES_16_BIT, BYTES_16_BIT, BYTES_16_BIT)


def _wide_share(layers: int) -> float:
    """Share of layers in which llama.cpp spends more bits: the first and last eighth, and every third between."""
    first, last = layers // 8, 7 * layers // 8
    return sum(at < first or at >= last or (at - first) % 3 == 2 for at in range(layers)) / layers  # noqa: PLR2004
