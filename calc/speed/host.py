"""What the rest of a node must be beside its GPUs: CPU cores, memory and disk."""

from dataclasses import dataclass

from calc.message import Band
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


@dataclass(frozen=True, slots=True)
class NodeNeeds:
    """One node's host side.

    Attributes
    ----------
    cpu_cores
        Low: the floor; mid and high: what shipped nodes give their GPUs [core].
    ram_gib
        At least the sum of the GPUs' memory, more where states are offloaded [GiB].
    nvme_tb
        Checkpoints kept, and room for system and data [TB].
    nvme_write_gb_s
        Rate that writes the node's part of a checkpoint within a minute [GB/s].
    """

    cpu_cores: Band
    ram_gib: float
    nvme_tb: float
    nvme_write_gb_s: float


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
    return NodeNeeds(
        cpu_cores=Band(floor, max(floor, CORES_PER_GPU.mid * gpus), max(floor, CORES_PER_GPU.high * gpus)),
        # An "80 GB" card holds close to 80 GiB: the name's figure is taken as GiB.
        ram_gib=max(gpus * job.gpu.memory_gb, host_ram_gib),
        nvme_tb=LEAST_NVME_TB + CHECKPOINTS_KEPT * size_gb / 1000,
        nvme_write_gb_s=size_gb / SECONDS_TO_WRITE,
    )
