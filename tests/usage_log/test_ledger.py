"""A log as a demand: its levels under scale and growth, alone and beside other jobs, up to the decision."""

from itertools import zip_longest

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.answer import reckon
from calc.choices import DemandKind
from calc.cost import ledger
from calc.demand import demand_levels
from calc.demand.levels import Levels
from calc.demand.log import log_demand, log_figures, step_function
from calc.errors import ErrorCode, EsepError
from calc.inputs import Inputs
from data.resolve import resolve
from data.scenario import read_scenario
from data.usage_log import read_log
from tests.cost.golden import with_jobs
from tests.decision.plans import plan
from tests.usage_log.figures import DATA

MONTHS = 24
HOURS = 730


def log(levels, **fields):
    return {"kind": "log", "log_levels": levels, **fields}


def levels_of(*demands, **overrides) -> Levels:
    return demand_levels(Inputs(with_jobs(plan(), *demands), overrides), MONTHS)


@st.composite
def months(draw):
    """Months of a log: rising GPUs with hours that fit the month."""
    out = []
    for _ in range(draw(st.integers(1, 3))):
        gpus = sorted(draw(st.sets(st.integers(1, 40).map(lambda n: n / 4), min_size=1, max_size=6)))
        cuts = sorted(draw(st.lists(st.integers(1, HOURS * 4), min_size=len(gpus), max_size=len(gpus), unique=True)))
        hours = np.diff([0, *cuts]) / 4
        out.append([[float(lasting), level] for lasting, level in zip(hours, gpus, strict=True)])
    return out


def layers(month, factor, capacity):
    """GPU-hours within a capacity, layer by layer in quarters of a GPU."""
    done = 0.0
    for layer in np.arange(0, 10, 0.25):
        hours = sum(lasting for lasting, gpus in month if gpus > layer)
        done += min(HOURS, factor * hours) * np.clip(capacity - layer, 0, 0.25)
    return done


@settings(max_examples=60, deadline=None)
@given(months(), st.floats(0, 4), st.floats(0, 1), st.floats(0, 12))
def test_every_layer_is_scaled_up_to_the_month(given_months, scale, growth, capacity):
    told = levels_of(log(given_months, scale=scale, growth_per_year=growth))
    for month in (1, 2, 3, 13, 24):
        factor = scale * (1 + growth) ** (month / 12)
        of_log = given_months[(month - 1) % len(given_months)]
        within = told.gpu_hours_within(np.asarray(capacity))
        np.testing.assert_allclose(within[month], layers(of_log, factor, capacity), atol=1e-6)
        np.testing.assert_allclose(told.gpu_hours[month], layers(of_log, factor, np.inf), atol=1e-6)
        highest = np.ceil(max(gpus for _, gpus in of_log)) if scale > 0 else 0
        assert told.needed_gpus[month] == highest
    assert told.gpu_hours[0] == told.needed_gpus[0] == 0


@settings(max_examples=40, deadline=None)
@given(months(), st.floats(0, 4), st.floats(0, 12))
def test_pairs_of_levels_and_hours_say_the_same(given_months, scale, capacity):
    told = levels_of(log(given_months, scale=scale))
    within = sum(np.minimum(gpus, capacity) * hours for gpus, hours in zip_longest(told.gpus, told.hours))
    np.testing.assert_allclose(within, told.gpu_hours_within(np.asarray(capacity)), atol=1e-6)
    assert all((hours >= -1e-9).all() for hours in told.hours)
    assert (sum(told.hours) <= HOURS + 1e-6).all()


def test_a_batch_is_its_points():
    fields = log([[[100, 2.5], [50, 7]], [[730, 1]]], growth_per_year=0.2)
    scales = np.array([0.0, 0.5, 1.0, 3.0])
    batch = levels_of(fields, **{"demand.scale": scales})
    for point, scale in enumerate(scales):
        alone = levels_of(fields | {"scale": scale})
        for capacity in (3.0, np.inf):
            np.testing.assert_allclose(
                batch.gpu_hours_within(np.full((4, 1), capacity))[point], alone.gpu_hours_within(np.asarray(capacity))
            )
        np.testing.assert_array_equal(batch.needed_gpus[point], alone.needed_gpus)
        np.testing.assert_allclose(batch.on_share[point], alone.on_share)
        np.testing.assert_allclose(batch.hours[0][point], alone.hours[0])


def test_a_log_repeats():
    told = levels_of(log([[[100, 8]], [], [[300, 2]]]))
    np.testing.assert_allclose(told.gpu_hours[1:8], [800, 0, 600, 800, 0, 600, 800])
    np.testing.assert_array_equal(told.needed_gpus[1:4], [8, 0, 2])
    assert told.peak_gpus(np.asarray(24.0)) == 8
    assert told.waves_begun.sum() == told.waves_begun[1] == 1
    np.testing.assert_allclose(told.on_share[1:4], np.array([100, 0, 300]) / HOURS)


