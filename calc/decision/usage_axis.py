"""Utilization as an axis: the hours of the demand scaled by one factor, the peak unchanged (docs/design.md §4)."""

from typing import Any

import numpy as np

from calc.choices import DemandKind
from calc.cost import ledger
from calc.cost.flows import Array, Ledger
from calc.decision.quantities import demand_quantity, scale_quantity
from calc.demand.weeks import HOURS_PER_MONTH
from calc.plan import Plan


def use_of_owned(plan: Plan, result: Ledger) -> Array:
    """Hours done on owned GPUs over their hours in service, shape S [share] (docs/design.md §4)."""
    service = result.horizon_months - plan.buy.lead_months
    available = result.buy.nodes * plan.buy.gpus_per_node * HOURS_PER_MONTH * service
    return np.asarray(result.buy.own_gpu_hours.sum(axis=-1) / available)


class UsageAxis:
    """How a utilization is reached by moving the demand of a plan.

    One constant job is moved by its own ``utilization``. Any other demand is moved by its scale, and the
    utilization it reaches is read as a straight line through no scaled hours and today's: the base load
    stays, and hours a month cannot hold are not gained (docs/ledger.md §2, rulings 1 and 2).

    Attributes
    ----------
    today
        Where the plan stands on the axis [share].
    """

    def __init__(self, plan: Plan) -> None:
        self._constant = len(plan.jobs) == 1 and plan.jobs[0].demand.kind is DemandKind.CONSTANT
        if self._constant:
            self.today = demand_quantity(plan).today
            return
        self._quantity = scale_quantity(plan)
        self._reference = self._quantity.today or 1.0
        scales: dict[str, Any] = {
            name: times * np.array([0.0, self._reference]) for name, times in self._quantity.fields.items()
        }
        least, self._at_reference = use_of_owned(plan, ledger(plan, **scales)).tolist()
        self._least = least
        self.today = self._at_reference if self._quantity.today else least

    def overrides(self, utilizations: Array) -> dict[str, Array]:
        """Demand fields that reach these utilizations, of their shape; those below the base load stay at it."""
        if self._constant:
            return {"demand.utilization": utilizations}
        gained = self._at_reference - self._least
        share = (utilizations - self._least) / gained if gained > 0 else np.zeros_like(utilizations)
        scale = self._reference * np.maximum(0.0, share)
        return {name: times * scale for name, times in self._quantity.fields.items()}
