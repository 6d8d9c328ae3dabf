"""How a run is split over ranks: which sizes are possible, and what one rank holds (formulas §7)."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, gcd

from calc.choices import Framework, Sharding
from calc.errors import ErrorCode, EsepError
from calc.memory.parameters import ParameterCount, count_parameters
from calc.model_shape import ModelShape
from calc.parallel import Parallel

_SHARDED_WEIGHTS = frozenset({Sharding.ZERO3, Sharding.FSDP})
_SHARDED_GRADIENTS = frozenset({Sharding.ZERO2, Sharding.ZERO3, Sharding.FSDP})
_SHARDED_OPTIMIZER = frozenset({Sharding.ZERO1, Sharding.ZERO2, Sharding.ZERO3, Sharding.FSDP})
_FSDP1 = frozenset({Framework.HF, Framework.LITGPT, Framework.UNSLOTH})


@dataclass(frozen=True, slots=True)
class Shards:
    """Ways each state is divided over data-parallel ranks.

    Attributes
    ----------
    weights, gradients, optimizer
        Divisors.
    gathers
        Weights are gathered unit by unit while computing.
    """

    weights: int
    gradients: int
    optimizer: int
    gathers: bool


@dataclass(frozen=True, slots=True)
class RankCount:
    """Parameters one rank works on, before data-parallel sharding.

    Attributes
    ----------
    linear
        Linear layers of its decoder layers.
    embedding, head, norms
        The rest.
    layer
        The largest decoder layer.
    layers
        Decoder layers of its pipeline stage.
    """

    linear: float
    embedding: float
    head: float
    norms: float
    layer: float
    layers: int

    @property
    def root(self) -> float:
        """Parameters outside the decoder layers."""
        return self.embedding + self.head

    @property
    def total(self) -> float:
        """All of them."""
        return self.linear + self.embedding + self.head + self.norms


def shards(parallel: Parallel) -> Shards:
    """Divisors of weights, gradients and optimizer states (arXiv:1910.02054); context ranks shard too."""
    ranks = parallel.gpus // (parallel.tensor_parallel * parallel.pipeline_parallel)
    kind = parallel.sharding
    return Shards(
        weights=ranks if kind in _SHARDED_WEIGHTS else 1,
        gradients=ranks if kind in _SHARDED_GRADIENTS else 1,
        optimizer=ranks if kind in _SHARDED_OPTIMIZER else 1,
        gathers=kind in _SHARDED_WEIGHTS,
    )


def keeps_frozen_gradients(framework: Framework, sharding: Sharding) -> bool:
    """Whether FSDP1 hooks keep one hidden gradient a frozen layer until backward ends (formulas §11.1)."""
    return sharding is Sharding.FSDP and framework in _FSDP1


def rank_count(shape: ModelShape, parallel: Parallel, *, first: bool, last: bool, untied: bool = False) -> RankCount:
    """Parameters on a rank of the first or the last pipeline stage; both without a pipeline.

    Tensor parallelism divides matrices, embedding and head, and replicates norms; expert parallelism divides the
    experts.
    """
    count = count_parameters(shape)
    tensor, stages = parallel.tensor_parallel, parallel.pipeline_parallel
    layers = ceil(shape.layers / stages)
    share = layers / shape.layers
    experts = count.experts / parallel.expert_parallel
    linear = (count.linear - count.experts + experts) / tensor
    # a KV head is whole on each of the ranks that share it
    linear += _keys_and_values(count) * (1 / kv_split(parallel, shape) - 1 / tensor)
    layer = count.layer_max - (count.experts - experts) / shape.sparse_layers if count.experts else count.layer_max
    own_head = count.head or (shape.vocab * shape.hidden if untied or not first else 0)
    return RankCount(
        linear=linear * share,
        embedding=count.embedding / tensor if first else 0.0,
        head=own_head / tensor if last else 0.0,
        norms=count.norms * share,
        layer=layer / tensor,
        layers=layers,
    )


def _keys_and_values(count: ParameterCount) -> int:
    return sum(one.count for one in count.linear_layers if one.name in ("k", "v"))


def kv_split(parallel: Parallel, shape: ModelShape) -> int:
    """Ways tensor parallelism divides the KV heads: as many as there are where ranks share one."""
    if parallel.replicate_kv_heads and not shape.kv_lora_rank:
        return gcd(parallel.tensor_parallel, _common_kv_heads(shape))
    return parallel.tensor_parallel


def _common_kv_heads(shape: ModelShape) -> int:
    return gcd(shape.kv_heads, shape.global_kv_heads)  # gcd(n, 0) is n


def check_split(parallel: Parallel, shape: ModelShape) -> None:
    """Refuse a split the model cannot take.

    Raises
    ------
    EsepError
        ``not_divisible`` with the sizes that are allowed.
    """
    _check_tensor(parallel, shape)
    if parallel.pipeline_parallel > shape.layers:
        raise _refuse("pipeline_parallel", parallel.pipeline_parallel, f"1..{shape.layers}")
    if parallel.gpus % parallel.model_parallel:
        raise _refuse("gpus", parallel.gpus, ", ".join(str(parallel.model_parallel * k) for k in (1, 2, 4, 8)) + " ...")
    _check_experts(parallel, shape)


def _check_tensor(parallel: Parallel, shape: ModelShape) -> None:
    allowed = tensor_sizes(shape, replicated=parallel.replicate_kv_heads)
    if parallel.tensor_parallel not in allowed:
        raise _refuse("tensor_parallel", parallel.tensor_parallel, ", ".join(map(str, allowed)))


def _check_experts(parallel: Parallel, shape: ModelShape) -> None:
    ranks = parallel.gpus // parallel.pipeline_parallel
    common = gcd(shape.n_experts, ranks) if shape.n_experts else 1
    if common % parallel.expert_parallel:
        raise _refuse("expert_parallel", parallel.expert_parallel, ", ".join(map(str, _divisors(common))))


@lru_cache(maxsize=1024)
def tensor_sizes(shape: ModelShape, *, replicated: bool = False) -> tuple[int, ...]:
    """Tensor-parallel sizes that divide both the heads and the KV heads; MLA has no KV heads to divide.

    Where ranks may share a KV head (``replicated``), sizes that divide the heads and are whole multiples of the
    KV heads are allowed too.
    """
    heads, kv_heads = shape.heads, _common_kv_heads(shape)
    if shape.kv_lora_rank:
        return _divisors(heads)
    divided = _divisors(gcd(heads, kv_heads))
    if not replicated:
        return divided
    return tuple(size for size in _divisors(heads) if size in divided or size % kv_heads == 0)


def _divisors(number: int) -> tuple[int, ...]:
    return tuple(size for size in range(1, number + 1) if number % size == 0)


def _refuse(field: str, value: int, allowed: str) -> EsepError:
    return EsepError(ErrorCode.NOT_DIVISIBLE, f"parallel.{field}", value, allowed)
