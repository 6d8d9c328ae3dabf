"""Withholding on foreign services and import VAT by offset, by hand (docs/ledger.md §15)."""

import pytest

from calc.cost import LineId, ledger
from tests.decision.plans import plan

RENTED = {
    "demand": {"gpus": 8, "utilization": 0.5},
    "rent": {"hourly_rate": 2.0, "support_share": 0.1, "withholding_rate": 0.2, "setup_fee": 100},
    "finance": {"horizon_months": 12, "usd_kzt": 500, "vat_rate": 0.16, "vat_recoverable_share": 0, "cit_rate": 0.25},
}
BOUGHT = {
    "buy": {
        "node_price": 100_000,
        "freight_share": 0.05,
        "duty_share": 0.1,
        "purchase": "import_offset",
        "residual_kind": "points",
        "residual_points": [[36, 0.5]],
    },
    "finance": {"horizon_months": 36, "usd_kzt": 500, "vat_rate": 0.16, "vat_recovery_months_opex": 1},
    "site": {"tariff_kzt_per_kwh": 0},
    "demand": {"gpus": 8, "utilization": 0},
}


def lines(branch):
    return {name: amounts.sum(axis=0) for name, amounts in branch.lines.items()}


def test_the_price_is_grossed_up_on_every_line_of_the_bill():
    found = lines(ledger(plan(RENTED), keep_lines=True).rent)
    bill = found[LineId.RENT_COMPUTE] + found[LineId.RENT_SETUP] + found[LineId.RENT_SUPPORT]
    assert found[LineId.RENT_WITHHOLDING] == pytest.approx(0.25 * bill)  # 0.2 / (1 - 0.2)
    # VAT is due on the tax too, and all of it is a deductible cost
    assert found[LineId.VAT_PAID] == pytest.approx(0.16 * 1.25 * bill)
    assert found[LineId.INCOME_TAX].sum() == pytest.approx(-0.25 * 1.25 * 1.16 * bill.sum())


def test_the_gap_and_the_shortfall_are_grossed_up_too():
    buy = {"lead_months": 3, "availability": 0.5, "node_price": 0}
    found = lines(ledger(plan(RENTED, buy=buy), keep_lines=True).buy)
    rented = found[LineId.GAP_RENT] + found[LineId.SHORTFALL_RENT]
    assert found[LineId.RENT_WITHHOLDING] == pytest.approx(0.25 * rented)


def test_an_exit_fee_is_no_service():
    rent = {**RENTED["rent"], "mode": "committed_3y"}
    found = lines(ledger(plan(RENTED, rent=rent), keep_lines=True).rent)
    rented = found[LineId.RENT_COMPUTE] + found[LineId.RENT_SETUP] + found[LineId.RENT_SUPPORT]
    assert found[LineId.RENT_EXIT].sum() > 0
    assert found[LineId.RENT_WITHHOLDING] == pytest.approx(0.25 * rented)


def test_by_default_there_is_neither():
    found = ledger(plan(), keep_lines=True)
    assert not {LineId.RENT_WITHHOLDING, LineId.VAT_PENALTY} & {*found.rent.lines, *found.buy.lines}


def test_nothing_is_paid_at_import_and_an_early_sale_makes_it_due_with_a_penalty():
    found = lines(ledger(plan(BOUGHT), keep_lines=True).buy)
    customs_value = 50e6 * 1.05 * 1.1
    assert found[LineId.VAT_PAID][0] == 0
    assert found[LineId.VAT_PAID][36] == pytest.approx(0.16 * customs_value)
    assert found[LineId.VAT_RECOVERED].sum() == pytest.approx(-0.16 * customs_value)
    assert found[LineId.VAT_PENALTY][36] == pytest.approx(0.16 * customs_value * 0.2125 * 3)
    assert found[LineId.VAT_PENALTY].sum() == found[LineId.VAT_PENALTY][36]
    # the penalty is not deductible: income tax is that of the same plan without it
    other = lines(ledger(plan(BOUGHT), keep_lines=True, without=[LineId.VAT_PENALTY]).buy)
    assert other[LineId.INCOME_TAX].tolist() == found[LineId.INCOME_TAX].tolist()


@pytest.mark.parametrize(
    ("buy", "finance"),
    [
        ({}, {"horizon_months": 60}),  # five years are kept
        ({"residual_kind": "none"}, {}),  # nothing is sold
        ({}, {"funding": "lease"}),  # the lessor imports
        ({"purchase": "import_exempt"}, {}),
    ],
)
def test_without_an_early_sale_of_an_offset_import_nothing_falls_due(buy, finance):
    changed = plan(BOUGHT, buy={**BOUGHT["buy"], **buy}, finance={**BOUGHT["finance"], **finance})
    assert LineId.VAT_PENALTY not in lines(ledger(changed, keep_lines=True).buy) or not (
        lines(ledger(changed, keep_lines=True).buy)[LineId.VAT_PENALTY].any()
    )


def test_each_fleet_that_is_sold_early_pays_for_itself():
    finance = {**BOUGHT["finance"], "funding": "lease", "lease_months": 12}
    changed = plan(BOUGHT, buy={**BOUGHT["buy"], "refresh_every_months": 24}, finance=finance)
    found = lines(ledger(changed, keep_lines=True).buy)[LineId.VAT_PENALTY]
    assert found.nonzero()[0].tolist() == [36]  # the leased first fleet is not offset
    cash = plan(BOUGHT, buy={**BOUGHT["buy"], "refresh_every_months": 24})
    found = lines(ledger(cash, keep_lines=True).buy)[LineId.VAT_PENALTY]
    assert found.nonzero()[0].tolist() == [24, 36]
    assert found[24] == pytest.approx(2 * found[36])


def test_vat_that_falls_due_and_is_lost_is_a_cost():
    finance = {**BOUGHT["finance"], "vat_recoverable_share": 0.0}
    found = ledger(plan(BOUGHT, finance=finance), keep_lines=True).buy
    assert found.tax_years.deductible_costs.sum() == pytest.approx(0.16 * 50e6 * 1.05 * 1.1)
    assert found.fleets[0].tax_base_kzt == pytest.approx(50e6 * 1.05 * 1.1)
