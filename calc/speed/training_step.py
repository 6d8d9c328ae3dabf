"""Seconds one optimizer step of training takes, part by part."""

from dataclasses import dataclass

from calc.choices import Framework
from calc.memory.parameters import count_adapters, count_parameters
from calc.memory.quantization import code_bytes
from calc.model_shape import ModelShape
from calc.plan import JobPlan
from calc.recipe import Recipe, recipe
from calc.speed.gpu_link import Link
from calc.speed.training_link import TrafficLoad, data_parallel, traffic
from calc.speed.training_update import offload_seconds, update_seconds
from calc.speed.training_work import (
    HALF_BYTES,
    Engine,
    Work,
    engine,
    flops_per_token,
    local_parameters,
    model_flops_per_token,
    work,
)
from calc.workload import Training

INTERLEAVED = 4
"""Model chunks a pipeline stage of Megatron takes in turn (arXiv:2104.04473 §2.2; NeMo's own tables use 4-10)."""


@dataclass(frozen=True, slots=True)
class StepTime:
    """One optimizer step [s].

    Attributes
    ----------
    work
        Work of one micro-step on one GPU.
    micro_steps
        Micro-steps of the step.
    waiting
        Waiting for links, all micro-steps together.
    update, offload
        The optimizer step, and host memory traffic.
    bubble
        Idle time of a pipeline.
    tokens
        Tokens of the step on all GPUs of the run [token].
    link
        The slowest link used; ``None`` where nothing travels.
    engine
        Rates assumed.
    flops_per_token, model_flops_per_token
        Forward, backward and recomputation, and the same without recomputation [FLOP/token].
    """

    work: Work
    micro_steps: int
    waiting: float
    update: float
    offload: float
    bubble: float
    tokens: float
    link: Link | None
    engine: Engine
    flops_per_token: float
    model_flops_per_token: float

    @property
    def total(self) -> float:
        """The whole step [s]."""
        return self.work.total * self.micro_steps + self.waiting + self.update + self.offload + self.bubble

    def share(self, seconds: float) -> float:
        """Share of the step that ``seconds`` are [-]."""
        return seconds / self.total


def step_time(job: JobPlan, training: Training, shape: ModelShape) -> StepTime:
    """Time one optimizer step of a training job."""
    filled, parallel = recipe(training), job.parallel
    rates = engine(job.gpu, training, experts=bool(shape.n_experts))
    micro_steps = training.gradient_accumulation_steps
    tokens = training.micro_batch_size * training.sequence_length
    trainable = trainable_parameters(training, filled, shape)
    busy = work(training, filled, shape, parallel, rates)
    base_bytes = code_bytes(filled.quantization) if filled.quantization else HALF_BYTES
    load = TrafficLoad(count_parameters(shape), trainable, base_bytes, filled.gradient_bytes, tokens)
    spread = traffic(job, training, load)
    waiting = spread.waiting(busy.total)
    chunks = INTERLEAVED if training.framework is Framework.MEGATRON else 1
    # (p - 1) / m of the busy time, m micro-batches through p stages (arXiv:2104.04473 §2.2).
    idle = (parallel.pipeline_parallel - 1) / (micro_steps * chunks)
    return StepTime(
        work=busy,
        micro_steps=micro_steps,
        waiting=waiting * micro_steps,
        update=update_seconds(job, filled, trainable),
        offload=offload_seconds(job, filled, trainable, local_parameters(shape, parallel), micro_steps),
        bubble=idle * (busy.total + waiting) * micro_steps,
        tokens=float(tokens * micro_steps * data_parallel(parallel)),
        link=spread.link,
        engine=rates,
        flops_per_token=flops_per_token(training, filled, shape),
        model_flops_per_token=model_flops_per_token(training, filled, shape),
    )


def trainable_parameters(training: Training, filled: Recipe, shape: ModelShape) -> int:
    """Parameters that get gradients [parameter]."""
    if filled.adapters:
        return count_adapters(shape, training.lora_targets, training.lora_rank)
    return count_parameters(shape).total
