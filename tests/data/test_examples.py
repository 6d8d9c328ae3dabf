"""The worked scenarios are whole, resolve, and stand on facts of the catalogue."""

import json
import math

import pytest

from calc.answer import reckon
from calc.choices import Branch, Verdict, WorkloadKind
from calc.errors import ErrorCode, EsepError
from data.catalogue import Tier, find_offer, find_server, load_edition
from data.examples import EXAMPLES, FOLDER, load_example
from data.price_book import Layer, fill_from_offer, fill_from_server, provenance
from data.resolve import resolve
from data.scenario import Scenario


def test_every_file_is_an_example():
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(EXAMPLES)
    assert len(EXAMPLES) == 9


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_plan(example):
    scenario = load_example(example)
    plan = resolve(scenario)
    assert len(plan.jobs) == len(scenario.jobs)
    assert scenario.finance.start == "2027-01"
    assert scenario.finance.first_tax_year_months == 12


@pytest.mark.parametrize("example", EXAMPLES)
def test_its_prices_are_those_of_the_offer_and_the_server_it_names(example):
    scenario = load_example(example)
    assert fill_from_offer(scenario, scenario.rent.offer) == scenario
    assert fill_from_server(scenario, scenario.buy.node) == scenario
    found = {origin.field: origin for origin in provenance(scenario, load_edition("2026-11-30"))}
    rate = next(origin for field, origin in found.items() if field.startswith("rent."))
    assert rate.layer is Layer.EDITION
    assert not rate.old
    assert found["buy.node_price"].layer is Layer.EDITION


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_offer_is_a_list_price_of_the_card_the_work_needs(example):
    scenario = load_example(example)
    offer = find_offer(scenario.rent.offer)
    assert offer.gpu == scenario.fleet.gpu
    assert offer.tier in (Tier.ON_DEMAND, Tier.RESERVED_1Y)
    assert find_server(scenario.buy.node).gpu == (scenario.buy.gpu or scenario.fleet.gpu)


@pytest.mark.parametrize("example", EXAMPLES)
def test_it_fits_its_card_and_gives_a_decision(example):
    answer = reckon(resolve(load_example(example)))
    assert [footprint.verdict for footprint in answer.footprints] == [Verdict.FITS] * len(answer.footprints)
    for option in (answer.decision.rent, answer.decision.buy, answer.decision.mixed):
        assert math.isfinite(option.present_cost)
        assert option.present_cost > 0
    assert answer.decision.nodes == {"pretrain-b200": 2, "equal-mean-waves": 4}.get(example, 1)


def test_the_examples_show_both_answers():
    cheapest = {reckon(resolve(load_example(example))).decision.cheapest for example in EXAMPLES}
    assert {Branch.RENT, Branch.BUY} <= cheapest


@pytest.mark.parametrize(("example", "hours_a_month"), [("inference-70b", 730), ("mixed-server", 84 / 168 * 730)])
def test_the_hours_asked_for_hold_the_tokens_of_a_month(example, hours_a_month):
    answer = reckon(resolve(load_example(example)))
    assert answer.plan.jobs[0].workload.kind is WorkloadKind.INFERENCE
    assert 0 < answer.throughputs[0].hours_per_run.mid <= hours_a_month


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_file_states_every_part(example):
    given = json.loads((FOLDER / f"{example}.json").read_text("utf-8"))
    assert set(given) == set(Scenario.model_fields)
    assert load_example(example) != Scenario()


def test_equal_means_have_opposite_answers():
    steady, waves = (reckon(resolve(load_example(f"equal-mean-{shape}"))) for shape in ("steady", "waves"))
    hours = [sum(answer.decision.rent.used_gpu_hours) for answer in (steady, waves)]
    assert hours[0] == pytest.approx(hours[1], rel=0.005)
    assert (steady.decision.cheapest, waves.decision.cheapest) == (Branch.BUY, Branch.RENT)
    assert (steady.mixed.most_nodes, waves.mixed.most_nodes) == (1, 0)


def test_the_first_seven_are_those_of_the_issue():
    kinds = {example: [job.workload.kind for job in load_example(example).jobs] for example in EXAMPLES}
    assert kinds["rendering"] == [WorkloadKind.RENDERING]
    assert kinds["inference-70b"] == [WorkloadKind.INFERENCE]
    assert kinds["mixed-server"] == [WorkloadKind.INFERENCE, WorkloadKind.TRAINING]
    assert load_example("qlora-8b-kazakh").fleet.gpu == "a100-sxm-80"
    waves = load_example("full-70b-waves")
    assert (waves.fleet.gpu, waves.jobs[0].demand.weeks_on, waves.jobs[0].demand.weeks_off) == ("h200-sxm", 2, 11)
    assert load_example("pretrain-b200").jobs[0].parallel.gpus == 16


def test_an_unknown_example_is_refused():
    with pytest.raises(EsepError) as refused:
        load_example("mining")
    assert refused.value.code is ErrorCode.UNKNOWN_ID
    assert refused.value.allowed.split(" | ") == list(EXAMPLES)
