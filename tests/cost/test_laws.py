"""Laws every ledger keeps, whatever the plan (docs/ledger.md, money model §9)."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.choices import Currency, GapMode
from calc.cost import LineId, ledger
from calc.cost.flows import Flows, Ledger, moments
from calc.plan import Plan
from tests.cost.random_plans import build, demands, fields, plans
from tests.decision.plans import moved

LAW = settings(max_examples=60, deadline=None)

KZT_PRICES = (
    "buy.staff_kzt_per_fte_month",
    "site.tariff_kzt_per_kwh",
    "site.room_capex_kzt",
    "site.room_rent_kzt_per_month",
    "finance.income_kzt_per_year",
    "finance.usd_kzt",
)
RENT_PRICES = ("hourly_rate", "monthly_rate", "committed_1y_rate", "committed_3y_rate", "setup_fee", "storage_rate")
COLO_PRICES = ("colo_rate", "power_rate_per_kw_month", "colo_setup", "colo_extra_per_month")


def branches(result: Ledger) -> tuple[Flows, Flows]:
    return result.rent, result.buy


def near(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * (np.max(np.abs(expected), initial=1.0)))


def discounted(cash: Any, rate: float) -> Any:
    return (cash * (1 + rate) ** (-moments(cash.shape[-1] - 1) / 12)).sum()


@LAW
@given(plans)
def test_lines_sum_to_cash_and_nothing_comes_after_the_horizon(plan: Plan) -> None:
    for branch in branches(ledger(plan, keep_lines=True)):
        near(sum(branch.lines.values()), branch.cash)
        assert not branch.cash[:, plan.finance.horizon_months + 1 :].any()
        assert np.isfinite(branch.cash).all()


@LAW
@given(plans)
def test_vat_recovered_at_once_nets_to_nothing(plan: Plan) -> None:
    free = moved(
        plan,
        finance__vat_recoverable_share=1.0,
        finance__vat_recovery_months_opex=0,
        finance__vat_recovery_months_capex=0,
        finance__vat_offset_penalty_rate_per_year=0.0,
        rent__vat_mode="added",
    )
    untaxed = moved(free, finance__vat_rate=0.0)
    for with_vat, without in zip(branches(ledger(free)), branches(ledger(untaxed)), strict=True):
        near(with_vat.cash, without.cash)


@LAW
@given(plans)
def test_recovered_vat_is_the_share_of_what_was_paid(plan: Plan) -> None:
    tenge = moved(plan, finance__currency="KZT")
    for branch in branches(ledger(tenge, keep_lines=True)):
        if LineId.VAT_PAID in branch.lines:
            paid = branch.lines[LineId.VAT_PAID].sum()
            recovered = branch.lines.get(LineId.VAT_RECOVERED, np.zeros(1)).sum()
            near(-recovered, paid * plan.finance.vat_recoverable_share)


@LAW
@given(plans, st.floats(0.1, 10))
def test_scaling_all_money_scales_cash(plan: Plan, factor: float) -> None:
    scaled = dict.fromkeys(KZT_PRICES, factor)
    in_tenge = {
        "rent": (*RENT_PRICES, "egress_rate") if plan.rent.currency is Currency.KZT else (),
        "site": COLO_PRICES if plan.site.colo_currency is Currency.KZT else (),
        "buy": ("node_price", "network_price") if plan.buy.currency is Currency.KZT else (),
    }
    scaled.update({f"{part}.{name}": factor for part, names in in_tenge.items() for name in names})
    overrides = {}
    for name in scaled:
        part, field = name.split(".")
        overrides[name] = getattr(getattr(plan, part), field) * factor
    currency = 1.0 if plan.finance.currency is Currency.USD else factor  # in dollars the rate takes it out
    for before, after in zip(branches(ledger(plan)), branches(ledger(plan, **overrides)), strict=True):
        near(after.cash, before.cash * currency)


@LAW
@given(plans)
def test_own_and_rented_hours_are_the_demand(plan: Plan) -> None:
    one_tenge_an_hour = {"hourly_rate": 1.0, "currency": "KZT", "vat_mode": "none", "goodput": 1.0, "job_minutes": 0.0}
    flat = {**one_tenge_an_hour, "support_share": 0.0, "price_growth_per_year": 0.0}
    changed = moved(plan, finance__currency="KZT", **{f"rent__{name}": value for name, value in flat.items()})
    result = ledger(changed, keep_lines=True)
    months, lead = plan.finance.horizon_months, plan.buy.lead_months
    own, used = result.buy.own_gpu_hours[:months], result.rent.used_gpu_hours[:months]
    rented = result.buy.lines.get(LineId.SHORTFALL_RENT, np.zeros((3, months + 1))).sum(axis=0)[1 : months + 1]
    assert not own[:lead].any()
    assert not rented[:lead].any()
    near((own + rented)[lead:], used[lead:])
    done = result.buy.used_gpu_hours[:months]
    waiting = plan.buy.gap_mode is GapMode.NONE
    near(done[lead:], used[lead:])
    near(done[:lead], np.zeros(lead) if waiting else used[:lead])


@LAW
@given(fields(), demands)
def test_a_shorter_horizon_in_a_batch_is_the_shorter_ledger(given_fields: dict[str, Any], demand: Any) -> None:
    longest = given_fields["finance.horizon_months"]
    horizons = np.arange(9, longest + 1, 7)
    batch = ledger(build(given_fields, demand), **{"finance.horizon_months": horizons.astype(float)})
    for position, months in enumerate(horizons.tolist()):
        alone = ledger(build({**given_fields, "finance.horizon_months": months}, demand))
        for together, single in zip(branches(batch), branches(alone), strict=True):
            wide = min(together.cash.shape[-1], single.cash.shape[-1])
            near(together.cash[position][:, :wide], single.cash[:, :wide])


@LAW
@given(plans, st.floats(0.0, 0.5))
def test_both_currency_routes_give_one_present_cost_under_parity(plan: Plan, rate: float) -> None:
    tenge = ledger(moved(plan, finance__currency="KZT"))
    dollars = ledger(moved(plan, finance__currency="USD"))
    in_tenge = (1 + rate) * (1 + plan.finance.usd_kzt_drift_per_year) - 1
    for kzt, usd in zip(branches(tenge), branches(dollars), strict=True):
        near(discounted(kzt.cash, in_tenge), plan.finance.usd_kzt * discounted(usd.cash, rate))


@LAW
@given(plans)
def test_debt_is_repaid_in_full(plan: Plan) -> None:
    tenge = moved(plan, finance__currency="KZT")
    loan = ledger(moved(tenge, finance__funding="loan"), keep_lines=True).buy.lines
    if LineId.LOAN_DRAW in loan:
        near(loan[LineId.LOAN_PRINCIPAL].sum(), -loan[LineId.LOAN_DRAW].sum())
    lease = ledger(moved(tenge, finance__funding="lease", buy__refresh_every_months=0), keep_lines=True)
    (fleet,) = lease.buy.fleets
    paid = lease.buy.lines[LineId.LEASE_PRINCIPAL].sum()
    installed = sum(lease.buy.lines[name].sum() for name in ("installation", "contingency") if name in lease.buy.lines)
    lost = plan.finance.vat_rate * (1 - plan.finance.vat_recoverable_share)
    near(fleet.tax_base_kzt, (paid + installed) * (1 + lost))


@LAW
@given(plans)
def test_depreciation_and_gain_close_on_the_tax_base(plan: Plan) -> None:
    result = ledger(plan, keep_lines=True).buy
    years = result.tax_years
    room = plan.site.room_capex_kzt if plan.site.kind == "own_room" else 0.0
    lost = plan.finance.vat_rate * (1 - plan.finance.vat_recoverable_share)
    bases = sum(fleet.tax_base_kzt for fleet in result.fleets) + room * (1 + lost)
    sales = sum(fleet.sale_kzt for fleet in result.fleets)
    near(years.depreciation.sum() - years.gain.sum(), bases - sales)


@LAW
@given(plans)
def test_the_unlevered_ledger_is_the_one_with_cash(plan: Plan) -> None:
    cash = ledger(moved(plan, finance__funding="cash"))
    near(ledger(plan).buy_unlevered, cash.buy.cash)


@LAW
@given(plans)
def test_the_tax_of_years_is_the_tax_line(plan: Plan) -> None:
    for branch in branches(ledger(moved(plan, finance__currency="KZT"), keep_lines=True)):
        paid = branch.lines.get(LineId.INCOME_TAX, np.zeros(1)).sum()
        near(paid, branch.tax_years.tax.sum())
