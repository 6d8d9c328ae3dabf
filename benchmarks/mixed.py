"""Times of the mixed plan, as ratios to a whole-number programme and to one ledger in the same run.

``python -m benchmarks mixed``
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.timing import best_ms
from calc.answer import reckon
from calc.cost import ledger
from calc.decision.mixed.fields import problem_from_fields
from calc.decision.mixed.mixed_plan import mixed_plan
from calc.decision.mixed.plan_layers import plan_layers
from calc.decision.mixed.priced import PricedProblem, priced
from calc.decision.mixed.queue_curve import queue_curve
from calc.decision.mixed.solve import solve
from calc.decision.mixed.whole_programme import run_whole_programme
from calc.plan import Plan
from data.examples import EXAMPLES, load_example
from data.resolve import resolve

CASES = Path(__file__).parents[1] / "tests" / "mixed" / "data" / "mixed_open.json"
PLAN_MS = 200.0
LARGEST = "O28"
"""60 months, 8 nodes of 8 GPUs: the largest plan of the page."""


def report() -> None:
    """Print the problems by themselves, then whole plans through the ledger."""
    for part in (_problems, _plans):
        for line in part():
            print(line)


def _problems() -> Iterator[str]:
    cases = {case["id"]: case["inputs"] for case in json.loads(CASES.read_text("utf-8"))["cases"]}
    task = priced(problem_from_fields(cases[LARGEST]))
    programme = best_ms(lambda: run_whole_programme(task), runs=2)
    yield _ratio("60 months x 64 GPUs, dynamic programme", best_ms(lambda: solve(task)), programme, "MILP (HiGHS)")
    waiting = priced(problem_from_fields(cases["O26"]))
    yield _ratio("24 months, queue of 6 h", best_ms(lambda: solve(waiting)), programme, "MILP (HiGHS) of the above")
    free: PricedProblem = priced(problem_from_fields(cases["O27"]))
    yield f"{'24 months, commitments in any month (MILP)':58} {best_ms(lambda: solve(free), runs=2):9.1f} ms"


def _plans() -> Iterator[str]:
    for name in EXAMPLES:
        plan = reckon(resolve(load_example(name))).plan
        yield from _plan(name, plan)
    yield from _plan("60 months x 64 GPUs, every tariff", largest_plan())
    plan = largest_plan()
    found = mixed_plan(plan)
    one = best_ms(lambda: ledger(plan, keep_lines=True))
    yield _ratio("rows of the layer picture", best_ms(lambda: plan_layers(plan, found)), one, "one ledger")
    yield _ratio("what waiting would save, six waits", best_ms(lambda: queue_curve(plan), runs=2), one, "one ledger")


def _plan(name: str, plan: Plan) -> Iterator[str]:
    result = ledger(plan, keep_lines=True)
    one = best_ms(lambda: ledger(plan, keep_lines=True))
    ours = best_ms(lambda: mixed_plan(plan, result), runs=5)
    told = f"   bound {PLAN_MS:.0f} ms   {'ok' if ours <= PLAN_MS else 'SLOW'}"
    yield _ratio(f"mixed plan: {name}", ours, one, "one ledger") + told


def largest_plan() -> Plan:
    """The waves of an example on 64 GPUs over 60 months, growing, with every tariff on offer."""
    plan = reckon(resolve(load_example("full-70b-waves"))).plan
    waves = {"gpus": 48, "base_gpus": 16, "hours_per_week": 120, "weeks_off": 5, "growth_per_year": 0.2}
    job = replace(plan.jobs[0], demand=plan.jobs[0].demand.model_copy(update=waves))
    offered = {"monthly_offered": True, "committed_1y_offered": True, "committed_3y_offered": True}
    return replace(
        plan,
        jobs=(job,),
        rent=plan.rent.model_copy(update=offered),
        buy=plan.buy.model_copy(update={"lead_months": 2, "availability": 0.96}),
        finance=plan.finance.model_copy(update={"horizon_months": 60}),
    )


def _ratio(what: str, ours: float, other: float, whose: str) -> str:
    return f"{what:58} {ours:9.1f} ms   {ours / other:7.3g} x {whose} ({other:.1f} ms)"