@pytest.mark.parametrize("mode", ["hourly", "monthly", "committed_1y"])
def test_a_log_of_one_level_costs_what_the_same_profile_costs(mode):
    terms = {"rent": {"mode": mode}, "buy": {"lead_months": 3, "availability": 0.97}}
    shape = [400.0, 0.0, 120.0]
    as_log = log([[[hours, 16.0]] if hours else [] for hours in shape], growth_per_year=0.3)
    as_profile = {
        "kind": "profile", "gpus": 16, "monthly_gpu_hours": [16 * hours for hours in shape], "growth_per_year": 0.3,
    }  # fmt: skip
    first, second = ledger(plan(demand=as_log, **terms)), ledger(plan(demand=as_profile, **terms))
    np.testing.assert_allclose(first.rent.cash, second.rent.cash)
    np.testing.assert_allclose(first.buy.cash, second.buy.cash)


@settings(max_examples=30, deadline=None)
@given(months(), st.floats(0, 23), st.integers(0, 30), st.floats(0.2, 3))
def test_beside_other_jobs_all_hours_stay(given_months, first_hour, first_week, scale):
    of_log = log(given_months, scale=scale)
    wave = {"kind": "waves", "gpus": 8, "first_week": first_week, "first_hour": first_hour, "base_gpus": 1}
    half = {"utilization": 0.4, "gpus": 3}
    both = levels_of(of_log, wave, half)
    alone = [levels_of(one) for one in (of_log, wave, half)]
    np.testing.assert_allclose(both.gpu_hours, sum(one.gpu_hours for one in alone), rtol=1e-9)
    np.testing.assert_allclose(np.sum(np.broadcast_arrays(*both.hours), axis=0)[1:], HOURS)
    peak = both.peak_gpus(np.asarray(float(MONTHS)))
    assert max(one.peak_gpus(np.asarray(float(MONTHS))) for one in alone) <= peak
    assert peak <= sum(one.peak_gpus(np.asarray(float(MONTHS))) for one in alone)


def test_jobs_that_start_at_one_hour_meet_at_the_peak():
    day = log([[[365, 4], [100, 10]]])
    together = levels_of(day, {"gpus": 8, "utilization": 0.5})
    assert together.peak_gpus(np.asarray(24.0)) == 18
    apart = levels_of(day, {"gpus": 8, "utilization": 0.2, "first_hour": 18})  # the log works until 15.3 h
    assert apart.peak_gpus(np.asarray(24.0)) == 10


def test_many_levels_are_joined_beside_other_jobs_and_keep_their_hours():
    many = log([[[7.0, float(level)] for level in range(1, 101)]])
    told = levels_of(many, {"gpus": 1, "utilization": 0.0})
    np.testing.assert_allclose(told.gpu_hours[1], 7 * 5050)
    assert told.peak_gpus(np.asarray(24.0)) == 100
    np.testing.assert_allclose(told.on_share[1], 700 / HOURS)


@pytest.mark.parametrize(("levels", "code", "field"), [
    ([], ErrorCode.MISSING, "jobs.0.demand.log_levels"),
    ([[], []], ErrorCode.MISSING, "jobs.0.demand.log_levels"),
    ([[[400, 1], [331, 2]]], ErrorCode.OUT_OF_RANGE, "jobs.0.demand.log_levels.0"),
    ([[[731, 1]]], ErrorCode.OUT_OF_RANGE, "jobs.0.demand.log_levels.0.0.0"),
    ([[[10, 0]]], ErrorCode.OUT_OF_RANGE, "jobs.0.demand.log_levels.0.0.1"),
    ([[[10]]], ErrorCode.MISSING, "jobs.0.demand.log_levels.0.0.1"),
    ([[10, 5]], ErrorCode.NOT_A_LIST, "jobs.0.demand.log_levels.0.0"),
    ([[["a", 5]]], ErrorCode.NOT_A_NUMBER, "jobs.0.demand.log_levels.0.0.0"),
])  # fmt: skip
def test_levels_that_cannot_be_are_refused(levels, code, field):
    with pytest.raises(EsepError) as refused:
        reckon(resolve(read_scenario({"jobs": [{"demand": log(levels)}]})))
    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_log_goes_all_the_way_to_the_decision():
    step = step_function(read_log(DATA / "openb_300.csv").jobs)
    demand = log_demand(step)
    assert (demand.kind, demand.gpus) == (DemandKind.LOG, 11)
    scenario = read_scenario({"jobs": [{"demand": demand.model_dump(mode="json", exclude_defaults=True)}]})
    assert scenario.jobs[0].demand == demand
    decision = reckon(resolve(scenario)).decision
    used = np.array(decision.rent.used_gpu_hours[:35])
    # 35 months are the five months of the log seven times; the last of them is brought to 730 h
    assert used.sum() / (35 * HOURS) == pytest.approx(log_figures(step).mean_gpus, rel=0.03)
    assert decision.nodes == 2


def test_more_hours_than_a_month_are_said():
    def codes(scale):
        scenario = read_scenario({"jobs": [{"demand": log([[[400, 8]]], scale=scale)}]})
        return {str(message.code) for message in reckon(resolve(scenario)).decision.warnings}

    assert "more_hours_than_month" in codes(2) - codes(1)
