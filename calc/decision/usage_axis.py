"""Utilization as an axis: the hours of the demand scaled by one factor, the peak unchanged (docs/design.md §4)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from calc.choices import DemandKind
from calc.cost import ledger
from calc.cost.billing import demanded_gpu_hours
from calc.cost.case import Case
from calc.cost.flows import Array, Ledger
from calc.cost.windows import horizon_months
from calc.decision.quantities import Quantity, demand_quantity, scale_quantity
from calc.demand.weeks import HOURS_PER_MONTH
from calc.inputs import Inputs
from calc.plan import Plan

_SCALES = np.geomspace(1 / 16, 64, 41)
"""Scales the use is first read at, times today's."""
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


class UsageAxis:
    """How a utilization is reached by moving the demand of a plan.

    One constant job is moved by its own ``utilization``. Any other demand is moved by its scale: the base
    load stays, and a month holds no more than its hours (docs/ledger.md §2, rulings 1 and 2), so not every
    utilization can be reached.

    Attributes
    ----------
    today
        Where the plan stands on the axis [share].
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._constant = len(plan.jobs) == 1 and plan.jobs[0].demand.kind is DemandKind.CONSTANT
        self._quantity = demand_quantity(plan) if self._constant else scale_quantity(plan)
        self.today = self._quantity.today
        if self._constant:
            return
        today = self._quantity.today
        self._scales = np.unique(np.concatenate(([0.0, today], (today or 1.0) * _SCALES)))
        self._uses = self._use_at(self._scales)
        self.today = float(self._uses[self._scales == today][0])

    def overrides(self, utilizations: Array) -> dict[str, Array]:
        """Demand fields that reach these utilizations, or come nearest, of their shape."""
        value = utilizations if self._constant else self._scale_for(utilizations)
        return {name: times * value for name, times in self._quantity.fields.items()}

    def reachable(self, utilizations: Array) -> NDArray[np.bool_]:
        """Which of them the demand can reach, of their shape."""
        if self._constant:
            return np.ones(utilizations.shape, dtype=np.bool_)
        least, most = self._uses[0], self._uses[-1]
        return np.asarray((utilizations >= least - _NEAR) & (utilizations <= most + _NEAR))

    def _scale_for(self, utilizations: Array) -> Array:
        # Use is straight in the scale but for months that fill up: reading the straight parts again
        # with the points just found closes in on it.
        scales, uses = self._scales, self._uses
        for _ in range(_READINGS):
            rising = np.concatenate(([True], np.diff(uses) > 0))
            found = np.interp(utilizations, uses[rising], scales[rising])
            scales, first = np.unique(np.concatenate((scales, found)), return_index=True)
            uses = np.concatenate((uses, self._use_at(found)))[first]
        rising = np.concatenate(([True], np.diff(uses) > 0))
        return np.asarray(np.interp(utilizations, uses[rising], scales[rising]))

    def _use_at(self, scales: Array) -> Array:
        moved: dict[str, Any] = {name: times * scales for name, times in self._quantity.fields.items()}
        return use_of_owned(self._plan, ledger(self._plan, **moved))
