"""Tax years on the month grid (docs/ledger.md §9.1)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calc.choices import TaxPayment
from calc.cost.case import Case
from calc.inputs import Array

MONTHS_PER_YEAR = 12.0


@dataclass(frozen=True, slots=True)
class TaxCalendar:
    """Years are the last axis, shape S + (Y,) or (Y,).

    Attributes
    ----------
    first_month, last_month
        Of each year, cut at T; 0 for a year that does not exist [month].
    months
        Months of each year, 0 for one that does not exist.
    exists, is_last
        Whether the year begins by T, and whether it is the one that ends at T.
    of_month
        1 where month t belongs to year y, years running on after T; shape (M + 1, Y) or S + (M + 1, Y).
    """

    first_month: Array
    last_month: Array
    months: Array
    exists: NDArray[np.bool_]
    is_last: NDArray[np.bool_]
    of_month: Array

    def sums(self, amount: Array) -> Array:
        """Sum of monthly amounts by tax year, S + (Y,). Amounts after T must be 0."""
        if amount.shape[-1:] != self.of_month.shape[-2:-1]:
            amount = np.broadcast_to(amount, (*amount.shape[:-1], self.of_month.shape[-2]))
        if self.of_month.ndim > amount.ndim or self.of_month.ndim > len(("month", "year")):
            total: Array = np.einsum("...m,...my->...y", amount, self.of_month)
            return total
        flat = amount.reshape(-1, amount.shape[-1]) @ self.of_month
        return flat.reshape(*amount.shape[:-1], -1)

    def holds(self, month: Array) -> NDArray[np.bool_]:
        """Whether each year holds a month given as S + (1,); month 0 belongs to the first."""
        inside = np.maximum(month, 1.0)
        holding: NDArray[np.bool_] = (inside >= self.first_month) & (inside <= self.last_month)
        return holding


def tax_calendar(case: Case) -> TaxCalendar:
    """The first year has ``first_tax_year_months`` months, the rest 12, the last ends at T."""
    first_year = case["finance.first_tax_year_months"]
    count = 1 + int(np.ceil(max(0.0, case.months - first_year.min()) / MONTHS_PER_YEAR))
    year = np.arange(count, dtype=np.float64)
    end = first_year + MONTHS_PER_YEAR * year
    start = np.where(year == 0, 1.0, end - MONTHS_PER_YEAR + 1.0)
    exists = start <= case.horizon
    last = np.minimum(end, case.horizon)
    month = np.maximum(case.month, 1.0)[:, None]
    of_month = ((month >= start[..., None, :]) & (month <= end[..., None, :])).astype(np.float64)
    return TaxCalendar(
        first_month=np.where(exists, start, 0.0),
        last_month=np.where(exists, last, 0.0),
        months=np.where(exists, last - start + 1.0, 0.0),
        exists=exists,
        is_last=exists & (end >= case.horizon),
        of_month=of_month,
    )


def payments(case: Case, calendar: TaxCalendar, tax: Array) -> Array:
    """Tax of the years as payments at month ends, S + (M + 1,) (docs/ledger.md §9.6)."""
    in_horizon = (case.month >= 1) & (case.month <= case.horizon)
    if case.choice("finance.tax_payment") is TaxPayment.MONTHLY:
        part = tax / np.maximum(calendar.months, 1.0)
        by_month = _spread(part, calendar.of_month)
        return np.where(in_horizon, by_month, 0.0)
    own_end = np.where(calendar.is_last, 0.0, tax)
    year_end = calendar.of_month * _last_of_year(calendar.of_month)
    at_end = _spread(own_end, year_end)
    last = np.where(calendar.is_last, tax, 0.0).sum(axis=-1, keepdims=True)
    return np.where(in_horizon, at_end, 0.0) + np.where(case.month == case.horizon, last, 0.0)


def _last_of_year(of_month: Array) -> Array:
    # 1 for a month whose successor belongs to another year.
    following = np.concatenate([of_month[..., 1:, :], np.zeros_like(of_month[..., :1, :])], axis=-2)
    return 1.0 - following


def _spread(by_year: Array, of_month: Array) -> Array:
    if of_month.ndim > len(("month", "year")):
        spread: Array = np.einsum("...y,...my->...m", by_year, of_month)
        return spread
    flat = by_year.reshape(-1, by_year.shape[-1]) @ of_month.T
    return flat.reshape(*by_year.shape[:-1], -1)
