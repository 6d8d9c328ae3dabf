"""Memory of serving a model: weights, key-value cache, prefill buffers (docs/memory_formulas.md §8)."""

from dataclasses import dataclass
from math import ceil

from calc.choices import Attention
from calc.memory.footprint import Breakdown
from calc.memory.kv_cache import kv_cache_bytes
from calc.memory.quantization import BYTES_16_BIT, BYTES_32_BIT
from calc.memory.sharding import RankCount, kv_split, rank_count
from calc.memory.weight_formats import FormatBytes, format_bytes
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.workload import Inference


@dataclass(frozen=True, slots=True)
class ServingRank:
    """Bytes of one rank of a serving replica [B]."""

    weights: float
    kv_cache: float
    activations: float
    logits: float

    @property
    def parts(self) -> Breakdown:
        """As a breakdown."""
        return Breakdown(weights=self.weights, kv_cache=self.kv_cache, activations=self.activations, loss=self.logits)


def serving_rank(shape: ModelShape, workload: Inference, parallel: Parallel) -> ServingRank:
    """Heaviest rank of one replica; GPUs beyond one replica are replicas that share the requests."""
    stages = parallel.pipeline_parallel
    ends = ((True, True),) if stages == 1 else ((True, False), (False, True))
    ranks = [rank_count(shape, parallel, first=first, last=last) for first, last in ends]
    heaviest = max(ranks, key=lambda rank: rank.total)
    replicas = max(1, parallel.gpus // parallel.model_parallel)
    requests = ceil(workload.concurrent_requests / replicas)
    margin = workload.window_margin_tokens
    cache = kv_cache_bytes(shape, workload.kv_format, workload.context_length, requests, margin)
    # MLA's latent is shared by all heads, so that tensor parallelism replicates it.
    heads = 1 if shape.kv_lora_rank else kv_split(parallel, shape)
    share = heaviest.layers / shape.layers / heads / parallel.context_parallel
    return ServingRank(
        weights=serving_weight_bytes(heaviest, format_bytes(shape, workload.weight_format)),
        kv_cache=cache * share,
        activations=_prefill_bytes(shape, workload, parallel),
        logits=requests * shape.vocab / parallel.tensor_parallel * (BYTES_16_BIT + BYTES_32_BIT),
    )


def serving_weight_bytes(rank: RankCount, width: FormatBytes) -> float:
    """Weights of a rank in their format [B]."""
    ends = rank.embedding * width.embedding + rank.head * width.head
    return rank.linear * width.linear + ends + rank.norms * width.norms


def _prefill_bytes(shape: ModelShape, workload: Inference, parallel: Parallel) -> float:
    """Buffers of one layer over one prefill step: residual, norm in fp32, query to output, gate and up.

    Without a flash kernel the scores of the step over the whole context stand in fp32 too.
    """
    tokens = min(workload.prefill_tokens, workload.context_length) / parallel.context_parallel
    tensor = parallel.tensor_parallel
    attention = BYTES_16_BIT * (2 * shape.heads + 2 * shape.kv_heads) * shape.head_dim / tensor
    inner = shape.experts_per_token * (shape.moe_intermediate or shape.intermediate)
    inner = inner if shape.n_experts else shape.intermediate
    mlp = BYTES_16_BIT * 3 * inner / tensor
    hidden = (2 * BYTES_16_BIT + BYTES_32_BIT) * shape.hidden
    if workload.attention is Attention.EAGER:
        attention += BYTES_32_BIT * shape.heads / tensor * workload.context_length
    return tokens * (hidden + max(attention, mlp))
