"""The saving of buying as a function of one quantity at a time, in as few reckonings as its shape allows."""

from collections.abc import Sequence

import numpy as np

from calc.choices import Currency, Depreciation, Purchase, TaxPosition
from calc.cost.flows import Array, Ledger
from calc.decision.evaluate import npv_of_buying, saving
from calc.decision.quantities import Quantity, QuantityId
from calc.decision.root_search import POINTS, Request
from calc.decision.value import discount_factors
from calc.plan import Plan

_STRAIGHT = frozenset(
    {
        QuantityId.HOURLY_RATE,
        QuantityId.MONTHLY_RATE,
        QuantityId.RENT_RATE,
        QuantityId.TARIFF,
        QuantityId.PURCHASE_PRICE,
        QuantityId.USD_KZT,
        QuantityId.RESIDUAL,
    }
)
SHORT = 40
"""Points up to which requests share one batch."""


def is_straight(plan: Plan, quantity: Quantity) -> bool:
    """Whether the saving is a straight line in a quantity.

    Every ledger line is proportional to each price, to the resale scale and to the rate of exchange.
    Income tax keeps that unless losses queue (``limited``); and where a refresh sells more than the balance
    of the declining group holds, it bends in what changes the balance's sign: the resale scale, and the node
    price beside a network that has its own (docs/ledger.md §9.2, §9.5). The rate of exchange moves the whole
    balance or none of it. VAT that was offset falls due with any resale at all (§15.2). In dollars it is the
    value times USD/KZT that is straight in USD/KZT.
    """
    finance, buy = plan.finance, plan.buy
    if finance.cit_rate > 0 and finance.tax_position is TaxPosition.LIMITED:
        return False
    bent: set[QuantityId] = set()
    balance_may_break = finance.depreciation is Depreciation.DECLINING and buy.refresh_every_months > 0
    if (finance.cit_rate > 0 and balance_may_break) or buy.purchase is Purchase.IMPORT_OFFSET:
        bent.add(QuantityId.RESIDUAL)
        if buy.network_price > 0:
            bent.add(QuantityId.PURCHASE_PRICE)
    return quantity.id in _STRAIGHT - bent


class SavingModel:
    """The saving along several quantities, reckoned together.

    Parameters
    ----------
    plan
        The plan; each quantity is moved alone.
    base
        Its ledger, shape ().
    quantities
        The quantities, searched on ``POINTS`` points each.
    horizon
        The horizon, searched on its whole months.

    Attributes
    ----------
    grids, values
        Per quantity, the searched points and the saving there [cur].
    horizons, horizon_values
        The whole months and the saving there [cur].
    """

    def __init__(self, plan: Plan, base: Ledger, quantities: Sequence[Quantity], horizon: Quantity) -> None:
        self._plan = plan
        self._quantities = quantities
        self._saving = saving(base)
        self._straight: dict[int, _Straight] = {}
        self.grids = [np.linspace(quantity.low, quantity.high, POINTS) for quantity in quantities]
        self.horizons = np.arange(horizon.low, horizon.high + 1)
        reckoned = [k for k, quantity in enumerate(quantities) if quantity.id is not QuantityId.DISCOUNT_RATE]
        requests = [(quantities[k], self._sampled(k)) for k in reckoned]
        *found, self.horizon_values = npv_along(plan, [*requests, (horizon, self.horizons)])
        for k, (quantity, points), values in zip(reckoned, requests, found, strict=True):
            if is_straight(plan, quantity):
                self._straight[k] = _Straight(points, values, inverse=_is_inverse(plan, quantity))
        known = dict(zip(reckoned, found, strict=True))
        self.values = [
            known[k] if self._needs_ledger(k) else self._closed(k, self.grids[k]) for k in range(len(quantities))
        ]

    def at(self, requests: Sequence[Request]) -> list[Array]:
        """The saving at more points, for quantities named by their index."""
        wanted = [(self._quantities[k], points) for k, points in requests if self._needs_ledger(k)]
        reckoned = iter(npv_along(self._plan, wanted))
        return [next(reckoned) if self._needs_ledger(k) else self._closed(k, points) for k, points in requests]

    def _needs_ledger(self, k: int) -> bool:
        return k not in self._straight and self._quantities[k].id is not QuantityId.DISCOUNT_RATE

    def _closed(self, k: int, points: Array) -> Array:
        if k in self._straight:
            return self._straight[k].at(points)
        # no flow depends on the discount rate: only the factors change
        factors = discount_factors(points, self._saving.shape[-1] - 1)
        return np.asarray(factors.reshape(points.size, -1) @ self._saving.reshape(-1))

    def _sampled(self, k: int) -> Array:
        return self.grids[k][[0, -1]] if is_straight(self._plan, self._quantities[k]) else self.grids[k]


class _Straight:
    """A line through two points; ``inverse``: of the value times the quantity."""

    def __init__(self, points: Array, values: Array, *, inverse: bool) -> None:
        self._inverse = inverse
        self._start, end = points
        self._first, last = values * points if inverse else values
        self._slope = (last - self._first) / (end - self._start)

    def at(self, points: Array) -> Array:
        values = self._first + self._slope * (points - self._start)
        return np.asarray(values / points) if self._inverse else values


def _is_inverse(plan: Plan, quantity: Quantity) -> bool:
    return quantity.id is QuantityId.USD_KZT and plan.finance.currency is Currency.USD


def npv_along(plan: Plan, requests: Sequence[tuple[Quantity, Array]]) -> list[Array]:
    """The saving with one quantity moved at a time.

    Parameters
    ----------
    requests
        Quantities and the points each is wanted at, shape (n,).

    Returns
    -------
    list of Array
        The saving at those points, in the order of the requests [cur].
    """
    # A long request is cheapest alone, where all but its own field stay single numbers; short ones share a batch.
    values = {k: _batch(plan, [request])[0] for k, request in enumerate(requests) if request[1].size > SHORT}
    short = [k for k in range(len(requests)) if k not in values]
    values |= dict(zip(short, _batch(plan, [requests[k] for k in short]), strict=True))
    return [values[k] for k in range(len(requests))]


def _batch(plan: Plan, requests: Sequence[tuple[Quantity, Array]]) -> list[Array]:
    if not requests:
        return []
    ends = np.cumsum([points.size for _, points in requests])
    overrides: dict[str, Array] = {}
    for end, (quantity, points) in zip(ends, requests, strict=True):
        for field, times in quantity.fields.items():
            moved = overrides.setdefault(field, np.full(int(ends[-1]), times * quantity.today))
            moved[end - points.size : end] = times * points
    values: list[Array] = np.split(npv_of_buying(plan, **overrides), ends[:-1])
    return values
