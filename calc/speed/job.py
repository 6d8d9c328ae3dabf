"""Time of any job: one entry for training, inference, rendering and stated work."""

from calc.errors import ErrorCode, EsepError
from calc.message import Band, Message
from calc.model_shape import ModelShape
from calc.plan import JobPlan
from calc.speed.inference import time_inference
from calc.speed.rendering import time_rendering
from calc.speed.throughput import Bound, SpeedNote, Throughput
from calc.speed.training import time_training
from calc.workload import Given, Inference, Rendering, Training


def time_job(job: JobPlan) -> Throughput:
    """Speed and hours of one job.

    Raises
    ------
    EsepError
        ``UNKNOWN_ARCHITECTURE`` when a model has no shapes to reckon with; ``MISSING`` when a rendering job has
        no reference card.
    """
    workload = job.workload
    if isinstance(workload, Training):
        return time_training(job, workload, _shape(job))
    if isinstance(workload, Inference):
        return time_inference(job, workload, _shape(job))
    if isinstance(workload, Rendering):
        return time_rendering(job, workload)
    return _stated(job, workload)


def _shape(job: JobPlan) -> ModelShape:
    if job.shape is None or not job.shape.layers or not job.shape.hidden:
        model = getattr(job.workload, "model", "")
        raise EsepError(ErrorCode.UNKNOWN_ARCHITECTURE, "workload.model", model if isinstance(model, str) else "config")
    return job.shape


def _stated(job: JobPlan, given: Given) -> Throughput:
    gpus, hours = job.parallel.gpus, given.hours_per_run
    stated = Band(hours, hours, hours) if hours else None
    return Throughput(
        tokens_per_second_per_gpu=None,
        hours_per_run=stated,
        gpu_hours_per_run=Band(hours * gpus, hours * gpus, hours * gpus) if hours else None,
        gpus=gpus,
        flops_per_token=0.0,
        achieved_fraction=None,
        bound=Bound.STATED,
        notes=(Message(SpeedNote.STATED_BY_USER),) if hours else (),
    )
