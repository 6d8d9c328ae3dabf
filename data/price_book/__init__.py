"""The price book: what cards and servers cost in tenge, and where each figure of a scenario comes from."""

from data.price_book.candidates import candidates, forbidden
from data.price_book.fill import (
    RATE_FIELDS,
    TARIFFS,
    active_kw,
    assumed_kw,
    fill_from_offer,
    fill_from_server,
    idle_kw,
    without_offer,
    without_server,
)
from data.price_book.hour_price import HourPrice, hour_price
from data.price_book.needed import NeededPrice, prices_needed
from data.price_book.offers import (
    PricedOffer,
    cheapest_offer,
    listed_offer,
    offers_for,
    price_offer,
    searched_providers,
)
from data.price_book.provenance import Layer, Origin, has_kazakhstan_price, provenance

__all__ = [
    "RATE_FIELDS",
    "TARIFFS",
    "HourPrice",
    "Layer",
    "NeededPrice",
    "Origin",
    "PricedOffer",
    "active_kw",
    "assumed_kw",
    "candidates",
    "cheapest_offer",
    "fill_from_offer",
    "fill_from_server",
    "forbidden",
    "has_kazakhstan_price",
    "hour_price",
    "idle_kw",
    "listed_offer",
    "offers_for",
    "price_offer",
    "prices_needed",
    "provenance",
    "searched_providers",
    "without_offer",
    "without_server",
]
