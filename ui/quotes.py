"""Own quotes in a scenario: whether there are any, how one is put in, and the scenario without them."""

from dataclasses import dataclass
from enum import StrEnum

from calc.choices import Currency, RentMode, VatMode
from calc.errors import ErrorCode, EsepError
from data.catalogue import Edition, load_edition
from data.price_book import cheapest_offer, fill_from_offer, fill_from_server, without_offer, without_server
from data.scenario import BuyChoice, RentChoice, Scenario, allowed_values


class Quoted(StrEnum):
    """What was quoted."""

    RENT_HOUR = "rent_hour"
    RENT_MONTH = "rent_month"
    NODE = "node"


@dataclass(frozen=True, slots=True)
class Quote:
    """A price somebody offered the user.

    Attributes
    ----------
    what
        Rent of a GPU for an hour or a month, or a node.
    price
        As written [cur]; ``None`` where it was left out.
    currency
        Its currency.
    with_vat
        Whether VAT is inside it.
    date
        Its day, YYYY-MM-DD, or empty.
    source
        From whom.
    """

    what: Quoted
    price: float | None
    currency: Currency
    with_vat: bool
    date: str
    source: str


_FIELDS = {
    Quoted.RENT_HOUR: ("rent.hourly_rate", "rent"),
    Quoted.RENT_MONTH: ("rent.monthly_rate", "rent"),
    Quoted.NODE: ("buy.node_price", "buy"),
}


def faults_of(quote: Quote) -> tuple[EsepError, ...]:
    """What a quote lacks: a price that can be, its day, and from whom."""
    price, part = _FIELDS[quote.what]
    needed = ((price, quote.price), (f"{part}.quote_date", quote.date), (f"{part}.quote_from", quote.source))
    faults = [
        EsepError(ErrorCode.MISSING, field, "", allowed_values(field)) for field, value in needed if value in (None, "")
    ]
    if quote.price is not None and not quote.price >= 0:
        faults.insert(0, EsepError(ErrorCode.OUT_OF_RANGE, price, quote.price, allowed_values(price)))
    return tuple(faults)


def has_quotes(scenario: Scenario) -> bool:
    """Whether a scenario holds a price quoted to the user."""
    return bool(scenario.rent.quote_from or scenario.buy.quote_from)


def with_quote(scenario: Scenario, quote: Quote) -> Scenario:
    """The scenario reckoned on a quote.

    A node is bought without VAT in the ledger, which adds it; a node quoted with VAT is taken apart.

    Raises
    ------
    EsepError
        The first of :func:`faults_of`.
    """
    for fault in faults_of(quote):
        raise fault
    price = quote.price or 0.0
    if quote.what is Quoted.NODE:
        without_vat = price / (1 + scenario.finance.vat_rate) if quote.with_vat else price
        buy = {"node_price": without_vat, "currency": quote.currency, "node": ""} | _signed(quote)
        return scenario.model_copy(update={"buy": scenario.buy.model_copy(update=buy)})
    monthly = quote.what is Quoted.RENT_MONTH
    rent = {
        "mode": RentMode.MONTHLY if monthly else RentMode.HOURLY,
        "monthly_rate" if monthly else "hourly_rate": price,
        "currency": quote.currency,
        "vat_mode": VatMode.INCLUDED if quote.with_vat else VatMode.ADDED,
        "offer": "",
    } | _signed(quote)
    return scenario.model_copy(update={"rent": scenario.rent.model_copy(update=rent)})


def without_quotes(scenario: Scenario) -> Scenario:
    """The scenario on list prices, where it was on quotes; a price nobody lists is to be given again."""
    edition = load_edition()
    if scenario.rent.quote_from:
        scenario = _listed_rent(scenario, edition)
    if scenario.buy.quote_from:
        scenario = _listed_node(scenario, edition)
    return scenario


def _signed(quote: Quote) -> dict[str, str]:
    return {"quote_from": quote.source, "quote_date": quote.date}


def _listed_rent(scenario: Scenario, edition: Edition) -> Scenario:
    finance = scenario.finance
    gpu = scenario.rent.gpu or scenario.fleet.gpu
    plain = RentChoice()
    # every price of the part may be a quote, so all of them go
    prices = ("mode", "currency", "hourly_rate", "monthly_rate", "vat_mode", "offer", "quote_from", "quote_date")
    rent = scenario.rent.model_copy(update={name: getattr(plain, name) for name in prices})
    scenario = scenario.model_copy(update={"rent": rent})
    offer = cheapest_offer(gpu, edition, usd_kzt=finance.usd_kzt, as_of=finance.as_of)
    return without_offer(scenario) if offer is None else fill_from_offer(scenario, offer.offer.id)


def _listed_node(scenario: Scenario, edition: Edition) -> Scenario:
    gpu = scenario.buy.gpu or scenario.fleet.gpu
    plain = BuyChoice()
    prices = ("currency", "node_price", "node", "quote_from", "quote_date")
    buy = scenario.buy.model_copy(update={name: getattr(plain, name) for name in prices})
    scenario = scenario.model_copy(update={"buy": buy})
    server = next((one for one in edition.servers.values() if one.gpu == gpu), None)
    return without_server(scenario) if server is None else fill_from_server(scenario, server.id)
