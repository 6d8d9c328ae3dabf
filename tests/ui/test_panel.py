"""The panel: every widget counts, bad input is answered in words, and a scenario stays coherent."""

import datetime as dt
import json

import pytest

from calc.choices import Method, Sharding
from data.examples import EXAMPLES, load_example
from tests.ui.app import figures, is_sound, opened, title
from ui.link import LinkContent, decode, encode

QLORA, WAVES, INFERENCE = "qlora-8b-kazakh", "full-70b-waves", "inference-70b"


def at_example(example: str):
    return opened(s=encode(LinkContent((load_example(example),))), lang="en")


def scenario(at):
    return decode(at.query_params["s"]).scenarios[0]


NUMBERS = {
    "short.gpus": 16,
    "short.jobs.0.demand.weeks_on": 5,
    "short.jobs.0.demand.weeks_off": 4,
    "short.jobs.0.demand.hours_per_week": 90.0,
    "short.rent.hourly_rate": 11.0,
    "short.node_price": 111.0,
}


@pytest.mark.parametrize("key", NUMBERS)
def test_no_number_of_the_short_form_is_dead(key):
    at = at_example(WAVES)
    before = figures(at)
    at.sidebar.number_input(key=key).set_value(NUMBERS[key]).run()
    assert is_sound(at)
    assert not at.error
    assert scenario(at) != load_example(WAVES)
    assert figures(at) != before


@pytest.mark.parametrize(
    ("key", "value"),
    [("short.model", "llama-3.1-8b"), ("short.method", "qlora"), ("short.gpu", "h100-sxm"), ("preset", INFERENCE)],
)
def test_no_choice_of_the_short_form_is_dead(key, value):
    at = at_example(WAVES)
    before = figures(at)
    at.sidebar.selectbox(key=key).set_value(value).run()
    assert is_sound(at)
    assert not at.error
    assert figures(at) != before


def test_the_horizon_and_the_shape_of_demand_are_not_dead():
    at = at_example(WAVES)
    first = figures(at)
    at.sidebar.slider(key="short.years").set_value(5.0).run()
    second = figures(at)
    assert scenario(at).finance.horizon_months == 60
    at.sidebar.button_group(key="short.demand").set_value("constant").run()
    assert scenario(at).jobs[0].demand.utilization == 1
    assert len({tuple(first), tuple(second), tuple(figures(at))}) == 3


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_section_of_all_fields_is_drawn_for_every_case(example):
    at = at_example(example)
    at.sidebar.button(key="all-fields.switch").click().run()
    before = len(at.sidebar.number_input)
    for group in ("workload", "fleet", "demand", "rent", "buy", "site", "finance"):
        at.session_state[f"all-fields.{group}"] = True
    at.run()
    assert is_sound(at)
    assert not at.error
    assert len(at.sidebar.number_input) > before + 40


def test_a_field_of_the_full_form_edits_the_scenario_in_percent():
    at = at_example(WAVES)
    at.sidebar.button(key="all-fields.switch").click().run()
    at.session_state["all-fields.finance"] = True
    at.run()
    at.sidebar.number_input(key="field.finance.discount_rate_per_year").set_value(12.5).run()
    assert scenario(at).finance.discount_rate_per_year == 0.125


def test_bad_input_is_named_twice_and_keeps_the_last_answer():
    at = at_example(WAVES)
    before = (title(at), figures(at), at.query_params["s"])
    at.sidebar.number_input(key="short.node_price").set_value(-5.0).run()
    assert (title(at), figures(at), at.query_params["s"]) == before
    assert "Node price" in at.error[0].value
    assert any("Node price" in beside.value and ":red[" in beside.value for beside in at.sidebar.markdown)
    at.sidebar.number_input(key="short.node_price").set_value(300.0).run()
    assert not at.error
    assert scenario(at).buy.node_price == 300_000


def test_fields_that_contradict_each_other_are_settled_by_an_edit_of_the_other():
    at = at_example(QLORA)  # one run at a time, as stated
    before = figures(at)
    key = "short.jobs.0.demand.runs_per_month"
    at.sidebar.number_input(key=key).set_value(3000.0).run()
    assert len(at.error) == 1
    assert figures(at) == before
    assert at.sidebar.number_input(key=key).value == 3000.0
    at.sidebar.button_group(key="short.demand").set_value("constant").run()
    assert not at.error
    assert figures(at) != before


def test_full_training_of_70b_takes_the_fewest_cards_that_hold_it():
    at = at_example(QLORA)
    before = title(at)
    at.sidebar.selectbox(key="short.model").set_value("llama-3.1-70b").run()
    at.sidebar.selectbox(key="short.method").set_value("full").run()
    job = scenario(at).jobs[0]
    assert (job.workload.model, job.workload.method) == ("llama-3.1-70b", Method.FULL)
    assert job.parallel.gpus >= 16
    assert job.parallel.sharding is Sharding.FSDP
    assert "does not fit" not in title(at)
    assert title(at) != before
    assert any(str(job.parallel.gpus) in info.value for info in at.info)
    at.sidebar.selectbox(key="short.method").set_value("qlora").run()
    assert scenario(at).jobs[0].parallel.gpus < job.parallel.gpus


def test_another_card_takes_its_list_price_and_its_server():
    at = at_example(WAVES)
    at.sidebar.selectbox(key="short.gpu").set_value("h100-sxm").run()
    now = scenario(at)
    assert now.fleet.gpu == "h100-sxm"
    assert "h100" in now.rent.offer
    assert now.buy.node in ("hgx-h100", "dgx-h100")
    assert now.rent.hourly_rate != load_example(WAVES).rent.hourly_rate


