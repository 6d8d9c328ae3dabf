"""Rent or buy over use and horizon, and the cost of a used hour over use (docs/design.md §4, §7)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calc.choices import RentMode
from calc.cost.flows import Array
from calc.decision.evaluate import evaluate, npv_of_buying
from calc.decision.usage_axis import UsageAxis
from calc.plan import Plan


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The saving of buying over utilization and horizon.

    Attributes
    ----------
    utilizations, horizons_months
        The axes, shapes (U,) [share] and (H,) [month].
    npv_of_buying
        Present cost of rent less that of buying, shape (H, U) [cur].
    zero_line
        Per horizon the utilizations at which it changes sign, rising; empty where it does not.
    utilization, horizon_months
        Where the plan stands.
    reachable
        Utilizations the demand can come to, shape (U,); others show the nearest it can.
    """

    utilizations: Array
    horizons_months: Array
    npv_of_buying: Array
    zero_line: tuple[tuple[float, ...], ...]
    utilization: float
    horizon_months: int
    reachable: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class UnitCostCurve:
    """Cost of a used GPU-hour of each option over utilization.

    Attributes
    ----------
    utilizations
        Shape (U,) [share].
    own, in_force, hourly, monthly
        Levelised cost of owning, of rent on the tariff of the plan, and on either plain one, shape (U,)
        [cur/GPU-h]; NaN without use. Own and in force meet where the answer changes.
    utilization
        Where the plan stands.
    reachable
        Utilizations the demand can come to, shape (U,); others show the nearest it can.
    """

    utilizations: Array
    own: Array
    in_force: Array
    hourly: Array
    monthly: Array
    utilization: float
    reachable: NDArray[np.bool_]


def heat_map(plan: Plan, utilizations: Sequence[float], horizons_months: Sequence[int]) -> HeatMap:
    """Reckon the full model at every utilization and horizon in one batch.

    Parameters
    ----------
    plan
        The plan; everything else is held.
    utilizations
        Rising [share].
    horizons_months
        Whole months above the lead time [month].
    """
    axis = UsageAxis(plan)
    use, horizons = np.asarray(utilizations, dtype=np.float64), np.asarray(horizons_months, dtype=np.float64)
    demand = {name: values[None, :] for name, values in axis.overrides(use).items()}
    value = npv_of_buying(plan, **demand, **{"finance.horizon_months": horizons[:, None]})
    return HeatMap(
        utilizations=use,
        horizons_months=horizons,
        npv_of_buying=value,
        zero_line=tuple(crossings(use, row) for row in value),
        utilization=axis.today,
        horizon_months=plan.finance.horizon_months,
        reachable=axis.reachable(use),
    )


def unit_cost_curve(plan: Plan, utilizations: Sequence[float]) -> UnitCostCurve:
    """Cost of a used GPU-hour of owning, of hourly and of monthly rent at each utilization.

    Parameters
    ----------
    plan
        The plan; for the plain tariffs its rent mode is replaced by each of the two.
    utilizations
        Rising [share].
    """
    axis = UsageAxis(plan)
    use = np.asarray(utilizations, dtype=np.float64)
    demand = axis.overrides(use)
    as_planned, by_hour, by_month = (
        evaluate(replace(plan, rent=plan.rent.model_copy(update={"mode": mode})), **demand)
        for mode in (plan.rent.mode, RentMode.HOURLY, RentMode.MONTHLY)
    )
    return UnitCostCurve(
        utilizations=use,
        own=as_planned.buy_cost_per_used_gpu_hour,
        in_force=as_planned.rent_cost_per_used_gpu_hour,
        hourly=by_hour.rent_cost_per_used_gpu_hour,
        monthly=by_month.rent_cost_per_used_gpu_hour,
        utilization=axis.today,
        reachable=axis.reachable(use),
    )


def crossings(points: Array, values: Array) -> tuple[float, ...]:
    """Points where a curve crosses zero, straight between its points; NaN breaks it."""
    left, right = values[:-1], values[1:]
    k = np.flatnonzero(left * right < 0)
    between = points[k] - left[k] * (points[k + 1] - points[k]) / (right[k] - left[k])
    return tuple(np.sort(np.concatenate((points[values == 0], between))).tolist())
