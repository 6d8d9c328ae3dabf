"""Rental offers: what a GPU-hour costs at a provider, on which tariff, with whose VAT, since when."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources.abc import Traversable

from calc.choices import Currency
from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table

FILE = "rental.csv"
HEADING = (
    "id,provider,region,inside_kazakhstan,gpu,gpu_text,tier,tier_text,price_per_gpu_hour,unit,currency,vat,vat_rate,"
    "vat_payer,vat_text,min_gpus,covers,date,date_precision,date_text,source,confidence,notes"
)


class Tier(StrEnum):
    """Tariff of an offer.

    ``marketplace`` is capacity of many owners (community clouds, Vast, Akash, Lium); ``reserved`` is a
    commitment of unstated term; ``history`` a past price level; ``searched`` a provider without a public price.
    """

    ON_DEMAND = "on_demand"
    MARKETPLACE = "marketplace"
    SPOT = "spot"
    ASYNCHRONOUS = "asynchronous"
    RESERVED = "reserved"
    RESERVED_1Y = "reserved_1y"
    RESERVED_3Y = "reserved_3y"
    HISTORY = "history"
    SEARCHED = "searched"


class OfferVat(StrEnum):
    """Whether VAT is inside the listed price."""

    INCLUDED = "included"
    NOT_INCLUDED = "not_included"
    NOT_STATED = "not_stated"


class VatPayer(StrEnum):
    """Who pays VAT to the state: the seller, or the buyer in Kazakhstan (reverse charge)."""

    SELLER = "seller"
    BUYER = "buyer"


class Covers(StrEnum):
    """What the price is of: a working instance, the card without its processors and memory, or an average."""

    INSTANCE = "instance"
    GPU_ONLY = "gpu_only"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of the price book.

    Attributes
    ----------
    inside_kazakhstan
        Whether the provider's machines stand in Kazakhstan.
    gpu, gpu_text
        GPU id, empty where the source does not say which card; and its words.
    price_per_gpu_hour
        As listed [currency/GPU-h]; ``None`` only on the tier ``searched``.
    vat, vat_rate, vat_payer
        VAT inside the listed price, its rate [share], and who pays it; the rate is ``None`` where not stated.
    min_gpus
        Smallest number of GPUs the offer is sold in [GPU].
    """

    id: str
    provider: str
    region: str
    inside_kazakhstan: bool
    gpu: str
    gpu_text: str
    tier: Tier
    tier_text: str
    price_per_gpu_hour: float | None
    currency: Currency
    vat: OfferVat
    vat_rate: float | None
    vat_payer: VatPayer
    min_gpus: int
    covers: Covers
    provenance: Provenance


def read_offers(folder: Traversable, gpus: Mapping[str, object]) -> dict[str, Offer]:
    """Read ``rental.csv`` of an edition, whose cards are ``gpus``; a bad row raises ``bad_fact``."""
    return read_table(folder, FILE, HEADING, lambda row: _read(row, gpus))


def _read(row: Row, gpus: Mapping[str, object]) -> Offer:
    tier = row.choice("tier", Tier)
    searched = tier is Tier.SEARCHED
    if searched and row.text("price_per_gpu_hour"):
        row.refuse("price_per_gpu_hour", "empty on the tier searched")
    vat = row.choice("vat", OfferVat)
    return Offer(
        id=row.id(),
        provider=row.words("provider"),
        region=row.words("region"),
        inside_kazakhstan=row.flag("inside_kazakhstan"),
        gpu=row.optional_reference("gpu", gpus),
        gpu_text=row.words("gpu_text"),
        tier=tier,
        tier_text=row.words("tier_text"),
        price_per_gpu_hour=None if searched else row.number("price_per_gpu_hour", low=0.001),
        currency=row.choice("currency", Currency),
        vat=vat,
        vat_rate=None if vat is OfferVat.NOT_STATED else row.number("vat_rate", high=1),
        vat_payer=row.choice("vat_payer", VatPayer),
        min_gpus=1 if searched else row.whole("min_gpus", low=1),
        covers=row.choice("covers", Covers),
        provenance=row.provenance(),
    )
