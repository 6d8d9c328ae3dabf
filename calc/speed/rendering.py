"""Time of offline rendering: frames are independent, so GPUs never wait for each other."""

import math
from collections.abc import Iterator

from calc.errors import ErrorCode, EsepError
from calc.gpu import Gpu
from calc.message import Band, Message
from calc.plan import JobPlan
from calc.speed.throughput import Bound, SpeedNote, Throughput
from calc.workload import Rendering

MINUTES_PER_HOUR = 60
HOURS_PER_MONTH = 730
SAME_CARD = Band(0.9, 1.0, 1.1)
"""Assumption: frames of one scene differ by a tenth about the stated mean."""
OTHER_CARD = Band(0.7, 1.0, 1.3)
"""Assumption: ray-tracing units and bandwidth move a card away from its ratio of fp32 rates."""


def minutes_per_frame(gpu: Gpu, reference: Gpu, reference_minutes: float) -> float:
    """Minutes of one frame on ``gpu``: the reference card's, divided by the ratio of fp32 rates [min]."""
    return reference_minutes * reference.fp32_tflops / gpu.fp32_tflops


def time_rendering(job: JobPlan, scene: Rendering) -> Throughput:
    """Time a month of frames.

    Raises
    ------
    EsepError
        ``MISSING`` when the plan has no reference card.
    """
    reference = job.reference_gpu
    if reference is None:
        raise EsepError(ErrorCode.MISSING, "workload.reference_gpu", scene.reference_gpu)
    gpus = job.parallel.gpus
    minutes = minutes_per_frame(job.gpu, reference, scene.minutes_per_frame)
    spread = SAME_CARD if job.gpu.id == reference.id else OTHER_CARD
    gpu_hours = scene.frames_per_month * minutes / MINUTES_PER_HOUR
    band = Band(gpu_hours * spread.low, gpu_hours, gpu_hours * spread.high)
    return Throughput(
        tokens_per_second_per_gpu=None,
        hours_per_run=Band(band.low / gpus, band.mid / gpus, band.high / gpus),
        gpu_hours_per_run=band,
        gpus=gpus,
        flops_per_token=0.0,
        achieved_fraction=None,
        bound=Bound.COMPUTE,
        notes=tuple(_notes(job, reference, gpu_hours)),
    )


def _notes(job: JobPlan, reference: Gpu, gpu_hours: float) -> Iterator[Message]:
    if job.gpu.id != reference.id:
        yield Message(SpeedNote.RATIO_OF_FP32_RATES, {"ratio": job.gpu.fp32_tflops / reference.fp32_tflops})
    needed = math.ceil(gpu_hours / HOURS_PER_MONTH)
    if needed > job.parallel.gpus:
        yield Message(SpeedNote.MORE_GPUS_NEEDED, {"gpus": needed, "present": job.parallel.gpus})
