"""Value of cash flows on the month grid, one vectorised path for every shape (docs/ledger.md §11)."""

from typing import overload

import numpy as np

from calc.cost.flows import OFFSETS_MONTHS, Array, moments

MONTHS_PER_YEAR = 12
SECONDS_PER_HOUR = 3600
LEAST_USE_GPU_HOURS = 1e-9
"""Fewer hours than this over a horizon are no use: a cost over them would be no figure [GPU-h]."""


@overload
def monthly_rate(rate_per_year: float) -> float: ...
@overload
def monthly_rate(rate_per_year: Array) -> Array: ...
def monthly_rate(rate_per_year: float | Array) -> float | Array:
    """Monthly rate of an effective annual one, (1 + R)^(1/12) − 1 (docs/ledger.md §11).

    Parameters
    ----------
    rate_per_year
        Effective annual rate above −1, any shape [1/year].
    """
    # expm1 and log1p keep all digits where R is small
    rate = np.expm1(np.log1p(rate_per_year) / MONTHS_PER_YEAR)
    return rate if isinstance(rate_per_year, np.ndarray) else float(rate)


def discount_factors(rate_per_year: Array | float, months: int) -> Array:
    """(1 + R)^(−e/12) at the moments of the grid (docs/ledger.md §1.3).

    Parameters
    ----------
    rate_per_year
        Shape S [1/year].
    months
        M, the last month index of the grid [month].

    Returns
    -------
    Array
        Shape S + (3, M + 1).
    """
    log_month = np.log1p(np.asarray(rate_per_year, dtype=np.float64)) / MONTHS_PER_YEAR
    of_month = np.exp(-log_month[..., None] * np.arange(months + 1, dtype=np.float64))
    of_timing = np.exp(-log_month[..., None] * OFFSETS_MONTHS)
    factors: Array = of_timing[..., :, None] * of_month[..., None, :]
    factors[..., 0] = 1.0
    return factors


def present_value(cash: Array, rate_per_year: Array | float) -> Array:
    """Discounted sum of flows, Σ amount × (1 + R)^(−e/12) (docs/ledger.md §11).

    Parameters
    ----------
    cash
        Flows by timing and month index, shape S + (3, M + 1) [cur].
    rate_per_year
        Shape S, or one rate for all [1/year].

    Returns
    -------
    Array
        Shape S [cur].
    """
    rate = np.asarray(rate_per_year, dtype=np.float64)
    months = cash.shape[-1] - 1
    if rate.size and bool((rate == rate.flat[0]).all()):
        # one rate for the whole batch: a single matrix product
        factors = discount_factors(float(rate.flat[0]), months)
        value: Array = cash.reshape(*cash.shape[:-2], -1) @ factors.reshape(-1)
        return np.asarray(value)
    return np.asarray(np.einsum("...tm,...tm->...", cash, discount_factors(rate, months)))


def by_month(cash: Array) -> Array:
    """Flows by month index, the three timings summed: S + (3, M + 1) becomes S + (M + 1) [cur]."""
    amounts: Array = cash.sum(axis=-2)
    return amounts


def cumulative_present_value(cash: Array, rate_per_year: Array | float) -> Array:
    """Running discounted sum to the end of month 0..M, shape S + (M + 1) [cur]."""
    return np.cumsum(by_month(cash * discount_factors(rate_per_year, cash.shape[-1] - 1)), axis=-1)


def annuity_factor(rate_per_period: Array | float, periods: Array | float) -> Array:
    """Present value of 1 at the end of each period, (1 − v^n)/i; n at a zero rate.

    Parameters
    ----------
    rate_per_period
        i above −1, any shape [1/period].
    periods
        n, shape broadcast with it [period].

    Notes
    -----
    Not ``numpy_financial.pv``: it divides by zero at i = 0 and loses digits near it.
    """
    rate = np.asarray(rate_per_period, dtype=np.float64)
    safe = np.where(rate == 0, 1.0, rate)
    return np.where(rate == 0, periods, -np.expm1(-np.log1p(safe) * periods) / safe)


def equivalent_monthly(present_cost: Array, rate_per_year: Array | float, horizon_months: Array) -> Array:
    """Level cost at the end of each month of the same present cost, shape S [cur/month] (docs/ledger.md §11)."""
    rate = monthly_rate(np.asarray(rate_per_year, dtype=np.float64))
    return np.asarray(present_cost / annuity_factor(rate, horizon_months))


def cost_per_used_gpu_hour(present_cost: Array, used_gpu_hours: Array, rate_per_year: Array | float) -> Array:
    """Levelised cost: present cost over used hours discounted from month ends (docs/ledger.md §11).

    Parameters
    ----------
    present_cost
        Shape S [cur].
    used_gpu_hours
        Months 1..M, shape S + (M,) [GPU-h].
    rate_per_year
        Shape S [1/year].

    Returns
    -------
    Array
        Shape S [cur/GPU-h]; NaN where nothing is used.
    """
    months = np.arange(1, used_gpu_hours.shape[-1] + 1, dtype=np.float64) / MONTHS_PER_YEAR
    log_rate = np.log1p(np.asarray(rate_per_year, dtype=np.float64))
    hours = (used_gpu_hours * np.exp(-log_rate[..., None] * months)).sum(axis=-1)
    used = hours > LEAST_USE_GPU_HOURS
    return np.asarray(np.where(used, present_cost / np.where(used, hours, 1.0), np.nan))


def stream_by_moment(cash: Array) -> tuple[Array, Array]:
    """Flows of one plan in order of their moments, those of the same moment summed.

    Parameters
    ----------
    cash
        Shape (3, M + 1) [cur].

    Returns
    -------
    tuple of Array
        Amounts [cur] and moments [month] in half-month steps, shape (2 M + 1,).
    """
    steps = np.rint(2 * moments(cash.shape[-1] - 1)).astype(np.intp)
    amounts: Array = np.zeros(2 * cash.shape[-1] - 1)
    np.add.at(amounts, steps, cash)
    return amounts, np.arange(amounts.size) / 2


def cost_per_million_tokens(cost_per_gpu_hour: float, tokens_per_second_per_gpu: float) -> float:
    """Cost of a million tokens of a card that earns its hour by them [cur/1e6 token]."""
    return cost_per_gpu_hour / (tokens_per_second_per_gpu * SECONDS_PER_HOUR) * 1e6
