"""Terms the GPUs can be rented on (money ledger §3)."""

from typing import Annotated

from pydantic import Field

from calc.choices import Currency, RentMode, StorageBilling, VatMode
from calc.quantity import Flag, Number, Terms, Whole, quantity


class Rent(Terms):
    """Terms the GPUs can be rented on (money ledger §3)."""

    mode: RentMode = quantity(RentMode.HOURLY, "-")
    currency: Currency = quantity(Currency.USD, "-")
    hourly_rate: Number = quantity(3.5, "cur/GPU-h", ge=0, le=1e9)
    monthly_rate: Number = quantity(1900, "cur/GPU-month", ge=0, le=1e9)
    committed_1y_rate: Number = quantity(2.6, "cur/GPU-h", ge=0, le=1e9)
    committed_3y_rate: Number = quantity(2.1, "cur/GPU-h", ge=0, le=1e9)
    vat_mode: VatMode = quantity(VatMode.ADDED, "-")
    billing_step_minutes: Number = quantity(1, "min", gt=0, le=43800)
    job_minutes: Number = quantity(0, "min", ge=0, le=1e6)
    start_minutes: Number = quantity(0, "min", ge=0, le=1440)
    minimum_minutes: Number = quantity(0, "min", ge=0, le=43800)
    minimum_term_months: Whole = quantity(1, "month", ge=1, le=60)
    exit_share: Number = quantity(1, "share", ge=0, le=1)
    setup_fee: Number = quantity(0, "cur/wave", ge=0, le=1e12)
    storage_gb: Number = quantity(0, "GB", ge=0, le=1e9)
    storage_rate: Number = quantity(0, "cur/GB-month", ge=0, le=1e6)
    storage_billing: StorageBilling = quantity(StorageBilling.ALWAYS, "-")
    egress_gb_per_month: Number = quantity(0, "GB", ge=0, le=1e9)
    egress_rate: Number = quantity(0, "cur/GB", ge=0, le=1e6)
    support_share: Number = quantity(0, "share", ge=0, le=1)
    goodput: Number = quantity(1, "share", gt=0, le=1)
    monthly_offered: Flag = quantity(False, "-", source="docs/mixed_plan.md")
    """Whether the mixed plan may rent by the month at ``monthly_rate``, besides the tariff in force."""
    committed_1y_offered: Flag = quantity(False, "-", source="docs/mixed_plan.md")
    """The same for one-year commitments at ``committed_1y_rate``."""
    committed_3y_offered: Flag = quantity(False, "-", source="docs/mixed_plan.md")
    """The same for three-year commitments at ``committed_3y_rate``."""
    price_growth_per_year: Number = quantity(0, "1/year", ge=-0.9, le=10)
    price_path: tuple[tuple[Annotated[Whole, Field(ge=1)], Annotated[Number, Field(ge=0)]], ...] = quantity(
        (), "[month, multiplier]"
    )
    staff_fte: Number = quantity(0, "FTE", ge=0, le=1000)
    withholding_rate: Number = quantity(0, "share", ge=0, le=0.5, source="docs/ledger.md §15")
    """Income tax of a foreign provider that the payer bears on top of the price (gross-up)."""
