"""What sizing a job gives: memory per GPU, its parts and phases, and whether it fits."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from calc.choices import Phase, Verdict
from calc.message import Band, Message


class Reason(StrEnum):
    """Why a verdict is what it is."""

    ROOM_LEFT = "room_left"
    ABOVE_90_PERCENT = "above_90_percent"
    HIGH_END_ABOVE_USABLE = "high_end_above_usable"
    SHORT_OF_MEMORY = "short_of_memory"
    LOAD_PEAK_ABOVE_USABLE = "load_peak_above_usable"
    SHARDED_LOADING_ASSUMED = "sharded_loading_assumed"
    NOT_STATED = "not_stated"


class Suggestion(StrEnum):
    """A change that would make a job fit, cheapest first; parameters carry its new figure."""

    FUSED_LOSS = "fused_loss"
    SMALLER_MICRO_BATCH = "smaller_micro_batch"
    FULL_CHECKPOINTING = "full_checkpointing"
    PAGED_8BIT_OPTIMIZER = "paged_8bit_optimizer"
    LORA = "lora"
    QLORA = "qlora"
    SHARD_OVER_GPUS = "shard_over_gpus"
    SHORTER_SEQUENCE = "shorter_sequence"
    OFFLOAD_OPTIMIZER = "offload_optimizer"
    SMALLER_WEIGHTS = "smaller_weights"
    SMALLER_KV_CACHE = "smaller_kv_cache"
    FEWER_REQUESTS = "fewer_requests"
    SMALLER_TEXTURES = "smaller_textures"
    LARGER_GPU = "larger_gpu"


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Parts of the memory of the heaviest GPU at the ruling phase; they sum to ``device_gib.mid`` [GiB]."""

    weights: float = 0.0
    gradients: float = 0.0
    optimizer: float = 0.0
    activations: float = 0.0
    loss: float = 0.0
    kv_cache: float = 0.0
    communication: float = 0.0
    transient: float = 0.0
    context: float = 0.0


@dataclass(frozen=True, slots=True)
class Footprint:
    """Memory of one job on one GPU of its plan, the heaviest rank.

    Attributes
    ----------
    allocated_gib
        Peak the tensors take: the maximum over ``phases_gib`` [GiB].
    reserved_gib
        Peak the framework takes from the device [GiB].
    device_gib
        What the card must have: reserved, context, NCCL and slack, as a band [GiB].
    usable_gib
        What a process sees of the card [GiB].
    verdict, reasons
        The rule of DESIGN §3.8, and why.
    ruling_phase, phases_gib
        Allocated peak of each phase [GiB], and which one rules.
    load_peak_gib
        Peak of a rank that reads the whole checkpoint before anything is sharded [GiB].
    host_ram_gib
        Host memory the run needs per node, loading as the verdict takes it [GiB].
    host_load_gib
        Host memory per node while every rank reads the whole checkpoint [GiB].
    logits_gib
        fp32 logits of one micro-batch on one rank, tokens x vocabulary x 4; 0 where there are none [GiB].
    deepspeed_gpu_gib, deepspeed_host_gib
        What DeepSpeed's own estimator prints for model states of a GPU and the host of a node, to compare; 0 without
        ZeRO [GiB].
    parameters, trainable_parameters
        Exact counts.
    breakdown_gib
        Parts of ``device_gib.mid``.
    suggestions
        Changes that would make it fit; empty where it fits.
    """

    allocated_gib: float
    reserved_gib: float
    device_gib: Band
    usable_gib: float
    verdict: Verdict
    reasons: tuple[Message, ...]
    ruling_phase: Phase
    phases_gib: Mapping[Phase, float]
    load_peak_gib: float
    host_ram_gib: float
    parameters: int
    trainable_parameters: int
    breakdown_gib: Breakdown
    suggestions: tuple[Message, ...] = ()
    host_load_gib: float = 0.0
    logits_gib: float = 0.0
    deepspeed_gpu_gib: float = 0.0
    deepspeed_host_gib: float = 0.0
