"""The largest context, batch and number of requests that fit a card, and where activations outgrow the weights."""

from collections.abc import Callable
from dataclasses import dataclass, replace

# As a module: the package of speeds reads parameter counts from this one.
import calc.speed.job as speed
from calc.choices import Checkpointing, Verdict
from calc.errors import ErrorCode, EsepError
from calc.memory.estimate import estimate
from calc.memory.footprint import Footprint
from calc.plan import JobPlan
from calc.workload import Inference, Training, Workload

_LONGEST = 16_777_216
_LARGEST_BATCH = 65_536
_MOST_REQUESTS = 1_000_000
_ROOMY_GIB = 1e6


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest value of one field that fits, and the memory it takes.

    Attributes
    ----------
    value
        In the unit of the field: tokens, sequences or requests.
    footprint
        Memory of the job with it.
    """

    value: int
    footprint: Footprint


@dataclass(frozen=True, slots=True)
class ServingRoom:
    """What a serving job has room for.

    Attributes
    ----------
    requests
        Most requests at once at the stated context; ``None`` where not even one fits.
    tokens
        Longest context of a single request [token]; ``None`` likewise.
    """

    requests: Largest | None
    tokens: Largest | None


@dataclass(frozen=True, slots=True)
class CheckpointingTrade:
    """What full gradient checkpointing saves and costs.

    Attributes
    ----------
    saved_gib
        Less of the middle of the device band than without it [GiB].
    slowdown_share
        More GPU-hours for the same tokens than without it [share].
    """

    saved_gib: float
    slowdown_share: float


def largest_sequence(job: JobPlan, worst: Verdict = Verdict.TIGHT) -> Largest | None:
    """Longest sequence of a training job, or context of a serving one, that still fits; ``None`` where none does.

    Parameters
    ----------
    worst
        Worst verdict that counts as fitting.

    Raises
    ------
    EsepError
        As ``estimate``; ``wrong_type`` for work without a sequence.
    """
    field = "context_length" if isinstance(job.workload, Inference) else "sequence_length"
    return _largest(job, field, _LONGEST, worst)


def largest_batch(job: JobPlan, worst: Verdict = Verdict.TIGHT) -> Largest | None:
    """Largest micro-batch of a training job that still fits; parameters and errors as ``largest_sequence``."""
    return _largest(job, "micro_batch_size", _LARGEST_BATCH, worst)


def largest_concurrency(job: JobPlan, worst: Verdict = Verdict.TIGHT) -> Largest | None:
    """Most concurrent requests of a serving job that still fit; parameters and errors as ``largest_sequence``."""
    return _largest(job, "concurrent_requests", _MOST_REQUESTS, worst)


def serving_room(job: JobPlan, worst: Verdict = Verdict.TIGHT) -> ServingRoom:
    """Requests at the stated context, and tokens of one request, that fit; errors as ``largest_sequence``."""
    one = replace(job, workload=_with(job.workload, "concurrent_requests", 1))
    return ServingRoom(largest_concurrency(job, worst), largest_sequence(one, worst))


def length_where_activations_rule(job: JobPlan) -> int | None:
    """Shortest sequence at which activations and loss take more than the weights [token]; ``None`` for none."""

    def exceeds(length: int) -> bool:
        parts = estimate(replace(job, workload=_with(job.workload, "sequence_length", length))).breakdown_gib
        return parts.activations + parts.loss > parts.weights

    if not exceeds(_LONGEST):
        return None
    return _last(lambda length: not exceeds(length), _LONGEST) + 1


def checkpointing_trade(job: JobPlan) -> CheckpointingTrade:
    """Memory that full gradient checkpointing saves and the time it costs; errors as ``largest_sequence``."""
    kept, recomputed = (
        replace(job, workload=_with(job.workload, "gradient_checkpointing", kind))
        for kind in (Checkpointing.NONE, Checkpointing.FULL)
    )
    saved = estimate(kept).device_gib.mid - estimate(recomputed).device_gib.mid
    before, after = gpu_hours(kept), gpu_hours(recomputed)
    return CheckpointingTrade(saved, after / before - 1 if before else 0.0)


def gpu_hours(job: JobPlan) -> float:
    """GPU-hours of a run, or of a month of serving, at the middle of its band [GPU-h]; 0 where none are known.

    Reckoned as if the card had room: what does not fit has no speed to compare with.
    """
    if not isinstance(job.workload, Training | Inference):
        return 0.0
    roomy = replace(job, gpu=replace(job.gpu, usable_gib=_ROOMY_GIB))
    hours = speed.time_job(roomy).gpu_hours_per_run
    return hours.mid if hours else 0.0


def _largest(job: JobPlan, field: str, most: int, worst: Verdict) -> Largest | None:
    allowed = {Verdict.FITS} if worst is Verdict.FITS else {Verdict.FITS, Verdict.TIGHT}

    def sized(value: int) -> Footprint:
        return estimate(replace(job, workload=_with(job.workload, field, value)))

    value = _last(lambda value: sized(value).verdict in allowed, most)
    return Largest(value, sized(value)) if value else None


def _last(holds: Callable[[int], bool], most: int) -> int:
    """Largest whole number for which a condition that fails from somewhere on holds; 0 where it never does."""
    low, high = 0, 1
    while high <= most and holds(high):
        low, high = high, high * 2
    high = min(high, most + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _with(workload: Workload, field: str, value: int | Checkpointing) -> Workload:
    if not isinstance(workload, Training | Inference) or field not in type(workload).model_fields:
        raise EsepError(ErrorCode.WRONG_TYPE, "workload.kind", str(workload.kind), "training | inference")
    return workload.model_copy(update={field: value})
