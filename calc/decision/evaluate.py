"""One plan, or a batch of them in any shape, reckoned down to present costs (docs/ledger.md §11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from calc.cost import ledger
from calc.cost.flows import Array, Flows, Ledger
from calc.decision.value import by_month, cost_per_used_gpu_hour, present_value
from calc.plan import Plan

CHUNK = 256
"""Plans reckoned at once: about what the arrays of one ledger may hold to stay in a processor's cache."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Costs of renting and buying; every array has the leading shape S of the overrides.

    Attributes
    ----------
    rent_present_cost, buy_present_cost, buy_present_cost_unlevered
        Discounted sums after tax, the last with funding = cash [cur].
    rent_total, buy_total
        Plain sums after tax [cur].
    rent_cost_per_used_gpu_hour, buy_cost_per_used_gpu_hour
        Levelised [cur/GPU-h]; NaN without use.
    npv_of_buying
        Present cost of rent less that of buying: the saving [cur].
    used_gpu_hours, own_gpu_hours
        Hours demanded, and hours done on owned GPUs, over the horizon [GPU-h].
    nodes
        Owned nodes.
    """

    rent_present_cost: Array
    buy_present_cost: Array
    buy_present_cost_unlevered: Array
    rent_total: Array
    buy_total: Array
    rent_cost_per_used_gpu_hour: Array
    buy_cost_per_used_gpu_hour: Array
    npv_of_buying: Array
    used_gpu_hours: Array
    own_gpu_hours: Array
    nodes: Array


def evaluate(plan: Plan, **overrides: Array) -> Evaluation:
    """Reckon a plan with any numeric fields as arrays.

    Parameters
    ----------
    plan
        The plan; its choices hold for the whole batch.
    overrides
        Dotted field names, ``"finance.usd_kzt"``, to arrays that broadcast to one shape S.

    Raises
    ------
    EsepError
        When fields contradict each other.
    """
    shape, chunks = _chunks(overrides)
    parts = [_columns(ledger(plan, **chunk)) for chunk in chunks]
    return Evaluation(*(np.concatenate(column).reshape(shape) for column in zip(*parts, strict=True)))


def npv_of_buying(plan: Plan, **overrides: Array) -> Array:
    """The saving alone, present cost of rent less that of buying: shape S [cur]."""
    shape, chunks = _chunks(overrides)
    ledgers = (ledger(plan, unlevered=False, **chunk) for chunk in chunks)
    parts = [np.atleast_1d(present_value(saving(result), result.discount_rate_per_year)) for result in ledgers]
    return np.concatenate(parts).reshape(shape)


def saving(result: Ledger) -> Array:
    """Rent less buy, flow by flow, shape S + (3, M + 1) [cur]."""
    return result.rent.cash - result.buy.cash


def _chunks(overrides: Mapping[str, Array]) -> tuple[tuple[int, ...], list[dict[str, Any]]]:
    shape = np.broadcast_shapes(*(np.shape(value) for value in overrides.values()))
    flat = {name: np.broadcast_to(value, shape).reshape(-1) for name, value in overrides.items()}
    starts = range(0, int(np.prod(shape)), CHUNK)
    return shape, [{name: value[k : k + CHUNK] for name, value in flat.items()} for k in starts]


def _columns(result: Ledger) -> tuple[Array, ...]:
    rate = result.discount_rate_per_year
    rent, buy = (present_value(branch.cash, rate) for branch in (result.rent, result.buy))
    columns = (
        rent,
        buy,
        present_value(result.buy_unlevered, rate),
        _total(result.rent),
        _total(result.buy),
        cost_per_used_gpu_hour(rent, result.rent.used_gpu_hours, rate),
        cost_per_used_gpu_hour(buy, result.buy.used_gpu_hours, rate),
        present_value(saving(result), rate),
        result.rent.used_gpu_hours.sum(axis=-1),
        result.buy.own_gpu_hours.sum(axis=-1),
        result.buy.nodes,
    )
    return tuple(np.broadcast_to(column, np.shape(rent) or (1,)) for column in columns)


def _total(branch: Flows) -> Array:
    return np.asarray(by_month(branch.cash).sum(axis=-1))
