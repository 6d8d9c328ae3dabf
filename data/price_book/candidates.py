"""Offers of the price book as candidates for a scenario: their rent terms, and why one may not be taken."""

from collections.abc import Iterator

from calc.choices import Currency, DataPlace
from calc.decision.offers import Candidate, Exclusion
from calc.terms import Rent
from data.catalogue import Covers, Edition, Offer, Tier, find_offer, load_edition
from data.price_book.fill import TARIFFS, fill_from_offer
from data.scenario import Scenario

_ABROAD = {
    DataPlace.PERSONAL_DATA: Exclusion.PERSONAL_DATA_ABROAD,
    DataPlace.POLICY: Exclusion.POLICY_ABROAD,
}
_COVERS = {Covers.GPU_ONLY: Exclusion.CARD_ONLY, Covers.AVERAGE: Exclusion.AVERAGE_PRICE}
_TIERS = {
    Tier.HISTORY: Exclusion.PAST_PRICE,
    Tier.RESERVED: Exclusion.TERM_NOT_STATED,
    Tier.SPOT: Exclusion.INTERRUPTIBLE,
    Tier.ASYNCHRONOUS: Exclusion.INTERRUPTIBLE,
}


def candidates(scenario: Scenario, edition: Edition | None = None) -> tuple[Candidate, ...]:
    """Every offer of the scenario's card, and the providers in Kazakhstan whose price is not public.

    Parameters
    ----------
    scenario
        ``rent.gpu`` or ``fleet.gpu`` is the card; ``rent.data_in_kazakhstan`` and ``rent.tenge_only`` are
        the filters; ``finance.as_of`` is today.
    edition
        Facts; the latest by default.

    Raises
    ------
    EsepError
        ``unknown_id`` for a card nobody knows.
    """
    facts = load_edition() if edition is None else edition
    card = facts.gpu(scenario.rent.gpu or scenario.fleet.gpu, "rent.gpu")
    of_card = [offer for offer in facts.offers.values() if offer.gpu == card.id or offer.tier is Tier.SEARCHED]
    on_demand = _on_demand(of_card)
    return tuple(
        Candidate(
            id=offer.id,
            rent=_terms(scenario, offer),
            excluded=tuple(_excluded(offer, scenario, on_demand)),
            min_gpus=offer.min_gpus,
        )
        for offer in of_card
    )


def forbidden(scenario: Scenario) -> tuple[Exclusion, ...]:
    """Why the offer the scenario itself rests on may not be taken; empty for a typed price or a quote.

    Raises
    ------
    EsepError
        ``unknown_id`` for an offer of no edition.
    """
    if not scenario.rent.offer:
        return ()
    offer = find_offer(scenario.rent.offer)
    return tuple(_excluded(offer, scenario, _on_demand(list(load_edition().offers.values()))))


def _terms(scenario: Scenario, offer: Offer) -> Rent | None:
    if offer.price_per_gpu_hour is None or offer.tier not in TARIFFS:
        return None
    filled = fill_from_offer(scenario, offer.id).rent
    return Rent(**{name: getattr(filled, name) for name in Rent.model_fields})


def _excluded(offer: Offer, scenario: Scenario, on_demand: dict[str, float]) -> Iterator[Exclusion]:
    rent = scenario.rent
    if offer.price_per_gpu_hour is None:
        yield Exclusion.NO_PUBLIC_PRICE
        return
    if rent.data_in_kazakhstan in _ABROAD and not offer.inside_kazakhstan:
        yield _ABROAD[rent.data_in_kazakhstan]
    if rent.tenge_only and offer.currency is not Currency.KZT:
        yield Exclusion.NOT_IN_TENGE
    if offer.tier is Tier.SPOT and offer.price_per_gpu_hour >= on_demand.get(_seller(offer), float("inf")):
        yield Exclusion.SPOT_NOT_CHEAPER
    if offer.tier in _TIERS:
        yield _TIERS[offer.tier]
    if offer.covers in _COVERS:
        yield _COVERS[offer.covers]
    if offer.provenance.is_old(scenario.finance.as_of):
        yield Exclusion.OLD_PRICE


def _on_demand(offers: list[Offer]) -> dict[str, float]:
    # The lowest price on demand of each seller and card: a spot price above it is a mistake in the list.
    lowest: dict[str, float] = {}
    for offer in offers:
        if offer.tier is Tier.ON_DEMAND and offer.price_per_gpu_hour is not None:
            seller = _seller(offer)
            lowest[seller] = min(lowest.get(seller, offer.price_per_gpu_hour), offer.price_per_gpu_hour)
    return lowest


def _seller(offer: Offer) -> str:
    return f"{offer.provider}/{offer.gpu}/{offer.currency}"
