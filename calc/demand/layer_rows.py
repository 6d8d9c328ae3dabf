"""What each row of GPUs is in each week under a plan: own, idle, by the month, by the hour (docs/design.md §4).

Layers lie in the order in which they work: GPUs rented by the month at the bottom, since their hours cost
nothing more, own GPUs above them, hours on top (docs/mixed_plan.md §5, trap 2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from calc.demand.weeks import HOURS_PER_MONTH, HOURS_PER_WEEK
from calc.inputs import Array

Whole = NDArray[np.intp]

WEEKS_A_YEAR = 52
MOST_ROWS = 64
"""Above so many GPUs a row is several, a node of them."""
MOST_NODE_ROWS = 128
"""Above so many nodes a row is several nodes."""


class LayerUse(StrEnum):
    """What a row of GPUs is in a week."""

    OWN = "own"
    IDLE = "idle"
    """Owned, and not used in the week."""
    MONTH = "month"
    """Rented by the month or under commitment."""
    HOUR = "hour"
    NONE = "none"
    """Not needed, and not there."""


@dataclass(frozen=True, slots=True)
class LayerRow:
    """One row of the picture.

    Attributes
    ----------
    first_gpu, gpus
        The GPU at its bottom, from 1, and how many it stands for [GPU].
    hours_by_week
        Hours a GPU of the row is used in each week [h].
    hours_by_job_and_week
        The same by job: jobs are stacked in the order of the plan [h].
    hours_by_month
        Hours a GPU of the row is used in each month of the year [h].
    hours_a_month
        Their mean, what thresholds are compared with [h].
    use_by_week
        What the row is in each week.
    """

    first_gpu: int
    gpus: int
    hours_by_week: tuple[float, ...]
    hours_by_job_and_week: tuple[tuple[float, ...], ...]
    hours_by_month: tuple[float, ...]
    hours_a_month: float
    use_by_week: tuple[LayerUse, ...]


@dataclass(frozen=True, slots=True)
class PlanLayers:
    """Rows of a year, the busiest at the bottom.

    Attributes
    ----------
    first_month
        Month of the plan the year begins with.
    weeks
        Weeks shown, 52 or what the horizon holds.
    rows
        From the bottom.
    own_gpus_by_week, prepaid_gpus_by_week
        Owned GPUs in service, and GPUs rented by the month or committed [GPU].
    """

    first_month: int
    weeks: int
    rows: tuple[LayerRow, ...]
    own_gpus_by_week: tuple[int, ...]
    prepaid_gpus_by_week: tuple[int, ...]


def layer_rows(
    hourly_by_job: Array, own_gpus: Sequence[int], prepaid_gpus: Sequence[int], *, first_month: int = 1, node_gpus: int
) -> PlanLayers:
    """Cut a year of demand into rows of GPUs.

    Parameters
    ----------
    hourly_by_job
        GPUs in use by job, month and hour, shape (J, M, 730) [GPU].
    own_gpus, prepaid_gpus
        GPUs there in months 1..M [GPU].
    first_month
        Month the year begins with.
    node_gpus
        GPUs a row stands for where there are more than 64 [GPU].
    """
    shown = slice(first_month - 1, first_month + 11)
    year = hourly_by_job[:, shown, :]
    own, prepaid = np.asarray(own_gpus[shown], dtype=np.intp), np.asarray(prepaid_gpus[shown], dtype=np.intp)
    hours = year.reshape(len(year), -1)
    weeks = min(WEEKS_A_YEAR, int(hours.shape[1] // HOURS_PER_WEEK))
    month_of_week = (np.arange(weeks) * HOURS_PER_WEEK // HOURS_PER_MONTH).astype(np.intp)
    most = max(int(np.ceil(hours.sum(axis=0).max() - _DUST_GPUS)), int((own + prepaid).max()))
    step = 1 if most <= MOST_ROWS else node_gpus * -(-most // (node_gpus * MOST_NODE_ROWS))
    own_by_week, prepaid_by_week = own[month_of_week], prepaid[month_of_week]
    rows = tuple(_row(hours, below, step, weeks, (prepaid_by_week, own_by_week)) for below in range(0, most, step))
    return PlanLayers(first_month, weeks, rows, tuple(own_by_week.tolist()), tuple(prepaid_by_week.tolist()))


def _row(hours: Array, below: int, gpus: int, weeks: int, there: tuple[Whole, Whole]) -> LayerRow:
    # Use of the row by all jobs up to each one; the differences are the jobs'.
    stacked = np.clip(np.cumsum(hours, axis=0) - below, 0.0, gpus) / gpus
    by_job = np.diff(stacked, axis=0, prepend=0.0)
    week = int(HOURS_PER_WEEK)
    by_week = by_job[:, : weeks * week].reshape(len(by_job), weeks, week).sum(axis=2)
    by_month = stacked[-1].reshape(-1, int(HOURS_PER_MONTH)).sum(axis=1)
    used = by_week.sum(axis=0)
    return LayerRow(
        first_gpu=below + 1,
        gpus=gpus,
        hours_by_week=tuple(used.tolist()),
        hours_by_job_and_week=tuple(tuple(job) for job in by_week.tolist()),
        hours_by_month=tuple(by_month.tolist()),
        hours_a_month=float(by_month.mean()),
        use_by_week=tuple(
            _use(below, int(prepaid), int(own), busy=bool(busy))
            for busy, prepaid, own in zip(used > _DUST_HOURS, *there, strict=True)
        ),
    )


def _use(below: int, prepaid: int, own: int, *, busy: bool) -> LayerUse:
    if below < prepaid:
        return LayerUse.MONTH
    if below < prepaid + own:
        return LayerUse.OWN if busy else LayerUse.IDLE
    return LayerUse.HOUR if busy else LayerUse.NONE


_DUST_GPUS = 1e-6
"""What is left of a level in floating point [GPU]."""
_DUST_HOURS = 1e-6
"""Less use than this in a week is rounding [h]."""
