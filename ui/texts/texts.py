"""The words of one language: keys, codes, fields, errors and messages."""

from enum import StrEnum
from functools import cache

from calc.choices import Currency
from calc.errors import ErrorCode, EsepError
from calc.message import Message
from data.scenario import field_schema
from data.translations import catalogue
from ui.formats import Formats, formats
from ui.formats.formats import SIGNS
from ui.texts.allowed import allowed_words, given_words, is_percent
from ui.texts.parameters import written

Value = str | float
"""What may stand in a sentence: words and figures already written, or a plain number."""

MONTHS_A_YEAR = 12

_COUNTS = frozenset(
    {
        "GPU", "GPU-h", "1/GPU-year", "B", "x", "node", "FTE", "sequence", "token", "token/month", "step", "request",
        "triangle", "texture", "pixel", "pixel a side", "pass", "frame/month", "run", "run/month", "hour of the day",
        "epoch", "text unit", "word", "[month, multiplier]", "[age month, share]", "YYYY-MM-DD", "YYYY-MM", "-",
    }
)  # fmt: skip
"""Units the name of the field says already («Карт в узле»); they do not stand in its label."""


_CONFIG = "workload.model."
"""Fields of a pasted configuration."""


class Texts:
    """Words in one language.

    Attributes
    ----------
    language
        ``ru``, ``kk`` or ``en``.
    formats
        Numbers of the same language.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.formats: Formats = formats(language)
        self._catalogue = catalogue(language)

    def __call__(self, key: str, **values: Value) -> str:
        """Words of a key, with values put in.

        Raises
        ------
        LookupError
            If the key has no words in this language, or a value is missing.
        """
        words = self._catalogue.gettext(key)
        if words == key:
            raise LookupError(f"no words for {key!r} in {self.language!r}")
        return words.format_map({name: self._written(value) for name, value in values.items()})

    def plural(self, key: str, n: float, **values: Value) -> str:
        """Words of a counted thing; ``{n}`` is the count. A fraction takes the form of 2 (1,5 года)."""
        whole = float(n).is_integer()
        words = self._catalogue.ngettext(key, key, abs(int(n)) if whole else 2)
        if words == key:
            raise LookupError(f"no plural words for {key!r} in {self.language!r}")
        count = self.formats.number(n) if whole else self.formats.significant(n)
        return words.format_map({name: self._written(value) for name, value in values.items()} | {"n": count})

    def has(self, key: str) -> bool:
        """Whether a key has words."""
        return self._catalogue.gettext(key) != key

    def years(self, months: float) -> str:
        """A span given in months: in whole or half years «3 года», «1,5 года», else «20 месяцев»."""
        if months and months % (MONTHS_A_YEAR / 2) == 0 and months >= MONTHS_A_YEAR:
            return self.plural("count.years", months / MONTHS_A_YEAR)
        return self.plural("count.months", months)

    def word(self, code: StrEnum) -> str:
        """Words of a code or choice without parameters; its key is ``ClassName.value``."""
        return self(f"{type(code).__name__}.{code.value}")

    def choice(self, member: StrEnum | bool | None) -> str:  # noqa: FBT001 - a value, not a switch
        """Words of what a field may be: a choice, yes or no, or as the framework does."""
        if member is None:
            return self("choice.default")
        if isinstance(member, bool):
            return self("choice.yes") if member else self("choice.no")
        return self.word(member)

    def message(self, message: Message, currency: Currency = Currency.KZT, **names: str) -> str:
        """A code with its parameters as a sentence.

        Parameters
        ----------
        message
            From the reckoning.
        currency
            Of amounts, unless the message has a parameter ``currency`` or the name says it.
        names
            Words that replace a parameter, e.g. the printed name of a card for ``gpu``.
        """
        currency = Currency(str(message.parameters.get("currency", currency)))
        values = {name: written(self, name, value, currency) for name, value in message.parameters.items()}
        return self(f"{type(message.code).__name__}.{message.code.value}", **(values | names))

    def error(self, error: EsepError, currency: Currency | None = None) -> str:
        """What is wrong, with the value, and what is allowed (UX §8).

        Parameters
        ----------
        currency
            Of amounts, where it is known.
        """
        unit = self.field_unit(error.field)
        field = self._named(error.field, unit, currency)
        if error.code is ErrorCode.UNKNOWN_FIELD and error.allowed:
            return self("error.other_work", field=field, kinds=allowed_words(self, error.allowed, ""))
        return self(
            f"ErrorCode.{error.code.value}",
            field=field,
            value=given_words(self, error.value, unit),
            allowed=allowed_words(self, error.allowed, unit),
        )

    def name(self, field: str) -> str:
        """Name of a field by its dotted path, without its unit.

        ``jobs.0.`` and the place inside a list do not matter.
        """
        return self(f"field.{_plain_path(field)}")

    def label(self, field: str, currency: Currency = Currency.KZT, unit: str | None = None) -> str:
        """Name of a field with its unit, as above a widget: «Тариф, ₸/кВт·ч».

        Shares and yearly rates are in per cent here. ``unit`` replaces the unit of the field's
        metadata by another of ``unit.``.
        """
        path = _plain_path(field)
        unit = self.field_unit(field) if unit is None else unit
        name = self(f"field.{path}")
        return name if unit in _COUNTS else self("field_with_unit", name=name, unit=self.unit(unit, currency))

    @staticmethod
    def field_unit(field: str) -> str:
        """Unit of a field as its metadata has it; ``-`` for none."""
        unit: str = field_schema(_schema_path(field)).get("unit", "-")
        return unit

    def help(self, field: str) -> str:
        """What a field means, in a sentence; empty where the name says all."""
        key = f"help.{_plain_path(field)}"
        return self(key) if self.has(key) else ""

    def unit(self, unit: str, currency: Currency = Currency.KZT) -> str:
        """Printed unit of a field's metadata; empty for ``-``. Shares are per cent."""
        return "" if unit == "-" else self(f"unit.{unit}", currency=SIGNS[currency])

    def line(self, line_id: str) -> str:
        """Name of a ledger line (docs/ledger.md §3 to §9)."""
        return self(f"LineId.{line_id}")

    def part(self, part_id: str) -> str:
        """Name of a part of memory, as in ``Breakdown``."""
        return self(f"part.{part_id}")

    def quantity(self, quantity_id: str) -> str:
        """Name of a break-even quantity (docs/ledger.md §12)."""
        return self(f"QuantityId.{quantity_id}")

    def _written(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        return self.formats.number(value) if float(value).is_integer() else self.formats.significant(value)

    def _named(self, field: str, unit: str, currency: Currency | None) -> str:
        path = _plain_path(field)
        if path.startswith(_CONFIG):
            return self("error.config_field", name=path.removeprefix(_CONFIG))
        if not self.has(f"field.{path}"):
            return field
        # Per cent stand with the figure, as a price does without its currency.
        plain = is_percent(unit) or (unit.startswith("cur") and currency is None)
        return self.name(field) if plain else self.label(field, currency or Currency.KZT)


def _plain_path(field: str) -> str:
    """``jobs.0.workload.method`` becomes ``workload.method``; places inside lists are dropped."""
    parts = [part for part in field.split(".") if not part.isdigit()]
    return ".".join(parts[1:] if parts[0] == "jobs" and len(parts) > 1 else parts)


def _schema_path(field: str) -> str:
    path = _plain_path(field)
    return path if path.split(".", 1)[0] not in ("workload", "parallel", "demand") else f"jobs.0.{path}"


@cache
def texts(language: str) -> Texts:
    """The words of a language; made once."""
    return Texts(language)
