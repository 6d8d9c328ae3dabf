"""Memory of one GPU: parameters, model states, activations, loss, sharding, KV cache, device overhead."""

from dataclasses import replace

from calc.memory.estimate import estimate
from calc.memory.fit import FitRow, fit_table
from calc.memory.footprint import Footprint
from calc.memory.largest import (
    CheckpointingTrade,
    Largest,
    ServingRoom,
    checkpointing_trade,
    largest_batch,
    largest_concurrency,
    largest_sequence,
    length_where_activations_rule,
    serving_room,
)
from calc.memory.suggestions import suggestions
from calc.plan import JobPlan

__all__ = [
    "CheckpointingTrade",
    "FitRow",
    "Footprint",
    "Largest",
    "ServingRoom",
    "checkpointing_trade",
    "fit_table",
    "largest_batch",
    "largest_concurrency",
    "largest_sequence",
    "length_where_activations_rule",
    "serving_room",
    "size",
]


def size(job: JobPlan) -> Footprint:
    """Memory of a job on the heaviest of its GPUs, whether it fits, and what would make it fit.

    Raises
    ------
    EsepError
        ``not_divisible`` for a split the model cannot take (field relative to the job, e.g.
        ``parallel.tensor_parallel``), ``not_allowed`` for an unknown adapter target, ``missing`` for a model
        without a shape.
    """
    footprint = estimate(job)
    return replace(footprint, suggestions=suggestions(job, footprint))
