"""Where the answer changes on the one axis of use: the utilization of the owned GPUs (docs/design.md §4)."""

from collections.abc import Sequence

import numpy as np

from calc.choices import DemandKind
from calc.cost.flows import Array
from calc.decision.decision import BreakEven, UseThresholds
from calc.decision.evaluate import npv_of_buying
from calc.decision.quantities import Quantity, QuantityId
from calc.decision.root_search import Request, find_zeros
from calc.decision.usage_axis import LARGEST_SCALE, UsageAxis, use_along
from calc.demand.weeks import HOURS_PER_WEEK
from calc.plan import Plan

_BEYOND = 33
"""Points between the searched range of the scale and the end of the axis."""


def use_thresholds(plan: Plan, quantity: Quantity, found: BreakEven) -> UseThresholds:
    """The thresholds of the demand as utilizations of the owned GPUs.

    The break-even table searches scales up to a bound (docs/ledger.md §12); the maps go on to what the months
    hold, so the thresholds beyond the bound are searched here, and one list serves title, charts and map.

    Parameters
    ----------
    quantity, found
        How the demand is moved, and its break-even on the searched range.
    """
    # a utilization ends at its range; a scale goes on to the end of the axis
    last = found.high if quantity.id is QuantityId.UTILIZATION else LARGEST_SCALE * (quantity.today or 1.0)
    points = [*sorted((*found.roots, *found.jumps)), *(_beyond(plan, quantity, found.high, last))]
    axis = UsageAxis(plan)
    least, most = axis.reach
    uses = use_along(plan, quantity, np.array([*points, _held(plan, last)])).tolist()
    return UseThresholds(tuple(uses[:-1]), found.buy_cheaper_at_first, least, most, min(uses[-1], most))


def _beyond(plan: Plan, quantity: Quantity, first: float, last: float) -> Sequence[float]:
    if last <= first:
        return []
    grid = np.geomspace(first, last, _BEYOND)

    def saving(points: Array) -> Array:
        return npv_of_buying(plan, **{name: times * points for name, times in quantity.fields.items()})

    def batch(requests: Sequence[Request]) -> Sequence[Array]:
        return [saving(points) for _, points in requests]

    (zeros,) = find_zeros([grid], [saving(grid)], batch)
    return sorted((*zeros.roots, *zeros.jumps))


def _held(plan: Plan, last: float) -> float:
    """Scale at which the waves of one job are full; the last one where there are no waves of one job."""
    demand = plan.jobs[0].demand
    one = len(plan.jobs) == 1 and demand.kind is DemandKind.WAVES and demand.hours_per_week > 0
    return min(HOURS_PER_WEEK / demand.hours_per_week, last) if one else last
