"""Checkpoints of a training run: how large, how long to write, and how often to write them.

The interval is Daly's (Future Generation Computer Systems 22, 2006, eq. 20), Young's (CACM 17, 1974) to first order.
"""

import math
from dataclasses import dataclass

from calc.choices import Sharding
from calc.memory.optimizer import Trained, optimizer_bytes
from calc.memory.parameters import count_adapters, count_parameters
from calc.memory.states import adapter_bytes, state_bytes
from calc.model_shape import ModelShape
from calc.plan import JobPlan
from calc.recipe import recipe
from calc.workload import Training

GB = 1e9
SECONDS_PER_HOUR = 3600
HOURS_PER_YEAR = 8760
FAILURES_PER_GPU_YEAR = 0.173
"""419 interruptions of 16,384 GPUs in 54 days (arXiv:2407.21783 §3.3.4)."""
WRITE_GB_S_PER_NODE = 3.0
"""Assumption: a node's NVMe as a framework writes to it, serialization included."""
RESTART_HOURS = 0.25
"""Assumption: time to notice a failure, load the checkpoint and warm up."""
_ONE_WRITER = (Sharding.NONE, Sharding.DDP)


@dataclass(frozen=True, slots=True)
class CheckpointNeeds:
    """Checkpoints of one run.

    Attributes
    ----------
    size_gb
        One checkpoint to resume from: weights, master copy and moments; adapters alone for LoRA and QLoRA [GB].
    weights_gb
        What is left to keep at the end: 16-bit weights, or the adapters [GB].
    write_seconds
        Training stands still while a checkpoint is written [s].
    hours_between_failures
        Mean time between failures of the whole run [h].
    interval_hours
        Sensible time between checkpoints [h].
    lost_share
        Share of the time lost to writing, repeated work and restarts at that interval [-].
    """

    size_gb: float
    weights_gb: float
    write_seconds: float
    hours_between_failures: float
    interval_hours: float
    lost_share: float


def checkpoint_needs(
    job: JobPlan,
    training: Training,
    shape: ModelShape,
    write_gb_s_per_node: float = WRITE_GB_S_PER_NODE,
    failures_per_gpu_year: float = FAILURES_PER_GPU_YEAR,
) -> CheckpointNeeds:
    """Checkpoints of a training job.

    Sharded states are written by all nodes at once, others by one.
    """
    size, weights = checkpoint_bytes(training, shape, job.parallel.sharding)
    writers = 1 if job.parallel.sharding in _ONE_WRITER else math.ceil(job.parallel.gpus / job.gpus_per_node)
    write_seconds = size / GB / (write_gb_s_per_node * writers)
    between = HOURS_PER_YEAR / (failures_per_gpu_year * job.parallel.gpus)
    interval = daly_interval(write_seconds / SECONDS_PER_HOUR, between)
    written = write_seconds / SECONDS_PER_HOUR / interval
    return CheckpointNeeds(
        size_gb=size / GB,
        weights_gb=weights / GB,
        write_seconds=write_seconds,
        hours_between_failures=between,
        interval_hours=interval,
        lost_share=min(1.0, written + (interval / 2 + RESTART_HOURS) / between),
    )


def checkpoint_bytes(training: Training, shape: ModelShape, sharding: Sharding) -> tuple[float, float]:
    """Bytes of a checkpoint to resume from, and of the result [B]."""
    filled, count = recipe(training), count_parameters(shape)
    if filled.adapters:
        trained = float(count_adapters(shape, training.lora_targets, training.lora_rank))
        width = adapter_bytes(filled, training.compute)
        parts = Trained(matrices=trained, others=0.0, factors=0.0, largest=0.0)
        result = width.weight * trained
    else:
        trained = float(count.total)
        width = state_bytes(filled, training.compute, sharding)
        factors = sum((one.inputs + one.outputs) * one.copies * one.layers for one in count.linear_layers)
        parts = Trained(float(count.linear), trained - count.linear, float(factors), 0.0)
        result = min(2.0, width.weight) * trained
    kept = (width.weight + width.master) * trained + optimizer_bytes(filled.optimizer, parts, width)
    return kept, result


def daly_interval(write: float, between_failures: float) -> float:
    """Time between checkpoints that loses the least, in the unit of the arguments."""
    if write >= 2 * between_failures:
        return between_failures
    half = write / (2 * between_failures)
    return math.sqrt(2 * write * between_failures) * (1 + math.sqrt(half) / 3 + half / 9) - write
