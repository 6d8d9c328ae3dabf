"""The plan found: orders, sales, contracts, months, and what each month then does."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NodeSale:
    """Nodes sold before the horizon.

    Attributes
    ----------
    order_month
        Instant s they were ordered at [month].
    sold_at_end_of_month
        Last month of service [month].
    nodes
        How many [node].
    """

    order_month: int
    sold_at_end_of_month: int
    nodes: int


@dataclass(frozen=True, slots=True)
class CommitmentStart:
    """GPUs committed from a month on.

    Attributes
    ----------
    name
        The contract.
    start_month
        Its first month [month].
    gpus
        How many [GPU].
    """

    name: str
    start_month: int
    gpus: int


@dataclass(frozen=True, slots=True)
class MixedOptimum:
    """A plan of least cost (docs/mixed_plan.md §6).

    Attributes
    ----------
    cost
        Present cost [cur].
    orders_by_month
        Nodes ordered at instants 0..T − 1 [node].
    sales
        Nodes sold before the horizon.
    nodes_in_service
        Months 1..T [node].
    commitment_starts, committed_gpus
        Contracts begun, and GPUs under contract in months 1..T [GPU].
    month_gpus
        GPUs rented for whole months, 1..T [GPU].
    own_used_gpu_hours, hourly_billed_gpu_hours
        Months 1..T [GPU-h].
    """

    cost: float
    orders_by_month: tuple[int, ...]
    sales: tuple[NodeSale, ...]
    nodes_in_service: tuple[int, ...]
    commitment_starts: tuple[CommitmentStart, ...]
    committed_gpus: tuple[int, ...]
    month_gpus: tuple[int, ...]
    own_used_gpu_hours: tuple[float, ...]
    hourly_billed_gpu_hours: tuple[float, ...]
