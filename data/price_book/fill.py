"""Filling a scenario from the price book: explicit numbers, and the id they came from."""

from statistics import median

from calc.choices import Currency, RentMode, VatMode
from calc.errors import ErrorCode, EsepError
from data.catalogue import Edition, Offer, Server, Tier, find_offer, find_server, load_edition
from data.price_book.offers import vat_mode
from data.scenario import RentChoice, Scenario
from data.taxpayers import profile_facts

RATE_FIELDS = {
    RentMode.HOURLY: "hourly_rate",
    RentMode.MONTHLY: "monthly_rate",
    RentMode.COMMITTED_1Y: "committed_1y_rate",
    RentMode.COMMITTED_3Y: "committed_3y_rate",
}
"""The rate in force on each tariff."""

TARIFFS = {
    Tier.ON_DEMAND: RentMode.HOURLY,
    Tier.MARKETPLACE: RentMode.HOURLY,
    Tier.SPOT: RentMode.HOURLY,
    Tier.RESERVED_1Y: RentMode.COMMITTED_1Y,
    Tier.RESERVED_3Y: RentMode.COMMITTED_3Y,
}
"""Tariff an offer can be rented on; other tiers say no term, or are no offers."""

_PRICES = (*RATE_FIELDS.values(), "setup_fee", "storage_rate", "egress_rate")

AMPERE = "8.0"


def fill_from_offer(scenario: Scenario, offer_id: str) -> Scenario:
    """Rent on the terms of an offer: tariff, rate, currency, VAT and card.

    The other prices of the rent part keep their worth: where the currency changes they are converted at
    ``finance.usd_kzt``. An own quote is dropped.

    Raises
    ------
    EsepError
        ``unknown_id``, or ``not_allowed`` for an offer without a term or a price.
    """
    offer = find_offer(offer_id)
    mode = TARIFFS.get(offer.tier)
    if mode is None or offer.price_per_gpu_hour is None:
        raise EsepError(ErrorCode.NOT_ALLOWED, "rent.offer", offer.id, " | ".join(TARIFFS))
    changes: dict[str, object] = {
        **_converted(scenario.rent, offer, scenario.finance.usd_kzt),
        "mode": mode,
        RATE_FIELDS[mode]: offer.price_per_gpu_hour,
        "currency": offer.currency,
        "vat_mode": _vat_mode(scenario, offer),
        "gpu": offer.gpu if offer.gpu and offer.gpu != scenario.fleet.gpu else "",
        "offer": offer.id,
        "quote_from": "",
        "quote_date": "",
    }
    return scenario.model_copy(update={"rent": scenario.rent.model_copy(update=changes)})


def _vat_mode(scenario: Scenario, offer: Offer) -> VatMode:
    # Whether a service from abroad bears VAT is a matter of who buys it (reverse charge).
    mode = vat_mode(offer)
    if offer.inside_kazakhstan or mode is not VatMode.ADDED:
        return mode
    facts = {fact.field: fact.value for fact in profile_facts(scenario.finance.profile)}
    return VatMode(str(facts.get("rent.vat_mode", mode)))


def _converted(rent: RentChoice, offer: Offer, usd_kzt: float) -> dict[str, object]:
    if rent.currency is offer.currency:
        return {}
    factor = usd_kzt if offer.currency is Currency.KZT else 1 / usd_kzt
    return {name: round(getattr(rent, name) * factor, 4) for name in _PRICES}


def fill_from_server(scenario: Scenario, server_id: str) -> Scenario:
    """Buy a server of the catalogue: middle price, GPUs, power and rack units. An own quote is dropped.

    Raises
    ------
    EsepError
        ``unknown_id``.
    """
    server = find_server(server_id)
    edition = load_edition()
    buy = {
        "node": server.id,
        "gpu": "" if server.gpu == scenario.fleet.gpu else server.gpu,
        "gpus_per_node": server.gpu_count,
        "currency": Currency.USD,
        "node_price": server.price_mid_usd,
        "quote_from": "",
        "quote_date": "",
    }
    site = {
        "active_kw_per_node": active_kw(server, edition),
        "idle_kw_per_node": idle_kw(server, edition),
        "rack_units_per_node": server.rack_units,
    }
    return scenario.model_copy(
        update={"buy": scenario.buy.model_copy(update=buy), "site": scenario.site.model_copy(update=site)}
    )


def without_offer(scenario: Scenario) -> Scenario:
    """Rent by the hour of a card nobody lists: the rate is 0 until somebody gives one (:func:`prices_needed`)."""
    rent = {"mode": RentMode.HOURLY, "hourly_rate": 0.0, "offer": "", "gpu": "", "quote_from": "", "quote_date": ""}
    return scenario.model_copy(update={"rent": scenario.rent.model_copy(update=rent)})


def without_server(scenario: Scenario) -> Scenario:
    """Buy a node of a card without a server in the catalogue, as many GPUs as before.

    Its price is 0 until somebody gives one (:func:`prices_needed`); its power follows the board power of the card.
    """
    active, idle = assumed_kw(scenario.fleet.gpu, scenario.buy.gpus_per_node, load_edition())
    buy = {"node": "", "gpu": "", "node_price": 0.0, "quote_from": "", "quote_date": ""}
    site = {"active_kw_per_node": active, "idle_kw_per_node": idle}
    return scenario.model_copy(
        update={"buy": scenario.buy.model_copy(update=buy), "site": scenario.site.model_copy(update=site)}
    )


def assumed_kw(gpu: str, gpus: int, edition: Edition) -> tuple[float, float]:
    """Power of a node of a card, at work and idle [kW]: an assumption.

    The rating is the board power of its GPUs times the median of that ratio over the servers of the catalogue.
    """
    card = edition.gpu(gpu)
    ratios = (
        server.max_system_kw / (server.gpu_count * edition.gpu(server.gpu).tdp_w) for server in edition.servers.values()
    )
    rated_kw = gpus * card.tdp_w * median(ratios)
    active = round(rated_kw * edition.base("node_power_train_frac"), 2)
    return active, round(rated_kw * _idle_share(card.id, edition), 2)


def active_kw(server: Server, edition: Edition) -> float:
    """Power of a node at work [kW]: measured while training, else 0.76 of the rating.

    Source: parameter ``node_power_train_frac`` (arXiv:2506.14551 measured 76 % of 10.2 kW on 8 x H100).
    """
    if server.measured_train_kw is not None:
        return server.measured_train_kw
    return round(server.max_system_kw * edition.base("node_power_train_frac"), 2)


def idle_kw(server: Server, edition: Edition) -> float:
    """Power of an idle node [kW]: the idle share of the rating of an 8-GPU node of its kind (assumption).

    Source: parameters ``node_power_idle_kw_a100`` over DGX A100, ``node_power_idle_kw_h100`` over HGX H100 for
    every later card; nobody published the idle power of a whole node.
    """
    return round(server.max_system_kw * _idle_share(server.gpu, edition), 2)


def _idle_share(gpu: str, edition: Edition) -> float:
    ampere = edition.gpu(gpu).compute_capability == AMPERE
    parameter, reference = (
        ("node_power_idle_kw_a100", "dgx-a100") if ampere else ("node_power_idle_kw_h100", "hgx-h100")
    )
    return edition.base(parameter) / edition.server(reference).max_system_kw
