"""Contracts by the month and by commitment, on cases small enough to reckon by hand (docs/ledger.md §3)."""

from typing import Any

import numpy as np
import pytest

from calc.cost import ledger
from calc.cost.case import Case
from calc.cost.contracts import contracted_gpus, locked_gpu_hours, new_contract_gpus
from calc.inputs import Inputs
from tests.decision.plans import plan


def case(**parts: Any) -> Case:
    return Case(Inputs(plan(**parts)))


WAVE = {"kind": "waves", "gpus": 8, "base_gpus": 2, "weeks_on": 4, "weeks_off": 9}


def test_a_contract_is_never_cut_and_renewed_only_by_need() -> None:
    quarter = {"kind": "profile", "gpus": 8, "monthly_gpu_hours": [800, 0, 0, 0, 800, 0]}
    told = case(demand=quarter, rent={"mode": "monthly", "minimum_term_months": 3})
    assert told.of(new_contract_gpus)[1:8].tolist() == [8, 0, 0, 0, 8, 0, 0]
    assert told.of(contracted_gpus)[:9].tolist() == [0, 8, 8, 8, 0, 8, 8, 8, 0]


def test_the_low_level_is_contracted_in_months_without_a_wave() -> None:
    told = case(demand=WAVE, rent={"mode": "monthly"})
    # Hours 0..672, 2184..2856 and 4368..5040 of months of 730.
    assert told.of(contracted_gpus)[1:8].tolist() == [10, 2, 10, 10, 2, 10, 10]


def test_only_what_is_missing_is_added() -> None:
    told = case(demand=WAVE, rent={"mode": "monthly", "minimum_term_months": 4})
    # The contract of month 1 serves months 3 and 4 too; month 5 renews the low level, month 6 adds the rest.
    assert told.of(new_contract_gpus)[1:8].tolist() == [10, 0, 0, 0, 2, 8, 0]


def test_a_commitment_keeps_the_price_of_its_first_month() -> None:
    told = case(demand={"gpus": 8}, rent={"mode": "committed_1y", "price_path": [[12, 2.0], [24, 1.0]]})
    locked = told.of(locked_gpu_hours)
    first = 1 + 1 / 12
    second = 2 - 1 / 12
    np.testing.assert_allclose(locked[1:13], 8 * 730 * first)
    np.testing.assert_allclose(locked[13:25], 8 * 730 * second)


@pytest.mark.parametrize(("mode", "term", "left"), [("committed_1y", 12, 10), ("committed_3y", 36, 10)])
def test_exit_pays_the_months_left(mode: str, term: int, left: int) -> None:
    horizon = 12 * 3 - 10 if mode == "committed_3y" else 14
    told = plan(
        demand={"gpus": 8},
        rent={"mode": mode, "currency": "KZT", "exit_share": 0.5},
        finance={"horizon_months": horizon},
    )
    lines = ledger(told, keep_lines=True).rent.lines
    rate = told.rent.committed_1y_rate if term == 12 else told.rent.committed_3y_rate
    np.testing.assert_allclose(lines["rent_exit"][2, horizon], 0.5 * 8 * left * 730 * rate)
    assert np.count_nonzero(lines["rent_exit"]) == 1


def test_overflow_is_billed_by_the_hour_for_lost_goodput() -> None:
    told = plan(
        demand={"gpus": 8, "utilization": 1.0},
        rent={"mode": "monthly", "goodput": 0.8, "currency": "KZT", "monthly_rate": 0, "hourly_rate": 10},
    )
    compute = ledger(told, keep_lines=True).rent.lines["rent_compute"]
    np.testing.assert_allclose(compute[2, 1], (8 * 730 / 0.8 - 8 * 730) * 10)
