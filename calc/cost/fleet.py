"""Owned nodes: how many, which fleet serves in a month, what its goods cost (docs/ledger.md §2, §4)."""

import numpy as np

from calc.choices import Currency
from calc.cost.case import Case
from calc.cost.exchange import own_hours_ratio, rent_hours_ratio
from calc.demand.overlap import month_hours
from calc.inputs import Array, ceiling, growth, is_zero


def peak_gpus(case: Case) -> Array:
    """GPUs of the demand's highest hour [GPU]."""
    return case.levels.peak_gpus(case.horizon)


def nodes(case: Case) -> Array:
    """Owned nodes: as stated, or the fewest that hold the peak [node]."""
    stated = case["buy.nodes"]
    if stated.ndim == 0 and stated > 0:
        return stated
    fewest = ceiling(case.of(peak_gpus) / case["buy.gpus_per_node"])
    return np.where(stated > 0, stated, fewest)


def owned_gpus(case: Case) -> Array:
    """Q = nodes x GPUs of a node [GPU]."""
    return case.of(nodes) * case["buy.gpus_per_node"]


def own_gpu_hours(case: Case) -> Array:
    """Hours the owned GPUs would work in each month, were they in service [GPU-h]."""
    working = case["buy.availability"] * case.of(owned_gpus)
    within = case.levels.gpu_hours_within(working)
    ratio = case.of(own_hours_ratio)
    if ratio.ndim == 0 and ratio == 1.0:
        return within
    most = working * month_hours(case.months)
    return np.minimum(within * ratio, most)


def own_work_gpu_hours(case: Case) -> Array:
    """The demanded hours that is worth: less on a slower GPU, more on a faster one [GPU-h]."""
    return case.of(own_gpu_hours) / case.of(own_hours_ratio)


def shortfall_gpu_hours(case: Case) -> Array:
    """Demanded hours the owned GPUs cannot do [GPU-h]."""
    return case.levels.gpu_hours - case.of(own_work_gpu_hours)


def rented_shortfall_gpu_hours(case: Case) -> Array:
    """Hours of the rented GPU that do them [GPU-h]."""
    return case.of(shortfall_gpu_hours) * case.of(rent_hours_ratio)


def delivery_month(case: Case) -> Array:
    """Month at whose end the fleet that serves in month t was delivered; the first one before that [month]."""
    every = case["buy.refresh_every_months"]
    if is_zero(every):
        return case.lead
    whole = np.where(every > 0, every, np.inf)
    generation = np.maximum(0.0, np.floor((case.month - 1.0 - case.lead) / whole))
    delivered: Array = case.lead + np.where(every > 0, every, 0.0) * generation
    return delivered


def age_months(case: Case) -> Array:
    """Months in service of the fleet, 1 in its first month [month]."""
    return case.month - case.of(delivery_month)


def months_out_of_warranty(case: Case) -> Array:
    """1 in months whose fleet is older than its warranty."""
    out: Array = (case.of(age_months) > case["buy.warranty_months"]).astype(np.float64)
    return out


def fleet_price(case: Case) -> Array:
    """Price of the nodes of the fleet that serves in month t, in the quote's currency [cur]."""
    price = case.of(nodes) * case["buy.node_price"]
    rate = case["buy.node_price_growth_per_year"]
    if is_zero(rate) or is_zero(case["buy.refresh_every_months"]):
        return price
    delivered = case.of(delivery_month)
    return price * np.where(delivered > case.lead, growth(rate, delivered), 1.0)


def first_goods(case: Case) -> Array:
    """Goods of the first fleet: nodes with spares, and the network [cur]."""
    price = case.of(nodes) * case["buy.node_price"]
    return price * (1.0 + case["buy.spares_share"]) + case["buy.network_price"]


def first_goods_balance(case: Case) -> Array:
    """Goods of the first fleet less deposit and retention [cur]."""
    return case.of(first_goods) * (1.0 - case["buy.deposit_share"] - case["buy.retention_share"])


def refresh_goods(case: Case) -> Array:
    """Goods of a fleet delivered as a refresh at the end of month t, without network [cur]."""
    price = case.of(nodes) * case["buy.node_price"] * (1.0 + case["buy.spares_share"])
    return price * growth(case["buy.node_price_growth_per_year"], case.month)


def goods_in_service(case: Case) -> Array:
    """Goods of the fleet that serves in month t [cur]."""
    if is_zero(case["buy.refresh_every_months"]):
        return case.of(first_goods)
    first = case.of(delivery_month) <= case.lead
    later = case.of(fleet_price) * (1.0 + case["buy.spares_share"])
    return np.where(first, case.of(first_goods), later)


def goods_in_service_kzt(case: Case) -> Array:
    """The same in tenge at the rate of their delivery [KZT]."""
    return case.of(goods_in_service) * case.of(quote_rate_at_delivery)


def quote_rate_at_delivery(case: Case) -> Array:
    """KZT for one unit of the quote's currency when the fleet that serves in month t was delivered."""
    if case.choice("buy.currency") is Currency.KZT:
        return np.ones(())
    return case["finance.usd_kzt"] * growth(case["finance.usd_kzt_drift_per_year"], case.of(delivery_month))


def quote_rate_at_first_delivery(case: Case) -> Array:
    """The same for the first fleet, FXq(L)."""
    if case.choice("buy.currency") is Currency.KZT:
        return np.ones(())
    return case["finance.usd_kzt"] * growth(case["finance.usd_kzt_drift_per_year"], case.lead)


def freight_factor(case: Case) -> Array:
    """1 + freight: goods delivered to the border [-]."""
    return 1.0 + case["buy.freight_share"]


def landed_factor(case: Case) -> Array:
    """Goods + freight + duty, per unit of goods [-]."""
    return case.of(freight_factor) * (1.0 + case["buy.duty_share"])


def installed_factor(case: Case) -> Array:
    """Goods + freight + duty + installation, per unit of goods [-]."""
    return case.of(landed_factor) + case["buy.installation_share"]


def delivered_cost_kzt(case: Case) -> Array:
    """Goods to contingency of the first fleet at FXq(L), what a loan is a share of [KZT]."""
    factor = case.of(installed_factor) * (1.0 + case["buy.contingency_share"])
    return case.of(first_goods) * factor * case.of(quote_rate_at_first_delivery)


def leased_cost_kzt(case: Case) -> Array:
    """C: goods + freight + duty of the first fleet at FXq(L) [KZT]."""
    return case.of(first_goods) * case.of(landed_factor) * case.of(quote_rate_at_first_delivery)
