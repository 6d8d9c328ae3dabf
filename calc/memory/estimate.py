"""One job's memory, from its parts to a verdict, without suggestions."""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from calc.choices import Phase, Verdict
from calc.errors import ErrorCode, EsepError
from calc.memory.deepspeed import NOT_SHARDED, DeepSpeedEstimate, deepspeed_estimate
from calc.memory.device import GIB, AllocatorUse, allocator_use, device_memory
from calc.memory.footprint import Breakdown, Footprint, Reason
from calc.memory.inference import serving_rank
from calc.memory.load import load_peak_bytes, loads_sharded, sharded_load_bytes, training_host_bytes, whole_copies_bytes
from calc.memory.parameters import count_parameters
from calc.memory.rank import TrainingRank, trainable_parameters, training_ranks
from calc.memory.rendering import frame_bytes, geometry_bytes, texture_bytes
from calc.memory.sharding import check_split
from calc.memory.training import Moment, moments
from calc.memory.verdict import judge
from calc.message import Band, Message
from calc.model_shape import ModelShape
from calc.plan import JobPlan
from calc.recipe import DEFAULTS
from calc.workload import Given, Inference, Rendering, Training

_PARTS = tuple(field.name for field in fields(Breakdown))
# Libraries, tokenizer and request queues of a serving process.
_HOST_BASE_BYTES = 16 * 2.0**30


@dataclass(frozen=True, slots=True)
class _Sized:
    """What every kind of work gives before the card is looked at [B]."""

    moments: tuple[tuple[Phase, Breakdown, float], ...]
    load_peak: float
    load_as_run: float
    host: float
    parameters: int
    trainable: int
    host_load: float = 0.0
    logits: float = 0.0
    assumes_sharded: bool = False
    deepspeed: DeepSpeedEstimate = NOT_SHARDED


def estimate(job: JobPlan) -> Footprint:
    """Memory of a job on one GPU of its plan, the heaviest rank.

    Raises
    ------
    EsepError
        ``not_divisible`` for a split the model cannot take, ``missing`` for a model without a shape.
    """
    workload = job.workload
    if isinstance(workload, Given):
        return _stated(workload, job)
    if isinstance(workload, Rendering):
        return _footprint(job, _scene(workload))
    if job.shape is None:
        raise EsepError(ErrorCode.MISSING, "workload.model", "", "")
    check_split(job.parallel, job.shape)
    if isinstance(workload, Inference):
        return _footprint(job, _serving(workload, job.shape, job))
    return _footprint(job, _training(workload, job.shape, job))


def total(parts: Breakdown) -> float:
    """Sum of the parts, in their unit."""
    return (
        parts.weights
        + parts.gradients
        + parts.optimizer
        + parts.activations
        + parts.loss
        + parts.kv_cache
        + parts.communication
        + parts.transient
        + parts.context
    )


def _training(training: Training, shape: ModelShape, job: JobPlan) -> _Sized:
    ranks = training_ranks(shape, training, job.parallel)
    weighed: list[tuple[float, TrainingRank, tuple[tuple[Phase, Breakdown, float], ...]]] = []
    for rank in ranks:
        all_moments = _weighed(moments(rank))
        weighed.append((max(weight for _, _, weight in all_moments), rank, all_moments))
    _, heaviest, its_moments = max(weighed, key=lambda one: one[0])
    load_peak = load_peak_bytes(heaviest)
    as_run = sharded_load_bytes(heaviest) if loads_sharded(heaviest) else load_peak
    load = (Phase.LOAD, Breakdown(weights=as_run), as_run)
    trainable = trainable_parameters(shape, training)
    adapters = trainable if heaviest.recipe.adapters else 0
    return _Sized(
        moments=(load, *its_moments),
        load_peak=load_peak,
        load_as_run=as_run,
        host=training_host_bytes(heaviest, job.gpus_per_node),
        parameters=heaviest.whole.total,
        trainable=trainable,
        deepspeed=deepspeed_estimate(heaviest.whole, adapters, job.parallel, job.gpus_per_node),
        host_load=whole_copies_bytes(heaviest, job.gpus_per_node),
        logits=max(rank.logits for rank in ranks),
        assumes_sharded=loads_sharded(heaviest) and job.parallel.sharded_loading is None,
    )


def _weighed(moments: Iterable[Moment]) -> tuple[tuple[Phase, Breakdown, float], ...]:
    return tuple((phase, parts, total(parts)) for phase, parts in moments)


