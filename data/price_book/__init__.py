"""The price book: what cards and servers cost in tenge, and where each figure of a scenario comes from."""

from data.price_book.fill import RATE_FIELDS, TARIFFS, active_kw, fill_from_offer, fill_from_server, idle_kw
from data.price_book.offers import PricedOffer, cheapest_offer, offers_for, price_offer, searched_providers

__all__ = [
    "RATE_FIELDS",
    "TARIFFS",
    "PricedOffer",
    "active_kw",
    "cheapest_offer",
    "fill_from_offer",
    "fill_from_server",
    "idle_kw",
    "offers_for",
    "price_offer",
    "searched_providers",
]
