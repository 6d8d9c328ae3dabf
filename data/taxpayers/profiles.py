"""Facts of the taxpayer profiles: one row a field, with date, source and confidence."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from calc.choices import Purchase, Taxpayer, TaxPosition, VatMode
from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table

FILE = "profiles.csv"
HEADING = "id,profile,field,value,date,date_precision,date_text,source,confidence,assumption,notes"

Value = float | int | StrEnum

_CHOICES: dict[str, type[StrEnum]] = {
    "finance.tax_position": TaxPosition,
    "buy.purchase": Purchase,
    "rent.vat_mode": VatMode,
}
_WHOLE = ("finance.vat_recovery_months_capex", "finance.vat_recovery_months_opex")
_SHARES = ("finance.cit_rate", "finance.vat_recoverable_share", "rent.withholding_rate")
FIELDS = (*_SHARES, *_WHOLE, *_CHOICES)
"""Fields every profile states."""


@dataclass(frozen=True, slots=True)
class ProfileFact:
    """One field of one profile.

    Attributes
    ----------
    id
        ``bank.cit_rate``: profile and name of the field.
    profile, field
        Whose it is, and the dotted path in a scenario.
    value
        In the unit of the field. ``rent.vat_mode`` is that of services from abroad only (reverse charge).
    """

    id: str
    profile: Taxpayer
    field: str
    value: Value
    provenance: Provenance


def profile_facts(profile: Taxpayer) -> tuple[ProfileFact, ...]:
    """Facts of a profile in the order of the file; none for ``unstated``."""
    return tuple(fact for fact in _facts() if fact.profile is profile)


@cache
def _facts() -> tuple[ProfileFact, ...]:
    return tuple(read_table(files("data") / "taxpayers", FILE, HEADING, _read).values())


def _read(row: Row) -> ProfileFact:
    field = row.words("field")
    if field not in FIELDS:
        row.refuse("field", " | ".join(FIELDS))
    return ProfileFact(
        id=row.id(),
        profile=row.choice("profile", Taxpayer),
        field=field,
        value=_value(row, field),
        provenance=row.provenance(assumption=row.flag("assumption")),
    )


def _value(row: Row, field: str) -> Value:
    if field in _CHOICES:
        return row.choice("value", _CHOICES[field])
    return row.whole("value") if field in _WHOLE else row.number("value", high=1)
