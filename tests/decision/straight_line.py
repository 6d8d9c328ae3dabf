"""The straight line of vendor studies as a plan: one dollar a tenge, no tax, no VAT, no discounting.

Cost per hour of owning is one kilowatt at that tariff.
"""

from tests.decision.plans import plan

IN_TENGE = {"currency": "KZT"}


def straight(demand=None, rent=None, buy=None, site=None, finance=None):
    plain = {"usd_kzt": 1, "discount_rate_per_year": 0, "vat_rate": 0, "cit_rate": 0, "horizon_months": 60}
    return plan(
        demand={"gpus": 1, "utilization": 1, **(demand or {})},
        rent={**IN_TENGE, "vat_mode": "none", **(rent or {})},
        buy={**IN_TENGE, "gpus_per_node": 1, "node_price": 0, **(buy or {})},
        site={"pue": 1, "tariff_kzt_per_kwh": 0, "idle_kw_per_node": 0, "active_kw_per_node": 1, **(site or {})},
        finance={**plain, **(finance or {})},
    )
