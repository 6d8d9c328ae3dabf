"""The layers of a year of demand: when each GPU of the sorted demand works, week by week (docs/design.md §4)."""

from dataclasses import dataclass

import numpy as np

from calc.demand.hourly import hourly_gpus
from calc.demand.weekly import MONTHS_A_YEAR, WEEKS_A_YEAR
from calc.demand.weeks import HOURS_PER_MONTH
from calc.inputs import Array, Inputs, ceiling
from calc.plan import Plan


@dataclass(frozen=True, slots=True)
class PlanLayers:
    """Rows of GPUs, the busiest first: row r works whenever more than r rows' worth of GPUs is in use.

    Attributes
    ----------
    row_gpus
        GPUs a row stands for [GPU].
    busy_share
        Share of each week of the year the row works, shape (rows, 52) [share].
    hours_per_month
        Mean hours of a month the row works, shape (rows,) [h].
    week_month
        Month 0..11 each week begins in.
    """

    row_gpus: int
    busy_share: Array
    hours_per_month: Array
    week_month: tuple[int, ...]


def year_layers(plan: Plan, *, row_gpus: int = 1) -> PlanLayers:
    """Layers of the first year of a plan.

    Parameters
    ----------
    plan
        The plan, its demand of runs settled.
    row_gpus
        GPUs drawn as one row: 1, or those of a node.
    """
    hourly = hourly_gpus(Inputs(plan), MONTHS_A_YEAR).reshape(-1)
    rows = max(1, int(ceiling(np.asarray(hourly.max() / row_gpus))))
    edges = np.linspace(0, hourly.size, WEEKS_A_YEAR + 1).round().astype(int)
    below = np.arange(rows)[:, None] * row_gpus
    busy = np.clip(hourly[None, :] - below, 0.0, row_gpus) / row_gpus
    weeks = np.add.reduceat(busy, edges[:-1], axis=1) / np.diff(edges)
    return PlanLayers(
        row_gpus=row_gpus,
        busy_share=weeks,
        hours_per_month=busy.sum(axis=1) / MONTHS_A_YEAR,
        week_month=tuple((edges[:-1] // int(HOURS_PER_MONTH)).tolist()),
    )
