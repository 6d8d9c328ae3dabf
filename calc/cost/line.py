"""A line of the ledger as a record (docs/design.md §3.2): what it counts, at what price, when, and its taxes."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

from calc.choices import Branch
from calc.cost.case import Case
from calc.cost.flows import END
from calc.cost.windows import horizon_months
from calc.inputs import Array

Quantity = Callable[[Case], Array]
"""A named quantity: its function's name is its id, its docstring says unit and source."""


class LineId(StrEnum):
    """Ids of the ledger's lines (docs/ledger.md §3 to §9); each has words in every language."""

    RENT_COMPUTE = "rent_compute"
    RENT_SETUP = "rent_setup"
    RENT_STORAGE = "rent_storage"
    RENT_EGRESS = "rent_egress"
    RENT_SUPPORT = "rent_support"
    RENT_WITHHOLDING = "rent_withholding"
    RENT_EXIT = "rent_exit"
    STAFF = "staff"
    EQUIPMENT = "equipment"
    FREIGHT = "freight"
    DUTY = "duty"
    INSTALLATION = "installation"
    CONTINGENCY = "contingency"
    ROOM_CAPEX = "room_capex"
    GAP_RENT = "gap_rent"
    SHORTFALL_RENT = "shortfall_rent"
    ENERGY = "energy"
    COOLING = "cooling"
    ROOM_RENT = "room_rent"
    COLO_FEE = "colo_fee"
    COLO_POWER = "colo_power"
    COLO_EXTRA = "colo_extra"
    COLO_SETUP = "colo_setup"
    COLO_EXIT = "colo_exit"
    LICENCES = "licences"
    INSURANCE = "insurance"
    MAINTENANCE = "maintenance"
    REPAIRS = "repairs"
    SALE = "sale"
    SELLING_COST = "selling_cost"
    LOAN_DRAW = "loan_draw"
    LOAN_INTEREST = "loan_interest"
    LOAN_PRINCIPAL = "loan_principal"
    LEASE_PRINCIPAL = "lease_principal"
    LEASE_INTEREST = "lease_interest"
    VAT_PAID = "vat_paid"
    VAT_RECOVERED = "vat_recovered"
    VAT_PENALTY = "vat_penalty"
    INCOME_TAX = "income_tax"


class Money(StrEnum):
    """Whose currency a price is in."""

    KZT = "kzt"
    USD = "usd"
    RENT = "rent"
    """``rent.currency``; a VAT inside the price is taken out."""
    COLOCATION = "colocation"
    """``site.colo_currency``."""
    QUOTE = "quote"
    """``buy.currency``, the currency of the node's quote."""


class Vat(Enum):
    """VAT that comes on top of a line (docs/ledger.md §7)."""

    NONE = 0
    OPERATING = 1
    """Domestic or reverse-charge, recovered after the operating delay."""
    CAPITAL = 2
    """Recovered after the capital delay; what is lost belongs to the tax base."""
    RENTAL = 3
    """Operating, unless the rent is free of VAT."""
    PURCHASE = 4
    """Capital, on a domestic purchase; an imported one pays VAT at the border instead."""


class Tax(Enum):
    """What a line is for income tax (docs/ledger.md §9)."""

    COST = 0
    """Deductible in its month."""
    FIRST_FLEET = 1
    """In the tax base of the fleet bought first."""
    REFRESH = 2
    """In the tax base of the fleet delivered in that month."""
    ROOM = 3
    """In the room's own pool."""
    SALE = 4
    """Proceeds of a fleet."""
    LEASED = 5
    """Not deducted itself; the lessee depreciates the leased cost."""
    NEUTRAL = 6
    """Neither income nor cost."""


@dataclass(frozen=True, slots=True)
class Line:
    """One record: amount = product of quantities x product of prices [/ 12], in its months.

    Attributes
    ----------
    id, branch
        Several records may share an id, e.g. the deposit, the balance and the retention of the equipment.
    quantities
        Drivers and growth factors: functions of the case.
    prices
        Fields of the plan by dotted name.
    money, timing
        Currency of the amount, and the moment inside the month.
    window
        The months it runs in.
    vat, tax
        Its VAT and what it is for income tax.
    per_year
        The price is a year's; a month takes a twelfth.
    receipt
        Money that comes in.
    vat_base
        Only VAT is paid on the amount (customs value); the amount itself is no flow.
    when
        The choices under which the record is in force: field and the values it may have.
    """

    id: LineId
    branch: Branch
    quantities: tuple[Quantity, ...]
    prices: tuple[str, ...] = ()
    money: Money = Money.KZT
    timing: int = END
    window: Quantity = horizon_months
    vat: Vat = Vat.NONE
    tax: Tax = Tax.COST
    per_year: bool = False
    receipt: bool = False
    vat_base: bool = False
    when: tuple[tuple[str, tuple[Any, ...]], ...] = ()
