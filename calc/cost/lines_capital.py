"""Lines of buying and selling fleets, and of what pays for the first one (docs/ledger.md §4, §6, §8)."""

from dataclasses import replace

from calc.choices import Branch, Funding, LeaseTiming, Purchase, SiteKind
from calc.cost.fleet import (
    delivered_cost_kzt,
    first_goods,
    first_goods_balance,
    freight_factor,
    installed_factor,
    landed_factor,
    leased_cost_kzt,
    refresh_goods,
)
from calc.cost.flows import START
from calc.cost.import_offset import first_offset_base_kzt, offset_years, refresh_offset_base_kzt
from calc.cost.lease import (
    lease_closing_interest,
    lease_closing_principal,
    lease_instalment_interest,
    lease_instalment_principal,
)
from calc.cost.line import Line, LineId, Money, Quantity, Tax, Vat
from calc.cost.loan import loan_interest, loan_principal
from calc.cost.residual import resale_value
from calc.cost.windows import always, at_delivery, at_order, at_refresh, at_retention, at_sale

_BOUGHT = (("finance.funding", (Funding.CASH, Funding.LOAN)),)
_BORROWED = (("finance.funding", (Funding.LOAN,)),)
_LEASED = (("finance.funding", (Funding.LEASE,)),)
_PAID_FROM_START = (*_LEASED, ("finance.lease_timing", (LeaseTiming.START,)))
_PAID_AT_END = (*_LEASED, ("finance.lease_timing", (LeaseTiming.END,)))
_IMPORTED = ("buy.purchase", (Purchase.IMPORT,))

_deposit = Line(
    LineId.EQUIPMENT,
    Branch.BUY,
    (first_goods,),
    ("buy.deposit_share",),
    Money.QUOTE,
    window=at_order,
    vat=Vat.PURCHASE,
    tax=Tax.FIRST_FLEET,
    when=_BOUGHT,
)
_balance = replace(_deposit, quantities=(first_goods_balance,), prices=(), window=at_delivery)
_retention = replace(_deposit, prices=("buy.retention_share",), window=at_retention)
_refresh = replace(_balance, quantities=(refresh_goods,), window=at_refresh, tax=Tax.REFRESH, when=())


def _with_goods(goods: Line, quantity: Quantity | None, *prices: str, name: LineId, vat: Vat) -> Line:
    # A cost that follows the goods at their delivery: goods x factor x share.
    quantities = goods.quantities if quantity is None else (*goods.quantities, quantity)
    return replace(goods, id=name, quantities=quantities, prices=prices, vat=vat)


def _delivery(goods: Line) -> tuple[Line, ...]:
    installed = replace(goods, when=())  # paid in cash under a lease too
    return (
        _with_goods(goods, None, "buy.freight_share", name=LineId.FREIGHT, vat=Vat.PURCHASE),
        _with_goods(goods, freight_factor, "buy.duty_share", name=LineId.DUTY, vat=Vat.PURCHASE),
        _with_goods(installed, None, "buy.installation_share", name=LineId.INSTALLATION, vat=Vat.CAPITAL),
        _with_goods(installed, installed_factor, "buy.contingency_share", name=LineId.CONTINGENCY, vat=Vat.CAPITAL),
        replace(
            _with_goods(goods, landed_factor, name=LineId.VAT_PAID, vat=Vat.CAPITAL),
            vat_base=True,
            when=(*goods.when, _IMPORTED),
        ),
    )


_all_goods = replace(_balance, quantities=(first_goods,))

CAPITAL_LINES: tuple[Line, ...] = (
    _deposit,
    _balance,
    _retention,
    *_delivery(_all_goods),
    _refresh,
    *_delivery(_refresh),
    Line(
        LineId.ROOM_CAPEX,
        Branch.BUY,
        (),
        ("site.room_capex_kzt",),
        window=at_delivery,
        vat=Vat.CAPITAL,
        tax=Tax.ROOM,
        when=(("site.kind", (SiteKind.OWN_ROOM,)),),
    ),
)
"""What is paid for fleets and room."""

_OFFSET = ("buy.purchase", (Purchase.IMPORT_OFFSET,))
_offset_vat = Line(
    LineId.VAT_PAID,
    Branch.BUY,
    (first_offset_base_kzt,),
    window=at_sale,
    vat=Vat.OPERATING,
    tax=Tax.NEUTRAL,
    vat_base=True,
    when=(*_BOUGHT, _OFFSET),
)
_offset_penalty = replace(
    _offset_vat,
    id=LineId.VAT_PENALTY,
    quantities=(offset_years, first_offset_base_kzt),
    prices=("finance.vat_rate", "finance.vat_offset_penalty_rate_per_year"),
    vat=Vat.NONE,
    vat_base=False,
)

OFFSET_LINES: tuple[Line, ...] = (
    _offset_vat,
    _offset_penalty,
    replace(_offset_vat, quantities=(refresh_offset_base_kzt,), when=(_OFFSET,)),
    replace(_offset_penalty, quantities=(offset_years, refresh_offset_base_kzt), when=(_OFFSET,)),
)
"""Import VAT that was offset and falls due when a fleet is sold early, with its penalty (docs/ledger.md §15)."""

_sale = Line(
    LineId.SALE,
    Branch.BUY,
    (resale_value,),
    (),
    Money.QUOTE,
    window=at_sale,
    tax=Tax.SALE,
    receipt=True,
)

SALE_LINES: tuple[Line, ...] = (
    _sale,
    replace(
        _sale,
        id=LineId.SELLING_COST,
        prices=("buy.selling_cost_share",),
        vat=Vat.OPERATING,
        tax=Tax.COST,
        receipt=False,
    ),
)
"""What fleets bring, and what it costs to sell them."""

_draw = Line(
    LineId.LOAN_DRAW,
    Branch.BUY,
    (delivered_cost_kzt,),
    ("finance.loan_share",),
    window=at_delivery,
    tax=Tax.NEUTRAL,
    receipt=True,
    when=_BORROWED,
)
_advance = Line(
    LineId.LEASE_PRINCIPAL,
    Branch.BUY,
    (leased_cost_kzt,),
    ("finance.lease_advance_share",),
    window=at_delivery,
    vat=Vat.CAPITAL,
    tax=Tax.LEASED,
    when=_LEASED,
)
_instalment = replace(_advance, quantities=(lease_instalment_principal,), prices=(), window=always)
_interest = replace(
    _instalment,
    id=LineId.LEASE_INTEREST,
    quantities=(lease_instalment_interest,),
    vat=Vat.NONE,
    tax=Tax.COST,
)

FUNDING_LINES: tuple[Line, ...] = (
    _draw,
    replace(_draw, id=LineId.LOAN_PRINCIPAL, quantities=(loan_principal,), prices=(), window=always, receipt=False),
    replace(
        _draw,
        id=LineId.LOAN_INTEREST,
        quantities=(loan_interest,),
        prices=(),
        window=always,
        tax=Tax.COST,
        receipt=False,
    ),
    _advance,
    replace(_instalment, timing=START, when=_PAID_FROM_START),
    replace(_instalment, when=_PAID_AT_END),
    replace(_instalment, quantities=(lease_closing_principal,)),
    replace(_interest, timing=START, when=_PAID_FROM_START),
    replace(_interest, when=_PAID_AT_END),
    replace(_interest, quantities=(lease_closing_interest,)),
)
"""Loan and finance lease of the first fleet."""
