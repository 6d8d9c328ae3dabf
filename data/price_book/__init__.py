"""The price book: what cards and servers cost in tenge, and where each figure of a scenario comes from."""

from data.price_book.candidates import candidates, forbidden
from data.price_book.fill import RATE_FIELDS, TARIFFS, active_kw, fill_from_offer, fill_from_server, idle_kw
from data.price_book.hour_price import HourPrice, hour_price
from data.price_book.offers import PricedOffer, cheapest_offer, offers_for, price_offer, searched_providers
from data.price_book.provenance import Layer, Origin, has_kazakhstan_price, provenance

__all__ = [
    "RATE_FIELDS",
    "TARIFFS",
    "HourPrice",
    "Layer",
    "Origin",
    "PricedOffer",
    "active_kw",
    "candidates",
    "cheapest_offer",
    "fill_from_offer",
    "fill_from_server",
    "forbidden",
    "has_kazakhstan_price",
    "hour_price",
    "idle_kw",
    "offers_for",
    "price_offer",
    "provenance",
    "searched_providers",
]
