"""The fields of a scenario as a form sees them, read from the metadata of the models."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from calc.choices import WorkloadKind
from calc.parallel import Parallel
from calc.quantity import Terms
from calc.terms import Demand, Site
from calc.workload import Given, Inference, Rendering, Training
from data.scenario import BuyChoice, FinanceChoice, Fleet, RentChoice

PERCENT = 100.0


class FieldKind(StrEnum):
    """What a field holds, which decides its widget."""

    NUMBER = "number"
    WHOLE = "whole"
    FLAG = "flag"
    CHOICE = "choice"
    TEXT = "text"
    TABLE = "table"
    CATALOGUE = "catalogue"


@dataclass(frozen=True, slots=True)
class Field:
    """One field.

    Attributes
    ----------
    path
        Dotted path without the number of the job: ``rent.hourly_rate``, ``workload.method``.
    kind
        What it holds.
    unit
        Unit of the metadata; shares and yearly rates are shown in per cent.
    choices
        Ids it may be, for a choice; ``None`` is "as the framework does".
    width
        Numbers in a row of a table: 1 for a list, 2 for pairs.
    """

    path: str
    kind: FieldKind
    unit: str = "-"
    choices: tuple[StrEnum | bool | None, ...] = ()
    width: int = 0

    @property
    def factor(self) -> float:
        """Shown value over stored value."""
        return PERCENT if self.unit.startswith("share") or self.unit == "1/year" else 1.0


_WORKLOADS: Mapping[str, type[Terms]] = {
    str(cls.model_fields["kind"].default): cls for cls in (Training, Inference, Rendering, Given)
}
_PARTS: Mapping[str, type[Terms]] = {
    "fleet": Fleet,
    "parallel": Parallel,
    "demand": Demand,
    "rent": RentChoice,
    "buy": BuyChoice,
    "site": Site,
    "finance": FinanceChoice,
}
WORKLOAD_KIND = Field("workload.kind", FieldKind.CHOICE, choices=tuple(WorkloadKind))
"""What decides which other fields a job has."""

CATALOGUES: Mapping[str, str] = {
    "workload.model": "models",
    "workload.reference_gpu": "gpus",
    "fleet.gpu": "gpus",
    "rent.gpu": "gpus",
    "buy.gpu": "gpus",
    "rent.offer": "offers",
    "buy.node": "servers",
}
"""Fields that name a fact, and where the facts are."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "workload": ("workload",),
    "fleet": ("fleet", "parallel"),
    "demand": ("demand",),
    "rent": ("rent",),
    "buy": ("buy",),
    "site": ("site",),
    "finance": ("finance",),
}
"""Sections of the panel in the order of the chain, and the parts each shows."""


@cache
def fields_of(part: str, workload_kind: str = "") -> tuple[Field, ...]:
    """Fields of a part of the scenario, in the order of the model."""
    model = _WORKLOADS[workload_kind] if part == "workload" else _PARTS[part]
    named = ((name, info) for name, info in model.model_fields.items() if (part, name) != ("workload", "kind"))
    return tuple(_field(f"{part}.{name}", info) for name, info in named)


def group_fields(group: str, workload_kind: str) -> Iterator[Field]:
    """Fields of a section of the panel; that of the work begins with its kind."""
    if group == "workload":
        yield WORKLOAD_KIND
    for part in GROUPS[group]:
        yield from fields_of(part, workload_kind)


@cache
def field_at(path: str, workload_kind: str = "") -> Field:
    """One field by its path.

    Raises
    ------
    KeyError
        When there is no such field.
    """
    part = path.split(".", 1)[0]
    for field in fields_of(part, workload_kind):
        if field.path == path:
            return field
    raise KeyError(path)


def _field(path: str, info: FieldInfo) -> Field:
    extra = info.json_schema_extra
    unit = str(extra.get("unit", "-")) if isinstance(extra, dict) else "-"
    if path in CATALOGUES:
        return Field(path, FieldKind.CATALOGUE, unit)
    types = tuple(_types(info.annotation))
    enums = [kind for kind in types if isinstance(kind, type) and issubclass(kind, StrEnum)]
    nothing = (None,) if type(None) in types else ()
    if enums:
        return Field(path, FieldKind.CHOICE, unit, (*nothing, *enums[0]))
    if bool in types:
        return (
            Field(path, FieldKind.CHOICE, unit, (None, True, False)) if nothing else Field(path, FieldKind.FLAG, unit)
        )
    table = next((kind for kind in types if get_origin(kind) is tuple), None)
    if table is not None:
        return Field(path, FieldKind.TABLE, unit, (), 2 if get_origin(get_args(table)[0]) is tuple else 1)
    kinds = {int: FieldKind.WHOLE, float: FieldKind.NUMBER, str: FieldKind.TEXT}
    return Field(path, next(kinds[kind] for kind in types if kind in kinds), unit)


def _types(annotation: Any) -> Iterator[Any]:
    # A union is looked into, an annotated type is unwrapped, a tuple stays whole.
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _types(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for option in get_args(annotation):
            yield from _types(option)
    else:
        yield annotation
