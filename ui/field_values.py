"""A value of a field with its unit, as printed in a sentence or a cell."""

from calc.choices import Currency
from calc.plan import Plan
from data.scenario import Scenario
from ui.texts import Texts
from ui.texts.allowed import is_percent

_DIGITS = 6
_UNITLESS = ("-", "x")
_AGE_AND_SHARE = "[age month, share]"


def currency_of(terms: Plan | Scenario, field: str) -> Currency:
    """Currency the amounts of a field's part are in."""
    match field.split(".", 1)[0]:
        case "rent":
            return terms.rent.currency
        case "buy":
            return terms.buy.currency
        case "site":
            return terms.site.colo_currency
    return Currency.KZT


def field_value(t: Texts, field: str, value: float | str, currency: Currency) -> str:
    """``34,6 ₸/кВт·ч``, ``16 %``; a text as it is.

    Parameters
    ----------
    field
        Dotted path of the field.
    value
        In the unit of its metadata.
    currency
        Of amounts whose unit does not name one.
    """
    if isinstance(value, str):
        return value
    unit = t.field_unit(field)
    if is_percent(unit) or unit == _AGE_AND_SHARE:
        return t.formats.percent_short(value)
    number = t.formats.significant(value, _DIGITS)
    return number if unit in _UNITLESS else t("method.value_unit", value=number, unit=t.unit(unit, currency))
