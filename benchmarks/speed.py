"""Estimated against measured training speed, and the time of one estimate: ``python -m benchmarks speed``."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from statistics import median

from benchmarks.timing import best_ms
from calc.choices import Method
from calc.plan import JobPlan
from calc.speed import time_job
from calc.workload import Inference, Rendering
from data.resolve import resolve
from data.scenario import read_scenario
from data.speed_runs import SpeedRun, speed_runs

NEAR = 0.40
BOUND_MS = 1.0
EXPERTS = "experts"


@dataclass(frozen=True, slots=True)
class SpeedError:
    """Errors of the runs of one group.

    Attributes
    ----------
    group
        ``full``, ``lora``, ``qlora`` or ``experts``.
    runs
        How many.
    median
        Of the absolute errors [-].
    near_share, held_share
        Share of the runs within 40 %, and inside the band [-].
    """

    group: str
    runs: int
    median: float
    near_share: float
    held_share: float


def by_group(runs: tuple[SpeedRun, ...]) -> tuple[SpeedError, ...]:
    """Errors by method, mixtures of experts apart, in the order of first appearance."""
    groups: dict[str, list[SpeedRun]] = {}
    for run in runs:
        groups.setdefault(_group(run), []).append(run)
    return tuple(_errors(group, members) for group, members in groups.items())


def _group(run: SpeedRun) -> str:
    if run.job.shape is not None and run.job.shape.n_experts:
        return EXPERTS
    method = run.training.method
    return str(Method.FULL if method is Method.PRETRAIN else method)


def _errors(group: str, runs: list[SpeedRun]) -> SpeedError:
    errors, held = [], 0
    for run in runs:
        band = time_job(run.job).tokens_per_second_per_gpu
        if band is None:
            continue
        errors.append(abs(band.mid / run.tokens_per_second_per_gpu - 1))
        held += band.low <= run.tokens_per_second_per_gpu <= band.high
    near = sum(error <= NEAR for error in errors) / len(errors)
    return SpeedError(group, len(errors), median(errors), near, held / len(errors))


def report() -> None:
    """Print the errors, the runs whose sources disagree, and the time of one estimate."""
    runs = speed_runs()
    agreed = tuple(run for run in runs if not run.contradiction)
    print(f"{'runs':10} {'n':>4} {'median':>8} {'in 40 %':>8} {'in band':>8}")
    for one in by_group(agreed):
        print(f"{one.group:10} {one.runs:4} {one.median:8.1%} {one.near_share:8.0%} {one.held_share:8.0%}")
    print(f"\n{len(runs) - len(agreed)} runs whose sources disagree, not counted above")
    for run in runs:
        if run.contradiction:
            band = time_job(run.job).tokens_per_second_per_gpu
            error = band.mid / run.tokens_per_second_per_gpu - 1 if band else 0.0
            print(f"{run.model:28} {run.training.method:9} {run.gpu:16} {error:+7.0%}  {run.contradiction}")
    print()
    for line in _times(runs[0].job):
        print(line)


def _times(training: JobPlan) -> Iterator[str]:
    given = {"jobs": [{"workload": {"kind": one.model_fields["kind"].default}} for one in (Inference, Rendering)]}
    serving, rendering = resolve(read_scenario(given)).jobs
    for what, job in (("training", training), ("inference", serving), ("rendering", rendering)):
        taken = best_ms(partial(time_job, job))
        said = "ok" if taken < BOUND_MS else "SLOW"
        yield f"one estimate, {what:10} {taken:8.3f} ms   bound {BOUND_MS:.0f} ms   {said}"
