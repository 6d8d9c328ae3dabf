"""Seconds the optimizer step takes, on the GPU or on the host."""

from calc.choices import Offload, Optimizer, Sharding, States
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.recipe import Recipe
from calc.speed.gpu_link import GIGA
from calc.speed.training_work import HALF_BYTES, TERA

HOST_BANDWIDTH_GB_S = 250.0
"""Assumption: memory bandwidth a two-socket host sustains, shared by the GPUs of a node."""
PINNED_PCIE_SHARE = 0.8
"""Assumption: achieved share of the one-way PCIe rate from pinned host memory."""
_MOMENTS = {
    Optimizer.ADAFACTOR: 0,
    Optimizer.SGD: 0,
    Optimizer.SGD_MOMENTUM: 1,
    Optimizer.LION: 1,
    Optimizer.MUON: 1,
}
_ADAM_MOMENTS = 2
_EIGHT_BIT = (Optimizer.ADAMW_8BIT, Optimizer.PAGED_ADAMW_8BIT)
_SHARDED = (Sharding.ZERO1, Sharding.ZERO2, Sharding.ZERO3, Sharding.FSDP)


def update_bytes(filled: Recipe) -> float:
    """Memory traffic of updating one parameter: gradient read, weight and moments read and written [B]."""
    width = 2 if filled.states is States.PURE_BF16 else 4
    moments = _MOMENTS.get(filled.optimizer, _ADAM_MOMENTS) * (1 if filled.optimizer in _EIGHT_BIT else width)
    return filled.gradient_bytes + 2 * (width + moments) + HALF_BYTES


def updated_parameters(trainable: int, parallel: Parallel) -> float:
    """Parameters one GPU updates: its shard where optimizer states are sharded [parameter]."""
    if parallel.sharding in _SHARDED:
        return trainable / parallel.gpus
    return trainable / (parallel.tensor_parallel * parallel.pipeline_parallel)


def update_seconds(job: JobPlan, filled: Recipe, trainable: int) -> float:
    """Optimizer step on the GPU; 0 where it runs on the host [s]."""
    if job.parallel.offload is not Offload.NONE:
        return 0.0
    return updated_parameters(trainable, job.parallel) * update_bytes(filled) / (job.gpu.bandwidth_tb_s * TERA)


def offload_seconds(job: JobPlan, filled: Recipe, trainable: int, local: float, micro_steps: int) -> float:
    """Host traffic and the update on the CPU in one step [s] (ZeRO-Offload, arXiv:2101.06840).

    Gradients go down and weights up once a step; ``all`` also streams the weights up for forward and backward
    of every micro-step.
    """
    if job.parallel.offload is Offload.NONE:
        return 0.0
    mine = updated_parameters(trainable, job.parallel)
    pcie = job.gpu.pcie_gb_s / 2 * PINNED_PCIE_SHARE * GIGA
    gpus_of_node = min(job.parallel.gpus, job.gpus_per_node)
    seconds = mine * update_bytes(filled) * gpus_of_node / (HOST_BANDWIDTH_GB_S * GIGA) + 2 * mine * HALF_BYTES / pcie
    if job.parallel.offload is Offload.ALL:
        seconds += 2 * micro_steps * local * HALF_BYTES / pcie
    return seconds
