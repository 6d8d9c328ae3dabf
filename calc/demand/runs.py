"""From runs to GPUs and hours: how many runs at once, and how long they keep the GPUs busy."""

import math
from dataclasses import replace

from calc.choices import DemandKind
from calc.demand.weeks import HOURS_PER_MONTH
from calc.errors import ErrorCode, EsepError
from calc.plan import JobPlan
from calc.speed.throughput import Throughput


def settle_runs(job: JobPlan, throughput: Throughput) -> JobPlan:
    """Turn a demand stated in runs into GPUs and hours; other demands come back unchanged.

    ``runs`` above 0 are runs at the same time: GPUs = runs x GPUs of a run. Kind ``runs`` becomes
    ``constant``, with a plan by month ``profile``: the month's hours are runs x hours of a run (middle of
    the band), done by the runs stated, or by the fewest whole runs at once that hold them in 730 h
    (docs/design.md §4).

    Raises
    ------
    EsepError
        ``MISSING`` when the hours of a run are unknown; ``CONFLICT`` when the runs stated at a time
        cannot do the month's runs in a month.
    """
    demand = job.demand
    if demand.kind is DemandKind.RUNS and demand.runs_by_month:
        demand = demand.model_copy(update=_as_profile(job, throughput))
    elif demand.kind is DemandKind.RUNS:
        demand = demand.model_copy(update=_as_constant(job, throughput))
    elif demand.runs > 0:
        demand = demand.model_copy(update={"gpus": demand.runs * job.parallel.gpus})
    return replace(job, demand=demand)


def _as_profile(job: JobPlan, throughput: Throughput) -> dict[str, object]:
    hours = [runs * _hours_per_run(throughput) for runs in job.demand.runs_by_month]
    gpus = _at_once(job, max(hours)) * job.parallel.gpus
    monthly = tuple(one * job.parallel.gpus for one in hours)
    return {"kind": DemandKind.PROFILE, "gpus": gpus, "monthly_gpu_hours": monthly}


def _hours_per_run(throughput: Throughput) -> float:
    if throughput.hours_per_run is None:
        raise EsepError(ErrorCode.MISSING, "workload.hours_per_run", "", "> 0")
    return throughput.hours_per_run.mid


def _at_once(job: JobPlan, hours: float) -> int:
    # Runs at the same time: those stated, or the fewest that hold the hours of a month.
    fewest = max(1, math.ceil(round(hours / HOURS_PER_MONTH, 9)))
    if 0 < job.demand.runs < fewest:
        raise EsepError(ErrorCode.CONFLICT, "demand.runs", job.demand.runs, f">= {fewest}")
    return job.demand.runs or fewest


def _as_constant(job: JobPlan, throughput: Throughput) -> dict[str, object]:
    hours = job.demand.runs_per_month * _hours_per_run(throughput)
    at_once = _at_once(job, hours)
    return {
        "kind": DemandKind.CONSTANT,
        "gpus": at_once * job.parallel.gpus,
        "utilization": min(1.0, hours / (HOURS_PER_MONTH * at_once)),
    }
