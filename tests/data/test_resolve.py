"""A scenario becomes a plan of numbers; what cannot be resolved is refused at its field."""

import dataclasses

import pytest
from pydantic import BaseModel

from calc.errors import ErrorCode, EsepError
from calc.terms import Buy, Rent
from data.resolve import resolve
from data.scenario import Scenario, read_scenario

TRAINING = {"kind": "training", "model": "llama-3.1-8b"}
CONFIG = {
    "model_type": "llama",
    "hidden_size": 2048,
    "intermediate_size": 5632,
    "num_attention_heads": 32,
    "num_key_value_heads": 4,
    "num_hidden_layers": 22,
    "vocab_size": 32000,
}


def jobs(*workloads):
    return {"jobs": [{"workload": workload} for workload in workloads]}


def test_the_default_scenario_resolves():
    plan = resolve(Scenario())
    assert plan.jobs[0].gpu.id == "h100-sxm"
    assert plan.jobs[0].shape is None
    assert plan.jobs[0].gpus_per_node == 8
    assert type(plan.rent) is Rent
    assert type(plan.buy) is Buy
    assert plan.buy.node_price == 300_000


def test_a_plan_holds_no_names_of_prices():
    plan = resolve(Scenario())
    for part in (plan.rent, plan.buy):
        assert isinstance(part, BaseModel)
        assert not {"offer", "node", "quote_from", "gpu"} & set(type(part).model_fields)
    assert {field.name for field in dataclasses.fields(plan)} == {"jobs", "rent", "buy", "site", "finance"}


def test_every_kind_of_work_resolves():
    plan = resolve(
        read_scenario(
            jobs(
                TRAINING,
                {"kind": "inference", "model": "qwen3-30b-a3b"},
                {"kind": "rendering", "reference_gpu": "rtx-5090"},
                {"kind": "given"},
            )
        )
    )
    assert [job.shape and job.shape.id for job in plan.jobs] == ["llama-3.1-8b", "qwen3-30b-a3b", None, None]
    assert plan.jobs[2].reference_gpu.id == "rtx-5090"
    assert plan.jobs[0].reference_gpu is None


def test_gpus_per_node_of_the_fleet_wins_over_the_bought_node():
    assert resolve(read_scenario({"buy": {"gpus_per_node": 4}})).jobs[0].gpus_per_node == 4
    stated = {"buy": {"gpus_per_node": 4}, "fleet": {"gpus_per_node": 2}}
    assert resolve(read_scenario(stated)).jobs[0].gpus_per_node == 2


def test_a_pasted_config_resolves():
    shape = resolve(read_scenario(jobs({**TRAINING, "model": CONFIG}))).jobs[0].shape
    assert (shape.id, shape.hidden, shape.head_dim) == ("config", 2048, 64)


def test_printed_names_become_ids_in_the_scenario():
    scenario = read_scenario(
        {
            **jobs({**TRAINING, "model": "Llama-3.1-8B"}, {"kind": "rendering", "reference_gpu": "RTX 4090"}),
            "fleet": {"gpu": "H100 SXM"},
            "rent": {"gpu": "H200 SXM"},
            "buy": {"gpu": "B200 SXM", "node": "DGX H100"},
        }
    )
    assert scenario.jobs[0].workload.model == "llama-3.1-8b"
    assert scenario.jobs[1].workload.reference_gpu == "rtx-4090"
    assert (scenario.fleet.gpu, scenario.rent.gpu) == ("h100-sxm", "h200-sxm")
    assert (scenario.buy.gpu, scenario.buy.node) == ("b200-sxm", "dgx-h100")
    assert read_scenario(scenario.model_dump(mode="json")) == scenario


