"""Many offers at once: each reckoned through the whole ledger for this demand, the cheapest allowed one found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from calc.cost import ledger
from calc.cost.flows import Array
from calc.decision.evaluate import saving
from calc.decision.quantities import RENT_RATE_FIELDS
from calc.decision.value import cost_per_used_gpu_hour, present_value
from calc.plan import Plan
from calc.terms import Rent


class Exclusion(StrEnum):
    """Why an offer is not to be taken, in the order it is looked at."""

    NO_PUBLIC_PRICE = "no_public_price"
    PERSONAL_DATA_ABROAD = "personal_data_abroad"
    """Art. 12(2) of the Law on Personal Data No. 94-V: personal data of citizens stay in Kazakhstan."""
    POLICY_ABROAD = "policy_abroad"
    NOT_IN_TENGE = "not_in_tenge"
    PAST_PRICE = "past_price"
    TERM_NOT_STATED = "term_not_stated"
    SPOT_NOT_CHEAPER = "spot_not_cheaper"
    INTERRUPTIBLE = "interruptible"
    CARD_ONLY = "card_only"
    AVERAGE_PRICE = "average_price"
    SOLD_IN_LARGER_LOTS = "sold_in_larger_lots"
    OLD_PRICE = "old_price"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An offer as rent terms.

    Attributes
    ----------
    id
        Id of the offer.
    rent
        All rent terms under it; ``None`` where it has no price or says no term.
    excluded
        Why it may not be taken; empty for an allowed one.
    min_gpus
        Smallest number of GPUs it is sold in [GPU].
    """

    id: str
    rent: Rent | None
    excluded: tuple[Exclusion, ...] = ()
    min_gpus: int = 1


@dataclass(frozen=True, slots=True)
class OfferValue:
    """What renting on an offer costs; amounts are ``None`` where it cannot be reckoned.

    Attributes
    ----------
    id, excluded
        As in the candidate, with ``sold_in_larger_lots`` where the demand is smaller than a lot.
    present_cost
        Of renting [cur].
    cost_per_used_gpu_hour
        Levelised [cur/GPU-h]; ``None`` also without use.
    npv_of_buying
        Against this offer [cur].
    """

    id: str
    excluded: tuple[Exclusion, ...]
    present_cost: float | None
    cost_per_used_gpu_hour: float | None
    npv_of_buying: float | None


@dataclass(frozen=True, slots=True)
class OfferTable:
    """All offers, allowed ones first, the cheapest first among each.

    Attributes
    ----------
    cheapest
        The cheapest allowed offer; ``None`` where none is.
    """

    offers: tuple[OfferValue, ...]
    cheapest: OfferValue | None


def weigh_offers(plan: Plan, candidates: Sequence[Candidate]) -> OfferTable:
    """Reckon every offer for the demand of a plan.

    Offers that differ only in their rate are one batch of the ledger; tariff, currency and VAT are choices
    and make a batch of their own. An offer in dollars follows the currency path, one in tenge does not.

    Parameters
    ----------
    plan
        The plan; its rent terms are replaced by those of each offer.
    candidates
        Offers of one card.
    """
    values: dict[str, OfferValue] = {}
    for terms, group in _groups(candidates).items():
        values |= _reckoned(plan, terms, group)
    for candidate in candidates:
        if candidate.rent is None:
            values[candidate.id] = OfferValue(candidate.id, candidate.excluded, None, None, None)
    ordered = sorted(values.values(), key=_place)
    cheapest = next((one for one in ordered if not one.excluded), None)
    return OfferTable(tuple(ordered), cheapest)


def _place(value: OfferValue) -> tuple[bool, float, str]:
    cost = float("inf") if value.present_cost is None else value.present_cost
    return bool(value.excluded), cost, value.id


def _groups(candidates: Sequence[Candidate]) -> Mapping[Rent, list[Candidate]]:
    # Terms with the rate in force taken out are alike for all offers of a batch.
    groups: dict[Rent, list[Candidate]] = {}
    for candidate in candidates:
        if candidate.rent is not None:
            alike = candidate.rent.model_copy(update={RENT_RATE_FIELDS[candidate.rent.mode]: 0.0})
            groups.setdefault(alike, []).append(candidate)
    return groups


def _reckoned(plan: Plan, terms: Rent, group: Sequence[Candidate]) -> dict[str, OfferValue]:
    field = RENT_RATE_FIELDS[terms.mode]
    rates = np.array([float(getattr(candidate.rent, field)) for candidate in group])
    moved = Plan(plan.jobs, terms, plan.buy, plan.site, plan.finance)
    overrides: dict[str, Any] = {f"rent.{field}": rates}
    result = ledger(moved, **overrides)
    rate = result.discount_rate_per_year
    costs = present_value(result.rent.cash, rate)
    per_hour = cost_per_used_gpu_hour(costs, result.rent.used_gpu_hours, rate)
    savings = present_value(saving(result), rate)
    peak = float(np.max(result.peak_gpus))
    return {
        candidate.id: OfferValue(
            id=candidate.id,
            excluded=_excluded(candidate, peak),
            present_cost=float(costs[k]),
            cost_per_used_gpu_hour=_number(per_hour[k]),
            npv_of_buying=float(savings[k]),
        )
        for k, candidate in enumerate(group)
    }


def _excluded(candidate: Candidate, peak_gpus: float) -> tuple[Exclusion, ...]:
    if candidate.min_gpus <= peak_gpus:
        return candidate.excluded
    return (*candidate.excluded, Exclusion.SOLD_IN_LARGER_LOTS)


def _number(value: Array) -> float | None:
    return None if np.isnan(value) else float(value)
