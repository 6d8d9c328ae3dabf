"""Which fields of several scenarios differ, and their values in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from calc.choices import Currency
from data.catalogue import Model, Server, load_edition
from data.scenario import Scenario
from ui.formats.formats import ZERO
from ui.forms.fields import CATALOGUES, Field, FieldKind, fields_of
from ui.texts import Texts, as_typed
from ui.view import config_name, printed_model, printed_server

_SHARED_PARTS = ("fleet", "rent", "buy", "site", "finance")
_JOB_PARTS = ("workload", "parallel", "demand")
_SHARED = -1
_KIND = Field("workload.kind", FieldKind.CHOICE)


@dataclass(frozen=True, slots=True)
class Place:
    """A field of a scenario: its job, −1 for what all jobs share, and the field."""

    job: int
    field: Field


@dataclass(frozen=True, slots=True)
class Comparison:
    """Fields that differ, each with its value in every scenario.

    Attributes
    ----------
    places, values
        In the order of the input panel; ``values[i][k]`` is field ``i`` of scenario ``k``.
    equal
        Number of fields that are the same in all.
    of_own
        By scenario, how many of its fields another one does not have: work of another kind, or one job more.
    apart
        Number of fields that not every scenario has.
    """

    places: tuple[Place, ...]
    values: tuple[tuple[Any, ...], ...]
    equal: int
    of_own: tuple[int, ...]
    apart: int

    @property
    def total(self) -> int:
        """Number of fields compared."""
        return self.equal + len(self.places) + self.apart


def compare(scenarios: Sequence[Scenario]) -> Comparison:
    """Put scenarios side by side, field by field."""
    read = [dict(_fields(scenario)) for scenario in scenarios]
    places = list(dict.fromkeys(place for fields in read for place in fields))
    shared = [place for place in places if all(place in fields for fields in read)]
    rows = {place: tuple(fields[place] for fields in read) for place in shared}
    different = [place for place in shared if any(value != rows[place][0] for value in rows[place])]
    return Comparison(
        places=tuple(different),
        values=tuple(rows[place] for place in different),
        equal=len(shared) - len(different),
        of_own=tuple(len(fields) - len(shared) for fields in read),
        apart=len(places) - len(shared),
    )


def name_of(t: Texts, place: Place, jobs: int, currency: Currency) -> str:
    """Name of a field with its unit, and its job where there are several."""
    label = t.label(place.field.path, currency)
    several = place.job != _SHARED and jobs > 1
    return t("scenarios.inputs.job", field=label, n=place.job + 1) if several else label


def value_of(t: Texts, field: Field, value: Any) -> str:
    """A value of a field as printed in a table whose rows name the unit."""
    if value is None and None not in field.choices:
        return ZERO
    if field.path in CATALOGUES:
        return _catalogue_name(t, CATALOGUES[field.path], value)
    if value is None or isinstance(value, bool | StrEnum):
        return t.choice(value)
    if isinstance(value, tuple):
        return "; ".join(_listed(t, item) for item in value) or ZERO
    if isinstance(value, int | float):
        return t.formats.significant(value * field.factor, 6)
    return as_typed(str(value)) or ZERO


def _fields(scenario: Scenario) -> Iterator[tuple[Place, Any]]:
    for number, job in enumerate(scenario.jobs):
        for part in _JOB_PARTS:
            terms = getattr(job, part)
            if part == "workload":
                yield Place(number, _KIND), terms.kind
            for field in fields_of(part, str(job.workload.kind)):
                yield Place(number, field), getattr(terms, _name(field))
    for part in _SHARED_PARTS:
        for field in fields_of(part):
            yield Place(_SHARED, field), getattr(getattr(scenario, part), _name(field))


def _name(field: Field) -> str:
    return field.path.rsplit(".", 1)[-1]


def _catalogue_name(t: Texts, catalogue: str, value: Any) -> str:
    if isinstance(value, Mapping):
        return as_typed(config_name(value))
    if not value:
        return ZERO
    record = getattr(load_edition(), catalogue).get(value)
    if isinstance(record, Server):
        return printed_server(t, record)
    if isinstance(record, Model):
        return printed_model(record)
    return str(getattr(record, "name", "") or getattr(record, "provider", "") or value)


def _listed(t: Texts, item: Any) -> str:
    if isinstance(item, tuple):
        return ": ".join(t.formats.significant(number, 6) for number in item)
    return str(item) if isinstance(item, str) else t.formats.significant(item, 6)