@pytest.mark.parametrize(("given", "code", "field", "value"), [
    ({"fleet": {"gpu": "h999"}}, ErrorCode.UNKNOWN_ID, "fleet.gpu", "h999"),
    ({"rent": {"gpu": "h999"}}, ErrorCode.UNKNOWN_ID, "rent.gpu", "h999"),
    ({"buy": {"gpu": "h999"}}, ErrorCode.UNKNOWN_ID, "buy.gpu", "h999"),
    ({"rent": {"offer": "nobody"}}, ErrorCode.UNKNOWN_ID, "rent.offer", "nobody"),
    ({"buy": {"node": "nothing"}}, ErrorCode.UNKNOWN_ID, "buy.node", "nothing"),
    (jobs(TRAINING, {**TRAINING, "model": "gpt-9"}), ErrorCode.UNKNOWN_ID, "jobs.1.workload.model", "gpt-9"),
    (jobs({"kind": "rendering", "reference_gpu": "voodoo"}), ErrorCode.UNKNOWN_ID, "jobs.0.workload.reference_gpu",
     "voodoo"),
    (jobs({**TRAINING, "model": {"model_type": "mamba"}}), ErrorCode.UNKNOWN_ARCHITECTURE, "jobs.0.workload.model",
     "mamba"),
    (jobs({**TRAINING, "model": {**CONFIG, "vocab_size": 0}}), ErrorCode.OUT_OF_RANGE,
     "jobs.0.workload.model.vocab_size", 0),
    (jobs({**TRAINING, "model": "gigachat3-10b-a1.8b"}), ErrorCode.UNKNOWN_ARCHITECTURE, "jobs.0.workload.model",
     "gigachat3-10b-a1.8b"),
])  # fmt: skip
def test_what_cannot_be_resolved_is_refused_at_its_field(given, code, field, value):
    with pytest.raises(EsepError) as refused:
        resolve(read_scenario(given))
    assert (refused.value.code, refused.value.field, refused.value.value) == (code, field, value)


@pytest.mark.parametrize(("given", "code", "field"), [
    ({"rent": {"hourly_rate": -1}}, ErrorCode.OUT_OF_RANGE, "rent.hourly_rate"),
    ({"finance": {"horizon_months": 0}}, ErrorCode.OUT_OF_RANGE, "finance.horizon_months"),
    ({"site": {"pue": 0.9}}, ErrorCode.OUT_OF_RANGE, "site.pue"),
    ({"site": {"pue": float("nan")}}, ErrorCode.NOT_A_NUMBER, "site.pue"),
    ({"site": {"power": 1}}, ErrorCode.UNKNOWN_FIELD, "site.power"),
    ({"fleet": {"gpu": ""}}, ErrorCode.NOT_ALLOWED, "fleet.gpu"),
    ({"fleet": {"gpu": "h" * 81}}, ErrorCode.OUT_OF_RANGE, "fleet.gpu"),
    ({"fleet": {"gpu": 5}}, ErrorCode.WRONG_TYPE, "fleet.gpu"),
    (jobs({**TRAINING, "method": "magic"}), ErrorCode.NOT_ALLOWED, "jobs.0.workload.method"),
    (jobs({**TRAINING, "lora_targets": 5}), ErrorCode.NOT_ALLOWED, "jobs.0.workload.lora_targets"),
    (jobs({"kind": "mining"}), ErrorCode.NOT_ALLOWED, "jobs.0.workload"),
    (jobs({}), ErrorCode.MISSING, "jobs.0.workload"),
    ({"jobs": []}, ErrorCode.OUT_OF_RANGE, "jobs"),
    ([], ErrorCode.WRONG_TYPE, "scenario"),
    ({"finance": {"start": "2027-05", "first_tax_year_months": 12}}, ErrorCode.CONFLICT,
     "finance.first_tax_year_months"),
])  # fmt: skip
def test_bad_scenarios_are_refused_at_their_field(given, code, field):
    with pytest.raises(EsepError) as refused:
        read_scenario(given)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_the_start_fills_the_first_tax_year():
    assert read_scenario({"finance": {"start": "2027-05"}}).finance.first_tax_year_months == 8
