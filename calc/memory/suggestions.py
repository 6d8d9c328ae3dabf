"""Changes that would make a job fit, cheapest first, each sized and timed again."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from calc.choices import (
    Checkpointing,
    KvFormat,
    Loss,
    Method,
    Offload,
    Optimizer,
    Sharding,
    Verdict,
    WeightFormat,
)
from calc.memory.estimate import estimate
from calc.memory.footprint import Footprint, Suggestion
from calc.memory.largest import gpu_hours
from calc.memory.sharding import tensor_sizes
from calc.message import Message, Parameter
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.recipe import recipe
from calc.workload import Inference, Rendering, Training, Workload

GPU_COUNTS = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)

_CHANGES_WORK = frozenset(
    {
        Suggestion.LORA,
        Suggestion.QLORA,
        Suggestion.SHORTER_SEQUENCE,
        Suggestion.FEWER_REQUESTS,
        Suggestion.SMALLER_TEXTURES,
        Suggestion.SMALLER_WEIGHTS,
    }
)
"""Changes after which the work is another."""

Change = tuple[Suggestion, Workload, Parallel, dict[str, Parameter]]


def suggestions(job: JobPlan, footprint: Footprint) -> tuple[Message, ...]:
    """Single changes after which the job no longer fails to fit; empty where it fits.

    Each message carries ``gib`` (new middle of the device band), ``verdict``, ``slowdown_share`` (GPU-hours of the
    same tokens over those of the job as it is, less one; 0 where it is no slower) and what the change sets. Of equal
    cost, changes that leave the work as it is come first.
    """
    if footprint.verdict is Verdict.FITS:
        return ()
    hours = gpu_hours(job)
    found: list[Message] = []
    for code, options in groupby(_changes(job), key=itemgetter(0)):
        first = _least(job, footprint, list(options))
        if first is None:
            continue
        changed, sized, parameters = first
        said: dict[str, Parameter] = {
            "gib": sized.device_gib.mid,
            "verdict": str(sized.verdict),
            "slowdown_share": max(0.0, gpu_hours(changed) / hours - 1) if hours else 0.0,
        }
        found.append(Message(code, {**said, **parameters}))
    return tuple(sorted(found, key=_cost))


def _least(
    job: JobPlan, footprint: Footprint, options: list[Change]
) -> tuple[JobPlan, Footprint, dict[str, Parameter]] | None:
    """The least of ever greater changes of one kind after which the job no longer fails to fit, by halving."""

    def tried(option: Change) -> tuple[JobPlan, Footprint, dict[str, Parameter]] | None:
        changed = replace(job, workload=option[1], parallel=option[2])
        sized = estimate(changed)
        better = sized.device_gib.mid < footprint.device_gib.mid
        return (changed, sized, option[3]) if better and sized.verdict is not Verdict.DOES_NOT_FIT else None

    best = tried(options[-1])
    low, high = 0, len(options) - 1
    while best is not None and low < high:
        middle = (low + high) // 2
        one = tried(options[middle])
        low, high, best = (low, middle, one) if one else (middle + 1, high, best)
    return best


def _cost(message: Message) -> tuple[float, bool]:
    return float(message.parameters["slowdown_share"]), message.code in _CHANGES_WORK


def _changes(job: JobPlan) -> Iterator[Change]:
    workload = job.workload
    if isinstance(workload, Training):
        yield from _training_changes(workload, job.parallel)
        yield from _sharding_changes(workload, job)
    elif isinstance(workload, Inference):
        yield from _inference_changes(workload, job)
    elif isinstance(workload, Rendering):
        yield from _rendering_changes(workload, job.parallel)


def _training_changes(training: Training, parallel: Parallel) -> Iterator[Change]:
    filled = recipe(training)
    if filled.loss is not Loss.FUSED_LINEAR:
        yield Suggestion.FUSED_LOSS, training.model_copy(update={"loss": Loss.FUSED_LINEAR}), parallel, {}
    if training.gradient_checkpointing is not Checkpointing.FULL:
        changed = training.model_copy(update={"gradient_checkpointing": Checkpointing.FULL})
        yield Suggestion.FULL_CHECKPOINTING, changed, parallel, {}
    batch = training.micro_batch_size
    while batch > 1:
        batch //= 2
        steps = training.gradient_accumulation_steps * training.micro_batch_size // batch
        changed = training.model_copy(update={"micro_batch_size": batch, "gradient_accumulation_steps": steps})
        yield Suggestion.SMALLER_MICRO_BATCH, changed, parallel, {"micro_batch_size": batch}
    if not filled.adapters and filled.optimizer is not Optimizer.PAGED_ADAMW_8BIT:
        changed = training.model_copy(update={"optimizer": Optimizer.PAGED_ADAMW_8BIT, "states": None})
        yield Suggestion.PAGED_8BIT_OPTIMIZER, changed, parallel, {}
    if training.method is Method.FULL:
        changed = training.model_copy(update={"method": Method.LORA, "states": None})
        yield Suggestion.LORA, changed, parallel, {"lora_rank": training.lora_rank}
    if training.method in (Method.FULL, Method.LORA):
        changed = training.model_copy(update={"method": Method.QLORA, "states": None})
        yield Suggestion.QLORA, changed, parallel, {"lora_rank": training.lora_rank}
    yield from _shorter(training, parallel)
    if parallel.offload is Offload.NONE and not filled.adapters:
        changed_split = parallel.model_copy(update={"offload": Offload.OPTIMIZER})
        yield Suggestion.OFFLOAD_OPTIMIZER, training, changed_split, {}


def _shorter(training: Training, parallel: Parallel) -> Iterator[Change]:
    length = training.sequence_length
    while length > 512:  # noqa: PLR2004 - shorter sequences are another task
        length //= 2
        changed = training.model_copy(update={"sequence_length": length})
        yield Suggestion.SHORTER_SEQUENCE, changed, parallel, {"sequence_length": length}


def _sharding_changes(training: Training, job: JobPlan) -> Iterator[Change]:
    for count in GPU_COUNTS:
        if count > job.parallel.gpus and count % job.parallel.model_parallel == 0:
            split = job.parallel.model_copy(update={"gpus": count, "sharding": Sharding.FSDP})
            parameters: dict[str, Parameter] = {"gpus": count, "sharding": str(Sharding.FSDP)}
            yield Suggestion.SHARD_OVER_GPUS, training, split, parameters


def _inference_changes(workload: Inference, job: JobPlan) -> Iterator[Change]:
    if workload.kv_format is KvFormat.BF16:
        changed = workload.model_copy(update={"kv_format": KvFormat.FP8})
        yield Suggestion.SMALLER_KV_CACHE, changed, job.parallel, {"kv_format": str(KvFormat.FP8)}
    smaller = {WeightFormat.BF16: (WeightFormat.FP8, WeightFormat.INT4)}.get(
        workload.weight_format, (WeightFormat.INT4,)
    )
    for one in smaller:
        if one is not workload.weight_format:
            changed = workload.model_copy(update={"weight_format": one})
            yield Suggestion.SMALLER_WEIGHTS, changed, job.parallel, {"weight_format": str(one)}
    requests = workload.concurrent_requests
    while requests > 1:
        requests //= 2
        changed = workload.model_copy(update={"concurrent_requests": requests})
        yield Suggestion.FEWER_REQUESTS, changed, job.parallel, {"concurrent_requests": requests}
    if job.shape is not None:
        for tensor in tensor_sizes(job.shape):
            if job.parallel.tensor_parallel < tensor <= job.gpus_per_node:
                gpus = max(job.parallel.gpus, tensor * job.parallel.pipeline_parallel)
                split = job.parallel.model_copy(update={"gpus": gpus, "tensor_parallel": tensor})
                said: dict[str, Parameter] = {"gpus": gpus, "tensor_parallel": tensor}
                if gpus % split.model_parallel == 0:
                    yield Suggestion.SHARD_OVER_GPUS, workload, split, said


def _rendering_changes(workload: Rendering, parallel: Parallel) -> Iterator[Change]:
    pixels = workload.texture_pixels
    while pixels > 512:  # noqa: PLR2004 - below this textures are no longer the weight
        pixels //= 2
        changed = workload.model_copy(update={"texture_pixels": pixels})
        yield Suggestion.SMALLER_TEXTURES, changed, parallel, {"texture_pixels": pixels}
