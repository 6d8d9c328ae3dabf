"""Waves on the grid of weeks and months (docs/ledger.md §2): waves run on without wrapping at the year."""

from functools import lru_cache

import numpy as np

from calc.inputs import Array

HOURS_PER_MONTH = 730.0
HOURS_PER_WEEK = 168.0


@lru_cache(maxsize=8)
def hours_of_weeks(months: int) -> Array:
    """Hours that week w and month t share, shape (weeks, months + 1) [h]; nothing falls in month 0."""
    weeks = int(np.ceil(months * HOURS_PER_MONTH / HOURS_PER_WEEK))
    week = np.arange(weeks, dtype=np.float64)[:, None] * HOURS_PER_WEEK
    month = np.arange(-1, months, dtype=np.float64) * HOURS_PER_MONTH
    shared: Array = np.minimum(week + HOURS_PER_WEEK, month + HOURS_PER_MONTH) - np.maximum(week, month)
    shared = np.maximum(shared, 0.0)
    shared[:, 0] = 0.0
    return shared


@lru_cache(maxsize=8)
def month_of_week_start(months: int) -> Array:
    """1 where week w starts in month t, i.e. in [730(t - 1), 730 t); shape (weeks, months + 1)."""
    weeks = hours_of_weeks(months).shape[0]
    start = np.arange(weeks) * HOURS_PER_WEEK
    month = np.floor(start / HOURS_PER_MONTH) + 1
    indicator: Array = (month[:, None] == np.arange(months + 1)).astype(np.float64)
    return indicator


def active_weeks(first_week: Array, weeks_on: Array, weeks_off: Array, months: int) -> Array:
    """1 for the weeks inside a wave, shape S + (weeks,)."""
    week = np.arange(hours_of_weeks(months).shape[0], dtype=np.float64)
    since = week - first_week
    active: Array = ((since >= 0) & (since % (weeks_on + weeks_off) < weeks_on)).astype(np.float64)
    return active


def starting_weeks(first_week: Array, weeks_on: Array, weeks_off: Array, months: int) -> Array:
    """1 for the weeks in which a wave begins; working hours (no weeks off) begin once."""
    week = np.arange(hours_of_weeks(months).shape[0], dtype=np.float64)
    since = week - first_week
    every = np.where(weeks_off > 0, weeks_on + weeks_off, np.inf)
    starts: Array = ((since >= 0) & (since % every == 0)).astype(np.float64)
    return starts
