"""The catalogue: dated, sourced facts in typed records."""

from data.catalogue.edition import LATEST, Edition, editions, find_offer, find_server, load_edition, read_edition
from data.catalogue.facts import OLD_AFTER_DAYS, Confidence, DatePrecision, Provenance
from data.catalogue.gpus import GpuFact, LinkKind
from data.catalogue.models import Model
from data.catalogue.offers import Covers, Offer, OfferVat, Tier, VatPayer
from data.catalogue.parameters import Parameter
from data.catalogue.places import PlaceFact
from data.catalogue.servers import Server
from data.catalogue.throughput import ThroughputRow
from data.catalogue.tokenizers import FertilityFact, LanguageFact, Tokenizer

__all__ = [
    "LATEST",
    "OLD_AFTER_DAYS",
    "Confidence",
    "Covers",
    "DatePrecision",
    "Edition",
    "FertilityFact",
    "GpuFact",
    "LanguageFact",
    "LinkKind",
    "Model",
    "Offer",
    "OfferVat",
    "Parameter",
    "PlaceFact",
    "Provenance",
    "Server",
    "ThroughputRow",
    "Tier",
    "Tokenizer",
    "VatPayer",
    "editions",
    "find_offer",
    "find_server",
    "load_edition",
    "read_edition",
]
