"""Tax rules that a worked scenario does not isolate (docs/ledger.md §7, §9)."""

import numpy as np

from calc.cost import ledger
from calc.cost.income_tax import _loss_queue
from tests.decision.plans import plan

TENGE_NODE = {"currency": "KZT", "node_price": 1e8}


def test_a_december_purchase_takes_a_whole_years_rate() -> None:
    told = plan(buy=TENGE_NODE, finance={"first_tax_year_months": 1})
    years = ledger(told, keep_lines=True).buy.tax_years
    np.testing.assert_allclose(years.depreciation[:4], [4e7, 2.4e7, 1.44e7, 0])
    np.testing.assert_allclose(years.gain[:4], [0, 0, 0, -2.16e7])


def test_losses_are_used_first_in_first_out_and_expire() -> None:
    profit = np.array([-100.0, -50.0, 30.0, -10.0, 200.0])
    used, left = _loss_queue(profit, np.float64(2))
    assert used.tolist() == [0, 0, 30, 0, 10]
    assert left.tolist() == [100, 150, 50, 10, 0]  # after year 4 the loss of year 1 is out of time


def test_without_carry_a_loss_is_lost_at_once() -> None:
    used, left = _loss_queue(np.array([-100.0, 80.0]), np.float64(0))
    assert used.tolist() == [0, 0]
    assert left.tolist() == [0, 0]


def test_import_vat_is_on_goods_freight_and_duty_and_an_exempt_import_has_none() -> None:
    parts = {**TENGE_NODE, "freight_share": 0.1, "duty_share": 0.05, "installation_share": 0.02}
    vat = {}
    for purchase in ("import", "import_exempt", "domestic"):
        told = plan(buy={**parts, "purchase": purchase, "deposit_share": 0.25, "lead_months": 3})
        vat[purchase] = ledger(told, keep_lines=True).buy.lines["vat_paid"][2]
    running = vat["import"][4]
    np.testing.assert_allclose(vat["import"][0], 0)
    border, fitting = 0.16 * 1.1e8 * 1.05, 0.16 * 2e6
    gap = vat["import_exempt"][3] - fitting
    np.testing.assert_allclose(vat["import"][3] - gap, border + fitting)
    np.testing.assert_allclose(vat["domestic"][0], 0.16 * 0.25e8)
    np.testing.assert_allclose(vat["domestic"][3] - gap, border + fitting - 0.16 * 0.25e8)
    np.testing.assert_allclose(vat["domestic"][4], running)


def test_a_claim_after_the_horizon_is_settled_at_its_end() -> None:
    told = plan(buy=TENGE_NODE, finance={"horizon_months": 5, "vat_recovery_months_capex": 9})
    lines = ledger(told, keep_lines=True).buy.lines
    assert -lines["vat_recovered"][2, 5] > 0.16 * 1e8
    np.testing.assert_allclose(lines["vat_recovered"].sum(), -lines["vat_paid"].sum())


def test_monthly_tax_is_the_yearly_one_in_equal_parts() -> None:
    yearly, monthly = (
        ledger(plan(finance={"tax_payment": how, "horizon_months": 17, "first_tax_year_months": 5}), keep_lines=True)
        for how in ("year_end", "monthly")
    )
    once, parts = (result.rent.lines["income_tax"][2] for result in (yearly, monthly))
    np.testing.assert_allclose(parts[1:6], once[5] / 5)
    np.testing.assert_allclose(parts[6:18], once[17] / 12)
    assert np.flatnonzero(once).tolist() == [5, 17]
