"""The months a line runs in: 1 inside, 0 outside. Every function here is a quantity of the case."""

import numpy as np

from calc.cost.case import Case
from calc.inputs import Array, is_zero


def always(_case: Case) -> Array:
    """For schedules that carry their own months."""
    return np.ones(())


def horizon_months(case: Case) -> Array:
    """Months 1..T."""
    return _indicator((case.month >= 1) & (case.month <= case.horizon))


def gap_months(case: Case) -> Array:
    """Months 1..L, in which the work waits for the delivery."""
    return _indicator((case.month >= 1) & (case.month <= np.minimum(case.lead, case.horizon)))


def service_months(case: Case) -> Array:
    """Months L + 1..T."""
    return _indicator((case.month > case.lead) & (case.month <= case.horizon))


def first_service_month(case: Case) -> Array:
    """Month L + 1."""
    return _indicator(case.month == case.lead + 1)


def at_order(case: Case) -> Array:
    """Month 0, the decision."""
    return _indicator(case.month == 0)


def at_delivery(case: Case) -> Array:
    """Month L."""
    return _indicator(case.month == case.lead)


def at_retention(case: Case) -> Array:
    """Month min(T, L + retention_months)."""
    return _indicator(case.month == np.minimum(case.horizon, case.lead + case["buy.retention_months"]))


def at_refresh(case: Case) -> Array:
    """Months L + E, L + 2E, ... < T, in which a fleet is replaced (docs/ledger.md §4)."""
    every = case["buy.refresh_every_months"]
    if is_zero(every):
        return np.zeros(())
    since = case.month - case.lead
    due = since % np.where(every > 0, every, np.inf) == 0
    return _indicator((since > 0) & due & (case.month < case.horizon))


def at_sale(case: Case) -> Array:
    """Months in which a fleet is sold: every refresh, and T."""
    return case.of(at_refresh) + case.of(at_horizon)


def at_horizon(case: Case) -> Array:
    """Month T."""
    return _indicator(case.month == case.horizon)


def _indicator(inside: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Array:
    return inside.astype(np.float64)
