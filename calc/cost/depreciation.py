"""Tax depreciation of fleets and room, and the gain at their sale (docs/ledger.md §9.2 to §9.4)."""

from dataclasses import dataclass

import numpy as np

from calc.choices import Depreciation
from calc.cost.case import Case
from calc.cost.fleet import age_months, delivery_month
from calc.cost.tax_calendar import TaxCalendar, tax_calendar
from calc.cost.windows import at_horizon, at_sale, service_months
from calc.inputs import Array, is_zero


@dataclass(frozen=True, slots=True)
class Pool:
    """Assets that are depreciated together.

    Attributes
    ----------
    first_base
        Tax base delivered at L, S + (1,) [KZT].
    later_bases
        Tax bases of refreshes by month of delivery, S + (M + 1,) or () [KZT].
    sales
        Proceeds by month, S + (M + 1,) or () [KZT].
    rate_per_year
        Depreciation rate [1/year].
    """

    first_base: Array
    later_bases: Array
    sales: Array
    rate_per_year: Array


def depreciation_and_gain(case: Case, pool: Pool) -> tuple[Array, Array]:
    """Depreciation and taxable gain of each tax year, S + (Y,) [KZT]."""
    if case.choice("finance.depreciation") is Depreciation.DECLINING:
        return _declining(case, pool)
    return _straight_line(case, pool)


def _declining(case: Case, pool: Pool) -> tuple[Array, Array]:
    calendar = case.of(tax_calendar)
    additions = np.where(calendar.holds(case.lead), pool.first_base, 0.0)
    additions = additions + _sums(calendar, pool.later_bases) - _sums(calendar, pool.sales)
    balance = np.zeros(())
    depreciation, gain = [], []
    rate = pool.rate_per_year[..., 0] if pool.rate_per_year.ndim else pool.rate_per_year
    for year in range(additions.shape[-1]):
        # A whole year's rate however late the delivery; a negative balance is income (art. 280).
        balance = balance + additions[..., year]
        income = np.maximum(0.0, -balance)
        balance = np.maximum(0.0, balance)
        closing = calendar.is_last[..., year]
        written = np.where(closing, 0.0, rate * balance)
        gain.append(income - np.where(closing, balance, 0.0))
        depreciation.append(written)
        balance = np.where(closing, 0.0, balance - written)
    exists = calendar.exists
    return (
        np.where(exists, np.stack(np.broadcast_arrays(*depreciation), axis=-1), 0.0),
        np.where(exists, np.stack(np.broadcast_arrays(*gain), axis=-1), 0.0),
    )


def _straight_line(case: Case, pool: Pool) -> tuple[Array, Array]:
    calendar = case.of(tax_calendar)
    base = base_in_service(case, pool)
    age = case.of(age_months)
    written = _used_up(pool.rate_per_year, age)
    monthly = base * (written - _used_up(pool.rate_per_year, age - 1.0)) * case.of(service_months)
    rest = base * (1.0 - written) * case.of(at_sale)
    return calendar.sums(monthly), calendar.sums(pool.sales - rest)


def base_in_service(case: Case, pool: Pool) -> Array:
    """Tax base of the fleet that serves in each month [KZT]."""
    if is_zero(pool.later_bases):
        return pool.first_base
    delivered = case.of(delivery_month)
    later, index = np.broadcast_arrays(pool.later_bases, delivered.astype(np.int64))
    return np.where(delivered > case.lead, np.take_along_axis(later, index, axis=-1), pool.first_base)


def room_depreciation_and_gain(case: Case, base: Array) -> tuple[Array, Array]:
    """The room's own pool: same method, own rate, closed at T without resale (docs/ledger.md §9.4) [KZT]."""
    rate = case["site.room_depreciation_rate_per_year"]
    if case.choice("finance.depreciation") is Depreciation.DECLINING:
        return _declining(case, Pool(base, np.zeros(()), np.zeros(()), rate))
    calendar = case.of(tax_calendar)
    age = case.month - case.lead
    written = _used_up(rate, age)
    monthly = base * (written - _used_up(rate, age - 1.0)) * case.of(service_months)
    rest = base * (1.0 - written) * case.of(at_horizon)
    return calendar.sums(monthly), calendar.sums(-rest)


def _used_up(rate: Array, age: Array) -> Array:
    # Share of the base written off after a number of months of service.
    return np.clip(rate * age / 12.0, 0.0, 1.0)


def _sums(calendar: TaxCalendar, amount: Array) -> Array:
    return np.zeros(()) if is_zero(amount) else calendar.sums(amount)
