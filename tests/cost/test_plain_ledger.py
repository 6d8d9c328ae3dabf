"""The engine against docs/ledger.md written a second time, on random plans with every choice."""

from typing import Any

import numpy as np
from hypothesis import given, settings

from calc.cost import ledger
from calc.plan import Plan
from tests.cost.golden import golden_plan, scenarios
from tests.cost.plain_ledger import Branch, PlainLedger
from tests.cost.random_plans import plans
from tests.decision.plans import plan

LONGEST = 240


def agree(lines: Any, expected: Branch) -> None:
    found: dict[str, dict[tuple[int, int], float]] = {}
    for (name, month, timing), amount in expected.flows.items():
        found.setdefault(name, {})[month, 0 if month == 0 else timing] = amount
    biggest = max(abs(amount) for amount in expected.flows.values())
    for name in {*found, *lines}:
        line = lines.get(name, np.zeros((3, LONGEST + 1))).copy()
        line[0, 0], line[1:, 0] = line[:, 0].sum(), 0.0  # month 0 is a point
        for (month, timing), amount in found.get(name, {}).items():
            line[timing, month] -= amount
        assert np.abs(line).max() <= 1e-9 * biggest, name


def check_against_plain(plan: Plan) -> None:
    result, expected = ledger(plan, keep_lines=True), PlainLedger(plan)
    agree(result.rent.lines, expected.rent)
    agree(result.buy.lines, expected.buy)
    assert result.buy.nodes == expected.nodes
    for month, kwh in expected.it_kwh.items():
        np.testing.assert_allclose(result.buy.it_kwh[month - 1], kwh, rtol=1e-9)
    assert [int(fleet.from_month) - 1 for fleet in result.buy.fleets] == expected.deliveries
    cash = PlainLedger(plan, funding="cash").buy
    agree({"all": result.buy_unlevered}, _merged(cash))


def _merged(branch: Branch) -> Branch:
    merged = Branch()
    for (_, month, timing), amount in branch.flows.items():
        merged.flows["all", month, 0 if month == 0 else timing] += amount
    return merged


@settings(max_examples=250, deadline=None)
@given(plans)
def test_random_plans(plan: Plan) -> None:
    check_against_plain(plan)


def test_worked_scenarios() -> None:
    for scenario in scenarios().values():
        check_against_plain(golden_plan(scenario))


def test_price_path_cooling_tariff_and_power_included() -> None:
    path = [[5, 0.8], [20, 1.3]]
    for mode in ("hourly", "monthly", "committed_1y", "committed_3y"):
        for kind in ("own_room", "colocation"):
            check_against_plain(
                plan(
                    demand={"kind": "profile", "monthly_gpu_hours": [900, 0, 5840, 100]},
                    rent={"mode": mode, "price_path": path},
                    site={"kind": kind, "cooling": "tariff", "cooling_tariff_kzt_per_kwh": 9, "colo_rate": 9e4},
                )
            )
    check_against_plain(plan(site={"kind": "colocation", "power_included": True, "colo_rate": 9e4}))


def test_one_month() -> None:
    finance = {"horizon_months": 1}
    check_against_plain(plan(finance=finance, buy={"residual_kind": "points", "retention_share": 0.1}))
    for funding in ("loan", "lease"):
        check_against_plain(plan(finance={**finance, "funding": funding}))


def test_nothing_used() -> None:
    check_against_plain(plan(demand={"utilization": 0.0}, rent={"storage_gb": 9, "storage_rate": 1, "setup_fee": 5}))
