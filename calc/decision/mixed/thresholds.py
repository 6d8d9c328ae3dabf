"""Thresholds to remember: above how many hours a month a card of one's own pays (docs/mixed_plan.md §3)."""

from dataclasses import dataclass

import numpy as np

from calc.decision.mixed.priced import PricedProblem


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Hours a month of a layer, from the full ledger; ``None``: never within a month.

    Attributes
    ----------
    own_above_hours
        A GPU of one's own, its share of a node ordered at the decision, is cheaper than the hour [h].
    own_above_utilization
        The same as a share of the hours of a month [share].
    month_above_hours
        A GPU by the month is cheaper than the hour [h].
    """

    own_above_hours: float | None
    own_above_utilization: float | None
    month_above_hours: float | None


def thresholds(problem: PricedProblem, node_gpus: int) -> Thresholds:
    """Thresholds of a problem.

    Parameters
    ----------
    problem
        The priced problem.
    node_gpus
        GPUs of a node of the problem; its lasting costs are shared by them all [GPU].

    Returns
    -------
    Thresholds
        Own: the level hours at which p U = k + v U over the months of service, in present costs. The room,
        the staff and the network of the first node are in k.
    """
    costs = problem.costs
    hours = problem.hours_per_month
    served = slice(problem.lead_months, problem.horizon_months)
    own = None
    if problem.max_nodes > 0:
        lasting = costs.kept_node_by_order[0] + costs.first_node_by_order[0]
        lasting += (costs.fleet_by_month[served, 1] - costs.fleet_by_month[served, 0]).sum()
        own = _crossing(float(lasting) / node_gpus, float((costs.hour - costs.own_hour)[served].sum()), hours)
    month = None
    if costs.month is not None:
        month = _crossing(float(costs.month.sum()), float(costs.hour.sum()), hours)
    return Thresholds(own, None if own is None else own / hours, month)


def _crossing(lasting: float, saved_per_hour: float, most_hours: float) -> float | None:
    if saved_per_hour <= 0 or not np.isfinite(lasting):
        return None
    hours = max(0.0, lasting / saved_per_hour)
    return hours if hours <= most_hours else None
