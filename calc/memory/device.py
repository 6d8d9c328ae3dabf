"""From allocated bytes to what the card must have: allocator, context, communicators (docs/memory_formulas.md §9).

A statistical law of slack over what its mechanism scales with. The caching allocator cannot always reuse a freed
block for the next tensor, so its slack grows with the bytes that come and go within a step (gradients,
activations, logits, gathered weights, temporaries), not with states that are allocated once. Logits are few and
equal blocks, reused well on one stream; with collectives on a stream of their own they wait for it, and expandable
segments avoid that. The context holds kernels and library workspaces; training loads those of backward and
optimizer too.

The shares are medians over 92 device readings of five models' families on one to four GPUs; left out source by
source, the law of the others holds the same number of them (``make accuracy``).
"""

from dataclasses import dataclass

from calc.memory.footprint import Breakdown
from calc.message import Band

GIB = 2.0**30
_SLACK_SHARE = 0.25
_LOGITS_SLACK_SHARE = 0.125
_LOGITS_SLACK_SHARE_OF_STREAMS = 0.5
_CONTEXT_GIB = Band(0.5, 2.0, 3.0)
# Forward kernels alone: 0.90 GB measured with lazy loading of kernels (formulas §9).
_SERVING_CONTEXT_GIB = Band(0.3, 1.0, 1.5)
# NCCL channels and buffers of the communicators a rank opens.
_COMMUNICATOR_GIB = Band(0.0, 1.25, 2.0)
# At worst every changing byte is reserved once more.
_WORST_SLACK_SHARE = 1.0
_WIDEST_ONE_GPU = 0.15
_WIDEST_MANY = 0.25


@dataclass(frozen=True, slots=True)
class DeviceMemory:
    """Reserved figure, device band, and the middle's outside parts [GiB]."""

    reserved_gib: float
    device_gib: Band
    slack_gib: float
    context_gib: float
    communicator_gib: float


@dataclass(frozen=True, slots=True)
class AllocatorUse:
    """What the allocator's slack follows.

    Attributes
    ----------
    changing_gib
        Bytes that come and go during a step, logits included [GiB].
    logits_gib
        Logits and their gradients among them [GiB].
    gpus
        GPUs of the run; above one, communicators are open.
    serving
        No backward pass: fewer kernels.
    expandable_segments
        The allocator grows segments in place (``PYTORCH_CUDA_ALLOC_CONF``).
    """

    changing_gib: float
    logits_gib: float
    gpus: int
    serving: bool
    expandable_segments: bool = False


def allocator_use(parts: Breakdown, gpus: int, *, serving: bool, expandable_segments: bool = False) -> AllocatorUse:
    """What of a breakdown [B] comes and goes during a step."""
    changing = parts.gradients + parts.activations + parts.loss + parts.communication + parts.transient
    return AllocatorUse(changing / GIB, parts.loss / GIB, gpus, serving, expandable_segments)


def device_memory(allocated_gib: float, use: AllocatorUse) -> DeviceMemory:
    """What the framework reserves and what the card must have [GiB].

    Parameters
    ----------
    allocated_gib
        Peak of the tensors [GiB].
    use
        What comes and goes, and on how many GPUs.

    Returns
    -------
    DeviceMemory
        A band no wider than 15 % around its middle on one GPU, 25 % on several.
    """
    links = 1 if use.gpus > 1 else 0
    streams = links and not use.expandable_segments
    logits_share = _LOGITS_SLACK_SHARE_OF_STREAMS if streams else _LOGITS_SLACK_SHARE
    slack = _SLACK_SHARE * (use.changing_gib - use.logits_gib) + logits_share * use.logits_gib
    context = _SERVING_CONTEXT_GIB if use.serving else _CONTEXT_GIB
    link = links * _COMMUNICATOR_GIB.mid
    reserved = allocated_gib + slack
    mid = reserved + context.mid + link
    widest = _WIDEST_MANY if links else _WIDEST_ONE_GPU
    low = allocated_gib + context.low + links * _COMMUNICATOR_GIB.low
    worst = _WORST_SLACK_SHARE * use.changing_gib
    high = allocated_gib + worst + context.high + links * _COMMUNICATOR_GIB.high
    band = Band(max(low, mid * (1 - widest)), mid, min(high, mid * (1 + widest)))
    return DeviceMemory(reserved, band, slack, context.mid, link)
