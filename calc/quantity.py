"""How a typed field says its unit, bounds and source.

The metadata set here is the single source for validation, widgets, the JSON schema, the link and
the documentation of a field.
"""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict

LEDGER = "docs/ledger.md §14"


def _whole(value: object) -> object:
    # JSON writers print whole numbers as 8.0; that is still a whole number.
    return int(value) if isinstance(value, float) and value.is_integer() else value


Number = Annotated[float, Strict()]
Whole = Annotated[int, BeforeValidator(_whole), Strict()]
Flag = Annotated[bool, Strict()]


class Terms(BaseModel):
    """Base of every frozen group of input fields: no unknown field, no NaN, no infinity."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True)


def quantity(  # noqa: PLR0913 - one keyword per kind of bound
    default: Any,
    unit: str,
    *,
    ge: float | None = None,
    gt: float | None = None,
    le: float | None = None,
    lt: float | None = None,
    source: str = LEDGER,
    **extra: Any,
) -> Any:
    """A field with a unit, bounds and the source of its default.

    Parameters
    ----------
    default
        Value an absent field takes.
    unit
        Printed unit; ``cur`` stands for the currency of the part, ``-`` for none.
    ge, gt, le, lt
        Bounds of the value, or of the items where the field is a list.
    source
        Where the definition or the default comes from.
    """
    metadata = {"unit": unit, "source": source, **extra}
    return Field(default=default, ge=ge, gt=gt, le=le, lt=lt, json_schema_extra=metadata)
