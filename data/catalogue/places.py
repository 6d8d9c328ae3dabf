"""Places GPUs stand in, as seen from the reader's office: round trip and line speed."""

from dataclasses import dataclass
from importlib.resources.abc import Traversable

from calc.message import Band
from calc.place import Place
from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table

FILE = "places.csv"
HEADING = (
    "id,round_trip_ms_low,round_trip_ms,round_trip_ms_high,line_mbit_s_low,line_mbit_s,line_mbit_s_high,"
    "date,date_precision,date_text,source,confidence,assumption,notes"
)


@dataclass(frozen=True, slots=True)
class PlaceFact:
    """A place with its source."""

    id: str
    place: Place
    provenance: Provenance


def read_places(folder: Traversable) -> dict[str, PlaceFact]:
    """Read ``places.csv`` of an edition; a bad row raises ``bad_fact``."""
    return read_table(folder, FILE, HEADING, _read)


def _read(row: Row) -> PlaceFact:
    provenance = row.provenance(assumption=row.flag("assumption"))
    place = Place(row.id(), _band(row, "round_trip_ms"), _band(row, "line_mbit_s"), assumption=provenance.assumption)
    return PlaceFact(place.id, place, provenance)


def _band(row: Row, name: str) -> Band:
    low, mid, high = (row.number(f"{name}{end}", low=0.01) for end in ("_low", "", "_high"))
    if not low <= mid <= high:
        row.refuse(name, "low <= middle <= high")
    return Band(low, mid, high)
