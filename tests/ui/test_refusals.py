"""What is typed wrongly or left empty is answered with the value and with what is allowed; never zero, never chrome."""

import datetime as dt

import pytest

from calc.errors import EsepError
from data.examples import load_example
from data.resolve import resolve
from data.scenario import read_scenario
from data.translations import LANGUAGES
from tests.ui.app import figures, is_sound, opened, title
from ui.link import LinkContent, decode, encode
from ui.texts import texts

WAVES = "full-70b-waves"


def at_example(language: str = "en"):
    return opened(s=encode(LinkContent((load_example(WAVES),))), lang=language)


def scenario(at):
    return decode(at.query_params["s"]).scenarios[0]


def beside(at) -> list[str]:
    return [one.value for one in at.sidebar.markdown if ":red[" in one.value]


NUMBERS = ("short.node_price", "short.gpus", "short.rent.hourly_rate", "short.jobs.0.demand.weeks_on")


@pytest.mark.parametrize("key", NUMBERS)
def test_an_emptied_number_is_no_value_and_never_zero(key: str):
    at = at_example()
    before = (title(at), figures(at), scenario(at))
    at.sidebar.number_input(key=key).set_value(None).run()
    assert is_sound(at)
    assert (title(at), figures(at), scenario(at)) == before
    assert "no value is given" in at.error[0].value
    assert "Allowed" in at.error[0].value
    assert beside(at)
    assert at.sidebar.number_input(key=key).value is None


def test_every_number_of_the_panel_can_be_emptied():
    at = at_example()
    at.sidebar.button(key="all-fields.switch").click().run()
    for group in ("workload", "fleet", "demand", "rent", "buy", "site", "finance"):
        at.session_state[f"all-fields.{group}"] = True
    at.run()
    numbers = at.sidebar.number_input
    assert len(numbers) > 40
    # a widget with a bound answers in the browser's words, and one with a default falls back to it
    assert [one.key for one in numbers if one.proto.HasField("default")] == []
    assert [one.key for one in numbers if one.proto.has_min or one.proto.has_max] == []


def test_an_amount_at_fault_is_said_in_its_currency():
    at = at_example()
    at.sidebar.number_input(key="short.node_price").set_value(-1.0).run()
    assert "Node price, $: −1,000 is outside the range" in at.error[0].value.replace("\\", "")


def quote(at, **values):
    for name, value in values.items():
        match name:
            case "price":
                at.sidebar.number_input(key="quote.price").set_value(value)
            case "date":
                at.sidebar.date_input(key="quote.date").set_value(value)
            case "source":
                at.sidebar.text_input(key="quote.source").set_value(value)
            case "what":
                at.sidebar.selectbox(key="quote.what").set_value(value)
    at.run()
    at.sidebar.button(key="quote.apply").click().run()
    return at


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quote_without_price_day_or_supplier_is_not_taken_and_says_what_it_lacks(language: str):
    t = texts(language)
    at = quote(at_example(language))
    assert scenario(at) == load_example(WAVES)
    said = " ".join(beside(at))
    for field in ("rent.hourly_rate", "rent.quote_date", "rent.quote_from"):
        assert t.name(field) in said
    quote(at, price=2500.0, source="Bulut")
    assert scenario(at) == load_example(WAVES)
    (left,) = beside(at)
    assert t.name("rent.quote_date") in left
    quote(at, date=dt.date(2026, 11, 20))
    assert not beside(at)
    assert scenario(at).rent.quote_date == "2026-11-20"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_negative_quote_is_refused_in_the_language_and_a_reset_forgets_it(language: str):
    t = texts(language)
    at = quote(at_example(language), price=-5.0, source="Bulut", date=dt.date(2026, 11, 20))
    assert scenario(at) == load_example(WAVES)
    (said,) = beside(at)
    assert t.name("rent.hourly_rate") in said
    assert "−5" in said
    at.sidebar.button(key="reset").click().run()
    assert not beside(at)
    assert at.sidebar.number_input(key="quote.price").value is None


def test_two_quotes_are_both_named():
    at = quote(at_example(), price=2500.0, source="Bulut", date=dt.date(2026, 11, 20))
    quote(at, what="node", price=150_000_000.0, source="Server Ltd", date=dt.date(2026, 11, 2))
    (said,) = [one.value for one in at.main.markdown if "On your quotes" in one.value]
    for part in ("Bulut", "20 Nov 2026", "Server Ltd", "2 Nov 2026"):
        assert part in said.replace("\N{NO-BREAK SPACE}", " ")


def test_a_quote_without_a_day_is_worded_without_one_and_a_quoted_node_leaves_the_rent_on_lists():
    given = load_example(WAVES).model_dump(mode="json")
    given["buy"] |= {"quote_from": "Server Ltd", "node": ""}
    at = opened(s=encode(LinkContent((read_scenario(given),))), lang="en")
    said = next(one.value for one in at.main.markdown if "Server Ltd" in one.value)
    assert "The node is on your quote: Server Ltd." in said
    assert texts("en")("shell.list_prices_abroad") in said
    assert "–:" not in said


REFUSED = {
    "tpu": {"fleet": {"gpu": "tpu"}},
    "zzz": {"rent": {"offer": "zzz"}},
    "gpt-9": {"jobs": [{"workload": {"kind": "training", "model": "gpt-9"}}]},
}


def refusal(given: dict) -> EsepError:
    with pytest.raises(EsepError) as caught:
        resolve(read_scenario(given))
    return caught.value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", REFUSED)
def test_an_unknown_name_gets_examples_and_is_told_there_are_more(name: str, language: str):
    error = refusal(REFUSED[name])
    *some, more = error.allowed.split(" | ")
    assert len(some) >= 1
    assert more == "…"
    t = texts(language)
    said = t.error(error)
    assert name in said
    assert all(one in said for one in some)
    assert t("allowed.for_example", some=", ".join(some)) in said
    assert t("allowed.another") not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_field_of_another_kind_of_work_is_said_to_be_one(language: str):
    t = texts(language)
    error = refusal({"jobs": [{"workload": {"kind": "inference", "model": "llama-3.1-8b", "method": "lora"}}]})
    assert error.allowed == "training"
    assert t.error(error) == t("error.other_work", field=t.name("workload.method"), kinds="training")
    nobody = refusal({"jobs": [{"workload": {"kind": "inference", "colour": 1}}]})
    assert nobody.allowed == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_inside_a_pasted_configuration_names_the_file_and_the_field(language: str):
    config = {"model_type": "llama", "hidden_size": -1, "num_hidden_layers": 16, "num_attention_heads": 32}
    error = refusal({"jobs": [{"workload": {"kind": "training", "model": config}}]})
    said = texts(language).error(error)
    assert "jobs.0" not in said
    assert texts(language)("error.config_field", name="hidden_size") in said
