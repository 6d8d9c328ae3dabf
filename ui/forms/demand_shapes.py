"""The shapes of demand the short form offers, as values of the demand's fields."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from calc.choices import DemandKind, WorkloadKind

HOURS_A_MONTH = 730
MONTHS_A_YEAR = 12
WEEKS_A_YEAR = 52


class DemandShape(StrEnum):
    """How the work lies in time, in the words of a user."""

    WAVES = "waves"
    WORKING_HOURS = "working_hours"
    CONSTANT = "constant"
    PROFILE = "profile"
    WEEKLY = "weekly"
    RUNS = "runs"
    LOG = "log"


FIELDS: Mapping[DemandShape, tuple[str, ...]] = {
    DemandShape.WAVES: ("demand.weeks_on", "demand.weeks_off", "demand.hours_per_week"),
    DemandShape.WORKING_HOURS: ("demand.hours_per_week",),
    DemandShape.CONSTANT: ("demand.utilization",),
    DemandShape.PROFILE: ("demand.monthly_gpu_hours",),
    DemandShape.WEEKLY: ("demand.weekly_gpus",),
    DemandShape.RUNS: ("demand.runs_per_month",),
    DemandShape.LOG: (),
}
"""What each shape asks for."""

_LISTS: Mapping[str, DemandShape] = {
    "monthly_gpu_hours": DemandShape.PROFILE,
    "weekly_gpus": DemandShape.WEEKLY,
    "weekly_hours": DemandShape.WEEKLY,
    "runs_by_month": DemandShape.RUNS,
    "log_levels": DemandShape.LOG,
}


def shape_of(demand: Mapping[str, Any]) -> DemandShape:
    """Shape of a demand: waves without a pause are working hours."""
    if demand["kind"] == DemandKind.WAVES:
        return DemandShape.WAVES if demand["weeks_off"] else DemandShape.WORKING_HOURS
    return DemandShape(demand["kind"])


def shapes_for(kind: str) -> list[DemandShape]:
    """Shapes a kind of work can have; only a run with an end can be counted in runs."""
    has_runs = kind in (WorkloadKind.TRAINING, WorkloadKind.GIVEN)
    return [shape for shape in DemandShape if has_runs or shape is not DemandShape.RUNS]


def values_of(shape: DemandShape, gpus: int) -> dict[str, Any]:
    """Values a shape starts from, by field of the demand; lists of other shapes are emptied.

    A list that counts no more would make the link long, and a log would tell what is not asked.
    """
    starts: Mapping[DemandShape, dict[str, Any]] = {
        DemandShape.WAVES: {"kind": DemandKind.WAVES, "weeks_on": 2, "weeks_off": 11, "hours_per_week": 168},
        DemandShape.WORKING_HOURS: {"kind": DemandKind.WAVES, "weeks_on": 52, "weeks_off": 0, "hours_per_week": 40},
        DemandShape.CONSTANT: {"kind": DemandKind.CONSTANT, "utilization": 1},
        DemandShape.PROFILE: {
            "kind": DemandKind.PROFILE,
            "monthly_gpu_hours": [gpus * HOURS_A_MONTH / 2] * MONTHS_A_YEAR,
        },
        DemandShape.WEEKLY: {"kind": DemandKind.WEEKLY, "weekly_gpus": [gpus] * WEEKS_A_YEAR},
        DemandShape.RUNS: {"kind": DemandKind.RUNS, "runs_per_month": 2},
        DemandShape.LOG: {"kind": DemandKind.LOG},
    }
    empty: dict[str, Any] = {name: [] for name, one in _LISTS.items() if one is not shape}
    return empty | starts[shape]
