"""Traffic of one training step and how much of it the GPUs wait for.

DDP, ZeRO and FSDP traffic is overlapped with compute (arXiv:1910.02054 §7, arXiv:2304.11277), and so is the dispatch
and combine of experts where the schedule interleaves micro-batches (arXiv:2412.19437 §3.2.1); tensor-parallel traffic
stands between two products of a layer and half of it is not (arXiv:1909.08053).
"""

from dataclasses import dataclass

from calc.choices import Checkpointing, Sharding
from calc.memory.parameters import ParameterCount
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.speed.gpu_link import Link, all_reduce_seconds, all_to_all_seconds, gather_seconds, group_link
from calc.workload import Training

HIDDEN_SHARE = 0.9
"""Share of the compute time that overlappable traffic can hide behind (assumption: prefetch needs a first layer)."""
TENSOR_EXPOSED = 0.5
"""Half of tensor-parallel traffic hides behind the products it feeds (torchtitan AsyncTP gains 6 %; assumption)."""
HALF_BYTES = 2


@dataclass(frozen=True, slots=True)
class Traffic:
    """Seconds of traffic in one micro-step.

    Attributes
    ----------
    hidden, exposed
        Traffic that can hide behind compute, and that cannot [s].
    link
        The slowest link used; ``None`` on one GPU.
    """

    hidden: float
    exposed: float
    link: Link | None

    def waiting(self, compute_seconds: float) -> float:
        """Seconds the GPU waits beside ``compute_seconds`` of work [s]."""
        return self.exposed + max(0.0, self.hidden - HIDDEN_SHARE * compute_seconds)


@dataclass(frozen=True, slots=True)
class TrafficLoad:
    """What has to travel.

    Attributes
    ----------
    count
        Parameters of the model.
    trainable
        Parameters with gradients.
    base_bytes, gradient_bytes
        Bytes of a gathered weight and of a reduced gradient [B].
    tokens
        Tokens of a micro-batch.
    """

    count: ParameterCount
    trainable: int
    base_bytes: float
    gradient_bytes: float
    tokens: float


def data_parallel(parallel: Parallel) -> int:
    """Replicas of the model that split the batch [replica]."""
    return max(1, parallel.gpus // parallel.model_parallel)


def traffic(job: JobPlan, training: Training, load: TrafficLoad) -> Traffic:
    """Traffic of one micro-step of a training job."""
    shape = job.shape
    if job.parallel.gpus == 1 or shape is None:
        return Traffic(0.0, 0.0, None)
    replicas, replica_link = _replica_seconds(job, training, load)
    tensor, tensor_link = _tensor_seconds(job, training, shape, load.tokens)
    expert, expert_link = _expert_seconds(job, training, shape, load.tokens)
    context, context_link = _context_seconds(job, shape, load.tokens)
    used = [one for one in (replica_link, tensor_link, expert_link, context_link) if one is not None]
    slowest = min(used, key=lambda one: one.gb_s) if used else None
    tensor_exposed = TENSOR_EXPOSED * tensor
    return Traffic(replicas + context + expert + tensor - tensor_exposed, tensor_exposed, slowest)


def _replica_seconds(job: JobPlan, training: Training, load: TrafficLoad) -> tuple[float, Link | None]:
    parallel = job.parallel
    group = data_parallel(parallel)
    if group == 1 or parallel.sharding is Sharding.NONE:
        return 0.0, None
    link = group_link(job.gpu, group, job.gpus_per_node, stride=_stride(parallel))
    pieces = parallel.tensor_parallel * parallel.pipeline_parallel
    local = (load.count.total - load.count.experts * (1 - 1 / parallel.expert_parallel)) / pieces
    gradients = load.trainable / load.count.total * local * load.gradient_bytes
    if parallel.sharding in (Sharding.ZERO3, Sharding.FSDP):
        gathered = 2 * local * load.base_bytes
        return gather_seconds(gathered + gradients, group, link), link
    per_micro_step = gradients / training.gradient_accumulation_steps
    return all_reduce_seconds(per_micro_step, group, link), link


def _stride(parallel: Parallel) -> int:
    return min(parallel.tensor_parallel * parallel.context_parallel, parallel.gpus)


def _layer_passes(training: Training) -> int:
    """Forward and backward passes with traffic of their own; a recomputed forward repeats its traffic."""
    return 3 if training.gradient_checkpointing is Checkpointing.FULL else 2


def _tensor_seconds(job: JobPlan, training: Training, shape: ModelShape, tokens: float) -> tuple[float, Link | None]:
    group = job.parallel.tensor_parallel
    if group == 1:
        return 0.0, None
    link = group_link(job.gpu, group, job.gpus_per_node)
    layers = shape.layers / job.parallel.pipeline_parallel
    size = tokens / job.parallel.context_parallel * shape.hidden * HALF_BYTES
    # Two all-reduces a layer and pass: after attention and after the MLP.
    return 2 * _layer_passes(training) * layers * all_reduce_seconds(size, group, link), link


def _expert_seconds(job: JobPlan, training: Training, shape: ModelShape, tokens: float) -> tuple[float, Link | None]:
    group = job.parallel.expert_parallel
    if group == 1 or not shape.n_experts:
        return 0.0, None
    link = group_link(job.gpu, group, job.gpus_per_node)
    layers = shape.sparse_layers / job.parallel.pipeline_parallel
    members = min(group, job.gpus_per_node)
    # A token crosses to a node once, however many of its experts live there.
    copies = min(shape.experts_per_token, group // members) if group > members else shape.experts_per_token
    size = tokens / job.parallel.context_parallel * copies * shape.hidden * HALF_BYTES
    # Dispatch and combine in every pass.
    return 2 * _layer_passes(training) * layers * all_to_all_seconds(size, group, link, members), link


def _context_seconds(job: JobPlan, shape: ModelShape, tokens: float) -> tuple[float, Link | None]:
    group = job.parallel.context_parallel
    if group == 1:
        return 0.0, None
    link = group_link(job.gpu, group, job.gpus_per_node, stride=job.parallel.tensor_parallel)
    layers = shape.layers / job.parallel.pipeline_parallel
    keys_and_values = 2 * shape.kv_heads * shape.head_dim * tokens * HALF_BYTES
    # Keys and values go round the ring forward; backward they go with their gradients (arXiv:2310.01889).
    return 3 * layers * gather_seconds(keys_and_values, group, link), link
