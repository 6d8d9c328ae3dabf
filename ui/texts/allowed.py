"""What a field allows and what was given, in words: the signs of ``EsepError.allowed`` are read here."""

import json
import re
from typing import TYPE_CHECKING

from calc.errors import MORE

if TYPE_CHECKING:
    from ui.texts.texts import Texts

_RANGE = re.compile(r"^(?P<open>\(?)(?P<low>-?[\d.]*?(?:e[+-]?\d+)?)\.\.(?P<high>-?[\d.]*?(?:e[+-]?\d+)?)[\])]?$")
_LONGEST = 60
_PERCENT = 100.0


def is_percent(unit: str) -> bool:
    """Whether a field of this unit is shown in per cent: shares and yearly rates."""
    return unit.startswith("share") or unit == "1/year"


def allowed_words(texts: "Texts", allowed: str, unit: str) -> str:
    """What is allowed: «от 0 до 100 %», «full, lora, qlora», «ГГГГ-ММ».

    Parameters
    ----------
    texts
        The language.
    allowed
        Signs as ``data.scenario.allowed_values`` writes them.
    unit
        Unit of the field's metadata.
    """
    if not allowed:
        return texts("allowed.another")
    if allowed.startswith("^"):
        return texts.unit(unit) if unit.startswith("YYYY") else texts("allowed.id")
    bounds = _RANGE.match(allowed)
    return _within(texts, bounds, unit) if bounds else _listed(texts, allowed)


def _listed(texts: "Texts", allowed: str) -> str:
    if allowed == "text":
        return texts("allowed.text")
    *some, last = allowed.split(" | ")
    return texts("allowed.for_example", some=", ".join(some)) if last == MORE else ", ".join((*some, last))


def _within(texts: "Texts", bounds: re.Match[str], unit: str) -> str:
    low, high = bounds["low"], bounds["high"]
    if not high:
        return texts("allowed.at_least", low=_figure(texts, float(low), unit))
    if not low:
        return texts("allowed.at_most", high=_figure(texts, float(high), unit))
    figures = {"low": _figure(texts, float(low), unit), "high": _figure(texts, float(high), unit)}
    return texts("allowed.above", **figures) if bounds["open"] else texts("allowed.range", **figures)


def given_words(texts: "Texts", value: object, unit: str) -> str:
    """The value at fault as the reader typed it, cut where it is long."""
    if value is None or value == "":
        return texts("allowed.nothing")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _figure(texts, value, unit) if abs(value) < float("inf") else str(value)
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"


def _figure(texts: "Texts", value: float, unit: str) -> str:
    if is_percent(unit):
        return texts("format.percent", value=texts.formats.significant(value * _PERCENT, 6))
    return texts.formats.significant(value, 6)
