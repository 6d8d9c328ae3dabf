"""Lines of place, power and care of the owned nodes (docs/ledger.md §5)."""

from dataclasses import replace

from calc.choices import Branch, ColoMode, Cooling, SiteKind
from calc.cost.energy import billed_kw, colocation_months_left, colocation_units, it_kwh
from calc.cost.fleet import goods_in_service, goods_in_service_kzt, months_out_of_warranty, owned_gpus
from calc.cost.flows import END, MIDDLE, START
from calc.cost.growth import fee_factor, tariff_factor, wage_kzt
from calc.cost.line import Line, LineId, Money, Vat
from calc.cost.windows import at_horizon, first_service_month, service_months

_OWN_ROOM = (("site.kind", (SiteKind.OWN_ROOM,)),)
_COLOCATION = (("site.kind", (SiteKind.COLOCATION,)),)
_METERED = (*_COLOCATION, ("site.power_included", (False,)))
_BY_UNIT = (*_COLOCATION, ("site.colo_mode", (ColoMode.PER_U, ColoMode.PER_RACK)))
_BY_PUE = ("site.cooling", (Cooling.PUE,))
_BY_TARIFF = ("site.cooling", (Cooling.TARIFF,))

_energy = Line(
    LineId.ENERGY,
    Branch.BUY,
    (it_kwh, tariff_factor),
    ("site.tariff_kzt_per_kwh",),
    window=service_months,
    vat=Vat.OPERATING,
)
_cooling = replace(_energy, id=LineId.COOLING, prices=("site.cooling_tariff_kzt_per_kwh",))
_with_pue = replace(_energy, prices=("site.tariff_kzt_per_kwh", "site.pue"))

_fee = Line(
    LineId.COLO_FEE,
    Branch.BUY,
    (colocation_units, fee_factor),
    ("site.colo_rate",),
    Money.COLOCATION,
    START,
    service_months,
    Vat.OPERATING,
    when=_COLOCATION,
)
_power = replace(
    _fee,
    id=LineId.COLO_POWER,
    quantities=(billed_kw, fee_factor),
    prices=("site.power_rate_per_kw_month",),
    when=_BY_UNIT,
)


def _exit_of(line: Line) -> Line:
    return replace(
        line,
        id=LineId.COLO_EXIT,
        quantities=(*line.quantities, colocation_months_left),
        prices=(*line.prices, "site.colo_exit_share"),
        timing=END,
        window=at_horizon,
        vat=Vat.NONE,
    )


_goods_year = Line(
    LineId.INSURANCE,
    Branch.BUY,
    (goods_in_service_kzt,),
    ("buy.insurance_share_per_year",),
    timing=START,
    window=service_months,
    per_year=True,
)

SITE_LINES: tuple[Line, ...] = (
    replace(_with_pue, when=(*_OWN_ROOM, _BY_PUE)),
    replace(_with_pue, when=(*_METERED, _BY_PUE)),
    replace(_energy, when=(*_OWN_ROOM, _BY_TARIFF)),
    replace(_energy, when=(*_METERED, _BY_TARIFF)),
    replace(_cooling, when=(*_OWN_ROOM, _BY_TARIFF)),
    replace(_cooling, when=(*_METERED, _BY_TARIFF)),
    Line(
        LineId.ROOM_RENT,
        Branch.BUY,
        (fee_factor,),
        ("site.room_rent_kzt_per_month",),
        timing=START,
        window=service_months,
        vat=Vat.OPERATING,
        when=_OWN_ROOM,
    ),
    _fee,
    _power,
    replace(_fee, id=LineId.COLO_EXTRA, quantities=(fee_factor,), prices=("site.colo_extra_per_month",)),
    replace(_fee, id=LineId.COLO_SETUP, quantities=(), prices=("site.colo_setup",), window=first_service_month),
    _exit_of(_fee),
    _exit_of(_power),
    Line(LineId.STAFF, Branch.BUY, (wage_kzt,), ("buy.staff_fte",), window=service_months),
    replace(
        _goods_year,
        id=LineId.LICENCES,
        quantities=(owned_gpus,),
        prices=("buy.licence_usd_per_gpu_year",),
        money=Money.USD,
        vat=Vat.OPERATING,
    ),
    _goods_year,
    replace(
        _goods_year,
        id=LineId.MAINTENANCE,
        quantities=(goods_in_service, months_out_of_warranty),
        prices=("buy.maintenance_share_per_year",),
        money=Money.QUOTE,
        vat=Vat.OPERATING,
    ),
    replace(
        _goods_year,
        id=LineId.REPAIRS,
        quantities=(owned_gpus, months_out_of_warranty),
        prices=("buy.failures_per_gpu_year", "buy.repair_usd_per_failure"),
        money=Money.USD,
        timing=MIDDLE,
        vat=Vat.OPERATING,
    ),
)
"""Every record of running the owned nodes."""
