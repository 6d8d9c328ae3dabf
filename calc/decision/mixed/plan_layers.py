"""The layer picture of a mixed plan."""

import numpy as np

from calc.decision.mixed.mixed_plan import MixedPlan
from calc.demand.hourly import hourly_gpus_by_job
from calc.demand.layer_rows import PlanLayers, layer_rows
from calc.inputs import Inputs
from calc.plan import Plan


def plan_layers(plan: Plan, mixed: MixedPlan, first_month: int = 1) -> PlanLayers:
    """Rows of GPUs over a year of the plan: own, idle, by the month, by the hour.

    Parameters
    ----------
    plan
        The plan, its demand of runs settled.
    mixed
        Its mixed plan.
    first_month
        Month the year begins with; the month after the delivery shows the nodes at work.
    """
    own = np.asarray(mixed.nodes_in_service) * plan.buy.gpus_per_node
    prepaid = np.add(mixed.month_gpus, mixed.committed_gpus)
    hourly = hourly_gpus_by_job(Inputs(plan), plan.finance.horizon_months)
    return layer_rows(hourly, own.tolist(), prepaid.tolist(), first_month=first_month, node_gpus=plan.buy.gpus_per_node)
