"""Figures as one language writes them.

The patterns are ours (UX §5): Babel gives the decimal mark and the grouping of ru_KZ, kk_KZ and en,
the words around a figure are the ``format.`` keys of the language files.
"""

import datetime as dt
from decimal import Decimal
from functools import cache
from math import floor, log10

from babel.numbers import format_decimal

from calc.choices import Currency
from data.translations import catalogue
from ui.formats.money import Scale, scale_of
from ui.formats.rounding import rounded

LOCALES = {"ru": "ru_KZ", "kk": "kk_KZ", "en": "en"}
SIGNS = {Currency.KZT: "₸", Currency.USD: "$"}
ZERO = "–"
"""A cost that does not exist."""

_MINUS = "−"
_UNSEEN, _WRITTEN_OUT_BELOW = 1e-12, 1e18
_NO_BREAK, _NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
_MINUTES = 60


class Formats:
    """Figures in one language.

    Parameters
    ----------
    language
        ``ru``, ``kk`` or ``en``.
    for_charts
        Vega measures U+202F wrongly, so charts group thousands with U+00A0.
    """

    def __init__(self, language: str, *, for_charts: bool = False) -> None:
        self.language = language
        self._group = _NO_BREAK if for_charts else _NARROW
        self._words = catalogue(language)
        self._locale = LOCALES[language]

    def number(self, value: float | Decimal, decimals: int = 0, *, signed: bool = False) -> str:
        """A number with a fixed count of decimals: ``1 200,5``; ``signed`` shows + too.

        Sizes that no price or count has, and that only a refusal repeats, are written as ``1e+300``.
        """
        if abs(float(value)) >= _WRITTEN_OUT_BELOW:
            return f"{float(value):.3g}"
        shown = rounded(float(value), decimals)
        places = max(decimals, 0)
        pattern = "#,##0" + ("." + "0" * places if places else "")
        text = format_decimal(abs(shown), pattern, locale=self._locale).replace(_NO_BREAK, self._group)
        return self._sign(shown, signed=signed) + text

    def significant(self, value: float, digits: int = 3, *, signed: bool = False) -> str:
        """A number with so many significant digits, without trailing zeros: 0,0123; 12,3; 12 345."""
        if not _UNSEEN < abs(value) < _WRITTEN_OUT_BELOW:
            return self.number(value)
        decimals = max(0, digits - 1 - floor(log10(abs(value))))
        shown = rounded(value, decimals).normalize()
        exponent = shown.as_tuple().exponent
        return self.number(shown, max(0, -exponent) if isinstance(exponent, int) else 0, signed=signed)

    def percent(self, share: float, decimals: int = 0, *, signed: bool = False) -> str:
        """A share as per cent: 0.19 is ``19 %``."""
        return self._say("format.percent", value=self.number(share * 100, decimals, signed=signed))

    def percent_short(self, share: float) -> str:
        """A share as per cent with two digits that matter: ``4,5 %``, ``0,25 %``, ``20 %``, ``120 %``."""
        return self._say("format.percent", value=self.significant(share * 100, 2))

    def points(self, share: float, decimals: int = 0, *, signed: bool = False) -> str:
        """A difference of two shares, in percentage points."""
        return self._say("format.points", value=self.number(share * 100, decimals, signed=signed))

    def money(
        self,
        amount: float,
        currency: Currency = Currency.KZT,
        *,
        scale: Scale | None = None,
        signed: bool = False,
    ) -> str:
        """An amount in short form: ``423 млн ₸``, ``₸1.28 B``, ``2 900 ₸``.

        Parameters
        ----------
        amount
            In the currency [cur].
        currency
            Whose sign is shown.
        scale
            A common scale of several amounts; by default that of this amount.
        signed
            Show + as well: differences.
        """
        scale = scale or scale_of(amount)
        return self._money(scale.shown(amount), scale, currency, signed=signed)

    def cost(self, amount: float, currency: Currency = Currency.KZT, *, scale: Scale | None = None) -> str:
        """As ``money``, with a dash where the cost is shown as zero."""
        scale = scale or scale_of(amount)
        return self.money(amount, currency, scale=scale) if scale.shown(amount) else ZERO

    def bare(self, shown: Decimal, scale: Scale, *, signed: bool = False) -> str:
        """A figure of a table whose unit stands in the heading; zero is a dash."""
        return self.number(shown, scale.decimals, signed=signed) if shown else ZERO

    def difference(self, shown: Decimal, scale: Scale) -> str:
        """A difference of two shown figures, with its sign and scale, without the currency: ``−87 млн``."""
        return self._say(f"format.scaled.{scale.name}", value=self.number(shown, scale.decimals, signed=True))

    def money_unit(self, scale: Scale, currency: Currency = Currency.KZT) -> str:
        """The unit of a table or an axis in words: ``млн ₸``."""
        return self._say(f"format.money_unit.{scale.name}", currency=SIGNS[currency])

    def money_full(self, amount: float, currency: Currency = Currency.KZT, decimals: int = 0) -> str:
        """An amount to the tenge: ``1 200 000 ₸``, ``₸1,200,000``."""
        return self._money(rounded(amount, decimals), Scale("unit", 0, decimals), currency)

    def usd(self, amount: float) -> str:
        """Dollars in short form: ``300 тыс. $``."""
        return self.money(amount, Currency.USD)

    def rate(self, amount: float, currency: Currency = Currency.KZT) -> str:
        """A price of a GPU-hour, a kWh or another small unit: tenge whole from 100, cents below."""
        decimals = 0 if abs(amount) >= 100 else 1 if currency is Currency.KZT else 2  # noqa: PLR2004 - digits shown
        return self.money_full(amount, currency, decimals)

    def gib(self, value: float, decimals: int | None = None) -> str:
        """Memory: ``24 ГиБ``; one decimal below 10."""
        return self._say("format.gib", value=self.number(value, self._gib_decimals(value, decimals)))

    def _gib_decimals(self, value: float, decimals: int | None) -> int:
        if decimals is not None:
            return decimals
        return 1 if abs(rounded(value, 1)) < 10 and rounded(value, 1) % 1 else 0  # noqa: PLR2004 - digits shown

    def kw(self, value: float) -> str:
        """Power in kW."""
        return self._say("format.kw", value=self.significant(value))

    def hours(self, value: float) -> str:
        """A duration: ``7 ч 20 мин`` below two days, whole hours above."""
        minutes = int(rounded(value * _MINUTES, 0))
        hours, rest = divmod(minutes, _MINUTES)
        if hours >= 48:  # noqa: PLR2004 - two days
            return self._say("format.hours", hours=self.number(value))
        if not hours:
            return self._say("format.minutes", minutes=self.number(rest))
        if not rest:
            return self._say("format.hours", hours=self.number(hours))
        return self._say("format.hours_minutes", hours=self.number(hours), minutes=self.number(rest))

    def hours_decimal(self, value: float) -> str:
        """Hours in a table: one decimal below 100."""
        return self.number(value, 1 if abs(value) < 100 else 0)  # noqa: PLR2004 - digits shown

    def tokens(self, value: float) -> str:
        """A count of tokens or of other small things: ``200 млн``, ``8 192``."""
        scale = scale_of(value)
        shown = scale.shown(value)
        whole = shown == shown.to_integral_value()
        return self._say(f"format.scaled.{scale.name}", value=self.number(shown, 0 if whole else scale.decimals))

    def date(self, iso: str | dt.date) -> str:
        """A day: ``27.11.2026``, ``27 Nov 2026``."""
        day = dt.date.fromisoformat(iso) if isinstance(iso, str) else iso
        number = str(day.day) if self.language == "en" else f"{day.day:02d}"
        return self._say("format.date", day=number, month=self._month(day), year=str(day.year))

    def calendar_month(self, iso: str) -> str:
        """A month given as YYYY-MM: ``05.2026``, ``May 2026``."""
        day = dt.date.fromisoformat(f"{iso[:7]}-01")
        return self._say("format.calendar_month", month=self._month(day), year=str(day.year))

    def month_name(self, month: int) -> str:
        """Short name of a calendar month, 1 to 12: ``янв``."""
        return self._say("format.months").split()[month - 1]

    def month(self, number: int) -> str:
        """A month counted from the decision: ``32-й месяц``, ``32-ай``, ``month 32``."""
        return self._say("format.ordinal_month", value=self.number(number))

    def range(self, low: str, high: str) -> str:
        """Two figures as a range with an en dash; one figure where both are written alike."""
        return low if low == high else f"{low}–{high}"

    def _month(self, day: dt.date) -> str:
        return self.month_name(day.month) if self.language == "en" else f"{day.month:02d}"

    def _money(self, shown: Decimal, scale: Scale, currency: Currency, *, signed: bool = False) -> str:
        sign = self._sign(shown, signed=signed)
        # Thousands stand alone in a sentence, so a price list's round figure stays round: «16 тыс. $».
        round_thousands = scale.name == "thousand" and shown == shown.to_integral_value()
        value = self.number(abs(shown), 0 if round_thousands else scale.decimals)
        return sign + self._say(f"format.money.{scale.name}", value=value, currency=SIGNS[currency])

    @staticmethod
    def _sign(shown: Decimal, *, signed: bool) -> str:
        if shown < 0:
            return _MINUS
        return "+" if signed and shown > 0 else ""

    def _say(self, key: str, **values: str) -> str:
        return self._words.gettext(key).format(**values)


@cache
def formats(language: str) -> Formats:
    """The formats of a language for text; made once."""
    return Formats(language)
