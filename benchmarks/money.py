"""Times of the money model, each beside its bound or a reference in the same run: ``python -m benchmarks money``."""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy_financial as npf

from benchmarks.timing import best_ms
from calc.answer import reckon
from calc.choices import Repayment
from calc.cost.repayment import principal_share
from calc.decision import decide, heat_map
from calc.decision.exposure import exposures
from calc.decision.offers import weigh_offers
from calc.decision.series import internal_rates, net_present_value
from calc.decision.value import discount_factors, present_value
from calc.plan import Plan
from data.examples import EXAMPLES, load_example
from data.price_book import candidates
from data.resolve import resolve
from data.scenario import Scenario, read_scenario

LEDGER_DATA = Path(__file__).parents[1] / "tests" / "cost" / "data"
DECIDE_MS = 25.0
HEAT_MAP_MS = 150.0
TIMES_PRODUCT = 3.0
MOST_MONTHS = 60
PLANS, FLOWS = 10_000, 60
MONTHLY_RATE = 0.0117


def report() -> None:
    """Print every time with its bound, then ratios to other libraries."""
    for part in (_decisions, _maps, _tables, _present_values, _libraries):
        for line in part():
            print(line)


def _plans() -> Iterator[tuple[str, Plan]]:
    for name, scenario in (*((name, load_example(name)) for name in EXAMPLES), *_golden()):
        plan = reckon(resolve(scenario)).plan
        if plan.finance.horizon_months <= MOST_MONTHS:
            yield name, plan


def _golden() -> Iterator[tuple[str, Scenario]]:
    for file in ("golden_chain.json", "golden_open.json"):
        for golden in json.loads((LEDGER_DATA / file).read_text("utf-8"))["scenarios"]:
            parts = dict(golden["scenario"])
            yield golden["id"], read_scenario({"jobs": [{"demand": parts.pop("demand", {})}], **parts})


def _bounded(what: str, ms: float, bound: float) -> str:
    return f"{what:58} {ms:9.2f} ms   bound {bound:7.1f}   {'ok' if ms <= bound else 'SLOW'}"


def _decisions() -> Iterator[str]:
    for name, plan in _plans():
        yield _bounded(f"decide, all break-evens: {name}", best_ms(lambda plan=plan: decide(plan)), DECIDE_MS)


def _maps() -> Iterator[str]:
    uses, horizons = np.linspace(0.02, 1, 60).tolist(), list(range(1, 61))
    for name, plan in _plans():
        first = plan.buy.lead_months
        months = [first + month for month in horizons]
        ms = best_ms(lambda plan=plan, months=months: heat_map(plan, uses, months), runs=3)
        yield _bounded(f"heat map 60 x 60: {name}", ms, HEAT_MAP_MS)


def _tables() -> Iterator[str]:
    scenario = load_example(EXAMPLES[0])
    plan = reckon(resolve(scenario)).plan
    listed = candidates(scenario)
    yield f"{f'price book of {len(listed)} offers':58} {best_ms(lambda: weigh_offers(plan, listed)):9.2f} ms"
    yield f"{'exposure to USD/KZT':58} {best_ms(lambda: exposures(plan)):9.2f} ms"


def _present_values() -> Iterator[str]:
    flows = np.random.default_rng(1).normal(size=(PLANS, FLOWS))
    factors = (1 + MONTHLY_RATE) ** -np.arange(FLOWS, dtype=np.float64)
    product = best_ms(lambda: flows @ factors, runs=30)
    ours = best_ms(lambda: net_present_value(MONTHLY_RATE, flows), runs=30)
    yield _ratio(f"present value of {PLANS} x {FLOWS} flows", ours, product, "one matrix product", TIMES_PRODUCT)
    cash = np.random.default_rng(2).normal(size=(PLANS, 3, FLOWS + 1))
    flat = discount_factors(0.15, FLOWS).reshape(-1)
    product = best_ms(lambda: cash.reshape(PLANS, -1) @ flat, runs=30)
    ours = best_ms(lambda: present_value(cash, 0.15), runs=30)
    what = f"present value of {PLANS} ledgers of 3 x {FLOWS + 1}"
    yield _ratio(what, ours, product, "its matrix product", TIMES_PRODUCT)


def _ratio(what: str, ours: float, other: float, whose: str, bound: float | None = None) -> str:
    told = "" if bound is None else f"   bound {bound:.0f} x   {'ok' if ours <= bound * other else 'SLOW'}"
    return f"{what:58} {ours:9.3f} ms   {ours / other:7.3g} x {whose} ({other:.3f} ms){told}"


def _libraries() -> Iterator[str]:
    flows = np.random.default_rng(3).normal(size=(PLANS, FLOWS))
    ours = best_ms(lambda: net_present_value(MONTHLY_RATE, flows))
    theirs = best_ms(lambda: [npf.npv(MONTHLY_RATE, row) for row in flows], runs=2)
    yield _ratio(f"present value of {PLANS} series", ours, theirs, "numpy-financial npv, which takes one series")
    stream = [-1000.0, *[30.0] * FLOWS]
    ours = best_ms(lambda: internal_rates(stream))
    yield _ratio("all rates of return of one series", ours, best_ms(lambda: npf.irr(stream)), "numpy-financial irr")
    term, months = np.array(float(FLOWS)), np.arange(1.0, FLOWS + 1)
    rate = np.array(MONTHLY_RATE)
    ours = best_ms(lambda: principal_share(months, term, rate, Repayment.ANNUITY))
    theirs = best_ms(lambda: npf.ppmt(MONTHLY_RATE, months, FLOWS, -1.0))
    yield _ratio("principal parts of a loan", ours, theirs, "numpy-financial ppmt")
    yield from _pyxirr(stream)
    yield from _pysam()


def _pyxirr(stream: list[float]) -> Iterator[str]:
    if importlib.util.find_spec("pyxirr") is None:
        yield "pyxirr is not installed: pip install pyxirr"
        return
    irr = importlib.import_module("pyxirr").irr
    ours, theirs = best_ms(lambda: internal_rates(stream)), best_ms(lambda: irr(stream))
    yield _ratio("all rates of return of one series", ours, theirs, "pyxirr irr")


def _pysam() -> Iterator[str]:
    if importlib.util.find_spec("PySAM") is None:
        yield "PySAM is not installed: pip install nrel-pysam"
        return
    single = importlib.import_module("PySAM.Singleowner").default("CustomGenerationProfileSingleOwner")
    single.SystemOutput.gen = [10_000.0] * 8760
    _, plan = next(_plans())
    yield _ratio("one decision", best_ms(lambda: decide(plan)), best_ms(lambda: single.execute(0)), "PySAM Singleowner")
