"""What waiting in a queue would save: the mixed plan at a few lengths of the queue."""

from dataclasses import dataclass

from calc.decision.mixed.ledger_costs import price_plan
from calc.decision.mixed.search import cheapest_choice
from calc.plan import Plan

QUEUE_HOURS = (0, 4, 8, 24, 72, 168)
"""Waits that are shown: none, half a day, a night, a day, a long weekend, a week [h]."""


@dataclass(frozen=True, slots=True)
class QueueCurve:
    """Least present cost when work may wait.

    Attributes
    ----------
    queue_hours
        Hours a piece of work may wait [h].
    present_cost
        Of the best mixed plan for each, evaluated by the whole ledger [cur].
    most_nodes
        Nodes it owns at most [node].
    """

    queue_hours: tuple[int, ...]
    present_cost: tuple[float, ...]
    most_nodes: tuple[int, ...]

    @property
    def saving(self) -> tuple[float, ...]:
        """What each wait saves against the first [cur]."""
        return tuple(self.present_cost[0] - cost for cost in self.present_cost)


def queue_curve(plan: Plan, queue_hours: tuple[int, ...] = QUEUE_HOURS) -> QueueCurve:
    """Cost of the mixed plan against the hours work may wait.

    All points take demand as hourly means, so that they compare; the first may differ from the plan of the page,
    which takes parts of hours.

    Parameters
    ----------
    plan
        The plan, its demand of runs settled.
    queue_hours
        Waits, rising [h].
    """
    points = [cheapest_choice(plan, price_plan(plan, hours)) for hours in queue_hours]
    return QueueCurve(
        queue_hours=queue_hours,
        present_cost=tuple(point.present_cost for point in points),
        most_nodes=tuple(int(point.carried.nodes_in_service.max()) for point in points),
    )
