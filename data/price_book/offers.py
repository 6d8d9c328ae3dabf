"""The price book of one card: offers in tenge, without VAT, with their age, cheapest first."""

from dataclasses import dataclass

from calc.choices import Currency, VatMode
from data.catalogue import Covers, Edition, Offer, OfferVat, Tier


@dataclass(frozen=True, slots=True)
class PricedOffer:
    """One offer as of one day at one rate.

    Attributes
    ----------
    offer
        The fact.
    listed_kzt_per_gpu_hour
        As listed, VAT inside it included [KZT/GPU-h].
    without_vat_kzt_per_gpu_hour
        Less any VAT inside; ``None`` where the source does not say whether there is one [KZT/GPU-h].
    cost_kzt_per_gpu_hour
        What the ledger reckons with before VAT of Kazakhstan: a foreign VAT is part of the price
        (docs/ledger.md §7) [KZT/GPU-h].
    vat_mode
        How the ledger treats VAT on it.
    age_days, old
        Age at ``as_of`` [day], ``None`` without a date; and whether it is, or may be, above 180 days.
    """

    offer: Offer
    listed_kzt_per_gpu_hour: float
    without_vat_kzt_per_gpu_hour: float | None
    cost_kzt_per_gpu_hour: float
    vat_mode: VatMode
    age_days: int | None
    old: bool

    @property
    def inside_kazakhstan(self) -> bool:
        """Whether the machines stand in Kazakhstan."""
        return self.offer.inside_kazakhstan


def vat_mode(offer: Offer) -> VatMode:
    """VAT mode of the rent part: only a VAT of Kazakhstan inside a price can be taken out again."""
    kazakh = offer.vat is OfferVat.INCLUDED and offer.inside_kazakhstan
    return VatMode.INCLUDED if kazakh else VatMode.ADDED


def price_offer(offer: Offer, *, usd_kzt: float, as_of: str) -> PricedOffer | None:
    """Price one offer in tenge; ``None`` where the provider has no public price.

    Parameters
    ----------
    usd_kzt
        Rate [KZT/USD].
    as_of
        Day the age is counted to, ``YYYY-MM-DD``.
    """
    if offer.price_per_gpu_hour is None:
        return None
    listed = offer.price_per_gpu_hour * (usd_kzt if offer.currency is Currency.USD else 1.0)
    stripped = None if offer.vat_rate is None else listed / (1 + offer.vat_rate * (offer.vat is OfferVat.INCLUDED))
    mode = vat_mode(offer)
    return PricedOffer(
        offer=offer,
        listed_kzt_per_gpu_hour=listed,
        without_vat_kzt_per_gpu_hour=stripped,
        cost_kzt_per_gpu_hour=listed if mode is VatMode.ADDED or stripped is None else stripped,
        vat_mode=mode,
        age_days=offer.provenance.age_days(as_of),
        old=offer.provenance.is_old(as_of),
    )


def offers_for(gpu: str, edition: Edition, *, usd_kzt: float, as_of: str) -> tuple[PricedOffer, ...]:
    """All priced offers of a card, past price levels included, the cheapest first.

    Parameters
    ----------
    gpu
        GPU id.
    usd_kzt, as_of
        As in :func:`price_offer`.

    Raises
    ------
    EsepError
        ``unknown_id`` for a card the edition does not hold.
    """
    card = edition.gpu(gpu)
    priced = (
        price_offer(offer, usd_kzt=usd_kzt, as_of=as_of) for offer in edition.offers.values() if offer.gpu == card.id
    )
    return tuple(sorted((one for one in priced if one is not None), key=lambda one: one.cost_kzt_per_gpu_hour))


def cheapest_offer(gpu: str, edition: Edition, *, usd_kzt: float, as_of: str) -> PricedOffer | None:
    """The cheapest current on-demand offer of a whole instance; ``None`` if every one is old or there is none."""
    return next((one for one in _on_demand(gpu, edition, usd_kzt=usd_kzt, as_of=as_of) if not one.old), None)


def listed_offer(gpu: str, edition: Edition, *, usd_kzt: float, as_of: str) -> PricedOffer | None:
    """The same, but an old price where there is no current one."""
    offers = _on_demand(gpu, edition, usd_kzt=usd_kzt, as_of=as_of)
    return min(offers, key=lambda one: one.old, default=None)


def _on_demand(gpu: str, edition: Edition, *, usd_kzt: float, as_of: str) -> list[PricedOffer]:
    return [
        one
        for one in offers_for(gpu, edition, usd_kzt=usd_kzt, as_of=as_of)
        if one.offer.tier is Tier.ON_DEMAND and one.offer.covers is Covers.INSTANCE
    ]


def searched_providers(edition: Edition) -> tuple[Offer, ...]:
    """Providers whose price was looked for and is not public."""
    return tuple(offer for offer in edition.offers.values() if offer.tier is Tier.SEARCHED)
