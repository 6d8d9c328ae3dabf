"""What an hour of a card costs to rent, before VAT: the rate of the scenario for its card, else the price book."""

from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - as in the catalogue

from calc.choices import Currency, RentMode, VatMode
from data.catalogue import Edition
from data.price_book.fill import RATE_FIELDS
from data.price_book.offers import listed_offer
from data.price_book.provenance import Layer, provenance
from data.scenario import Scenario


@dataclass(frozen=True, slots=True)
class HourPrice:
    """Price of one GPU-hour.

    Attributes
    ----------
    kzt_per_gpu_hour
        Before VAT of Kazakhstan [KZT/GPU-h].
    date
        Day of the price; ``None`` where it was typed or has no date.
    old
        It is, or may be, older than 180 days.
    typed
        It stands in the scenario without a source.
    own
        It is the rate of the scenario for the card it rents; else the cheapest on the list.
    """

    kzt_per_gpu_hour: float
    date: Date | None
    old: bool
    typed: bool
    own: bool


def hour_price(scenario: Scenario, gpu: str, edition: Edition) -> HourPrice | None:
    """Price of an hour of a card; ``None`` where nobody sells it by the hour.

    A rented month has no price of an hour, so the card of such a scenario takes that of the list.
    """
    if gpu == (scenario.rent.gpu or scenario.fleet.gpu) and scenario.rent.mode is not RentMode.MONTHLY:
        return _own_rate(scenario)
    finance = scenario.finance
    offer = listed_offer(gpu, edition, usd_kzt=finance.usd_kzt, as_of=finance.as_of)
    if offer is None:
        return None
    return HourPrice(offer.cost_kzt_per_gpu_hour, offer.offer.provenance.date, offer.old, typed=False, own=False)


def _own_rate(scenario: Scenario) -> HourPrice:
    rent, finance = scenario.rent, scenario.finance
    rate = float(getattr(rent, RATE_FIELDS[rent.mode])) * (finance.usd_kzt if rent.currency is Currency.USD else 1.0)
    if rent.vat_mode is VatMode.INCLUDED:
        rate /= 1 + finance.vat_rate
    origin = provenance(scenario)[0]
    typed = origin.layer in (Layer.TYPED, Layer.DEFAULT)
    return HourPrice(rate, origin.date, origin.old and not typed, typed, own=True)
