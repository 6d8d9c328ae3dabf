"""Random valid plans: every choice, and numbers that switch every line on."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from calc.choices import (
    ColoMode,
    Currency,
    Depreciation,
    Funding,
    GapMode,
    LeaseTiming,
    Purchase,
    RateKind,
    RentMode,
    Repayment,
    ResidualKind,
    SiteKind,
    StorageBilling,
    TariffGrowth,
    TaxPayment,
    TaxPosition,
    VatMode,
)
from calc.plan import Plan
from tests.decision.plans import plan

CONSTANT = {"kind": "constant", "gpus": 11, "utilization": 0.7}
WAVES = {"kind": "waves", "gpus": 14, "base_gpus": 3, "hours_per_week": 120, "weeks_off": 5, "first_week": 2}
PROFILE = {"kind": "profile", "gpus": 9, "monthly_gpu_hours": [5000, 0, 3100, 6570]}

NUMBERS: dict[str, tuple[float, float]] = {
    "demand.scale": (0.2, 1.6),
    "demand.growth_per_year": (-0.3, 0.4),
    "rent.hourly_rate": (1, 5),
    "rent.monthly_rate": (900, 2500),
    "rent.committed_1y_rate": (1, 4),
    "rent.committed_3y_rate": (1, 4),
    "rent.job_minutes": (100, 900),
    "rent.start_minutes": (0, 30),
    "rent.minimum_minutes": (0, 200),
    "rent.billing_step_minutes": (1, 60),
    "rent.exit_share": (0, 1),
    "rent.setup_fee": (0, 900),
    "rent.storage_gb": (100, 9000),
    "rent.storage_rate": (0.01, 0.1),
    "rent.egress_gb_per_month": (10, 900),
    "rent.egress_rate": (0.01, 0.1),
    "rent.support_share": (0, 0.1),
    "rent.goodput": (0.8, 1),
    "rent.price_growth_per_year": (-0.3, 0.3),
    "rent.staff_fte": (0, 1),
    "rent.withholding_rate": (0, 0.2),
    "buy.node_price": (1e5, 4e5),
    "buy.node_price_growth_per_year": (-0.2, 0.2),
    "buy.network_price": (0, 3e4),
    "buy.spares_share": (0, 0.1),
    "buy.freight_share": (0, 0.1),
    "buy.duty_share": (0, 0.1),
    "buy.installation_share": (0, 0.1),
    "buy.contingency_share": (0, 0.1),
    "buy.deposit_share": (0, 0.5),
    "buy.retention_share": (0, 0.5),
    "buy.availability": (0.8, 1),
    "buy.maintenance_share_per_year": (0, 0.1),
    "buy.failures_per_gpu_year": (0, 0.2),
    "buy.repair_usd_per_failure": (1e3, 1e4),
    "buy.staff_fte": (0, 1),
    "buy.staff_kzt_per_fte_month": (5e5, 2e6),
    "buy.staff_on_cost_share": (0, 0.2),
    "buy.staff_growth_per_year": (-0.1, 0.3),
    "buy.licence_usd_per_gpu_year": (0, 900),
    "buy.insurance_share_per_year": (0, 0.02),
    "buy.residual_rate_per_year": (0.1, 0.6),
    "buy.residual_scale": (0.5, 1.5),
    "buy.generation_drop_share": (0, 0.4),
    "buy.selling_cost_share": (0, 0.1),
    "site.idle_kw_per_node": (1, 3),
    "site.active_kw_per_node": (4, 9),
    "site.pue": (1, 2),
    "site.tariff_kzt_per_kwh": (20, 60),
    "site.tariff_growth_per_year": (0, 0.3),
    "site.fee_growth_per_year": (0, 0.3),
    "site.room_capex_kzt": (0, 3e7),
    "site.room_depreciation_rate_per_year": (0.1, 0.5),
    "site.room_rent_kzt_per_month": (0, 5e5),
    "site.colo_rate": (1e3, 1e5),
    "site.committed_kw": (0, 40),
    "site.power_rate_per_kw_month": (1e3, 3e4),
    "site.colo_setup": (0, 1e6),
    "site.colo_extra_per_month": (0, 1e5),
    "site.colo_exit_share": (0, 1),
    "finance.discount_rate_per_year": (0, 0.4),
    "finance.usd_kzt": (300, 700),
    "finance.usd_kzt_drift_per_year": (-0.1, 0.3),
    "finance.vat_rate": (0, 0.3),
    "finance.vat_recoverable_share": (0, 1),
    "finance.vat_offset_penalty_rate_per_year": (0, 0.4),
    "finance.cit_rate": (0, 0.4),
    "finance.income_kzt_per_year": (0, 2e8),
    "finance.depreciation_rate_per_year": (0.1, 0.6),
    "finance.loan_share": (0, 1),
    "finance.loan_rate_per_year": (0, 0.4),
    "finance.lease_advance_share": (0, 0.5),
    "finance.lease_rate_per_year": (0, 0.4),
    "finance.lease_buyout_share": (0, 0.5),
}
"""Ranges of the fields that are any number."""

WHOLE: dict[str, tuple[int, int]] = {
    "demand.gpus": (9, 30),
    "rent.minimum_term_months": (1, 9),
    "buy.nodes": (0, 3),
    "buy.gpus_per_node": (2, 8),
    "buy.retention_months": (0, 60),
    "buy.lead_months": (0, 8),
    "buy.warranty_months": (0, 40),
    "buy.residual_life_months": (12, 60),
    "buy.generation_month": (0, 40),
    "buy.refresh_every_months": (0, 30),
    "site.tariff_step_month": (1, 24),
    "site.rack_units_per_node": (1, 8),
    "site.nodes_per_rack": (1, 4),
    "site.colo_term_months": (0, 60),
    "finance.horizon_months": (9, 70),
    "finance.vat_recovery_months_capex": (0, 8),
    "finance.vat_recovery_months_opex": (0, 8),
    "finance.loss_carry_years": (0, 4),
    "finance.first_tax_year_months": (1, 12),
    "finance.loan_months": (1, 70),
    "finance.lease_months": (1, 70),
}
"""Ranges of the fields that are whole numbers."""

CHOICES: dict[str, type] = {
    "rent.mode": RentMode,
    "rent.currency": Currency,
    "rent.vat_mode": VatMode,
    "rent.storage_billing": StorageBilling,
    "buy.currency": Currency,
    "buy.purchase": Purchase,
    "buy.gap_mode": GapMode,
    "buy.residual_kind": ResidualKind,
    "site.kind": SiteKind,
    "site.tariff_growth_kind": TariffGrowth,
    "site.colo_mode": ColoMode,
    "site.colo_currency": Currency,
    "finance.currency": Currency,
    "finance.tax_position": TaxPosition,
    "finance.tax_payment": TaxPayment,
    "finance.depreciation": Depreciation,
    "finance.funding": Funding,
    "finance.repayment": Repayment,
    "finance.loan_rate_kind": RateKind,
    "finance.lease_rate_kind": RateKind,
    "finance.lease_timing": LeaseTiming,
}


def legal(fields: dict[str, Any]) -> dict[str, Any]:
    """A lease longer than the fleet is refused; such a draw keeps its first fleet."""
    if (
        fields["finance.funding"] is Funding.LEASE
        and fields["buy.refresh_every_months"] < fields["finance.lease_months"]
    ):
        return {**fields, "buy.refresh_every_months": 0}
    return fields


def build(fields: dict[str, Any], demand: dict[str, Any]) -> Plan:
    """A plan from dotted fields over one of the demands."""
    parts: dict[str, dict[str, Any]] = {"demand": dict(demand)}
    for name, value in fields.items():
        part, field = name.split(".")
        parts.setdefault(part, {})[field] = value
    return plan(parts)


def draw_numbers(random: np.random.Generator) -> dict[str, Any]:
    """One random value for every number."""
    found: dict[str, Any] = {name: float(random.uniform(*ends)) for name, ends in NUMBERS.items()}
    found.update({name: int(random.integers(low, high + 1)) for name, (low, high) in WHOLE.items()})
    return found


@st.composite
def fields(draw: st.DrawFn) -> dict[str, Any]:
    """Dotted fields of a random plan."""
    found: dict[str, Any] = {name: draw(st.sampled_from(list(choice))) for name, choice in CHOICES.items()}
    numbers = draw_numbers(np.random.default_rng(draw(st.integers(0, 2**32 - 1))))
    # Zeros are where a record is left out; they must not be rare.
    for name in draw(st.sets(st.sampled_from(sorted(NUMBERS)), max_size=8)):
        if NUMBERS[name][0] == 0:
            numbers[name] = 0.0
    return legal({**found, **numbers})


demands = st.sampled_from([CONSTANT, WAVES, PROFILE])
plans = st.builds(build, fields(), demands)
