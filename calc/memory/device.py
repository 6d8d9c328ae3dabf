"""From allocated bytes to what the card must have: allocator, context, communicators (formulas §9).

The allocator's slack grows with what comes and goes (activations, logits, gathered weights), not with states
that are allocated once. Its share and the sizes of context and communicators are assumptions inside the ranges
published for PyTorch 1.13 to 2.x; the band carries the doubt.
"""

from dataclasses import dataclass

from calc.memory.footprint import Breakdown
from calc.message import Band

GIB = 2.0**30
# Share of the changing bytes that rounding and fragmentation add.
_SLACK = Band(0.02, 0.12, 0.30)
_CONTEXT_GIB = Band(0.3, 0.6, 1.0)
# NCCL buffers and channels of one communicator set, and how many sets a rank opens.
_COMMUNICATOR_GIB = Band(0.2, 0.5, 1.0)
_WIDEST_ONE_GPU = 0.15
_WIDEST_MANY = 0.25


@dataclass(frozen=True, slots=True)
class DeviceMemory:
    """Reserved figure, device band, and the middle's two outside parts [GiB]."""

    reserved_gib: float
    device_gib: Band
    slack_gib: float
    context_gib: float
    communicator_gib: float


def changing_bytes(parts: Breakdown) -> float:
    """Bytes that come and go during a step [B]."""
    return parts.activations + parts.loss + parts.communication + parts.transient


def device_memory(allocated_gib: float, changing_gib: float, gpus: int) -> DeviceMemory:
    """What the framework reserves and what the card must have.

    Parameters
    ----------
    allocated_gib
        Peak of the tensors [GiB].
    changing_gib
        Part of it that comes and goes [GiB].
    gpus
        GPUs of the run; above one, communicators are open.
    """
    links = 1 if gpus > 1 else 0
    slack = _SLACK.mid * changing_gib
    reserved = allocated_gib + slack
    context, link = _CONTEXT_GIB.mid, links * _COMMUNICATOR_GIB.mid
    mid = reserved + context + link
    low = allocated_gib + _SLACK.low * changing_gib + _CONTEXT_GIB.low + links * _COMMUNICATOR_GIB.low
    high = allocated_gib + _SLACK.high * changing_gib + _CONTEXT_GIB.high + links * _COMMUNICATOR_GIB.high
    widest = _WIDEST_MANY if links else _WIDEST_ONE_GPU
    band = Band(max(low, mid * (1 - widest)), mid, min(high, mid * (1 + widest)))
    return DeviceMemory(reserved, band, slack, context, link)