def test_a_quote_is_reckoned_on_named_in_the_sentence_and_can_be_taken_back():
    at = at_example(WAVES)
    assert "no Kazakhstan quote" in sentences(at)
    before = scenario(at)
    at.sidebar.number_input(key="quote.price").set_value(2500.0).run()
    at.sidebar.text_input(key="quote.source").set_value("Cloud & Co").run()
    at.sidebar.date_input(key="quote.date").set_value(dt.date(2026, 11, 20)).run()
    at.sidebar.button(key="quote.apply").click().run()
    rent = scenario(at).rent
    assert (rent.hourly_rate, rent.currency, rent.vat_mode) == (2500, "KZT", "included")
    assert rent.quote_from == "Cloud & Co"
    assert rent.offer == ""
    assert "Cloud" in sentences(at)
    at.sidebar.button(key="quote.remove").click().run()
    assert scenario(at).rent.quote_from == ""
    assert scenario(at).rent.currency == "USD"
    assert scenario(at).buy == before.buy


def sentences(at) -> str:
    return " ".join(markdown.value for markdown in at.main.markdown)


def test_a_node_quoted_with_vat_enters_the_ledger_without_it():
    at = at_example(WAVES)
    at.sidebar.selectbox(key="quote.what").set_value("node").run()
    at.sidebar.number_input(key="quote.price").set_value(116_000_000.0).run()
    at.sidebar.text_input(key="quote.source").set_value("Cloud & Co").run()
    at.sidebar.date_input(key="quote.date").set_value(dt.date(2026, 11, 20)).run()
    at.sidebar.button(key="quote.apply").click().run()
    assert scenario(at).buy.node_price == pytest.approx(100_000_000)
    assert scenario(at).buy.currency == "KZT"


def test_a_scenario_with_several_jobs_lets_each_be_edited():
    at = at_example("mixed-server")
    assert at.sidebar.button_group(key="job").value == 0
    at.sidebar.button_group(key="job").set_value(1).run()
    second = load_example("mixed-server").jobs[1]
    assert at.sidebar.selectbox(key="short.model").value == second.workload.model
    at.sidebar.number_input(key="short.gpus").set_value(second.demand.gpus + 1).run()
    assert scenario(at).jobs[1].demand.gpus == second.demand.gpus + 1
    assert scenario(at).jobs[0] == load_example("mixed-server").jobs[0]


def test_one_job_shows_no_trace_of_a_list():
    at = at_example(WAVES)
    assert "job" not in [group.key for group in at.sidebar.button_group]


def test_reset_goes_back_to_the_case():
    at = at_example(WAVES)
    at.sidebar.number_input(key="short.node_price").set_value(111.0).run()
    at.sidebar.button(key="reset").click().run()
    assert scenario(at) == load_example(WAVES)
    assert at.sidebar.number_input(key="short.node_price").value == 350.0


CONFIG = {
    "model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 32,
    "num_key_value_heads": 8, "intermediate_size": 8192, "vocab_size": 128256, "max_position_embeddings": 131072,
}  # fmt: skip


def test_a_pasted_configuration_is_a_model():
    at = at_example(QLORA)
    at.sidebar.text_area(key="pasted-config").set_value(json.dumps(CONFIG)).run()
    at.sidebar.button(key="config.take").click().run()
    assert not at.error
    assert scenario(at).jobs[0].workload.model == CONFIG
    assert at.sidebar.selectbox(key="short.model").value == "config"
    assert "llama" in at.main.markdown[0].value, "a configuration without a name is called by its family"
    named = CONFIG | {"_name_or_path": "our-team/*Kazakh* 9B"}
    at.sidebar.text_area(key="pasted-config").set_value(json.dumps(named)).run()
    at.sidebar.button(key="config.take").click().run()
    assert r"\*Kazakh\* 9B" in at.main.markdown[0].value


@pytest.mark.parametrize("text", ["{", "[1]", "", json.dumps({**CONFIG, "model_type": "mystery"})])
def test_a_configuration_that_cannot_be_read_keeps_the_last_answer(text):
    at = at_example(QLORA)
    before = (title(at), at.query_params["s"])
    at.sidebar.text_area(key="pasted-config").set_value(text).run()
    at.sidebar.button(key="config.take").click().run()
    assert len(at.error) == 1
    assert (title(at), at.query_params["s"]) == before


def test_the_name_of_a_supplier_is_not_markdown():
    scenario = load_example(WAVES)
    quoted = {"quote_from": "**A** [b](http://c)", "quote_date": "2026-11-01", "offer": ""}
    scenario = scenario.model_copy(update={"rent": scenario.rent.model_copy(update=quoted)})
    at = opened(s=encode(LinkContent((scenario,))), lang="en")
    said = [text.value for text in (*at.sidebar.markdown, *at.main.markdown) if "http" in text.value]
    assert said
    assert all("[b](" not in text and "**A**" not in text for text in said)


def test_what_the_app_changed_is_said_on_the_page_it_changed_on_and_not_on_the_next():
    at = at_example(QLORA)
    at.sidebar.selectbox(key="short.gpu").set_value("h100-sxm").run()
    assert at.main.info
    at.run()
    assert at.main.info, "it stays until something else is done"
    at.switch_page("pages/fit.py").run()
    assert not at.main.info


def test_a_server_without_a_name_of_its_own_is_named_in_the_language():
    scenario = load_example(QLORA)
    bought = scenario.buy.model_copy(update={"node": "workstation", "gpu": "rtx-pro-6000"})
    at = opened(s=encode(LinkContent((scenario.model_copy(update={"buy": bought}),))), lang="kk")
    node = at.sidebar.markdown
    assert not [text.value for text in node if "1x workstation" in text.value]
