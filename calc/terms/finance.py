"""Horizon, currency, tax and funding (money ledger §7 to §9)."""

from typing import Annotated

from pydantic import Field

from calc.choices import Currency, Depreciation, Funding, LeaseTiming, RateKind, Repayment, TaxPayment, TaxPosition
from calc.quantity import Number, Terms, Whole, quantity


class Finance(Terms):
    """Horizon, currency, tax and funding (money ledger §7 to §9)."""

    horizon_months: Whole = quantity(36, "month", ge=1, le=240)
    currency: Currency = quantity(Currency.KZT, "-")
    discount_rate_per_year: Number = quantity(0.2, "1/year", ge=-0.5, le=5)
    usd_kzt: Number = quantity(444, "KZT/USD", gt=0, le=1e6)
    usd_kzt_drift_per_year: Number = quantity(0, "1/year", ge=-0.9, le=10)
    vat_rate: Number = quantity(0.16, "share", ge=0, le=1)
    vat_recoverable_share: Number = quantity(1, "share", ge=0, le=1)
    vat_recovery_months_capex: Whole = quantity(3, "month", ge=0, le=60)
    vat_recovery_months_opex: Whole = quantity(1, "month", ge=0, le=60)
    vat_offset_penalty_rate_per_year: Number = quantity(
        0.2125, "1/year", ge=0, le=5, source="docs/ledger.md §15: 1.25 x base rate of 17 % (assumption)"
    )
    """Simple yearly rate of the penalty on import VAT that was offset and falls due at an early sale."""
    cit_rate: Number = quantity(0.2, "share", ge=0, le=0.9)
    tax_position: TaxPosition = quantity(TaxPosition.TAXABLE, "-")
    income_kzt_per_year: Number = quantity(0, "KZT/year", ge=0, le=1e15)
    loss_carry_years: Whole = quantity(10, "year", ge=0, le=30)
    tax_payment: TaxPayment = quantity(TaxPayment.YEAR_END, "-")
    first_tax_year_months: Whole = quantity(12, "month", ge=1, le=12)
    depreciation: Depreciation = quantity(Depreciation.DECLINING, "-")
    depreciation_rate_per_year: Number = quantity(0.4, "1/year", ge=0, le=1)
    funding: Funding = quantity(Funding.CASH, "-")
    repayment: Repayment = quantity(Repayment.ANNUITY, "-")
    loan_share: Number = quantity(0.7, "share of delivered cost", ge=0, le=1)
    loan_rate_per_year: Number = quantity(0.22, "1/year", ge=0, le=5)
    loan_rate_kind: RateKind = quantity(RateKind.NOMINAL, "-")
    loan_months: Whole = quantity(36, "month", ge=1, le=240)
    lease_advance_share: Number = quantity(0.2, "share of leased cost", ge=0, le=1)
    lease_rate_per_year: Number = quantity(0.24, "1/year", ge=0, le=5)
    lease_rate_kind: RateKind = quantity(RateKind.NOMINAL, "-")
    lease_months: Whole = quantity(36, "month", ge=1, le=240)
    lease_timing: LeaseTiming = quantity(LeaseTiming.END, "-")
    lease_buyout_share: Number = quantity(0, "share of leased cost", ge=0, le=1)
    start: Annotated[str, Field(pattern=r"^(\d{4}-(0[1-9]|1[0-2]))?$")] = quantity(
        "", "YYYY-MM", source="docs/design.md"
    )
    """Calendar month of month 1; it fills ``first_tax_year_months``. Empty: not placed in the calendar."""
    as_of: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")] = quantity(
        "2026-11-30", "YYYY-MM-DD", source="docs/design.md"
    )
    """The only "today" of the reckoning; prices are aged against it."""
