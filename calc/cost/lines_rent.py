"""Lines of the rent bill (docs/ledger.md §3), and the same bill while a purchase is on its way (§4)."""

from dataclasses import replace

from calc.choices import Branch, GapMode, RentMode, StorageBilling
from calc.cost.billing import (
    billing_factor,
    gross_up,
    idle_share,
    months_with_work,
    rented_gpu_hours,
    waves_with_work,
)
from calc.cost.contracts import (
    contracted_gpus,
    exit_gpu_months,
    exit_locked_gpu_hours,
    locked_gpu_hours,
    needed_gpus,
    overflow_gpu_hours,
    overflow_of_needed_gpu_hours,
)
from calc.cost.fleet import rented_shortfall_gpu_hours
from calc.cost.flows import START
from calc.cost.growth import rent_price_factor, wage_kzt
from calc.cost.line import Line, LineId, Money, Vat
from calc.cost.windows import at_horizon, gap_months, service_months

_HOURLY = (("rent.mode", (RentMode.HOURLY,)),)
_MONTHLY = (("rent.mode", (RentMode.MONTHLY,)),)
_ONE_YEAR = (("rent.mode", (RentMode.COMMITTED_1Y,)),)
_THREE_YEARS = (("rent.mode", (RentMode.COMMITTED_3Y,)),)
_CONTRACTS = (("rent.mode", (RentMode.MONTHLY, RentMode.COMMITTED_1Y, RentMode.COMMITTED_3Y)),)

_hours = Line(
    LineId.RENT_COMPUTE,
    Branch.RENT,
    (rented_gpu_hours, billing_factor, rent_price_factor),
    ("rent.hourly_rate",),
    Money.RENT,
    vat=Vat.RENTAL,
    when=_HOURLY,
)
_months = replace(
    _hours,
    quantities=(contracted_gpus, rent_price_factor),
    prices=("rent.monthly_rate",),
    timing=START,
    when=_MONTHLY,
)
_one_year = replace(_months, quantities=(locked_gpu_hours,), prices=("rent.committed_1y_rate",), when=_ONE_YEAR)
_three_years = replace(_one_year, prices=("rent.committed_3y_rate",), when=_THREE_YEARS)
_overflow = replace(_hours, quantities=(overflow_gpu_hours, rent_price_factor), when=_CONTRACTS)

_extras = (
    replace(
        _hours,
        id=LineId.RENT_SETUP,
        quantities=(waves_with_work,),
        prices=("rent.setup_fee",),
        timing=START,
        when=(),
    ),
    replace(
        _hours,
        id=LineId.RENT_STORAGE,
        quantities=(),
        prices=("rent.storage_gb", "rent.storage_rate"),
        when=(("rent.storage_billing", (StorageBilling.ALWAYS,)),),
    ),
    replace(
        _hours,
        id=LineId.RENT_STORAGE,
        quantities=(idle_share,),
        prices=("rent.storage_gb", "rent.storage_rate"),
        when=(("rent.storage_billing", (StorageBilling.IDLE,)),),
    ),
    replace(
        _hours,
        id=LineId.RENT_EGRESS,
        quantities=(months_with_work,),
        prices=("rent.egress_gb_per_month", "rent.egress_rate"),
        when=(),
    ),
)


def _supported(lines: tuple[Line, ...], name: LineId) -> tuple[Line, ...]:
    # Support is a share of each line, at that line's own timing.
    return tuple(replace(line, id=name, prices=(*line.prices, "rent.support_share")) for line in lines)


def _withheld(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    # The provider's tax on each line. The rate stands first: where it is 0 nothing else is reckoned.
    return tuple(
        replace(
            line,
            id=LineId.RENT_WITHHOLDING,
            quantities=(*line.quantities, gross_up),
            prices=("rent.withholding_rate", *line.prices),
        )
        for line in lines
    )


_billed = (_hours, _months, _one_year, _three_years, _overflow, *_extras)

_exit_monthly = replace(
    _months,
    id=LineId.RENT_EXIT,
    quantities=(exit_gpu_months, rent_price_factor),
    prices=("rent.monthly_rate", "rent.exit_share"),
    timing=_hours.timing,
    window=at_horizon,
    vat=Vat.NONE,
)
_exit_one_year = replace(
    _exit_monthly,
    quantities=(exit_locked_gpu_hours,),
    prices=("rent.committed_1y_rate", "rent.exit_share"),
    when=_ONE_YEAR,
)
_exit_three_years = replace(_exit_one_year, prices=("rent.committed_3y_rate", "rent.exit_share"), when=_THREE_YEARS)

_bill = (*_billed, *_supported(_billed, LineId.RENT_SUPPORT))

RENT_LINES: tuple[Line, ...] = (
    *_bill,
    *_withheld(_bill),
    _exit_monthly,
    _exit_one_year,
    _exit_three_years,
    Line(LineId.STAFF, Branch.RENT, (wage_kzt,), ("rent.staff_fte",)),
)
"""Every record of the rent branch."""


def _in_gap(line: Line, *modes: GapMode) -> Line:
    kept = tuple(condition for condition in line.when if condition[0] != "rent.mode")
    return replace(
        line,
        id=LineId.GAP_RENT,
        branch=Branch.BUY,
        window=gap_months,
        when=(*kept, ("buy.gap_mode", modes)),
    )


_gap = (
    _in_gap(_hours, GapMode.HOURLY),
    _in_gap(replace(_months, quantities=(needed_gpus, rent_price_factor)), GapMode.MONTHLY),
    _in_gap(replace(_overflow, quantities=(overflow_of_needed_gpu_hours, rent_price_factor)), GapMode.MONTHLY),
    *(_in_gap(line, GapMode.HOURLY, GapMode.MONTHLY) for line in _extras),
)

_shortfall = replace(
    _hours,
    id=LineId.SHORTFALL_RENT,
    branch=Branch.BUY,
    quantities=(rented_shortfall_gpu_hours, billing_factor, rent_price_factor),
    window=service_months,
    when=(),
)

_bridging = (
    *_gap,
    *_supported(_gap, LineId.GAP_RENT),
    _shortfall,
    *_supported((_shortfall,), LineId.SHORTFALL_RENT),
)

BRIDGING_LINES: tuple[Line, ...] = (*_bridging, *_withheld(_bridging))
"""What the buyer rents: the whole bill until the delivery, and what the owned GPUs cannot do."""
