"""Tokenizers, the tokens they make of a word, and how languages are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from calc.choices import TextLanguage
from calc.tokenizer import WrittenLanguage
from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table

_ORIGIN = "date,date_precision,date_text,source,confidence,assumption,notes"
TOKENIZERS = "tokenizers.csv"
TOKENIZERS_HEADING = f"id,name,vocab,models,{_ORIGIN}"
FERTILITY = "fertility.csv"
FERTILITY_HEADING = f"id,tokenizer,language,tokens_per_word,{_ORIGIN}"
LANGUAGES = "languages.csv"
LANGUAGES_HEADING = f"id,characters_per_word,bytes_per_character,words_per_page,{_ORIGIN}"

_ONE_TOKEN_A_BYTE = 40.0
"""No tokenizer makes more tokens of a word than it has bytes; a word of twenty Cyrillic letters is long."""


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A tokenizer.

    Attributes
    ----------
    name
        As its makers call it.
    vocab
        Entries of its vocabulary.
    models
        Ids of the models of the catalogue that use it.
    """

    id: str
    name: str
    vocab: int
    models: tuple[str, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class FertilityFact:
    """Tokens a tokenizer makes of a word of a language [token/word]."""

    id: str
    tokenizer: str
    language: TextLanguage
    tokens_per_word: float
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class LanguageFact:
    """How a language is written."""

    id: str
    written: WrittenLanguage
    provenance: Provenance


def read_tokenizers(folder: Traversable, models: Mapping[str, object]) -> dict[str, Tokenizer]:
    """Read ``tokenizers.csv`` of an edition with its ``models``; a bad row raises ``bad_fact``."""
    return read_table(folder, TOKENIZERS, TOKENIZERS_HEADING, lambda row: _tokenizer(row, models))


def read_fertilities(folder: Traversable, tokenizers: Mapping[str, object]) -> dict[str, FertilityFact]:
    """Read ``fertility.csv`` of an edition with its ``tokenizers``; a bad row raises ``bad_fact``."""
    return read_table(folder, FERTILITY, FERTILITY_HEADING, lambda row: _fertility(row, tokenizers))


def read_languages(folder: Traversable) -> dict[str, LanguageFact]:
    """Read ``languages.csv`` of an edition; a bad row raises ``bad_fact``."""
    return read_table(folder, LANGUAGES, LANGUAGES_HEADING, _language)


def _tokenizer(row: Row, models: Mapping[str, object]) -> Tokenizer:
    used_by = tuple(row.text("models").split())
    if any(model not in models for model in used_by):
        row.refuse("models", "ids of models, a space between")
    return Tokenizer(
        row.id(),
        row.words("name"),
        row.whole("vocab", low=256),
        used_by,
        row.provenance(assumption=row.flag("assumption")),
    )


def _fertility(row: Row, tokenizers: Mapping[str, object]) -> FertilityFact:
    return FertilityFact(
        row.id(),
        row.reference("tokenizer", tokenizers),
        row.choice("language", TextLanguage),
        row.number("tokens_per_word", low=1, high=_ONE_TOKEN_A_BYTE),
        row.provenance(assumption=row.flag("assumption")),
    )


def _language(row: Row) -> LanguageFact:
    written = WrittenLanguage(
        row.number("characters_per_word", low=1),
        row.number("bytes_per_character", low=1, high=4),
        row.number("words_per_page", low=1),
    )
    return LanguageFact(row.choice("id", TextLanguage), written, row.provenance(assumption=row.flag("assumption")))
