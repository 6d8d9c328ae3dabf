"""How the parameters of a coded message are written: their names carry the unit."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from calc.choices import Currency, KvFormat, Sharding, Verdict, WeightFormat
from calc.message import Parameter

if TYPE_CHECKING:
    from ui.texts.texts import Texts

Write = Callable[["Texts", float, Currency], str]


def _amount(texts: "Texts", value: float, currency: Currency) -> str:
    return texts.formats.money(value, currency)


def _counted(key: str) -> Write:
    return lambda texts, value, _: texts.plural(key, value)


# The first that matches is taken: GPU-hours before the hours of a clock.
_BY_UNIT: Mapping[str, Write] = {
    "gib": lambda texts, value, _: texts.formats.gib(value),
    "gb_s": lambda texts, value, _: texts("format.gb_s", value=value),
    "kw": lambda texts, value, _: texts.formats.kw(value),
    "share": lambda texts, value, _: texts.formats.percent_short(value),
    "percent": lambda texts, value, _: texts.formats.percent_short(value / 100),
    "tokens": lambda texts, value, _: texts.formats.tokens(value),
    "gpu_hours": lambda texts, value, _: texts.formats.number(value),
    "lost_hours": lambda texts, value, _: texts.formats.number(value),
    "shortfall_hours": lambda texts, value, _: texts.formats.number(value),
    "hours": lambda texts, value, _: texts.formats.hours(value),
    "kzt": lambda texts, value, _: texts.formats.money(value, Currency.KZT),
    "usd": lambda texts, value, _: texts.formats.money(value, Currency.USD),
    "difference": _amount,
    "saving": _amount,
    "cost": _amount,
    "months": lambda texts, value, _: texts.years(value),
    "years": _counted("count.years"),
    "nodes": _counted("count.nodes"),
    "gpus": _counted("count.gpus"),
    "runs": _counted("count.runs"),
}

_CHOICES: Mapping[str, type[StrEnum]] = {
    "kv_format": KvFormat,
    "sharding": Sharding,
    "verdict": Verdict,
    "weight_format": WeightFormat,
}


def written(texts: "Texts", name: str, value: Parameter, currency: Currency) -> str:
    """A parameter of a message as words.

    Parameters
    ----------
    texts
        The language.
    name
        Name of the parameter; its end is the unit: ``short_gib``, ``link_gb_s``, ``age_months``.
    value
        Number, code or id; the parameter ``field`` is the path of a field.
    currency
        Currency of amounts whose name does not say it.
    """
    if isinstance(value, StrEnum):
        return texts.word(value)
    if isinstance(value, str):
        if name in _CHOICES:
            return texts.word(_CHOICES[name](value))
        return texts.name(value) if name == "field" else value
    for unit, write in _BY_UNIT.items():
        if name == unit or name.endswith(f"_{unit}"):
            return write(texts, value, currency)
    return texts.formats.significant(value)
