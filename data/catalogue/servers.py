"""Server facts: whole nodes as they are sold, with a low, middle and high price."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table

FILE = "servers.csv"
HEADING = (
    "id,name,gpu,gpu_count,topology,link_gb_s,max_system_kw,measured_train_kw,rack_units,cpu_cores,ram_gb,nvme_tb,"
    "price_low_usd,price_mid_usd,price_high_usd,date,date_precision,date_text,source,spec_source,confidence,assumption,"
    "notes"
)


@dataclass(frozen=True, slots=True)
class Server:
    """A server of the catalogue.

    Attributes
    ----------
    gpu, gpu_count
        GPU id and how many a node holds.
    max_system_kw, measured_train_kw
        Rated power, and the power measured while training; ``None`` where nobody measured it [kW].
    price_low_usd, price_mid_usd, price_high_usd
        Price of one node without VAT [USD]; ``provenance`` is about these.
    """

    id: str
    name: str
    gpu: str
    gpu_count: int
    topology: str
    link_gb_s: float
    max_system_kw: float
    measured_train_kw: float | None
    rack_units: int
    cpu_cores: int
    ram_gb: int
    nvme_tb: float
    price_low_usd: float
    price_mid_usd: float
    price_high_usd: float
    spec_source: str
    provenance: Provenance


def read_servers(folder: Traversable, gpus: Mapping[str, object]) -> dict[str, Server]:
    """Read ``servers.csv`` of an edition, whose cards are ``gpus``; a bad row raises ``bad_fact``."""
    return read_table(folder, FILE, HEADING, lambda row: _read(row, gpus))


def _read(row: Row, gpus: Mapping[str, object]) -> Server:
    low = row.number("price_low_usd", low=1)
    middle = row.number("price_mid_usd", low=low)
    rated = row.number("max_system_kw", low=0.05)
    measured = row.optional_number("measured_train_kw", low=0.05)
    if measured is not None and measured > rated:
        row.refuse("measured_train_kw", f"0.05..{rated:g}")
    return Server(
        id=row.id(),
        name=row.words("name"),
        gpu=row.reference("gpu", gpus),
        gpu_count=row.whole("gpu_count", low=1),
        topology=row.words("topology"),
        link_gb_s=row.number("link_gb_s"),
        max_system_kw=rated,
        measured_train_kw=measured,
        rack_units=row.whole("rack_units", low=1),
        cpu_cores=row.whole("cpu_cores", low=1),
        ram_gb=row.whole("ram_gb", low=1),
        nvme_tb=row.number("nvme_tb"),
        price_low_usd=low,
        price_mid_usd=middle,
        price_high_usd=row.number("price_high_usd", low=middle),
        spec_source=row.words("spec_source"),
        provenance=row.provenance(assumption=row.flag("assumption")),
    )
