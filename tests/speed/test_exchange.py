"""Another card is bought than rented: its hours are converted, and both branches do the same runs."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.answer import reckon
from calc.choices import DemandKind, Method, Quantization
from calc.cost import ledger
from calc.demand.weeks import HOURS_PER_MONTH
from calc.plan import JobPlan, Plan
from calc.speed import exchange_hours, time_job
from calc.terms import Buy, Demand, Finance, Rent, Site
from calc.workload import Given, Rendering, Training
from tests.speed.cases import gpus, job

QLORA = Training(method=Method.QLORA, quantization=Quantization.NF4, micro_batch_size=4, train_tokens=6e7)
HORIZON = 12


def _exchanged(workload: object, gpu: str = "a100-sxm-80", **other: str) -> JobPlan:
    plan = job(workload, gpu, reference="rtx-4090")
    plan = replace(plan, **{name: gpus()[card] for name, card in other.items()})
    return exchange_hours(plan, time_job(plan))


def _plan(*jobs: JobPlan, gpus_per_node: int = 1) -> Plan:
    buy = Buy(gpus_per_node=gpus_per_node, node_price=16_000)
    return Plan(jobs, Rent(), buy, Site(active_kw_per_node=1.0, idle_kw_per_node=0.2), Finance(horizon_months=HORIZON))


def _constant(utilization: float, own: float = 1.0, rented: float = 1.0) -> JobPlan:
    plan = job(Given(), "a100-sxm-80")
    demand = Demand(gpus=1, utilization=utilization)
    return replace(plan, demand=demand, own_hours_ratio=own, rent_hours_ratio=rented)


def test_the_same_card_needs_no_exchange():
    plan = _exchanged(QLORA)
    assert (plan.rent_hours_ratio, plan.own_hours_ratio) == (1.0, 1.0)


def test_the_ratio_is_that_of_the_hours_of_a_run():
    plan = _exchanged(QLORA, buy_gpu="rtx-4090")
    alone = [time_job(job(QLORA, card)).hours_per_run.mid for card in ("a100-sxm-80", "rtx-4090")]
    assert plan.own_hours_ratio == pytest.approx(alone[1] / alone[0])
    assert plan.rent_hours_ratio == 1.0


def test_frames_are_exchanged_by_the_ratio_of_fp32_rates():
    plan = _exchanged(Rendering(), "rtx-4090", rent_gpu="l40s")
    assert plan.rent_hours_ratio == pytest.approx(82.6 / 91.6)


def test_stated_hours_are_not_exchanged():
    assert _exchanged(Given(hours_per_run=10), buy_gpu="rtx-4090").own_hours_ratio == 1.0


def test_runs_on_another_card_cost_its_own_hours():
    demand = Demand(kind=DemandKind.RUNS, runs=1, runs_per_month=20)
    plan = replace(job(QLORA, "a100-sxm-80"), demand=demand, buy_gpu=gpus()["rtx-4090"])
    answer = reckon(_plan(plan))
    result = ledger(answer.plan)
    a_run, same_run = (time_job(job(QLORA, card)).hours_per_run.mid for card in ("a100-sxm-80", "rtx-4090"))
    assert result.rent.used_gpu_hours[0] == pytest.approx(20 * a_run)
    assert result.buy.own_gpu_hours[0] == pytest.approx(20 * same_run)
    assert result.buy.own_work_gpu_hours[0] == pytest.approx(20 * a_run)
    assert result.buy.used_gpu_hours[0] == result.rent.used_gpu_hours[0]
    assert result.buy.it_kwh[0] == pytest.approx(20 * same_run * 0.8 + 0.2 * HOURS_PER_MONTH)


def test_a_card_too_slow_for_the_month_rents_the_rest():
    result = ledger(_plan(_constant(0.5, own=3.0)), keep_lines=True)
    assert result.buy.own_gpu_hours[0] == pytest.approx(HOURS_PER_MONTH)
    assert result.buy.own_work_gpu_hours[0] == pytest.approx(HOURS_PER_MONTH / 3)
    rented = result.buy.lines["shortfall_rent"].sum() / result.rent.lines["rent_compute"].sum()
    assert rented == pytest.approx((0.5 - 1 / 3) / 0.5)


def test_the_rented_card_is_billed_its_own_hours():
    same, slower = (ledger(_plan(_constant(0.5, rented=ratio)), keep_lines=True) for ratio in (1.0, 1.6))
    compute = [one.rent.lines["rent_compute"].sum() for one in (same, slower)]
    assert compute[1] == pytest.approx(1.6 * compute[0])
    assert slower.rent.used_gpu_hours.sum() == same.rent.used_gpu_hours.sum()


@settings(max_examples=40, deadline=None)
@given(st.floats(0.05, 1), st.floats(0.2, 5))
def test_owned_and_rented_hours_always_do_the_whole_work(utilization: float, ratio: float):
    result = ledger(_plan(_constant(utilization, own=ratio)), keep_lines=True)
    work = result.buy.own_work_gpu_hours[:HORIZON].sum()
    rent_of_all = result.rent.lines["rent_compute"].sum()
    shortfall = result.buy.lines.get("shortfall_rent", np.zeros(1)).sum()
    assert work / result.rent.used_gpu_hours[:HORIZON].sum() + shortfall / rent_of_all == pytest.approx(1)
    assert (result.buy.own_gpu_hours <= HOURS_PER_MONTH * (1 + 1e-12)).all()


def test_jobs_that_differ_are_weighed_by_their_hours():
    first, second = _constant(0.1, own=2.0), _constant(0.3, own=0.5)
    result = ledger(_plan(first, second, gpus_per_node=2))
    assert result.buy.own_gpu_hours[0] == pytest.approx((0.1 * 2.0 + 0.3 * 0.5) * HOURS_PER_MONTH)
