"""The records themselves: complete, named after fields and quantities, and each can be switched off."""

from typing import Any

import numpy as np
import pytest

from calc.cost import LEDGER_LINES, Line, LineId, ledger
from calc.inputs import Inputs
from tests.cost.golden import golden_plan, scenarios
from tests.decision.plans import plan

RECKONED = {LineId.VAT_PAID, LineId.VAT_RECOVERED, LineId.INCOME_TAX}


def test_every_line_of_the_ledger_has_a_record() -> None:
    assert {line.id for line in LEDGER_LINES} | RECKONED == set(LineId)


@pytest.mark.parametrize("line", LEDGER_LINES, ids=lambda line: line.id)
def test_a_record_names_fields_and_documented_quantities(line: Line) -> None:
    inputs = Inputs(plan())
    for price in line.prices:
        assert inputs[price].shape == ()
    for name, allowed in line.when:
        assert type(inputs.choice(name)) in {type(value) for value in allowed}
    for quantity in (*line.quantities, line.window):
        assert quantity.__doc__


@pytest.mark.parametrize("position", range(11))
def test_each_line_can_be_switched_off(position: int) -> None:
    told = golden_plan(list(scenarios().values())[position])
    whole = ledger(told, keep_lines=True)
    for branch in ("rent", "buy"):
        for name in getattr(whole, branch).lines:
            without = ledger(told, keep_lines=True, without=(name,))
            flows = getattr(without, branch)
            assert name not in flows.lines
            np.testing.assert_allclose(sum(flows.lines.values(), np.zeros((3, 61))), flows.cash, atol=1e-3)


def test_lines_are_kept_only_when_asked_for() -> None:
    told = plan()
    bare, full = ledger(told), ledger(told, keep_lines=True)
    assert not bare.buy.lines
    assert bare.buy.tax_years is None
    assert bare.buy.fleets == ()
    np.testing.assert_allclose(bare.buy.cash, full.buy.cash, rtol=1e-12)


def value(**parts: dict[str, Any]) -> float:
    result = ledger(plan(**parts))
    return float((result.rent.cash - result.buy.cash).sum())


DEARER_TO_OWN = [
    ("buy", "node_price", 400000),
    ("buy", "freight_share", 0.1),
    ("buy", "installation_share", 0.1),
    ("buy", "maintenance_share_per_year", 0.3),
    ("buy", "staff_fte", 1.0),
    ("buy", "licence_usd_per_gpu_year", 4500.0),
    ("buy", "insurance_share_per_year", 0.02),
    ("site", "tariff_kzt_per_kwh", 60.0),
    ("site", "pue", 2.5),
    ("site", "room_rent_kzt_per_month", 1e6),
    ("site", "room_capex_kzt", 1e7),
]
DEARER_TO_RENT = [
    ("rent", "hourly_rate", 5.0),
    ("rent", "goodput", 0.8),
    ("rent", "support_share", 0.1),
    ("rent", "price_growth_per_year", 0.1),
    ("demand", "utilization", 0.9),
]
BASE = {
    "buy": {"warranty_months": 0, "staff_kzt_per_fte_month": 1e6, "residual_kind": "exponential"},
}


@pytest.mark.parametrize(("part", "field", "changed"), DEARER_TO_OWN)
def test_dearer_owning_speaks_against_buying(part: str, field: str, changed: float) -> None:
    parts = {**BASE, part: {**BASE.get(part, {}), field: changed}}
    assert value(**parts) < value(**BASE)


@pytest.mark.parametrize(("part", "field", "changed"), DEARER_TO_RENT)
def test_dearer_rent_and_more_use_speak_for_buying(part: str, field: str, changed: float) -> None:
    assert value(**BASE, **{part: {field: changed}}) > value(**BASE)


def test_a_better_resale_speaks_for_buying() -> None:
    lower = {"buy": {**BASE["buy"], "residual_rate_per_year": 0.6}}
    assert value(**lower) < value(**BASE)
