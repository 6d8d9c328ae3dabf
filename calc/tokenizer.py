"""What the reckoning needs to know of a tokenizer and of a language."""

from dataclasses import dataclass

from calc.choices import TextLanguage


@dataclass(frozen=True, slots=True)
class WrittenLanguage:
    """How a language looks on disk and on paper.

    Attributes
    ----------
    characters_per_word
        Letters of a mean word and the sign or space after it [character].
    bytes_per_character
        Of running text in UTF-8: close to 2 for Cyrillic, 1 for English [B].
    words_per_page
        Of a page of running text [word].
    """

    characters_per_word: float
    bytes_per_character: float
    words_per_page: float

    @property
    def bytes_per_word(self) -> float:
        """Of running text in UTF-8 [B/word]."""
        return self.characters_per_word * self.bytes_per_character


@dataclass(frozen=True, slots=True)
class Fertility:
    """How many tokens a tokenizer makes of a word of a language (arXiv:2012.15613 §4).

    Attributes
    ----------
    tokenizer
        Its id.
    tokens_per_word
        Mean [token/word].
    source
        Where the figure was read or measured.
    assumption
        Nobody states the figure.
    """

    tokenizer: str
    tokens_per_word: float
    source: str
    assumption: bool


@dataclass(frozen=True, slots=True)
class TextFacts:
    """Facts behind the token count of one text.

    Attributes
    ----------
    language, written
        Its language, and how that looks.
    own
        Tokenizer of the model that is trained.
    thriftiest
        Tokenizer of the facts that makes the fewest tokens of the language.
    """

    language: TextLanguage
    written: WrittenLanguage
    own: Fertility
    thriftiest: Fertility
