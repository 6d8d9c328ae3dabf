"""Hours the demand books against the hours the work takes: two answers of the user that may not agree.

The money is reckoned on the booked hours; the work (tokens, frames, runs) comes to hours of its own. A remark is made
where the one lies outside the band of the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from calc.choices import DemandKind, WorkloadKind
from calc.demand import settle_runs
from calc.demand.weeks import HOURS_PER_MONTH, HOURS_PER_WEEK
from calc.message import Band, Message, Parameter
from calc.plan import JobPlan
from calc.speed.throughput import Throughput
from calc.terms import Demand
from calc.workload import Inference, Rendering

MONTHS_PER_YEAR = 12
MANY_RUNS = 6.0
"""Judgement: from so many runs in a wave or a month, the hours were probably not booked for these runs."""
_SLACK = 1e-6


class BookedHours(StrEnum):
    """How the booked hours miss the work; each with ``kind`` of work, ``booked_gpu_hours`` and ``needed_gpu_hours``."""

    ABOVE_NEED = "booked_above_need"
    """The tokens or frames of a month take less than the month's hours."""
    BELOW_NEED = "booked_below_need"
    """They take more."""
    WAVE_TOO_SHORT = "wave_shorter_than_run"
    """A run does not end within a wave."""
    WAVE_HOLDS_RUNS = "wave_holds_runs"
    """A wave holds ``runs`` runs."""
    MONTH_HOLDS_RUNS = "month_holds_runs"
    """A month holds ``runs`` runs."""


@dataclass(frozen=True, slots=True)
class _Booked:
    """GPU-hours booked, and whether they are those of one wave; otherwise they are those of a month [GPU-h]."""

    gpu_hours: float
    of_wave: bool = False


def booked_hours_checks(job: JobPlan, throughput: Throughput) -> Iterator[Message]:
    """Remark on the hours of a job, where they disagree.

    Parameters
    ----------
    job
        As the user states it: a demand counted in runs a month, or taken from a log, books what the work takes.
    throughput
        Its time.
    """
    needed = throughput.gpu_hours_per_run
    if needed is None or not needed.mid or job.demand.kind is DemandKind.RUNS:
        return
    monthly = isinstance(job.workload, Inference | Rendering)
    booked = _booked(settle_runs(job, throughput).demand, monthly=monthly)
    if booked is None or not booked.gpu_hours:
        return
    code = _of_a_month(booked, needed) if monthly else _of_runs(booked, needed)
    if code is None:
        return
    figures: dict[str, Parameter] = {
        "kind": WorkloadKind(job.workload.kind),
        "booked_gpu_hours": booked.gpu_hours,
        "needed_gpu_hours": needed.mid,
    }
    if code in (BookedHours.WAVE_HOLDS_RUNS, BookedHours.MONTH_HOLDS_RUNS):
        figures["runs"] = int(booked.gpu_hours / needed.mid)
    yield Message(code, figures)


def _of_a_month(booked: _Booked, needed: Band) -> BookedHours | None:
    if booked.gpu_hours > needed.high * (1 + _SLACK):
        return BookedHours.ABOVE_NEED
    return BookedHours.BELOW_NEED if booked.gpu_hours < needed.low * (1 - _SLACK) else None


def _of_runs(booked: _Booked, needed: Band) -> BookedHours | None:
    if booked.gpu_hours >= MANY_RUNS * needed.mid:
        return BookedHours.WAVE_HOLDS_RUNS if booked.of_wave else BookedHours.MONTH_HOLDS_RUNS
    # without waves a run may last for months
    short = booked.of_wave and booked.gpu_hours < needed.low * (1 - _SLACK)
    return BookedHours.WAVE_TOO_SHORT if short else None


def _booked(demand: Demand, *, monthly: bool) -> _Booked | None:
    """What the demand books at first, before growth and seasons; ``None`` where it follows the work itself."""
    match demand.kind:
        case DemandKind.CONSTANT:
            return _Booked(demand.scale * demand.gpus * HOURS_PER_MONTH * demand.utilization)
        case DemandKind.PROFILE:
            listed = demand.monthly_gpu_hours
            return _Booked(demand.scale * sum(listed) / len(listed)) if listed else None
        case DemandKind.WEEKLY:
            return _Booked(demand.scale * sum(demand.weekly_gpus) * HOURS_PER_WEEK / MONTHS_PER_YEAR)
        case DemandKind.WAVES:
            return _waves(demand, monthly=monthly)
    return None


def _waves(demand: Demand, *, monthly: bool) -> _Booked:
    wave = demand.scale * demand.gpus * demand.hours_per_week * demand.weeks_on
    if demand.weeks_off and not monthly:
        return _Booked(wave + demand.base_gpus * HOURS_PER_WEEK * demand.weeks_on, of_wave=True)
    weeks = demand.weeks_on + demand.weeks_off
    return _Booked(wave / weeks * HOURS_PER_MONTH / HOURS_PER_WEEK + demand.base_gpus * HOURS_PER_MONTH)
