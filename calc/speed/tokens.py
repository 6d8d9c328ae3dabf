"""From text to training tokens: words, pages or megabytes of a language, and examples of a data set.

How many tokens a tokenizer makes of a word (its fertility, arXiv:2012.15613 §4) and how long words are depend on
tokenizer and language; both come in as figures, with their source kept where the figures are kept.
"""

import math
from dataclasses import dataclass

from calc.choices import TextUnit
from calc.tokenizer import Fertility, TextFacts, WrittenLanguage
from calc.workload import Training

MEGABYTE = 1e6


@dataclass(frozen=True, slots=True)
class TokenCount:
    """Tokens of one run, counted from its text.

    Attributes
    ----------
    words
        Words of the text, one epoch [word].
    text_mb
        Its size as UTF-8 [MB].
    tokens
        Tokens of the run, all epochs and padding included [token].
    padding_share
        Share of them that is padding [-].
    own, thriftiest
        Fertility of the model's tokenizer, and of the thriftiest for the language.
    thriftiest_tokens
        Tokens of the same text with the thriftiest tokenizer [token].
    times_as_many
        Tokens of the model over those of the thriftiest: the factor in hours and cost for a model of the same
        size [-].
    """

    words: float
    text_mb: float
    tokens: float
    padding_share: float
    own: Fertility
    thriftiest: Fertility
    thriftiest_tokens: float
    times_as_many: float


def count_tokens(training: Training, text: TextFacts) -> TokenCount:
    """Tokens of a run from the size of its text (``text_unit`` other than tokens)."""
    words = text_words(training, text.written)
    tokens = run_tokens(training, text.written, text.own.tokens_per_word)
    thriftiest = run_tokens(training, text.written, text.thriftiest.tokens_per_word)
    useful = text_tokens(words, text.own.tokens_per_word, training.epochs)
    return TokenCount(
        words=words,
        text_mb=words * text.written.bytes_per_word / MEGABYTE,
        tokens=tokens,
        padding_share=max(0.0, 1 - useful / tokens),
        own=text.own,
        thriftiest=text.thriftiest,
        thriftiest_tokens=thriftiest,
        times_as_many=tokens / thriftiest,
    )


def run_tokens(training: Training, written: WrittenLanguage, tokens_per_word: float) -> float:
    """Tokens the GPUs work through in a run, all epochs together [token]."""
    if training.text_unit is TextUnit.EXAMPLES:
        one_epoch = example_tokens(
            training.text_amount,
            training.words_per_example,
            tokens_per_word,
            training.sequence_length,
            packed=training.packed,
        )
        return one_epoch * training.epochs
    return text_tokens(text_words(training, written), tokens_per_word, training.epochs)


def text_words(training: Training, written: WrittenLanguage) -> float:
    """Words of the text of a run, one epoch [word]."""
    amount = training.text_amount
    if training.text_unit is TextUnit.EXAMPLES:
        return amount * training.words_per_example
    if training.text_unit is TextUnit.PAGES:
        return words_in_pages(amount, written)
    if training.text_unit is TextUnit.MEGABYTES:
        return words_in_megabytes(amount, written)
    return amount


def words_in_pages(pages: float, language: WrittenLanguage) -> float:
    """Words of so many pages [word]."""
    return pages * language.words_per_page


def words_in_megabytes(megabytes: float, language: WrittenLanguage) -> float:
    """Words of so many megabytes (10^6 B) of plain UTF-8 text [word]."""
    return megabytes * MEGABYTE / language.bytes_per_word


def text_tokens(words: float, tokens_per_word: float, epochs: float = 1) -> float:
    """Training tokens of running text, packed without padding [token]."""
    return words * tokens_per_word * epochs


def example_tokens(
    examples: float, words_per_example: float, tokens_per_word: float, sequence_length: int, *, packed: bool
) -> float:
    """Tokens the GPU works through for one epoch of examples [token].

    Packed examples fill sequences end to end, an example longer than a sequence going on in the next one.
    Padded ones take a whole sequence each and are cut at its end.
    """
    if not packed:
        return float(examples * sequence_length)
    tokens = examples * words_per_example * tokens_per_word
    return float(math.ceil(round(tokens / sequence_length, 9)) * sequence_length)
