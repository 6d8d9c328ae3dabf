"""Payback: the month after which the cumulative saving stays at or above zero (docs/ledger.md §11)."""

import numpy as np

from calc.cost.flows import Array
from calc.decision.value import by_month, cumulative_present_value

ZERO_SHARE = 1e-9
"""What counts as zero, as a share of the largest value (docs/ledger.md §11)."""


def last_crossing(cumulative: Array, horizon_months: Array | float) -> Array:
    """Smallest t such that the cumulative saving stays at or above zero from t to T.

    Parameters
    ----------
    cumulative
        Running sum at month 0..M, shape S + (M + 1) [cur].
    horizon_months
        T, shape S [month].

    Returns
    -------
    Array
        Shape S [month]: 0 where it is never below zero, NaN where it ends below ("never").
    """
    horizon = np.asarray(horizon_months, dtype=np.float64)
    months = np.arange(cumulative.shape[-1], dtype=np.float64)
    inside = months <= horizon[..., None]
    largest = np.max(np.abs(cumulative) * inside, axis=-1, keepdims=True)
    below = (cumulative < -ZERO_SHARE * largest) & inside
    last_below = np.max(np.where(below, months, -1.0), axis=-1)
    return np.asarray(np.where(last_below < horizon, last_below + 1.0, np.nan))


def payback_month(saving: Array, horizon_months: Array | float) -> Array:
    """Simple payback of a saving of shape S + (3, M + 1) [cur]: shape S [month], NaN is "never"."""
    return last_crossing(np.cumsum(by_month(saving), axis=-1), horizon_months)


def discounted_payback_month(saving: Array, rate_per_year: Array | float, horizon_months: Array | float) -> Array:
    """The same on discounted flows: shape S [month], NaN is "never"."""
    return last_crossing(cumulative_present_value(saving, rate_per_year), horizon_months)


def interpolated_payback_months(saving: Array, month: float) -> float | None:
    """Payback with a straight line inside its month: for display beside the whole month (money model §6).

    Parameters
    ----------
    saving
        Of one plan, shape (3, M + 1) [cur].
    month
        Its payback, as :func:`payback_month` gives it; NaN is "never".

    Returns
    -------
    float or None
        [month]; ``None`` is "never".
    """
    if np.isnan(month):
        return None
    last = int(month)
    if last == 0:
        return 0.0
    cumulative = np.cumsum(by_month(saving))
    before, after = float(cumulative[last - 1]), float(cumulative[last])
    return last - 1 + before / (before - after)
