"""The whole answer for one plan: memory, hours and money, each reckoned once and read everywhere."""

from dataclasses import dataclass, replace

from calc.decision import decide
from calc.decision.decision import Decision
from calc.demand import settle_runs
from calc.memory import size
from calc.memory.footprint import Footprint
from calc.plan import Plan
from calc.speed import time_job
from calc.speed.throughput import Throughput


@dataclass(frozen=True, slots=True)
class Answer:
    """What every page, the command line and the documents read.

    Attributes
    ----------
    plan
        The plan reckoned, its demand of runs turned into hours.
    footprints, throughputs
        One per job, in the order of the jobs.
    decision
        Rent against buy for all jobs together.
    """

    plan: Plan
    footprints: tuple[Footprint, ...]
    throughputs: tuple[Throughput, ...]
    decision: Decision


def reckon(plan: Plan) -> Answer:
    """Reckon a plan from end to end.

    Raises
    ------
    EsepError
        When fields contradict each other.
    """
    throughputs = tuple(time_job(job) for job in plan.jobs)
    jobs = tuple(settle_runs(job, throughput) for job, throughput in zip(plan.jobs, throughputs, strict=True))
    settled = replace(plan, jobs=jobs)
    return Answer(settled, tuple(size(job) for job in jobs), throughputs, decide(settled))
