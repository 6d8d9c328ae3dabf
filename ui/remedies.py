"""Suggestions of the memory model as edits of the scenario."""

from collections.abc import Callable, Mapping
from typing import Any

from calc.choices import Checkpointing, Loss, Method, Offload, Optimizer
from calc.memory.footprint import Suggestion
from calc.message import Message
from calc.plan import JobPlan
from calc.workload import Training

Values = Mapping[str, Any]


def remedy_values(suggestion: Message, job: JobPlan, number: int) -> dict[str, Any]:
    """Values, by path of the draft, that carry a suggestion out.

    Parameters
    ----------
    suggestion
        One of ``Footprint.suggestions`` of the job.
    job
        The job it was made for.
    number
        Its place in the scenario.
    """
    values = EDITS[Suggestion(suggestion.code)](suggestion.parameters, job)
    return {f"jobs.{number}.{path}": value for path, value in values.items()}


def at_once(job: JobPlan) -> int:
    """Runs of the job at the same time, at its peak."""
    return max(1, job.demand.gpus // job.parallel.gpus)


def _same(*names: str) -> Callable[[Values, JobPlan], Values]:
    return lambda parameters, _: {f"workload.{name}": parameters[name] for name in names}


def _always(**values: Any) -> Callable[[Values, JobPlan], Values]:
    return lambda _, __: {f"workload.{name}": value for name, value in values.items()}


def _micro_batch(parameters: Values, job: JobPlan) -> Values:
    workload = job.workload
    if not isinstance(workload, Training):
        raise TypeError
    batch = int(parameters["micro_batch_size"])
    steps = workload.gradient_accumulation_steps * workload.micro_batch_size // batch
    return {"workload.micro_batch_size": batch, "workload.gradient_accumulation_steps": steps}


def _shard(parameters: Values, job: JobPlan) -> Values:
    gpus = int(parameters["gpus"])
    split = {name: parameters[name] for name in ("gpus", "sharding", "tensor_parallel") if name in parameters}
    return {f"parallel.{name}": value for name, value in split.items()} | {"demand.gpus": at_once(job) * gpus}


EDITS: Mapping[Suggestion, Callable[[Values, JobPlan], Values]] = {
    Suggestion.FUSED_LOSS: _always(loss=Loss.FUSED_LINEAR),
    Suggestion.SMALLER_MICRO_BATCH: _micro_batch,
    Suggestion.FULL_CHECKPOINTING: _always(gradient_checkpointing=Checkpointing.FULL),
    Suggestion.PAGED_8BIT_OPTIMIZER: _always(optimizer=Optimizer.PAGED_ADAMW_8BIT, states=None),
    Suggestion.LORA: _always(method=Method.LORA, states=None),
    Suggestion.QLORA: _always(method=Method.QLORA, states=None),
    Suggestion.SHARD_OVER_GPUS: _shard,
    Suggestion.SHORTER_SEQUENCE: _same("sequence_length"),
    Suggestion.OFFLOAD_OPTIMIZER: lambda _, __: {"parallel.offload": Offload.OPTIMIZER},
    Suggestion.SMALLER_WEIGHTS: _same("weight_format"),
    Suggestion.SMALLER_KV_CACHE: _same("kv_format"),
    Suggestion.FEWER_REQUESTS: _same("concurrent_requests"),
    Suggestion.SMALLER_TEXTURES: _same("texture_pixels"),
}
