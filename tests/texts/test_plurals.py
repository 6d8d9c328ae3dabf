"""Counted things by the plural rules of CLDR."""

import pytest

from ui.texts import texts

COUNTS = (1, 2, 5, 11, 21, 22, 25)
RUSSIAN = ("1 узел", "2 узла", "5 узлов", "11 узлов", "21 узел", "22 узла", "25 узлов")
ENGLISH = ("1 node", "2 nodes", "5 nodes", "11 nodes", "21 nodes", "22 nodes", "25 nodes")


def _plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(("n", "russian", "english"), list(zip(COUNTS, RUSSIAN, ENGLISH, strict=True)))
def test_nodes(n, russian, english):
    assert _plain(texts("ru").plural("count.nodes", n)) == russian
    assert _plain(texts("en").plural("count.nodes", n)) == english
    # After a numeral a Kazakh noun does not change.
    assert _plain(texts("kk").plural("count.nodes", n)) == f"{n} торап"


def test_a_large_count_is_grouped():
    assert texts("ru").plural("count.nodes", 1211) == "1\N{NARROW NO-BREAK SPACE}211\N{NO-BREAK SPACE}узлов"


@pytest.mark.parametrize(
    ("months", "russian", "kazakh", "english"),
    [
        (36, "3 года", "3 жыл", "3 years"),
        (12, "1 год", "1 жыл", "1 year"),
        (60, "5 лет", "5 жыл", "5 years"),
        (18, "1,5 года", "1,5 жыл", "1.5 years"),
        (20, "20 месяцев", "20 ай", "20 months"),
        (6, "6 месяцев", "6 ай", "6 months"),
        (1, "1 месяц", "1 ай", "1 month"),
    ],
)
def test_spans(months, russian, kazakh, english):
    assert [_plain(texts(language).years(months)) for language in ("ru", "kk", "en")] == [russian, kazakh, english]


def test_a_key_without_words_is_an_error():
    with pytest.raises(LookupError, match=r"no\.such\.key"):
        texts("ru")("no.such.key")
    with pytest.raises(LookupError, match=r"no\.such\.key"):
        texts("ru").plural("no.such.key", 2)


def test_there_are_three_languages():
    with pytest.raises(ValueError, match="de"):
        texts("de")
