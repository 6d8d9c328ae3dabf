"""Cash flows on the month grid of the ledger (docs/ledger.md §1), of any leading shape."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

START, MIDDLE, END = 0, 1, 2
"""Moments inside a month, positions on the timing axis."""

OFFSETS_MONTHS = np.array([-1.0, -0.5, 0.0])
"""Moment of a flow less its month index, for START, MIDDLE, END [month]. Month 0 is a point: e = 0."""


def moments(months: int) -> Array:
    """Moments in months from the decision, shape (3, months + 1) [month] (docs/ledger.md §1.1)."""
    e: Array = np.arange(months + 1, dtype=np.float64)[None, :] + OFFSETS_MONTHS[:, None]
    e[:, 0] = 0.0
    return e


@dataclass(frozen=True, slots=True)
class TaxYears:
    """Income tax of a branch by tax year; arrays of shape S + (years,) [KZT]."""

    first_month: Array
    last_month: Array
    deductible_costs: Array
    depreciation: Array
    gain: Array
    result: Array
    loss_used: Array
    loss_left: Array
    tax: Array


@dataclass(frozen=True, slots=True)
class Fleet:
    """One generation of owned nodes; arrays of shape S. ``from_month`` is its first month of service."""

    from_month: Array
    to_month: Array
    tax_base_kzt: Array
    sale_kzt: Array


@dataclass(frozen=True, slots=True)
class Flows:
    """One branch of the ledger. M is the padded number of months, max(60, horizon).

    Attributes
    ----------
    cash
        After-tax cost, shape S + (3, M + 1), axes timing and month index, in the reporting currency.
        Costs positive, receipts negative; zero beyond the horizon of each element.
    lines
        The same by ledger line id; empty unless asked for. Lines sum to ``cash``.
    used_gpu_hours
        Demanded hours done, shape S + (M,), months 1..M [GPU-h].
    own_gpu_hours, it_kwh
        Hours of owned GPUs at work [GPU-h] and IT energy [kWh], shape S + (M,); zero for rent.
    tax_years, fleets
        The way of the income tax and of the owned nodes; ``None`` and empty unless lines are kept.
    nodes
        Owned nodes, shape S.
    own_work_gpu_hours
        Demanded hours that ``own_gpu_hours`` are worth, where another GPU is bought (docs/ledger.md §16), shape
        S + (M,); zero for rent [GPU-h].
    """

    cash: Array
    used_gpu_hours: Array
    own_gpu_hours: Array
    it_kwh: Array
    nodes: Array
    lines: Mapping[str, Array] = field(default_factory=dict)
    tax_years: TaxYears | None = None
    fleets: tuple[Fleet, ...] = ()
    own_work_gpu_hours: Array = field(default_factory=lambda: np.zeros(()))


@dataclass(frozen=True, slots=True)
class Ledger:
    """Both branches of one plan, or of a batch of them.

    Attributes
    ----------
    rent, buy
        The branches.
    buy_unlevered
        Cash of the buy branch with funding = cash (docs/ledger.md §8), shape S + (3, M + 1).
    horizon_months
        Shape S [month].
    discount_rate_per_year
        Shape S [1/year].
    peak_gpus
        Highest demanded level, shape S [GPU].
    """

    rent: Flows
    buy: Flows
    buy_unlevered: Array
    horizon_months: Array
    discount_rate_per_year: Array
    peak_gpus: Array