def _serving(workload: Inference, shape: ModelShape, job: JobPlan) -> _Sized:
    rank = serving_rank(shape, workload, job.parallel)
    parts = rank.parts
    count = count_parameters(shape)
    return _Sized(
        moments=(
            (Phase.LOAD, Breakdown(weights=rank.weights), rank.weights),
            (Phase.PREFILL, parts, total(parts)),
        ),
        load_peak=rank.weights,
        load_as_run=rank.weights,
        host=_HOST_BASE_BYTES + rank.weights * min(job.parallel.gpus, job.gpus_per_node),
        parameters=count.total,
        trainable=0,
    )


def _scene(workload: Rendering) -> _Sized:
    scene = geometry_bytes(workload) + texture_bytes(workload)
    parts = Breakdown(weights=scene, activations=frame_bytes(workload))
    return _Sized(
        moments=((Phase.LOAD, Breakdown(weights=scene), scene), (Phase.RENDER, parts, total(parts))),
        load_peak=scene,
        load_as_run=scene,
        host=_HOST_BASE_BYTES + 2 * scene,
        parameters=0,
        trainable=0,
    )


def _footprint(job: JobPlan, sized: _Sized) -> Footprint:
    phase, parts, peak = max(sized.moments, key=lambda moment: moment[2])
    allocated = peak / GIB
    device = device_memory(allocated, use_of(parts, job))
    phases: dict[Phase, float] = {}
    for name, _, weight in sized.moments:
        phases[name] = max(phases.get(name, 0.0), weight / GIB)
    usable = job.gpu.usable_gib * _usable_share(job)
    verdict, reasons = judge(device.device_gib, usable, sized.load_as_run / GIB)
    if sized.assumes_sharded and sized.load_peak / GIB > usable:
        said = {"gib": sized.load_peak / GIB, "host_gib": sized.host_load / GIB}
        reasons += (Message(Reason.SHARDED_LOADING_ASSUMED, said),)
    scaled = {name: getattr(parts, name) / GIB for name in _PARTS}
    scaled["transient"] += device.slack_gib
    scaled["communication"] += device.communicator_gib
    scaled["context"] += device.context_gib
    return Footprint(
        allocated_gib=allocated,
        reserved_gib=device.reserved_gib,
        device_gib=device.device_gib,
        usable_gib=usable,
        verdict=verdict,
        reasons=reasons,
        ruling_phase=phase,
        phases_gib=phases,
        load_peak_gib=sized.load_peak / GIB,
        host_ram_gib=sized.host / GIB,
        parameters=sized.parameters,
        trainable_parameters=sized.trainable,
        breakdown_gib=Breakdown(**scaled),
        host_load_gib=sized.host_load / GIB,
        logits_gib=sized.logits / GIB,
        deepspeed_gpu_gib=sized.deepspeed.gpu / GIB,
        deepspeed_host_gib=sized.deepspeed.host / GIB,
    )


def _usable_share(job: JobPlan) -> float:
    """Part of the card the work may take."""
    if isinstance(job.workload, Inference):
        return job.workload.memory_share
    return 1 - job.workload.engine_memory_share if isinstance(job.workload, Training) else 1.0


def use_of(parts: Breakdown, job: JobPlan) -> AllocatorUse:
    """What of a job's parts [B] the allocator's slack follows."""
    workload = job.workload
    if not isinstance(workload, Training):
        return allocator_use(parts, job.parallel.gpus, serving=True)
    expandable = DEFAULTS[workload.framework].expandable_segments
    return allocator_use(parts, job.parallel.gpus, serving=False, expandable_segments=expandable)


def _stated(workload: Given, job: JobPlan) -> Footprint:
    """Memory as the user states it; unstated memory is no obstacle, and is said to be unstated."""
    stated = workload.memory_gib_per_gpu
    band = Band(stated, stated, stated)
    usable = job.gpu.usable_gib
    if stated:
        verdict, reasons = judge(band, usable, 0.0)
    else:
        verdict, reasons = Verdict.FITS, (Message(Reason.NOT_STATED),)
    return Footprint(
        allocated_gib=stated,
        reserved_gib=stated,
        device_gib=band,
        usable_gib=usable,
        verdict=verdict,
        reasons=reasons,
        ruling_phase=Phase.LOAD,
        phases_gib={Phase.LOAD: stated},
        load_peak_gib=stated,
        host_ram_gib=0.0,
        parameters=0,
        trainable_parameters=0,
        breakdown_gib=Breakdown(weights=stated),
    )
