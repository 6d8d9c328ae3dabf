"""Utilization as an axis: the hours of the demand scaled by one factor, the peak unchanged (docs/design.md §4)."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calc.cost import ledger
from calc.cost.billing import demanded_gpu_hours
from calc.cost.case import Case
from calc.cost.flows import Array, Ledger
from calc.cost.windows import horizon_months
from calc.decision.quantities import Quantity, QuantityId, demand_quantity
from calc.demand.weeks import HOURS_PER_MONTH
from calc.inputs import Inputs
from calc.plan import Plan

LARGEST_SCALE = 64.0
"""Largest scale of the hours the axis looks at, times today's."""
_SCALES = np.geomspace(1 / 16, LARGEST_SCALE, 41)
"""Scales the use is first read at, times today's."""
_SHARES = np.linspace(0.0, 1.0, 41)
"""Utilizations of one constant job its use is first read at."""
_READINGS = 3
_NEAR = 1e-9


def use_of_owned(plan: Plan, result: Ledger) -> Array:
    """Hours done on owned GPUs over their hours in service, shape S [share] (docs/design.md §4)."""
    service = result.horizon_months - plan.buy.lead_months
    available = result.buy.nodes * plan.buy.gpus_per_node * HOURS_PER_MONTH * service
    return np.asarray(result.buy.own_gpu_hours.sum(axis=-1) / available)


def gpu_hours_along(plan: Plan, quantity: Quantity, points: Array) -> tuple[float, ...]:
    """Used hours over the horizon with the demand moved to each point, shape (n,) [GPU-h]."""
    moved: dict[str, Any] = {name: times * points for name, times in quantity.fields.items()}
    case = Case(Inputs(plan, moved))
    return tuple((case.of(demanded_gpu_hours) * case.of(horizon_months)).sum(axis=-1).tolist())


def use_along(plan: Plan, quantity: Quantity, points: Array) -> Array:
    """Utilization of the owned GPUs with the demand moved to each point, shape (n,) [share]."""
    moved: dict[str, Any] = {name: times * points for name, times in quantity.fields.items()}
    return np.broadcast_to(use_of_owned(plan, ledger(plan, **moved)), points.shape)


class UsageAxis:
    """How a utilization of the owned GPUs is reached by moving the demand of a plan.

    One constant job is moved by its own ``utilization``, any other demand by its scale: the base load stays,
    and a month holds no more than its hours (docs/ledger.md §2, rulings 1 and 2), so not every utilization can
    be reached. Where the owned GPU does the work in other hours than the one the demand counts, or more GPUs
    are owned than work, the use of the owned GPUs is not the utilization of the demand.

    Attributes
    ----------
    quantity
        What of the demand is moved.
    today
        Where the plan stands on the axis: ``Decision.utilization`` [share].
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = _with_the_peak_of_today(plan)
        self.quantity = demand_quantity(plan)
        today = self.quantity.today
        constant = self.quantity.id is QuantityId.UTILIZATION
        first = _SHARES if constant else (today or 1.0) * _SCALES
        self._points = np.unique(np.concatenate(([0.0, today], first)))
        self._uses = use_along(plan, self.quantity, self._points)
        self.today = float(self._uses[self._points == today][0])

    @property
    def reach(self) -> tuple[float, float]:
        """The least and the most the demand can come to [share]."""
        return float(self._uses.min()), float(self._uses.max())

    def overrides(self, utilizations: Array) -> dict[str, Array]:
        """Fields that reach these utilizations, or come nearest, of their shape: of the demand, and the nodes."""
        value = self._point_for(utilizations)
        nodes = np.full_like(value, self._plan.buy.nodes)
        return {name: times * value for name, times in self.quantity.fields.items()} | {"buy.nodes": nodes}

    def reachable(self, utilizations: Array) -> NDArray[np.bool_]:
        """Which of them the demand can reach, of their shape."""
        least, most = self.reach
        return np.asarray((utilizations >= least - _NEAR) & (utilizations <= most + _NEAR))

    def _point_for(self, utilizations: Array) -> Array:
        # Use is straight in what is moved but for months that fill up: reading the straight parts again
        # with the points just found closes in on it.
        points, uses = self._points, self._uses
        for _ in range(_READINGS):
            rising = _new_highs(uses)
            found = np.interp(utilizations, uses[rising], points[rising])
            points, first = np.unique(np.concatenate((points, found)), return_index=True)
            uses = np.concatenate((uses, use_along(self._plan, self.quantity, found)))[first]
        rising = _new_highs(uses)
        return np.asarray(np.interp(utilizations, uses[rising], points[rising]))


def _with_the_peak_of_today(plan: Plan) -> Plan:
    # Several jobs that get more hours may come to overlap and ask for more nodes; the axis keeps the peak.
    if plan.buy.nodes or len(plan.jobs) == 1:
        return plan
    nodes = int(ledger(plan).buy.nodes)
    return replace(plan, buy=plan.buy.model_copy(update={"nodes": nodes}))


def _new_highs(uses: Array) -> NDArray[np.bool_]:
    # Months that fill up leave the use where it is: a use is reached where it is first.
    before = np.concatenate(([-np.inf], np.maximum.accumulate(uses)[:-1]))
    return np.asarray(uses > before)
