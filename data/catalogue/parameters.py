"""Economic and technical parameters with a low, base and high value."""

from dataclasses import dataclass
from importlib.resources.abc import Traversable

from data.catalogue.facts import Confidence, Provenance
from data.catalogue.table import Row, read_table

FILE = "params.csv"
HEADING = "id,unit,low,base,high,text,date,date_precision,date_text,source,confidence,assumption,notes"

MAY_FALL = -100.0
"""Lowest value a parameter may have: a yearly change of -100 % [unit of the parameter]."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the edition in its printed unit.

    Attributes
    ----------
    low, base, high
        ``None`` where not stated; ``base`` is ``None`` for a parameter looked for and not found.
    text
        Value of a parameter that is no number (a tax group).
    """

    id: str
    unit: str
    low: float | None
    base: float | None
    high: float | None
    text: str
    provenance: Provenance

    @property
    def found(self) -> bool:
        """Whether the edition has a value for it."""
        return self.base is not None or bool(self.text)


def read_parameters(folder: Traversable) -> dict[str, Parameter]:
    """Read ``params.csv`` of an edition; a bad row raises ``bad_fact``."""
    return read_table(folder, FILE, HEADING, _read)


def _read(row: Row) -> Parameter:
    low, base, high = (row.optional_number(column, low=MAY_FALL) for column in ("low", "base", "high"))
    stated = [value for value in (low, base, high) if value is not None]
    if stated != sorted(stated):
        row.refuse("base", "low <= base <= high")
    found = Parameter(
        id=row.id(),
        unit=row.words("unit"),
        low=low,
        base=base,
        high=high,
        text=row.text("text"),
        provenance=row.provenance(assumption=row.flag("assumption")),
    )
    if found.found == (found.provenance.confidence is Confidence.NONE):
        row.refuse("confidence", "none exactly where there is no value")
    return found
