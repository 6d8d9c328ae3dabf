"""The language files hold together: same keys, same placeholders, real Kazakh, nothing unused or missing."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from data.translations import LANGUAGES, read_catalogue
from tests.texts.codes import code_classes
from tests.texts.test_fields import FIELDS
from ui.texts import texts

ROOT = Path(__file__).parents[2]
SOURCES = [ROOT / "app.py", *(path for part in ("ui", "pages") for path in (ROOT / part).rglob("*.py"))]
WORDS = {language: {m.id: m.string for m in read_catalogue(language) if m.id} for language in LANGUAGES}
FAMILIES = ("field.", "help.", "unit.", "part.", *(f"{cls.__name__}." for cls in code_classes()))
"""Keys made from a code or a field rather than written in code."""

SAME_IN_KAZAKH = re.compile(
    r"(?x)^(?: "
    r"(?:[\W\d_]|\{\w+\}|[A-Za-z])*"  # figures, placeholders, Latin names and signs alone
    r"|.*\{value\}.*"  # patterns: млн, ГиБ, кВт are written alike in Russian
    r")$"
)
SAME_WORDS = {
    # Words and short forms Kazakh and Russian share (terms, units, month-free patterns).
    "app.name", "app.tagline", "shell.language.ru", "shell.language.kk", "shell.language.en",
    "format.money_unit.million", "format.money_unit.billion", "format.money_unit.trillion",
    "format.minutes", "fit.unit", "unit.GB", "unit.GiB", "unit.kW", "unit.token", "unit.cur/GB", "unit.B", "unit.pixel",
}  # fmt: skip


def _forms(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words


def _key(message_id: str | tuple[str, ...]) -> str:
    return _forms(message_id)[0]


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _keys() -> list[str]:
    return sorted(_key(message_id) for message_id in WORDS["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_no_empty_words(language):
    assert set(WORDS[language]) == set(WORDS["en"])
    assert [key for key, words in WORDS[language].items() if not all(_forms(words))] == []


@pytest.mark.parametrize("language", ["ru", "kk"])
def test_placeholders_are_the_same(language):
    different = {
        _key(message_id): form
        for message_id, words in WORDS[language].items()
        for form in _forms(words)
        if _placeholders(form) != _placeholders(_forms(WORDS["en"][message_id])[-1])
    }
    assert different == {}


def test_placeholders_are_names():
    names = {name for words in WORDS["en"].values() for form in _forms(words) for name in _placeholders(form)}
    assert [name for name in names if not name.isidentifier()] == []


@pytest.mark.parametrize("other", ["ru", "en"])
def test_no_kazakh_text_is_that_of_another_language(other):
    same = [
        _key(message_id)
        for message_id, words in WORDS["kk"].items()
        if words == WORDS[other][message_id]
        and _key(message_id) not in SAME_WORDS
        and not SAME_IN_KAZAKH.match(_forms(words)[0])
    ]
    assert same == []


SUFFIX = re.compile(
    r"(?ix)\}\**(?:"
    r"['’]?[а-яәғқңөұүһі]"  # a letter at once
    r"|[-‑](?:н?[ыі]ң|[дтн][ыі]ң?|[дтнғгқк]?[ае]н?|с?[ыі]н?(?:да|де|дан|ден)?)\b"  # a case ending after a hyphen
    r"|\s(?:[мбп]ен|[мбпдт][ае])\b"  # a particle whose vowel or consonant depends on the word before
    r")"
)


def test_no_kazakh_suffix_follows_an_inserted_value():
    suffixed = [
        _key(message_id) for message_id, words in WORDS["kk"].items() for form in _forms(words) if SUFFIX.search(form)
    ]
    assert suffixed == []


@pytest.mark.parametrize(
    "text", ["{saving}-ден арзан", "{saving}ден", "{a} мен {b}", "**{n}**-інде", "{n}-сі", "{p}-да"]
)
def test_a_kazakh_suffix_is_recognised(text):
    assert SUFFIX.search(text)


@pytest.mark.parametrize("text", ["{month}‑айда өтеледі", "{n}-жұмыс", "{years} ішінде", "{value} шегінен", "{a} бос"])
def test_a_kazakh_word_is_no_suffix(text):
    assert not SUFFIX.search(text)


def test_kazakh_and_russian_are_written_in_their_letters():
    kazakh = re.compile("[әғқңөұүһі]", re.IGNORECASE)
    assert [k for k, words in WORDS["ru"].items() if any(kazakh.search(form) for form in _forms(words))] == [
        "shell.language.kk"
    ]
    written = " ".join(form for words in WORDS["kk"].values() for form in _forms(words)).lower()
    assert all(letter in written for letter in "әғқңөұүі")


def test_english_has_no_cyrillic():
    own = {"shell.language.ru", "shell.language.kk"}
    cyrillic = [k for k, w in WORDS["en"].items() if k not in own and re.search("[а-яё]", str(w), re.IGNORECASE)]
    assert cyrillic == []


def _literal_keys() -> dict[str, str]:
    """Keys that stand in code as ``t("key")``, ``t.plural("key")`` or any other string with the form of a key."""
    known = {_key(message_id) for message_id in WORDS["en"]}
    found = {}
    for path in SOURCES:
        if path.exists():
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                found |= _keys_of(node, known, str(path.relative_to(ROOT)))
    return found


def _keys_of(node: ast.AST, known: set[str], where: str) -> dict[str, str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
        return {node.value: where}
    if isinstance(node, ast.Call) and _speaks(node.func) and node.args:
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            return {first.value: where}
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        # A family of keys made from a code: t(f"form.section.{group}").
        start = str(node.values[0].value)
        return {key: where for key in known if start.count(".") and start.endswith(".") and key.startswith(start)}
    return {}


def _speaks(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute) and function.attr in ("plural", "_say"):
        return True
    return isinstance(function, ast.Name) and function.id == "t"


def test_every_key_used_in_code_has_words():
    known = {_key(message_id) for message_id in WORDS["en"]}
    assert {key: where for key, where in _literal_keys().items() if key not in known} == {}


def test_every_key_is_used():
    used = _literal_keys()
    assert [key for key in _keys() if key not in used and not key.startswith(FAMILIES)] == []


def test_every_family_key_stands_for_something():
    codes = {f"{cls.__name__}.{member.value}" for cls in code_classes() for member in cls}
    parts = {"field", "help"}
    groups = {field.split(".", 1)[0] for field in FIELDS} | {"scenario", "jobs"}
    stale = [
        key
        for key in _keys()
        if key.startswith(FAMILIES)
        and key not in codes
        and not (key.split(".", 1)[0] in parts and (key.split(".", 1)[1] in {*FIELDS, *groups}))
        and not key.startswith(("unit.", "part.", "field.log."))  # tests/usage_log holds those to the readers
    ]
    assert stale == []


def test_units_of_the_catalogue_are_units_of_fields():
    t = texts("en")
    used = {t.field_unit(field) for field in FIELDS}
    assert [key for key in _keys() if key.startswith("unit.") and key.removeprefix("unit.") not in used] == []


def test_help_is_a_sentence():
    for language in LANGUAGES:
        unfinished = [k for k in _keys() if k.startswith("help.") and not texts(language)(k).endswith((".", "?"))]
        assert unfinished == []
