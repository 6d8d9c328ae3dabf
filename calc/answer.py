"""The whole answer for one plan: memory, hours and money, each reckoned once and read everywhere."""

from dataclasses import dataclass, replace

from calc.decision import decide
from calc.decision.booked_hours import booked_hours_checks
from calc.decision.decision import Decision
from calc.decision.mixed.mixed_plan import MixedPlan, mixed_plan
from calc.decision.mixed.verdict import with_mixed
from calc.demand import settle_runs
from calc.errors import of_job
from calc.memory import size
from calc.memory.footprint import Footprint
from calc.message import Message
from calc.plan import Plan
from calc.speed import exchange_hours, time_job
from calc.speed.throughput import Throughput


@dataclass(frozen=True, slots=True)
class Answer:
    """What every page, the command line and the documents read.

    Attributes
    ----------
    plan
        The plan reckoned, its demand of runs turned into hours, and hours of other GPUs exchanged.
    footprints, throughputs
        One per job, in the order of the jobs.
    decision
        Rent, buy and the mixed plan for all jobs together.
    mixed
        The mixed plan: nodes, contracts and hours by month, and what it covers.
    """

    plan: Plan
    footprints: tuple[Footprint, ...]
    throughputs: tuple[Throughput, ...]
    decision: Decision
    mixed: MixedPlan


def reckon(plan: Plan) -> Answer:
    """Reckon a plan from end to end.

    Raises
    ------
    EsepError
        When fields contradict each other.
    """
    jobs, footprints, throughputs = [], [], []
    remarks: list[Message] = []
    for index, job in enumerate(plan.jobs):
        with of_job(index):
            throughput = time_job(job)
            settled = exchange_hours(settle_runs(job, throughput), throughput)
            jobs.append(settled)
            footprints.append(size(settled))
            throughputs.append(throughput)
            remarks.extend(booked_hours_checks(job, throughput))
    settled_plan = replace(plan, jobs=tuple(jobs))
    decision = decide(settled_plan)
    mixed = mixed_plan(settled_plan, decision.ledger)
    decision = with_mixed(decision, mixed, settled_plan)
    decision = replace(decision, warnings=(*remarks, *decision.warnings))
    return Answer(settled_plan, tuple(footprints), tuple(throughputs), decision, mixed)
