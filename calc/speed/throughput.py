"""What timing a job gives: tokens a second, hours a run, and what bounds them."""

from dataclasses import dataclass
from enum import StrEnum

from calc.message import Band, Message


class Bound(StrEnum):
    """What a job waits for most."""

    COMPUTE = "compute"
    BANDWIDTH = "bandwidth"
    LINK = "link"
    STATED = "stated"


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
    """

    tokens_per_second_per_gpu: Band | None
    hours_per_run: Band | None
    gpu_hours_per_run: Band | None
    gpus: int
    flops_per_token: float
    achieved_fraction: Band | None
    bound: Bound
    notes: tuple[Message, ...] = ()
