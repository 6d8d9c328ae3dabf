"""Value of one option from its flows, lines kept (docs/ledger.md §11)."""

import math

import numpy as np

from calc.cost.flows import Array, Flows
from calc.decision.decision import BranchValue
from calc.decision.value import (
    by_month,
    cost_per_used_gpu_hour,
    cumulative_present_value,
    equivalent_monthly,
    present_value,
)


def branch_value(flows: Flows, rate_per_year: float, horizon_months: int) -> BranchValue:
    """Value of one branch of one plan.

    Parameters
    ----------
    flows
        The branch, shape (), lines kept.
    rate_per_year
        Discount rate [1/year].
    horizon_months
        T [month].
    """
    cost = present_value(flows.cash, rate_per_year)
    per_hour = float(cost_per_used_gpu_hour(cost, flows.used_gpu_hours, rate_per_year))
    used = flows.used_gpu_hours[:horizon_months]
    return BranchValue(
        present_cost=float(cost),
        total=float(flows.cash.sum()),
        equivalent_monthly=float(equivalent_monthly(cost, rate_per_year, np.asarray(float(horizon_months)))),
        cost_per_used_gpu_hour=None if math.isnan(per_hour) else per_hour,
        present_cost_by_line={line: float(present_value(cash, rate_per_year)) for line, cash in flows.lines.items()},
        months_by_line={line: monthly_amounts(cash, horizon_months) for line, cash in flows.lines.items()},
        monthly_total=monthly_amounts(flows.cash, horizon_months),
        cumulative_present_cost=tuple(
            cumulative_present_value(flows.cash, rate_per_year)[: horizon_months + 1].tolist()
        ),
        used_gpu_hours=tuple(used.tolist()),
    )


def monthly_amounts(cash: Array, horizon_months: int) -> tuple[float, ...]:
    """Amounts by month index 0..T [cur]."""
    return tuple(by_month(cash)[: horizon_months + 1].tolist())
