"""From text to training tokens: words, pages or megabytes of a language, and examples of a data set.

How many tokens a tokenizer makes of a word (its fertility, arXiv:2012.15613 §4) and how long words are depend on
tokenizer and language; both come in as figures, with their source kept where the figures are kept.
"""

import math
from dataclasses import dataclass

MEGABYTE = 1e6


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


def words_in_pages(pages: float, language: WrittenLanguage) -> float:
    """Words of so many pages [word]."""
    return pages * language.words_per_page


def words_in_megabytes(megabytes: float, language: WrittenLanguage) -> float:
    """Words of so many megabytes (10^6 B) of plain UTF-8 text [word]."""
    return megabytes * MEGABYTE / (language.characters_per_word * language.bytes_per_character)


def text_tokens(words: float, tokens_per_word: float, epochs: float = 1) -> float:
    """Training tokens of running text, packed without padding [token]."""
    return words * tokens_per_word * epochs


def example_tokens(
    examples: int, words_per_example: float, tokens_per_word: float, sequence_length: int, *, packed: bool
) -> float:
    """Tokens the GPU works through for one epoch of examples [token].

    Packed examples fill sequences end to end, an example longer than a sequence going on in the next one.
    Padded ones take a whole sequence each and are cut at its end.
    """
    if not packed:
        return float(examples * sequence_length)
    tokens = examples * words_per_example * tokens_per_word
    return float(math.ceil(round(tokens / sequence_length, 9)) * sequence_length)
