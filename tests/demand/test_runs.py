"""Demand stated in runs becomes GPUs and hours."""

from dataclasses import replace
from typing import Any

import pytest

from calc.choices import DemandKind
from calc.demand import settle_runs
from calc.errors import ErrorCode, EsepError
from calc.message import Band
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.speed.throughput import Bound, Throughput
from tests.decision.plans import job


def runs(gpus: int = 4, **demand: Any) -> JobPlan:
    return replace(job(**demand), parallel=Parallel(gpus=gpus))


def takes(hours: float | None) -> Throughput:
    band = None if hours is None else Band(hours / 2, hours, hours * 2)
    return Throughput(None, band, None, 4, 0.0, None, Bound.STATED)


def test_runs_at_a_time_set_the_gpus() -> None:
    settled = settle_runs(runs(kind="waves", runs=3), takes(None)).demand
    assert settled.gpus == 12
    assert settled.kind is DemandKind.WAVES


@pytest.mark.parametrize(
    ("a_month", "hours", "gpus", "utilization"),
    [(10, 36.5, 4, 0.5), (20, 36.5, 4, 1.0), (21, 36.5, 8, 21 / 40), (0, 36.5, 4, 0.0), (1, 2000, 12, 2000 / 2190)],
)
def test_runs_a_month_take_the_fewest_whole_runs_at_once(
    a_month: float, hours: float, gpus: int, utilization: float
) -> None:
    settled = settle_runs(runs(kind="runs", runs_per_month=a_month), takes(hours)).demand
    assert (settled.kind, settled.gpus) == (DemandKind.CONSTANT, gpus)
    assert settled.utilization == pytest.approx(utilization)


def test_settling_twice_changes_nothing() -> None:
    once = settle_runs(runs(kind="runs", runs_per_month=30, runs=4), takes(36.5))
    assert once.demand.gpus == 16
    assert settle_runs(once, takes(36.5)) == once


def test_other_demands_come_back_unchanged() -> None:
    given = runs(utilization=0.3)
    assert settle_runs(given, takes(None)) == given


def test_unknown_hours_are_refused() -> None:
    with pytest.raises(EsepError) as caught:
        settle_runs(runs(kind="runs", runs_per_month=3), takes(None))
    assert (caught.value.code, caught.value.field) == (ErrorCode.MISSING, "workload.hours_per_run")


def test_too_few_runs_at_a_time_are_refused() -> None:
    with pytest.raises(EsepError) as caught:
        settle_runs(runs(kind="runs", runs_per_month=45, runs=2), takes(36.5))
    assert (caught.value.code, caught.value.field) == (ErrorCode.CONFLICT, "demand.runs")
