"""A training text of a scenario becomes tokens by the model's tokenizer."""

import pytest

from calc.choices import TextLanguage, TextUnit
from calc.plan import JobPlan
from calc.speed.tokens import TokenCount, count_tokens
from data.catalogue import load_edition
from data.resolve import resolve
from data.scenario import read_scenario

EDITION = load_edition("2026-11-30")


def _job(**workload: object) -> JobPlan:
    given = {"jobs": [{"workload": {"kind": "training", "model": "llama-3.1-8b", **workload}}]}
    return resolve(read_scenario(given), EDITION).jobs[0]


def _count(**workload: object) -> TokenCount:
    job = _job(**workload)
    return count_tokens(job.workload, job.text)


def test_tokens_given_stay_as_they_are():
    job = _job(train_tokens=5e6)
    assert job.text is None
    assert job.workload.train_tokens == 5e6


def test_a_million_kazakh_words_are_4_7_million_tokens_of_llama_and_2_0_of_sherkala():
    words = {"text_unit": "words", "text_amount": 1e6}
    llama, sherkala = _count(**words), _count(**words, model="llama-3.1-sherkala-8b-chat")
    assert llama.tokens == pytest.approx(4.73e6)
    assert sherkala.tokens == pytest.approx(2.04e6)
    assert llama.thriftiest.tokenizer == "sherkala"
    assert llama.thriftiest_tokens == pytest.approx(sherkala.tokens)
    assert llama.times_as_many == pytest.approx(4.73 / 2.04)
    assert sherkala.times_as_many == 1
    assert _job(**words).workload.train_tokens == llama.tokens


def test_the_same_text_in_three_languages():
    counts = {one: _count(text_unit="words", text_amount=1e6, text_language=one).tokens for one in TextLanguage}
    assert counts[TextLanguage.KAZAKH] > 2 * counts[TextLanguage.RUSSIAN] > 2 * counts[TextLanguage.ENGLISH]


def test_epochs_pages_and_megabytes():
    once = _count(text_unit="pages", text_amount=1000)
    assert once.words == 1000 * EDITION.languages["kazakh"].written.words_per_page
    assert _count(text_unit="pages", text_amount=1000, epochs=3).tokens == pytest.approx(3 * once.tokens)
    assert _count(text_unit="megabytes", text_amount=once.text_mb).tokens == pytest.approx(once.tokens)


def test_padded_examples_take_whole_sequences():
    examples = {"text_unit": TextUnit.EXAMPLES, "text_amount": 10_000, "words_per_example": 100}
    packed, padded = _count(**examples), _count(**examples, packed=False)
    assert packed.tokens == pytest.approx(10_000 * 473, rel=1e-3)
    assert packed.padding_share < 1e-3
    assert padded.tokens == 10_000 * 2048
    assert padded.padding_share == pytest.approx(1 - 473 / 2048)


def test_every_model_with_a_shape_has_a_tokenizer_and_every_tokenizer_three_languages():
    for model in EDITION.models.values():
        if model.shape is not None:
            assert EDITION.tokenizer_of(model.id, model.shape.vocab) is not None, model.id
    for tokenizer in EDITION.tokenizers.values():
        for language in TextLanguage:
            assert EDITION.fertility(tokenizer, language).tokens_per_word >= 1


def test_a_pasted_model_is_told_by_its_vocabulary_and_an_unknown_one_is_an_assumption():
    assert EDITION.tokenizer_of("", 152_064).id == "qwen"  # padded from 151,643
    assert EDITION.tokenizer_of("", 50_257) is None
    unknown = EDITION.fertility(None, TextLanguage.KAZAKH)
    assert unknown.assumption
    assert 2 < unknown.tokens_per_word < 5.7
