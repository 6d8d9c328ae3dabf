"""How the parameters of a coded message are written: their names carry the unit."""

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from calc.choices import Currency
from calc.message import Parameter
from ui.formats import Formats

if TYPE_CHECKING:
    from ui.texts.texts import Texts

_BY_TAIL: tuple[tuple[str, Callable[[Formats, float], str]], ...] = (
    ("gib", lambda f, value: f.gib(value)),
    ("share", lambda f, value: f.percent(value)),
    ("fraction", lambda f, value: f.percent(value)),
    ("utilization", lambda f, value: f.percent(value)),
    ("hours", lambda f, value: f.hours(value)),
    ("kw", lambda f, value: f.kw(value)),
    ("tokens", lambda f, value: f.tokens(value)),
    ("kzt", lambda f, value: f.money(value)),
    ("usd", lambda f, value: f.usd(value)),
)
_AMOUNTS = ("saving", "difference", "cost", "amount", "spread")
_SPANS = ("months", "horizon_months")


def written(texts: "Texts", name: str, value: Parameter, currency: Currency) -> str:
    """A parameter of a message as words.

    Parameters
    ----------
    texts
        The language.
    name
        Name of the parameter; its last word is the unit: ``short_gib``, ``saving_kzt``, ``months``.
    value
        Number, code or id.
    currency
        Currency of amounts whose name does not say it.
    """
    if isinstance(value, StrEnum):
        return texts.word(value)
    if isinstance(value, str):
        return value
    tail = name.rsplit("_", 1)[-1]
    if name in _SPANS:
        return texts.years(value)
    if name in _AMOUNTS or tail in _AMOUNTS:
        return texts.formats.money(value, currency)
    for known, write in _BY_TAIL:
        if tail == known:
            return write(texts.formats, value)
    if tail in ("nodes", "gpus"):
        return texts.plural(f"count.{tail}", value)
    return texts.formats.significant(value)
