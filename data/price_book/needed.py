"""Prices a scenario lacks: a card was chosen that no list rents, or that no server of the catalogue holds."""

from enum import StrEnum

from data.price_book.fill import RATE_FIELDS
from data.scenario import Scenario


class NeededPrice(StrEnum):
    """A price somebody has to give before there is an answer about money."""

    RENT = "rent"
    NODE = "node"


def prices_needed(scenario: Scenario) -> tuple[NeededPrice, ...]:
    """Prices that are 0 and come from nobody: no offer, no server, no quote."""
    rent, buy = scenario.rent, scenario.buy
    needed = []
    if not (getattr(rent, RATE_FIELDS[rent.mode]) or rent.offer or rent.quote_from):
        needed.append(NeededPrice.RENT)
    if not (buy.node_price or buy.node or buy.quote_from):
        needed.append(NeededPrice.NODE)
    return tuple(needed)
