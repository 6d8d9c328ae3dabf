"""What timing a job gives: tokens a second, hours a run, and what bounds them."""

from dataclasses import dataclass
from enum import StrEnum

from calc.message import Band, Message
from calc.speed.checkpoint import CheckpointNeeds
from calc.speed.serving import Serving


class Bound(StrEnum):
    """What a job waits for most."""

    COMPUTE = "compute"
    BANDWIDTH = "bandwidth"
    LINK = "link"
    STATED = "stated"


class SpeedNote(StrEnum):
    """Remarks on a speed; parameters carry the figure."""

    EVIDENCE = "speed_evidence"
    """Published runs stand behind the achieved fraction: ``source``, and ``low_percent`` to ``high_percent`` of the
    peak in matrix products alone; ``model_percent`` is what the whole step comes to (MFU, arXiv:2204.02311 §4.1)."""
    ASSUMPTION = "speed_assumption"
    """No published run of this kind was found; same parameters."""
    FP8_NOT_AVAILABLE = "fp8_not_available"
    """``gpu`` has no FP8 units: reckoned in bf16."""
    LINK_EATS_TIME = "link_eats_time"
    """``percent`` of the step is waiting for the ``link`` of ``gb_s``."""
    RECOMPUTATION = "recomputation_costs_time"
    """Gradient checkpointing takes ``percent`` of the step, as published runs with and without it differ, and is
    ``work_percent`` of its operations, counted."""
    DEQUANTIZATION = "dequantization_costs_time"
    """Unpacking the quantized base takes ``percent`` of the step."""
    OFFLOAD = "offload_costs_time"
    """Host memory traffic and the optimizer on the CPU take ``percent`` of the step."""
    PIPELINE_BUBBLE = "pipeline_bubble"
    """GPUs of a pipeline idle ``percent`` of the step; more accumulation steps shrink it."""
    BATCH_TOO_SMALL = "batch_too_small"
    """A micro-batch of ``tokens`` does not fill the GPU: ``percent`` of the step is launches and weight reads."""
    REQUESTS_WAIT = "requests_wait"
    """The KV cache has room for ``fitting`` of the ``requested`` requests at once; the others queue."""
    WEIGHTS_DO_NOT_FIT = "weights_do_not_fit"
    """Weights of ``gib`` per GPU leave no room for a KV cache; the speed is that of one request."""
    MORE_GPUS_NEEDED = "more_gpus_needed"
    """The month's work needs ``gpus`` GPUs round the clock; the job has ``present``."""
    RATIO_OF_FP32_RATES = "ratio_of_fp32_rates"
    """Frame time is the reference card's divided by ``ratio``, the ratio of fp32 rates: an assumption."""
    STATED_BY_USER = "stated_by_user"
    """Hours are the user's own figure."""


@dataclass(frozen=True, slots=True)
class Throughput:
    """Speed of one job.

    Attributes
    ----------
    tokens_per_second_per_gpu
        Band of tokens a second on one GPU [token/s]; ``None`` for rendering and given work.
    hours_per_run
        Band of hours of one run on ``gpus`` GPUs [h]; for inference and rendering, GPU-hours of a
        month divided by the GPUs; ``None`` where the user stated nothing.
    gpu_hours_per_run
        The same times the GPUs of the run [GPU-h].
    gpus
        GPUs of one run.
    flops_per_token
        Forward, backward and recomputation [FLOP/token]; 0 where it has no meaning.
    achieved_fraction
        Share of the dense peak assumed [-], as a band; ``None`` where not used.
    bound
        What the job waits for.
    notes
        Coded remarks: evidence of the band, FP8 not available, link share ...
    serving
        Users, waiting and GPUs of serving; ``None`` for other work.
    checkpoint
        Size, writing and interval of checkpoints; ``None`` for work that writes none.
    """

    tokens_per_second_per_gpu: Band | None
    hours_per_run: Band | None
    gpu_hours_per_run: Band | None
    gpus: int
    flops_per_token: float
    achieved_fraction: Band | None
    bound: Bound
    notes: tuple[Message, ...] = ()
    checkpoint: CheckpointNeeds | None = None
    serving: Serving | None = None
