"""Every code has words in every language, with figures written as the language writes them."""

import dataclasses

import pytest

from calc.choices import Currency, Method
from calc.decision.decision import DecisionCode, SenseCheck
from calc.errors import ErrorCode, EsepError
from calc.memory.footprint import Breakdown
from calc.message import Message
from data.scenario import read_scenario
from tests.texts.codes import code_classes
from ui.texts import LANGUAGES, texts


def _plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cls", code_classes(), ids=lambda cls: cls.__name__)
def test_every_code_has_words(cls, language):
    missing = [
        f"{cls.__name__}.{member.value}" for member in cls if not texts(language).has(f"{cls.__name__}.{member}")
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_memory_has_words(language):
    assert all(texts(language).part(part.name) for part in dataclasses.fields(Breakdown))


def test_a_message_writes_its_parameters():
    message = Message(
        DecisionCode.BUY_WINS, {"difference": 87.3e6, "currency": Currency.KZT, "months": 36, "years": 3.0, "nodes": 2}
    )
    assert _plain(texts("ru").message(message)) == "Покупайте 2 узла: за 3 года это на 87 млн ₸ дешевле аренды"
    assert _plain(texts("kk").message(message)) == "2 торап сатып алыңыз: 3 жыл ішінде жалдаудан 87 млн ₸ арзан"
    assert _plain(texts("en").message(message)) == "Buy 2 nodes: ₸87 M cheaper than renting over 3 years"


def test_a_message_takes_its_own_currency():
    message = Message(DecisionCode.RENT_WINS, {"difference": 1.28e9, "currency": Currency.USD, "months": 18})
    assert _plain(texts("en").message(message)) == "Rent: $1.28 B cheaper than buying over 1.5 years"


def test_a_message_names_fields_and_codes():
    rate = Message(SenseCheck.RATE_ABOVE_ONE, {"field": "rent.price_growth_per_year", "rate_share": 1.5})
    assert _plain(texts("ru").message(rate)).startswith("Рост цены: 150 % в год.")


def test_a_message_with_a_value_missing_is_not_said():
    with pytest.raises(KeyError):
        texts("ru").message(Message(DecisionCode.BUY_WINS, {"nodes": 2}))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ErrorCode)
def test_an_error_says_the_field_the_value_and_what_is_allowed(code, language):
    words = texts(language).error(EsepError(code, "site.pue", 0.5, "1..5"))
    assert "{" not in words
    assert "0.5" not in words or language == "en"
    if code not in (ErrorCode.BAD_JSON, ErrorCode.BAD_LINK, ErrorCode.NO_FILE, ErrorCode.UNKNOWN_FIELD):
        assert texts(language).name("site.pue") in words


WRONG = [
    ({"site": {"pue": 0.5}}, "PUE: введено 0,5. Допустимо: от 1 до 5."),
    ({"finance": {"horizon_months": 0}}, "Горизонт, мес.: введено 0. Допустимо: от 1 до 240."),
    ({"finance": {"vat_rate": 1.6}}, "Ставка НДС: введено 160 %. Допустимо: от 0 % до 100 %."),
    ({"buy": {"availability": 0}}, "Исправность: введено 0 %. Допустимо: больше 0 %, не больше 100 %."),
    (
        {"jobs": [{"workload": {"kind": "training", "method": "prefix"}}]},
        "Метод: значения «prefix» нет среди допустимых. Допустимо: full, lora, qlora, pretrain.",
    ),
    ({"finance": {"start": "2026"}}, "Первый месяц: значения «2026» нет среди допустимых. Допустимо: ГГГГ-ММ."),
]


@pytest.mark.parametrize(("given", "words"), WRONG)
def test_a_refused_field_in_russian(given, words):
    with pytest.raises(EsepError) as refused:
        read_scenario(given)
    assert _plain(texts("ru").error(refused.value)) == words


def test_choices_flags_and_defaults():
    t = texts("kk")
    assert t.choice(Method.FULL) == "толық баптау"
    assert (t.choice(True), t.choice(False)) == ("иә", "жоқ")
    assert t.choice(None) == "әдепкі"
