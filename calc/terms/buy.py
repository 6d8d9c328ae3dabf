"""Terms the servers can be bought and kept on (money ledger §4 to §6)."""

from typing import Annotated

from pydantic import Field

from calc.choices import Currency, GapMode, Purchase, ResidualKind
from calc.quantity import Number, Terms, Whole, quantity


class Buy(Terms):
    """Terms the servers can be bought and kept on (money ledger §4 to §6)."""

    nodes: Whole = quantity(0, "node", ge=0, le=10000)
    gpus_per_node: Whole = quantity(8, "GPU", ge=1, le=1024)
    currency: Currency = quantity(Currency.USD, "-")
    node_price: Number = quantity(300000, "cur", ge=0, le=1e12)
    node_price_growth_per_year: Number = quantity(0, "1/year", ge=-0.9, le=10)
    network_price: Number = quantity(0, "cur", ge=0, le=1e12)
    spares_share: Number = quantity(0, "share of nodes", ge=0, le=1)
    freight_share: Number = quantity(0, "share of goods", ge=0, le=1)
    duty_share: Number = quantity(0, "share of goods + freight", ge=0, le=1)
    installation_share: Number = quantity(0, "share of goods", ge=0, le=1)
    contingency_share: Number = quantity(0, "share of delivered cost", ge=0, le=1)
    purchase: Purchase = quantity(Purchase.IMPORT, "-")
    deposit_share: Number = quantity(0, "share", ge=0, le=1)
    retention_share: Number = quantity(0, "share", ge=0, le=1)
    retention_months: Whole = quantity(0, "month", ge=0, le=60)
    lead_months: Whole = quantity(0, "month", ge=0, le=239)
    gap_mode: GapMode = quantity(GapMode.HOURLY, "-")
    availability: Number = quantity(1, "share", gt=0, le=1)
    warranty_months: Whole = quantity(36, "month", ge=0, le=240)
    maintenance_share_per_year: Number = quantity(0, "share of goods / year", ge=0, le=1)
    failures_per_gpu_year: Number = quantity(0, "1/GPU-year", ge=0, le=10)
    repair_usd_per_failure: Number = quantity(0, "USD", ge=0, le=1e7)
    staff_fte: Number = quantity(0, "FTE", ge=0, le=1000)
    staff_kzt_per_fte_month: Number = quantity(0, "KZT", ge=0, le=1e9)
    staff_on_cost_share: Number = quantity(0, "share", ge=0, le=2)
    staff_growth_per_year: Number = quantity(0, "1/year", ge=-0.9, le=10)
    licence_usd_per_gpu_year: Number = quantity(0, "USD", ge=0, le=1e6)
    insurance_share_per_year: Number = quantity(0, "share of goods / year", ge=0, le=1)
    residual_kind: ResidualKind = quantity(ResidualKind.NONE, "-")
    residual_points: tuple[tuple[Annotated[Whole, Field(ge=1)], Annotated[Number, Field(gt=0, le=2)]], ...] = quantity(
        ((12, 0.65), (24, 0.45), (36, 0.3)), "[age month, share]"
    )
    residual_life_months: Whole = quantity(60, "month", ge=1, le=240)
    residual_rate_per_year: Number = quantity(0.35, "1/year", ge=0, le=0.99)
    residual_scale: Number = quantity(1, "x", ge=0, le=10)
    generation_month: Whole = quantity(0, "month", ge=0, le=240)
    generation_drop_share: Number = quantity(0, "share", ge=0, le=1)
    selling_cost_share: Number = quantity(0, "share of sale", ge=0, le=1)
    refresh_every_months: Whole = quantity(0, "month", ge=0, le=240)
