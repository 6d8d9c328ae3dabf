"""Time of a training run: tokens over tokens a second."""

from collections.abc import Iterator

from calc.choices import Compute, Offload
from calc.message import Band, Message
from calc.model_shape import ModelShape
from calc.plan import JobPlan
from calc.speed.achieved import Precision
from calc.speed.checkpoint import checkpoint_needs
from calc.speed.throughput import Bound, SpeedNote, Throughput
from calc.speed.training_step import StepTime, step_time
from calc.speed.training_work import TERA, peak_tflops
from calc.workload import Training

SECONDS_PER_HOUR = 3600
WORTH_A_NOTE = 0.05
LINK_WORTH_A_NOTE = 0.20
SMALL_BATCH_WORTH_A_NOTE = 0.15


def time_training(job: JobPlan, training: Training, shape: ModelShape) -> Throughput:
    """Time a training job.

    The band is the spread of the published runs of its generation, precision and method around their median.
    """
    step = step_time(job, training, shape)
    gpus = job.parallel.gpus
    per_gpu = around(step.tokens / step.total / gpus, step.engine.evidence.share)
    hours = Band(
        *(training.train_tokens / (rate * gpus * SECONDS_PER_HOUR) for rate in (per_gpu.high, per_gpu.mid, per_gpu.low))
    )
    return Throughput(
        tokens_per_second_per_gpu=per_gpu,
        hours_per_run=hours,
        gpu_hours_per_run=Band(hours.low * gpus, hours.mid * gpus, hours.high * gpus),
        gpus=gpus,
        flops_per_token=step.flops_per_token,
        achieved_fraction=step.engine.evidence.share,
        bound=_bound(step),
        notes=tuple(_notes(job, training, step)),
        checkpoint=checkpoint_needs(job, training, shape),
    )


def around(mid: float, share: Band) -> Band:
    """A band about ``mid`` with the relative width of ``share``."""
    return Band(mid * share.low / share.mid, mid, mid * share.high / share.mid)


def _bound(step: StepTime) -> Bound:
    busy = step.work
    compute = (busy.linear + busy.attention + busy.recomputation) * step.micro_steps
    memory = (busy.total * step.micro_steps) - compute + step.update + step.offload
    parts = {Bound.COMPUTE: compute, Bound.BANDWIDTH: memory, Bound.LINK: step.waiting}
    return max(parts, key=lambda bound: parts[bound])


def _evidence_note(job: JobPlan, step: StepTime) -> Message:
    """Where the achieved fraction comes from, and what is left of it over the whole step."""
    evidence = step.engine.evidence
    code = SpeedNote.EVIDENCE if evidence.published else SpeedNote.ASSUMPTION
    rate = step.tokens / step.total / job.parallel.gpus * step.model_flops_per_token
    return Message(
        code,
        {
            "source": evidence.source,
            "low_percent": 100 * evidence.share.low,
            "high_percent": 100 * evidence.share.high,
            "model_percent": 100 * rate / (peak_tflops(job.gpu, step.engine.precision) * TERA),
        },
    )


def _notes(job: JobPlan, training: Training, step: StepTime) -> Iterator[Message]:
    yield _evidence_note(job, step)
    if training.compute is Compute.FP8 and step.engine.precision is not Precision.FP8:
        yield Message(SpeedNote.FP8_NOT_AVAILABLE, {"gpu": job.gpu.id})
    yield from _link_note(step)
    busy, times = step.work, step.micro_steps
    small = busy.launches + busy.weight_reads
    tokens = training.micro_batch_size * training.sequence_length
    if step.share(small * times) > SMALL_BATCH_WORTH_A_NOTE:
        yield Message(SpeedNote.BATCH_TOO_SMALL, {"tokens": tokens, "percent": 100 * step.share(small * times)})
    again = step.share(busy.recomputation * times)
    if again > WORTH_A_NOTE:
        counted = 1 - step.model_flops_per_token / step.flops_per_token
        yield Message(SpeedNote.RECOMPUTATION, {"percent": 100 * again, "work_percent": 100 * counted})
    costs = {
        SpeedNote.DEQUANTIZATION: busy.unpacking * times,
        SpeedNote.PIPELINE_BUBBLE: step.bubble,
    }
    for code, seconds in costs.items():
        if step.share(seconds) > WORTH_A_NOTE:
            yield Message(code, {"percent": 100 * step.share(seconds)})
    if job.parallel.offload is not Offload.NONE:
        yield Message(SpeedNote.OFFLOAD, {"percent": 100 * step.share(step.offload)})


def _link_note(step: StepTime) -> Iterator[Message]:
    share = step.share(step.waiting)
    if step.link is not None and share > LINK_WORTH_A_NOTE:
        parameters = {"percent": 100 * share, "link": step.link.kind.value, "gb_s": step.link.gb_s}
        yield Message(SpeedNote.LINK_EATS_TIME, parameters)
