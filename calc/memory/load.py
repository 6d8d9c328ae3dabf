"""Memory while a checkpoint is loaded, and the host memory a run needs (DESIGN §3.7; formulas §7)."""

from math import ceil

from calc.choices import Offload, Sharding, States
from calc.memory.optimizer import PAGED
from calc.memory.quantization import BYTES_16_BIT, BYTES_32_BIT
from calc.memory.rank import TrainingRank
from calc.memory.states import DEEPSPEED

# Data loader, libraries and the operating system of a node.
_HOST_BASE_BYTES = 16 * 2.0**30
# DeepSpeed's own estimator takes 1.5 times the bytes for pinned buffers.
_PINNED_FACTOR = 1.5
_SHARDED_LOADING = frozenset({Sharding.ZERO3, Sharding.FSDP})


def load_peak_bytes(rank: TrainingRank) -> float:
    """Peak of a rank that reads its whole checkpoint before anything is sharded [B].

    fp32 where FSDP or autocast keeps fp32 parameters, 16 bit otherwise; a quantized base is packed as it is read,
    one 16-bit matrix at a time, and is whole on every rank.
    """
    count = rank.count
    if rank.recipe.quantization is not None:
        divided = rank.base[0]
        return divided + rank.dequantized
    if rank.recipe.adapters or rank.recipe.states is States.PURE_BF16:
        return count.total * BYTES_16_BIT
    return count.total * (BYTES_32_BIT if rank.width.weight == BYTES_32_BIT else BYTES_16_BIT)


def loads_sharded(rank: TrainingRank) -> bool:
    """Whether the run loads shard by shard: as stated, else where the framework can.

    ZeRO-3 has ``zero.Init``; FSDP loads rank 0 and broadcasts to the meta device (Accelerate
    ``cpu_ram_efficient_loading``).
    """
    if rank.parallel.sharded_loading is not None:
        return rank.parallel.sharded_loading
    return rank.parallel.sharding in _SHARDED_LOADING or rank.parallel.offload is Offload.ALL


def sharded_load_bytes(rank: TrainingRank) -> float:
    """Peak of a rank that loads shard by shard: its shard and one gathered unit [B]."""
    return rank.weights + max(rank.root_gathered, rank.layer_gathered)


def whole_copies_bytes(rank: TrainingRank, gpus_per_node: int) -> float:
    """Host memory of one node whose ranks each read the whole checkpoint [B]."""
    ranks = min(gpus_per_node, rank.parallel.gpus)
    wide = rank.width.weight == BYTES_32_BIT and not rank.recipe.adapters
    return rank.whole.total * (BYTES_32_BIT if wide else BYTES_16_BIT) * ranks


def training_host_bytes(rank: TrainingRank, gpus_per_node: int) -> float:
    """Host memory of one node: the checkpoint as it is loaded, and what is offloaded or paged [B].

    One copy where it is loaded shard by shard or mapped from disk, one a rank where the run says otherwise.

    DeepSpeed offload of everything takes 18 bytes a parameter times 1.5 over the whole run
    (``estimate_zero3_model_states_mem_needs``); the nodes share it.
    """
    ranks = min(gpus_per_node, rank.parallel.gpus)
    nodes = ceil(rank.parallel.gpus / gpus_per_node)
    stated_whole = rank.parallel.sharded_loading is False
    checkpoint = whole_copies_bytes(rank, gpus_per_node) if stated_whole else rank.whole.total * BYTES_16_BIT
    offloaded = 0.0
    if rank.recipe.optimizer in PAGED or rank.parallel.offload is not Offload.NONE:
        offloaded += rank.states * ranks
    if rank.parallel.offload is Offload.ALL:
        trained = rank.trained.total * (rank.width.weight + rank.width.step_gradient)
        base = rank.base[0] * ranks if rank.recipe.adapters else 0.0
        offloaded += trained * ranks / max(1, ranks * nodes) + base
    if rank.checkpoints_on_host:
        offloaded += rank.tokens * rank.count.layers * rank.layer.kept * ranks
    factor = _PINNED_FACTOR if rank.parallel.sharding in DEEPSPEED else 1.0
    return _HOST_BASE_BYTES + max(checkpoint, offloaded * factor)
