"""From allocated bytes to what the card must have: allocator, context, communicators (docs/memory_formulas.md §9).

A statistical law of slack over what its mechanism scales with. The caching allocator cannot always reuse a freed
block for the next tensor, so its slack grows with the bytes that come and go within a step (gradients,
activations, logits, gathered weights, temporaries), not with states that are allocated once. Logits are few and
equal blocks, reused well on one stream; with collectives on a stream of their own they wait for it, and expandable
segments avoid that. The context holds kernels and library workspaces; training loads those of backward and
optimizer too.

The shares lie in the middle of the laws that hold most of 92 card readings of one to four GPUs; the law found
without a table holds that table's readings as well (``make accuracy`` prints both). Two publishers stand behind them.
"""

from dataclasses import dataclass

from calc.memory.footprint import Breakdown
from calc.message import Band

GIB = 2.0**30


@dataclass(frozen=True, slots=True)
class SlackLaw:
    """Middle of what the card must have beyond the tensors.

    Attributes
    ----------
    share
        Slack over what comes and goes, logits left out [share].
    logits_share, logits_share_of_streams
        Slack over logits on one stream, and with collectives on another [share].
    context_gib, communicator_gib
        Context and workspaces of training; NCCL channels and buffers of the communicators a rank opens [GiB].
    """

    share: float = 0.25
    logits_share: float = 0.125
    logits_share_of_streams: float = 0.5
    context_gib: float = 2.0
    communicator_gib: float = 1.25


LAW = SlackLaw()
_CONTEXT_LOW_GIB, _CONTEXT_HIGH_GIB = 0.5, 3.0
# Forward kernels alone: 0.90 GB measured with lazy loading of kernels (formulas §9).
_SERVING_CONTEXT_GIB = Band(0.3, 1.0, 1.5)
_COMMUNICATOR_HIGH_GIB = 2.0
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


def device_memory(allocated_gib: float, use: AllocatorUse, law: SlackLaw = LAW) -> DeviceMemory:
    """What the framework reserves and what the card must have [GiB].

    Parameters
    ----------
    allocated_gib
        Peak of the tensors [GiB].
    use
        What comes and goes, and on how many GPUs.
    law
        Shares and sizes of the middle.

    Returns
    -------
    DeviceMemory
        A band no wider than 15 % around its middle on one GPU, 25 % on several.
    """
    links = 1 if use.gpus > 1 else 0
    streams = links and not use.expandable_segments
    logits_share = law.logits_share_of_streams if streams else law.logits_share
    slack = law.share * (use.changing_gib - use.logits_gib) + logits_share * use.logits_gib
    context = Band(_CONTEXT_LOW_GIB, law.context_gib, _CONTEXT_HIGH_GIB)
    if use.serving:
        context = _SERVING_CONTEXT_GIB
    link = links * law.communicator_gib
    reserved = allocated_gib + slack
    mid = reserved + context.mid + link
    widest = _WIDEST_MANY if links else _WIDEST_ONE_GPU
    low = max(allocated_gib + context.low, mid * (1 - widest))
    worst = _WORST_SLACK_SHARE * use.changing_gib
    high = allocated_gib + worst + context.high + links * _COMMUNICATOR_HIGH_GIB
    band = Band(low, mid, max(mid, min(high, mid * (1 + widest))))
    return DeviceMemory(reserved, band, slack, context.mid, link)
