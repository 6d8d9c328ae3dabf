"""Laws of the mixed plan on random small problems."""

from dataclasses import replace
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.decision.mixed.month_choice import choose_month_gpus
from calc.decision.mixed.month_demand import MonthDemand
from calc.decision.mixed.month_operation import HourTariff, operate
from calc.decision.mixed.overflow import overflow_gpu_hours
from calc.decision.mixed.priced import priced
from calc.decision.mixed.settle import settle
from calc.decision.mixed.solve import solve, solve_all_own, solve_all_rent, solve_hourly_only
from calc.decision.mixed.whole_gpus_in_queue import operate_hour_by_hour
from calc.decision.mixed.whole_programme import run_whole_programme
from tests.mixed.brute_force import brute_force, plan_costs
from tests.mixed.cases import problem_of, problems

NEAR = {"rel": 1e-9, "abs": 1e-9}
hours_of_gpus = st.lists(st.sampled_from([0, 0.4, 1, 2, 2.5, 7]), min_size=3, max_size=12)


def month_of(gpus):
    return MonthDemand(tuple((1.0, float(level)) for level in gpus))


@given(problems(steps=(0, 1)))
@settings(max_examples=60, deadline=None)
def test_the_plan_is_the_brute_force(problem):
    task = priced(problem)
    assert solve(task).cost == pytest.approx(brute_force(task), **NEAR)


@given(problems(steps=(0, 1)))
@settings(max_examples=25, deadline=None)
def test_the_whole_number_programme_agrees(problem):
    task = priced(problem)
    found = settle(task, *run_whole_programme(task))
    assert found.cost == pytest.approx(solve(task).cost, rel=1e-7, abs=1e-7)


@given(problems(steps=(0, 1), months=3), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_mixed_is_never_dearer_than_its_ends(problem, queue):
    task = priced(replace(problem, queue_hours=queue if problem.rent.hour_gpu_step == 0 else 0))
    mixed = solve(task).cost
    all_own = solve_all_own(task)
    ends = [solve_all_rent(task).cost, solve_hourly_only(task).cost, *([all_own.cost] if all_own else [])]
    assert mixed <= min(ends) + 1e-9 * abs(mixed)


@given(
    st.sampled_from([0, 0.5, 1, 2.75, 4, 9]),
    st.integers(0, 5),
    st.sampled_from([0.0, 0.9, 1.8, 3.0, 5.4]),
    st.sampled_from([0, 1]),
    st.sampled_from([(3.0, 0.5), (1.0, 2.0)]),
)
def test_owned_and_rented_hours_are_the_demanded_ones_in_every_hour(gpus, prepaid, own, step, prices):
    tariff = HourTariff(0, step, 1, *prices)
    used, hourly = operate(month_of([gpus]), np.array(float(prepaid)), np.array(own), tariff)
    done = min(gpus, prepaid) + used + hourly
    assert used <= own + 1e-12
    assert done >= gpus - 1e-9
    if step == 0 or used > 1e-9:
        assert done == pytest.approx(gpus, abs=1e-9)
    else:
        assert hourly < gpus - min(gpus, prepaid) + 1  # no whole GPU more than the rest needs


@given(hours_of_gpus, st.integers(0, 4))
def test_the_overflow_is_convex_and_falls_from_all_the_work_to_none(gpus, queue):
    capacities = np.arange(0, 9, 0.25)
    overflow = overflow_gpu_hours(month_of(gpus), capacities, queue)
    assert overflow[0] == pytest.approx(sum(gpus))
    assert overflow[-1] == pytest.approx(0, abs=1e-9)
    assert (np.diff(overflow, 2) >= -1e-9).all()


@given(hours_of_gpus, st.integers(0, 3))
def test_waiting_longer_never_overflows_more(gpus, queue):
    capacities = np.arange(0, 8, 0.5)
    month = month_of(gpus)
    longer = overflow_gpu_hours(month, capacities, queue + 1)
    assert (longer <= overflow_gpu_hours(month, capacities, queue) + 1e-9).all()


@given(hours_of_gpus, st.integers(1, 3), st.integers(0, 3), st.sampled_from([0.0, 0.9, 2.7]))
@settings(max_examples=40, deadline=None)
def test_the_closed_form_with_a_queue_is_the_hourly_programme(gpus, queue, prepaid, own):
    month = month_of(gpus)
    tariff = HourTariff(queue, 0, 1, 3.0, 0.5)
    used, hourly = operate(month, np.array(float(prepaid)), np.array(own), tariff)
    by_hour = operate_hour_by_hour(month, (prepaid, own), queue, (0, 1), (3.0, 0.5))
    cost = 0.5 * used + 3.0 * hourly
    assert cost == pytest.approx(0.5 * by_hour[0] + 3.0 * by_hour[1], abs=1e-5)


@given(hours_of_gpus, st.integers(1, 5), st.integers(0, 3), st.sampled_from([0.0, 0.9, 2.7]), st.sampled_from([0, 1]))
@settings(max_examples=40, deadline=None)
def test_billing_blocks_are_the_hourly_programme(gpus, block, prepaid, own, step):
    for prices in ((3.0, 0.5), (1.0, 2.5)):
        tariff = HourTariff(0, step, block, *prices)
        used, hourly = operate(month_of(gpus), np.array(float(prepaid)), np.array(own), tariff)
        by_hour = operate_hour_by_hour(month_of(gpus), (prepaid, own), 0, (step, block), prices)
        cost = prices[1] * used + prices[0] * hourly
        assert cost == pytest.approx(prices[1] * by_hour[0] + prices[0] * by_hour[1], abs=1e-5)


@given(problems(months=24, nodes=6, steps=(0, 1)))
@settings(max_examples=12, deadline=None)
def test_the_plan_is_the_brute_force_up_to_six_nodes_and_24_months(problem):
    """Every rising sequence of nodes: up to 593,775 plans."""
    task = priced(problem)
    costs = plan_costs(task)
    choices = task.horizon_months - task.lead_months
    assert costs.size == comb(task.max_nodes + choices, choices)
    assert solve(task).cost == pytest.approx(costs.min(), **NEAR)


def test_brute_force_of_six_nodes_over_24_months_with_a_queue():
    """O26: 376,740 plans over the 22 months that can be chosen."""
    task = priced(problem_of("O26"))
    nodes = np.arange(task.max_nodes + 1)
    table = np.array([choose_month_gpus(task, month, nodes).cost for month in range(task.horizon_months)])
    reached = {0: np.array([table[: task.lead_months, 0].sum()])}
    for month in range(task.lead_months, task.horizon_months):
        price = task.costs.kept_node_by_order[month - task.lead_months]
        reached = {
            after: np.concatenate([costs + (after - n) * price for n, costs in reached.items() if n <= after])
            + table[month, after]
            for after in nodes.tolist()
        }
    every = np.concatenate(list(reached.values()))
    assert every.size == 376740
    assert solve(task).cost == pytest.approx(every.min(), rel=1e-9)
