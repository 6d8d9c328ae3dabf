"""What the rest of a node must be beside its GPUs: CPU cores, memory and disk, each with its reason."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from calc.message import Band, Message
from calc.plan import JobPlan
from calc.speed.checkpoint import CheckpointNeeds

LEAST_CORES = 8
CORES_PER_GPU = Band(12.0, 14.0, 30.0)
"""Cores a GPU of shipped 8-GPU nodes: DGX and HGX H100 and H200 have 112, DGX A100 has 128 (vendor guides)."""
CHECKPOINTS_KEPT = 3
"""Assumption: the last, the one before it, and the one being written."""
LEAST_NVME_TB = 2.0
"""Assumption: system, containers and a cache of the base model."""
SECONDS_TO_WRITE = 60.0
"""Assumption: a checkpoint should not stop training for longer."""


class NodeReason(StrEnum):
    """Why a part of the node is as large as it is; parameters carry the figures."""

    CORES_FEED_GPUS = "cores_feed_gpus"
    """At least ``least`` cores; shipped nodes give ``low`` to ``high`` a GPU."""
    RAM_HOLDS_GPU_MEMORY = "ram_holds_gpu_memory"
    """Weights pass through host memory: the sum of the GPUs', ``ram_gib``."""
    RAM_HOLDS_STATES = "ram_holds_states"
    """The job itself needs ``ram_gib`` of host memory, more than the sum of the GPUs', ``sum_gib``."""
    DISK_HOLDS_CHECKPOINTS = "disk_holds_checkpoints"
    """``kept`` checkpoints of ``size_gb`` a node, and ``base_tb`` for system and data."""
    DISK_HOLDS_SYSTEM = "disk_holds_system"
    """``base_tb`` for system, model and data; the job writes no checkpoints."""
    DISK_WRITES_IN_A_MINUTE = "disk_writes_in_a_minute"
    """At ``gb_s`` the node's part of a checkpoint is written within ``write_seconds``."""
    CHECKPOINT_STOPS_TRAINING = "checkpoint_stops_training"
    """Writing one takes ``write_seconds`` of the run."""
    CHECKPOINT_INTERVAL = "checkpoint_interval"
    """A failure every ``between_hours``: least is lost saving every ``interval_hours``, ``lost_percent`` in all."""


@dataclass(frozen=True, slots=True)
class NodeNeeds:
    """One node's host side.

    Attributes
    ----------
    nodes
        Nodes of the job.
    cpu_cores
        Low: the floor; mid and high: what shipped nodes give their GPUs [core].
    ram_gib
        At least the sum of the GPUs' memory, more where states are offloaded [GiB].
    nvme_tb
        Checkpoints kept, and room for system and data [TB].
    nvme_write_gb_s
        Rate that writes the node's part of a checkpoint within a minute [GB/s]; 0 where none is written.
    reasons
        Why, one for each figure, and what checkpoints cost.
    """

    nodes: int
    cpu_cores: Band
    ram_gib: float
    nvme_tb: float
    nvme_write_gb_s: float
    reasons: tuple[Message, ...]


def node_needs(job: JobPlan, checkpoint: CheckpointNeeds | None, host_ram_gib: float) -> NodeNeeds:
    """Host side of one node of a job.

    Parameters
    ----------
    job
        The job.
    checkpoint
        Its checkpoints; ``None`` where it writes none.
    host_ram_gib
        Host memory the job itself needs per node (``Footprint.host_ram_gib``) [GiB].
    """
    gpus = min(job.parallel.gpus, job.gpus_per_node)
    nodes = -(-job.parallel.gpus // job.gpus_per_node)
    floor = float(LEAST_CORES)
    size_gb = checkpoint.size_gb / nodes if checkpoint else 0.0
    # An "80 GB" card holds close to 80 GiB: the name's figure is taken as GiB.
    gpu_memory_gib = gpus * job.gpu.memory_gb
    needs = NodeNeeds(
        nodes=nodes,
        cpu_cores=Band(floor, max(floor, CORES_PER_GPU.mid * gpus), max(floor, CORES_PER_GPU.high * gpus)),
        ram_gib=max(gpu_memory_gib, host_ram_gib),
        nvme_tb=LEAST_NVME_TB + CHECKPOINTS_KEPT * size_gb / 1000,
        nvme_write_gb_s=size_gb / SECONDS_TO_WRITE,
        reasons=(),
    )
    reasons = (
        *_memory_reasons(needs, gpu_memory_gib),
        *_disk_reasons(needs, size_gb),
        *_checkpoint_reasons(checkpoint),
    )
    return NodeNeeds(nodes, needs.cpu_cores, needs.ram_gib, needs.nvme_tb, needs.nvme_write_gb_s, reasons)


def _memory_reasons(needs: NodeNeeds, gpu_memory_gib: float) -> Iterator[Message]:
    cores = {"least": LEAST_CORES, "low": CORES_PER_GPU.low, "high": CORES_PER_GPU.high}
    yield Message(NodeReason.CORES_FEED_GPUS, cores)
    if needs.ram_gib > gpu_memory_gib:
        yield Message(NodeReason.RAM_HOLDS_STATES, {"ram_gib": needs.ram_gib, "sum_gib": gpu_memory_gib})
    else:
        yield Message(NodeReason.RAM_HOLDS_GPU_MEMORY, {"ram_gib": needs.ram_gib})


def _disk_reasons(needs: NodeNeeds, size_gb: float) -> Iterator[Message]:
    if not size_gb:
        yield Message(NodeReason.DISK_HOLDS_SYSTEM, {"base_tb": LEAST_NVME_TB})
        return
    yield Message(
        NodeReason.DISK_HOLDS_CHECKPOINTS, {"kept": CHECKPOINTS_KEPT, "size_gb": size_gb, "base_tb": LEAST_NVME_TB}
    )
    yield Message(
        NodeReason.DISK_WRITES_IN_A_MINUTE, {"rate_gb_s": needs.nvme_write_gb_s, "write_seconds": SECONDS_TO_WRITE}
    )


def _checkpoint_reasons(checkpoint: CheckpointNeeds | None) -> Iterator[Message]:
    if checkpoint is None:
        return
    yield Message(NodeReason.CHECKPOINT_STOPS_TRAINING, {"write_seconds": checkpoint.write_seconds})
    yield Message(
        NodeReason.CHECKPOINT_INTERVAL,
        {
            "between_hours": checkpoint.hours_between_failures,
            "interval_hours": checkpoint.interval_hours,
            "lost_percent": 100 * checkpoint.lost_share,
        },
    )
