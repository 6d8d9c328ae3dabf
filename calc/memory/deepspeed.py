"""What DeepSpeed's own estimator prints for model states, to compare with ours.

``estimate_zero2_model_states_mem_needs`` and ``estimate_zero3_model_states_mem_needs`` of ``deepspeed.runtime.zero``
with sharded initialisation: 18 bytes a parameter whatever is trained, four bytes of the largest layer, and 1.5 times
the bytes in host memory. Activations, logits and what a framework adds are left out there.
"""

from dataclasses import dataclass
from math import ceil

from calc.choices import Offload, Sharding
from calc.memory.parameters import ParameterCount
from calc.parallel import Parallel

_STATES = 18
_STATES_WITHOUT_WEIGHTS = 16
_LAYER = 4
_HALF = 2
_BUFFERS = 1.5


@dataclass(frozen=True, slots=True)
class DeepSpeedEstimate:
    """Bytes of a GPU, and of the host memory of a node [B]; zeros where DeepSpeed has nothing to estimate."""

    gpu: float = 0.0
    host: float = 0.0


NOT_SHARDED = DeepSpeedEstimate()


def deepspeed_estimate(count: ParameterCount, adapters: int, parallel: Parallel, node: int) -> DeepSpeedEstimate:
    """DeepSpeed's figures for a run sharded by ZeRO-1, 2 or 3.

    Parameters
    ----------
    count
        Parameters of the base.
    adapters
        Parameters beside the base.
    node
        GPUs of a node.
    """
    total = count.total + adapters
    gpus, ranks = parallel.gpus, min(node, parallel.gpus)
    nodes = ceil(gpus / node)
    if parallel.sharding in (Sharding.ZERO1, Sharding.ZERO2):
        if parallel.offload is Offload.NONE:
            gpu = _LAYER * total + _STATES_WITHOUT_WEIGHTS * total / gpus
            return DeepSpeedEstimate(gpu, _LAYER * total * ranks * _BUFFERS)
        return DeepSpeedEstimate(_HALF * total, total * max(4 * gpus, _STATES_WITHOUT_WEIGHTS) * _BUFFERS)
    if parallel.sharding is not Sharding.ZERO3:
        return NOT_SHARDED
    largest = max(count.embedding, *(one.matrix for one in count.linear_layers))
    if parallel.offload is Offload.ALL:
        return DeepSpeedEstimate(_LAYER * largest, _STATES * total / nodes * _BUFFERS)
    if parallel.offload is Offload.OPTIMIZER:
        gpu = _LAYER * largest + _HALF * total / gpus
        return DeepSpeedEstimate(gpu, _STATES_WITHOUT_WEIGHTS * total / nodes * _BUFFERS)
    return DeepSpeedEstimate(_LAYER * largest + _STATES * total / gpus, _LAYER * largest * ranks * _BUFFERS)
