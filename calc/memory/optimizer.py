"""What the optimizer keeps between steps and needs while it steps (docs/memory_formulas.md §2)."""

from dataclasses import dataclass

from calc.choices import Optimizer
from calc.memory.quantization import BYTES_16_BIT, BYTES_32_BIT
from calc.memory.states import StateBytes

# bitsandbytes: one byte a value and an fp32 constant a block of 256.
_BYTES_8_BIT = 1 + 4 / 256
PAGED = frozenset({Optimizer.PAGED_ADAMW_8BIT})
# Newton-Schulz iterates in bf16 and keeps the matrix, its Gram product and their combination.
_MUON_COPIES = 3


@dataclass(frozen=True, slots=True)
class Trained:
    """Trained parameters on one rank, as the optimizer sees them.

    Attributes
    ----------
    matrices
        Parameters of weight matrices inside the layers.
    others
        Embeddings, head, norms: parameters Muon leaves to Adam.
    factors
        Sum of rows and columns of all matrices, which Adafactor keeps instead of a second moment.
    largest
        The largest single parameter tensor.
    """

    matrices: float
    others: float
    factors: float
    largest: float

    @property
    def total(self) -> float:
        """All trained parameters."""
        return self.matrices + self.others


def optimizer_bytes(optimizer: Optimizer, trained: Trained, width: StateBytes) -> float:
    """Bytes of moments, without the master copy [B].

    Adam keeps two moments, Lion and momentum one, Muon one for matrices and two for the rest, Adafactor the
    rows and columns of the second moment in fp32 (arXiv:1804.04235), plain SGD none.
    """
    moment = width.moment
    if optimizer in (Optimizer.ADAMW_FUSED, Optimizer.ADAMW_FOREACH):
        return 2 * moment * trained.total
    if optimizer in (Optimizer.ADAMW_8BIT, Optimizer.PAGED_ADAMW_8BIT):
        return 2 * _BYTES_8_BIT * trained.total
    if optimizer is Optimizer.ADAFACTOR:
        return BYTES_32_BIT * trained.factors
    if optimizer in (Optimizer.LION, Optimizer.SGD_MOMENTUM):
        return moment * trained.total
    if optimizer is Optimizer.MUON:
        return moment * (trained.matrices + 2 * trained.others)
    return 0.0


def step_transient_bytes(optimizer: Optimizer, trained: Trained, width: StateBytes) -> float:
    """Bytes that exist only while the optimizer steps [B].

    ``foreach`` takes one more list the size of the parameters it updates; a master copy is updated one
    parameter at a time, with an fp32 gradient of the largest; Adafactor forms its update in fp32.
    """
    if optimizer is Optimizer.ADAMW_FOREACH:
        return (width.master or width.weight) * trained.total
    if optimizer is Optimizer.MUON:
        return _MUON_COPIES * BYTES_16_BIT * trained.largest
    if optimizer is Optimizer.ADAFACTOR or width.master:
        return BYTES_32_BIT * trained.largest
    return 0.0
