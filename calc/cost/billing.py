"""Rent by the hour: what is billed for the hours demanded (docs/ledger.md §3)."""

import numpy as np

from calc.cost.case import Case
from calc.cost.exchange import rent_hours_ratio
from calc.cost.windows import gap_months
from calc.inputs import Array, ceiling, is_zero


def demanded_gpu_hours(case: Case) -> Array:
    """D: demanded GPU-hours of each month [GPU-h]."""
    return case.levels.gpu_hours


def rented_gpu_hours(case: Case) -> Array:
    """Hours of the rented GPU that do the work of each month [GPU-h]."""
    return case.of(demanded_gpu_hours) * case.of(rent_hours_ratio)


def billing_factor(case: Case) -> Array:
    """f: billed minutes for a minute of work, by goodput, start-up, billing step and minimum."""
    goodput = case["rent.goodput"]
    job = case["rent.job_minutes"]
    unbroken = 1.0 / goodput
    if is_zero(job):
        return unbroken
    step = case["rent.billing_step_minutes"]
    steps = ceiling((job / goodput + case["rent.start_minutes"]) / step) * step
    billed = np.maximum(case["rent.minimum_minutes"], steps)
    factor: Array = np.where(job > 0, billed / np.where(job > 0, job, 1.0), unbroken)
    return factor


def gross_up(case: Case) -> Array:
    """1 / (1 - w): what the price grows by where the payer bears the provider's tax w (docs/ledger.md §15) [-]."""
    return 1.0 / (1.0 - case["rent.withholding_rate"])


def months_with_work(case: Case) -> Array:
    """1 in months with D > 0."""
    working: Array = (case.of(demanded_gpu_hours) > 0).astype(np.float64)
    return working


def waves_with_work(case: Case) -> Array:
    """Waves begun in each month, if it has work."""
    return case.levels.waves_begun * case.of(months_with_work)


def idle_share(case: Case) -> Array:
    """Share of each month in which no job is on [-]."""
    return 1.0 - case.levels.on_share


def hours_done_by_buyer(case: Case) -> Array:
    """D without the hours lost while the work waits for the delivery [GPU-h]."""
    return case.of(demanded_gpu_hours) * (1.0 - case.of(gap_months))
