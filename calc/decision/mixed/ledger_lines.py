"""The ledger's records sorted by what a mixed plan drives them with.

The mixed plan has no records of its own: it evaluates those of rent and of buying with other drivers
(docs/ledger.md §3 to §6), so a line that is added to the ledger is added to the plan.
"""

from collections.abc import Callable
from typing import Any

from calc.cost.billing import rented_gpu_hours
from calc.cost.contracts import (
    contracted_gpus,
    exit_gpu_months,
    exit_locked_gpu_hours,
    locked_gpu_hours,
    overflow_gpu_hours,
)
from calc.cost.line import Line, LineId
from calc.cost.lines_capital import CAPITAL_LINES, FUNDING_LINES, OFFSET_LINES, SALE_LINES
from calc.cost.lines_rent import RENT_LINES
from calc.cost.lines_site import SITE_LINES

_CONTRACTS = (contracted_gpus, locked_gpu_hours, exit_gpu_months, exit_locked_gpu_hours)
_BY_FLEET = frozenset({LineId.INSURANCE, LineId.MAINTENANCE, LineId.REPAIRS, LineId.LICENCES})
_ONCE = frozenset({LineId.COLO_SETUP, LineId.COLO_EXIT})


def _driven_by(*quantities: Callable[..., Any]) -> tuple[Line, ...]:
    return tuple(line for line in RENT_LINES if any(quantity in line.quantities for quantity in quantities))


HOURLY_LINES = _driven_by(rented_gpu_hours)
"""Rent by the hour, with support and withheld tax."""
CONTRACT_LINES = _driven_by(*_CONTRACTS)
"""Rent by the month or by commitment, with support, withheld tax and exit."""
EXCESS_LINES = _driven_by(overflow_gpu_hours)
"""Hours beyond what contracts hold, billed without a step."""
RENT_STAFF_LINES = tuple(line for line in RENT_LINES if line.id is LineId.STAFF)
RENT_EXTRA_LINES = tuple(
    line for line in RENT_LINES if line not in (*HOURLY_LINES, *CONTRACT_LINES, *EXCESS_LINES, *RENT_STAFF_LINES)
)
"""Setup, storage and egress: the whole bill while nothing is owned, and in months that rent beside owned nodes."""
EGRESS_LINES = tuple(line for line in RENT_EXTRA_LINES if "rent.egress_rate" in line.prices)
"""The part of them that follows the share of the hours done on rented GPUs."""
KEPT_DATA_LINES = tuple(line for line in RENT_EXTRA_LINES if line not in EGRESS_LINES)
"""The part of them that a month of renting brings whole: setup and storage."""

FLEET_LINES = (
    *(line for line in (*CAPITAL_LINES, *OFFSET_LINES, *FUNDING_LINES) if line.id is not LineId.ROOM_CAPEX),
    *SALE_LINES,
    *(line for line in SITE_LINES if line.id in _BY_FLEET),
)
"""What every order brings: purchase, funding, care and sale."""
PLACE_MONTH_LINES = tuple(line for line in SITE_LINES if line.id not in _BY_FLEET | _ONCE)
"""Place, power and staff of all nodes in service, month by month."""
PLACE_ONCE_LINES = (
    *(line for line in CAPITAL_LINES if line.id is LineId.ROOM_CAPEX),
    *(line for line in SITE_LINES if line.id in _ONCE),
)
"""Room, set-up and exit of the place."""
PLACE_EXIT_LINES = tuple(line for line in PLACE_ONCE_LINES if line.id is LineId.COLO_EXIT)
USE_LINES = tuple(line for line in SITE_LINES if line.id in {LineId.ENERGY, LineId.COOLING})
"""What a used hour costs above an idle one."""
