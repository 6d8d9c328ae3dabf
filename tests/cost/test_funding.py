"""Loan and lease schedules against numpy-financial and the rulings (docs/ledger.md §8)."""

from typing import Any

import numpy as np
import numpy_financial as npf
import pytest

from calc.choices import RateKind, Repayment
from calc.cost import ledger
from calc.cost.repayment import monthly_rate, repaid_share
from tests.decision.plans import plan

TERM = 24


@pytest.mark.parametrize("rate", [0.005, 0.02])
def test_annuity_principal_is_that_of_numpy_financial(rate: float) -> None:
    made = np.arange(TERM + 1.0)
    repaid = repaid_share(made, np.float64(TERM), np.full((), rate), Repayment.ANNUITY)
    expected = -npf.ppmt(rate, np.arange(1, TERM + 1), TERM, 1.0)
    np.testing.assert_allclose(np.diff(repaid), expected, rtol=1e-12)
    assert repaid[-1] == 1


def test_without_interest_an_annuity_is_equal_parts() -> None:
    made = np.arange(TERM + 1.0)
    repaid = repaid_share(made, np.float64(TERM), np.zeros(()), Repayment.ANNUITY)
    np.testing.assert_allclose(repaid, made / TERM)


def test_a_bank_quotes_its_rate_nominally() -> None:
    assert monthly_rate(np.float64(0.24), RateKind.NOMINAL) == pytest.approx(0.02)
    assert monthly_rate(np.float64(0.24), RateKind.EFFECTIVE) == pytest.approx(1.24 ** (1 / 12) - 1)


def lease(**finance: Any) -> dict[str, Any]:
    told = plan(
        buy={"currency": "KZT", "node_price": 1e8},
        finance={"funding": "lease", "vat_rate": 0, "cit_rate": 0, "lease_months": TERM, **finance},
    )
    return dict(ledger(told, keep_lines=True).buy.lines)


def test_payments_in_advance_are_level_and_the_first_is_all_principal() -> None:
    lines = lease(lease_timing="start", lease_buyout_share=0.1)
    paid = lines["lease_principal"][0] + lines["lease_interest"][0]
    np.testing.assert_allclose(paid[1 : TERM + 1], paid[1])
    assert lines["lease_interest"][0, 1] == 0
    expected = -npf.pmt(0.02, TERM, 8e7, -1e7, when="begin")
    np.testing.assert_allclose(paid[1], expected)
    closing = lines["lease_principal"][2, TERM] + lines["lease_interest"][2, TERM]
    np.testing.assert_allclose(closing, 1e7)  # ruling 3: together the buyout


def test_equal_parts_in_advance_pay_the_last_interest_on_top_of_the_buyout() -> None:
    lines = lease(lease_timing="start", repayment="equal_principal", lease_buyout_share=0.1)
    np.testing.assert_allclose(lines["lease_principal"][0, 1 : TERM + 1], 7e7 / TERM)
    np.testing.assert_allclose(lines["lease_principal"][2, TERM], 1e7)
    np.testing.assert_allclose(lines["lease_interest"][2, TERM], 1e7 * 0.02)


def test_payments_in_arrears_end_in_the_buyout() -> None:
    lines = lease(lease_buyout_share=0.1)
    total = (lines["lease_principal"] + lines["lease_interest"])[2]
    expected = -npf.pmt(0.02, TERM, 8e7, -1e7)
    np.testing.assert_allclose(total[0], 2e7)
    np.testing.assert_allclose(total[1:TERM], expected)
    np.testing.assert_allclose(total[TERM], expected + 1e7)


def test_a_horizon_inside_the_lease_pays_the_balance() -> None:
    lines = lease(horizon_months=10, lease_timing="start")
    assert not lines["lease_principal"][:, 11:].any()
    np.testing.assert_allclose(lines["lease_principal"].sum(), 1e8)
    assert lines["lease_interest"][2, 10] > 0


def test_a_loan_longer_than_the_horizon_is_repaid_at_its_end() -> None:
    told = plan(
        buy={"currency": "KZT", "node_price": 1e8},
        finance={"funding": "loan", "loan_months": 60, "loan_rate_per_year": 0.12, "horizon_months": 20},
    )
    lines = ledger(told, keep_lines=True).buy.lines
    principal = lines["loan_principal"][2]
    np.testing.assert_allclose(principal[1:20], -npf.ppmt(0.01, np.arange(1, 20), 60, 7e7))
    np.testing.assert_allclose(principal.sum(), 7e7)
    np.testing.assert_allclose(lines["loan_interest"][2, 1], 7e5)
