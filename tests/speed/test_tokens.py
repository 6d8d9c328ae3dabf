"""From text to tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.speed.tokens import WrittenLanguage, example_tokens, text_tokens, words_in_megabytes, words_in_pages

KAZAKH = WrittenLanguage(characters_per_word=8, bytes_per_character=1.9, words_per_page=250)
# Llama 3.1 makes about 4.7 tokens of a Kazakh word, Sherkala's wider vocabulary 2.0 (arXiv:2503.01493).
LLAMA, SHERKALA = 4.7, 2.0


def test_a_kazakh_vocabulary_halves_the_tokens_of_the_same_text():
    words = words_in_pages(1000, KAZAKH)
    assert words == 250_000
    assert text_tokens(words, LLAMA) == pytest.approx(1_175_000)
    assert text_tokens(words, LLAMA) / text_tokens(words, SHERKALA) == pytest.approx(2.35)


def test_megabytes_count_bytes_not_letters():
    assert words_in_megabytes(15.2, KAZAKH) == pytest.approx(1_000_000)
    english = WrittenLanguage(6, 1, 500)
    assert words_in_megabytes(6, english) == pytest.approx(1_000_000)


@given(st.floats(1, 1e9), st.floats(0.5, 10), st.integers(1, 20))
def test_tokens_grow_in_proportion(words: float, fertility: float, epochs: int):
    assert text_tokens(words, fertility, epochs) == pytest.approx(epochs * text_tokens(words, fertility))


@given(st.integers(1, 100_000), st.floats(1, 400), st.sampled_from([1024, 2048, 4096]))
def test_packing_never_costs_more_than_padding_for_examples_that_fit(examples: int, words: float, length: int):
    fertility = 2.0
    packed = example_tokens(examples, words, fertility, length, packed=True)
    padded = example_tokens(examples, words, fertility, length, packed=False)
    assert examples * words * fertility <= packed * (1 + 1e-9)
    assert packed < examples * words * fertility + length * (1 + 1e-9)
    assert packed <= padded
