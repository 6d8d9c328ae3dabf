"""Break-evens: values of one quantity at which the whole model's answer changes (docs/ledger.md §12)."""

from collections.abc import Mapping

import numpy as np

from calc.choices import BreakEvenState
from calc.cost.flows import Array, Ledger
from calc.decision.decision import BreakEven
from calc.decision.quantities import Quantity, QuantityId, horizon_quantity, quantities
from calc.decision.root_search import Zeros, find_zeros
from calc.decision.saving_model import SavingModel
from calc.plan import Plan


def break_evens(plan: Plan, base: Ledger, discounted_payback_month: int | None) -> Mapping[str, BreakEven]:
    """All break-evens of a plan, reckoned in one batch and refined together.

    Parameters
    ----------
    plan
        The plan; each quantity is moved alone.
    base
        Its ledger, shape ().
    discounted_payback_month
        The break-even of ``month``, already known.

    Returns
    -------
    Mapping
        By quantity id, in the order of ``QuantityId``.
    """
    listed = quantities(plan)
    horizon = horizon_quantity(plan)
    # rent_rate moves the same field as hourly_rate or monthly_rate when that mode is in force
    by_fields = {tuple(quantity.fields): quantity for quantity in listed}
    model = SavingModel(plan, base, tuple(by_fields.values()), horizon)
    zeros = dict(zip(by_fields, find_zeros(model.grids, model.values, model.at), strict=True))
    found = {str(quantity.id): _searched(quantity, zeros[tuple(quantity.fields)]) for quantity in listed}
    found[str(QuantityId.HORIZON)] = _horizon(horizon, model.horizons, model.horizon_values)
    found[str(QuantityId.MONTH)] = _month(discounted_payback_month, plan.finance.horizon_months)
    return found


def _searched(quantity: Quantity, zeros: Zeros) -> BreakEven:
    return BreakEven(
        state=zeros.state,
        today=quantity.today,
        roots=zeros.roots,
        jumps=zeros.jumps,
        low=quantity.low,
        high=quantity.high,
        slopes=zeros.slopes,
        buy_cheaper_at_first=zeros.positive_at_first,
    )


def _horizon(horizon: Quantity, months: Array, values: Array) -> BreakEven:
    cheaper = values > 0
    flips = np.flatnonzero(cheaper[1:] != cheaper[:-1]) + 1
    state = BreakEvenState.ALWAYS if cheaper[0] else BreakEvenState.NEVER
    return BreakEven(
        state=BreakEvenState.FOUND if flips.size else state,
        today=horizon.today,
        roots=tuple(float(months[k]) for k in flips),
        jumps=(),
        low=horizon.low,
        high=horizon.high,
        slopes=tuple(float(values[k] - values[k - 1]) for k in flips),
        buy_cheaper_at_first=bool(cheaper[0]),
    )


def _month(discounted_payback_month: int | None, horizon_months: int) -> BreakEven:
    never = discounted_payback_month is None
    return BreakEven(
        state=BreakEvenState.NEVER if never else BreakEvenState.FOUND,
        today=None,
        roots=() if discounted_payback_month is None else (float(discounted_payback_month),),
        jumps=(),
        low=0.0,
        high=float(horizon_months),
        buy_cheaper_at_first=discounted_payback_month == 0,
    )
