"""Rent by the month or by commitment: contracts month by month (docs/ledger.md §3)."""

import numpy as np

from calc.choices import RentMode
from calc.cost.billing import rented_gpu_hours
from calc.cost.case import Case
from calc.cost.growth import rent_price_factor
from calc.demand.weeks import HOURS_PER_MONTH
from calc.inputs import Array

COMMITTED_MONTHS = {RentMode.COMMITTED_1Y: 12.0, RentMode.COMMITTED_3Y: 36.0}


def contract_term_months(case: Case) -> Array:
    """Months a contract runs once begun [month]."""
    term = COMMITTED_MONTHS.get(case.choice("rent.mode"))
    return case["rent.minimum_term_months"] if term is None else np.full((), term)


def needed_gpus(case: Case) -> Array:
    """Highest level that occurs in each month; also the GPUs of contracts of one month [GPU]."""
    return case.levels.needed_gpus


def new_contract_gpus(case: Case) -> Array:
    """GPUs whose contract begins in each month, shape S + (M + 1,) [GPU].

    A contract begins for what the contracts in force do not cover, is never cut, and is renewed only by need.
    After the longest horizon none is begun.
    """
    need = case.of(needed_gpus)
    term = case.of(contract_term_months)
    need, ends = np.broadcast_arrays(need, np.minimum(term, case.months + 1.0))
    begun = np.zeros(need.shape)
    expiring = np.zeros((*need.shape[:-1], 2 * case.months + 2))
    in_force = np.zeros(need.shape[:-1])
    last = ends[..., 0].astype(np.int64)
    rows = np.arange(in_force.size)
    flat = expiring.reshape(in_force.size, -1)
    for month in range(1, int(case.horizon.max()) + 1):
        in_force = in_force - expiring[..., month]
        new = np.maximum(0.0, need[..., month] - in_force)
        begun[..., month] = new
        flat[rows, month + last.ravel()] = new.ravel()
        in_force = in_force + new
    return begun


def contracted_gpus(case: Case) -> Array:
    """GPUs under contract in each month [GPU]."""
    return _running(case, case.of(new_contract_gpus))


def locked_gpu_hours(case: Case) -> Array:
    """GPU-hours under commitment, weighed by the price factor of the month each began [GPU-h]."""
    return HOURS_PER_MONTH * _running(case, case.of(new_contract_gpus) * case.of(rent_price_factor))


def overflow_gpu_hours(case: Case) -> Array:
    """Hours beyond the contracts, billed by the hour; goodput adds hours, never GPUs [GPU-h]."""
    return _overflow(case, case.of(contracted_gpus))


def overflow_of_needed_gpu_hours(case: Case) -> Array:
    """The same where contracts run one month only [GPU-h]."""
    return _overflow(case, case.of(needed_gpus))


def exit_gpu_months(case: Case) -> Array:
    """GPU-months left on the contracts in force at T, shape S + (1,) [GPU-month]."""
    return _left_at_horizon(case, case.of(new_contract_gpus))


def exit_locked_gpu_hours(case: Case) -> Array:
    """GPU-hours left on the commitments at T, each at the price factor it began with [GPU-h]."""
    return HOURS_PER_MONTH * _left_at_horizon(case, case.of(new_contract_gpus) * case.of(rent_price_factor))


def _overflow(case: Case, gpus: Array) -> Array:
    billed = case.of(rented_gpu_hours) / case["rent.goodput"]
    return np.maximum(0.0, billed - HOURS_PER_MONTH * gpus)


def _running(case: Case, begun: Array) -> Array:
    # Sum of what began in the last `term` months.
    cumulative = np.cumsum(begun, axis=-1)
    before = case.month - case.of(contract_term_months)
    index = np.maximum(before, 0.0).astype(np.int64)  # month 0 has no contract: its sum is 0
    if index.ndim == 1:
        return cumulative - cumulative[..., index]
    cumulative, index = np.broadcast_arrays(cumulative, index)
    return cumulative - np.take_along_axis(cumulative, index, axis=-1)


def _left_at_horizon(case: Case, begun: Array) -> Array:
    end = case.month + case.of(contract_term_months) - 1.0
    left = np.where(case.month <= case.horizon, np.maximum(0.0, end - case.horizon), 0.0)
    total: Array = (begun * left).sum(axis=-1, keepdims=True)
    return total
