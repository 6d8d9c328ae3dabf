"""Where a bought server stands and what its place and power cost (money ledger §5)."""

from calc.choices import ColoMode, Cooling, Currency, SiteKind, TariffGrowth
from calc.quantity import Flag, Number, Terms, Whole, quantity


class Site(Terms):
    """Where a bought server stands and what its place and power cost (money ledger §5)."""

    kind: SiteKind = quantity(SiteKind.OWN_ROOM, "-")
    idle_kw_per_node: Number = quantity(2.0, "kW", ge=0, le=200)
    active_kw_per_node: Number = quantity(8.4, "kW", ge=0, le=200)
    cooling: Cooling = quantity(Cooling.PUE, "-")
    pue: Number = quantity(1.5, "x", ge=1, le=5)
    cooling_tariff_kzt_per_kwh: Number = quantity(0, "KZT/kWh", ge=0, le=1000)
    tariff_kzt_per_kwh: Number = quantity(34.6, "KZT/kWh", ge=0, le=1000)
    tariff_growth_per_year: Number = quantity(0, "1/year", ge=-0.9, le=10)
    tariff_growth_kind: TariffGrowth = quantity(TariffGrowth.SMOOTH, "-")
    tariff_step_month: Whole = quantity(13, "month", ge=1, le=24)
    fee_growth_per_year: Number = quantity(0, "1/year", ge=-0.9, le=10)
    room_capex_kzt: Number = quantity(0, "KZT", ge=0, le=1e12)
    room_depreciation_rate_per_year: Number = quantity(0.25, "1/year", ge=0, le=1)
    room_rent_kzt_per_month: Number = quantity(0, "KZT", ge=0, le=1e9)
    colo_mode: ColoMode = quantity(ColoMode.PER_KW, "-")
    colo_currency: Currency = quantity(Currency.KZT, "-")
    colo_rate: Number = quantity(0, "cur/unit-month", ge=0, le=1e9)
    rack_units_per_node: Whole = quantity(8, "U", ge=1, le=60)
    nodes_per_rack: Whole = quantity(4, "node", ge=1, le=60)
    committed_kw: Number = quantity(0, "kW", ge=0, le=1e6)
    power_rate_per_kw_month: Number = quantity(0, "cur/kW-month", ge=0, le=1e9)
    power_included: Flag = quantity(False, "-")
    colo_setup: Number = quantity(0, "cur", ge=0, le=1e12)
    colo_extra_per_month: Number = quantity(0, "cur", ge=0, le=1e12)
    colo_term_months: Whole = quantity(0, "month", ge=0, le=120)
    colo_exit_share: Number = quantity(1, "share", ge=0, le=1)
