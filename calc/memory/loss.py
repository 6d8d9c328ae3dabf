"""Bytes of the output head and the cross-entropy (docs/memory_formulas.md §6 and §11.2)."""

from dataclasses import dataclass
from math import ceil

from calc.choices import Loss

# Default number of chunks of torchtune's chunked losses.
CHUNKS = 8


@dataclass(frozen=True, slots=True)
class LossBytes:
    """Bytes of logits and their gradients at three moments [B].

    Attributes
    ----------
    forward
        Peak while the loss is computed.
    saved
        Kept for backward.
    backward
        Peak as backward starts.
    """

    forward: float
    saved: float
    backward: float


def loss_bytes(kind: Loss, tokens: float, vocab: float, hidden: int, *, compiled: bool) -> LossBytes:
    """Bytes of the loss over ``tokens`` x ``vocab`` logits [B].

    - unfused: 16-bit logits (2), fp32 copy (4) and log-probabilities (4), of which the last are saved; then two
      fp32 gradients (8) beside them: 10 forward, 12 backward.
    - in place: 16-bit logits and an fp32 copy whose gradient overwrites it (Triton kernels): 8.
    - chunked: the 16-bit logits are held (2), each chunk is computed on its own; the fp32 log-probabilities are
      saved unless the chunk is compiled.
    - chunked linear: the logits of a chunk exist only while it is computed (torchtune
      ``LinearCrossEntropyLoss``).
    - fused linear: gradients of the hidden states are formed chunk by chunk in forward (arXiv:2410.10989), with
      chunks of about tokens x hidden logits.
    """
    logits = tokens * vocab
    if kind is Loss.UNFUSED:
        return LossBytes(10 * logits, 4 * logits, 12 * logits)
    if kind is Loss.IN_PLACE:
        return LossBytes(6 * logits, 4 * logits, 8 * logits)
    held = 0.0 if compiled else 4 * logits
    if kind is Loss.CHUNKED:
        saved = 2 * logits + held
        return LossBytes(
            saved + 8 * logits / CHUNKS, saved, saved + (2 + 8 / CHUNKS if compiled else 8 / CHUNKS) * logits
        )
    if kind is Loss.CHUNKED_LINEAR:
        return LossBytes(held + 8 * logits / CHUNKS, held, held + 8 * logits / CHUNKS)
    rows = ceil(tokens / ceil(vocab / hidden))
    chunk = 2 ** ceil(rows - 1).bit_length()
    saved = 2 * hidden * tokens
    return LossBytes(saved + 4 * min(chunk, tokens) * vocab, saved, saved)
