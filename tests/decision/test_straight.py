"""Where the saving is taken to be a straight line, it is one, whatever the choices of the plan."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calc.cost import ledger
from calc.decision.quantities import QuantityId, quantities
from calc.decision.saving_model import is_straight, npv_along
from tests.cost.random_plans import plans
from tests.decision.plans import moved, plan

POINTS = 41


def bend(the_plan, quantity):
    """Largest distance of the saving from its chord, as a share of all the money that moves."""
    points = np.linspace(quantity.low, quantity.high, POINTS)
    (values,) = npv_along(the_plan, [(quantity, points)])
    in_dollars = quantity.id is QuantityId.USD_KZT and the_plan.finance.currency == "USD"
    line = values * (points if in_dollars else 1.0)
    chord = line[0] + (line[-1] - line[0]) * np.arange(POINTS) / (POINTS - 1)
    base = ledger(the_plan)
    money = np.abs(base.rent.cash).sum() + np.abs(base.buy.cash).sum() + np.abs(values).max()
    return np.abs(line - chord).max() / (money * (points.max() if in_dollars else 1.0))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plans, st.sampled_from(["declining", "straight_line"]), st.sampled_from([0, 14]), st.sampled_from([0.0, 2e4]))
def test_straight_quantities_are_straight(the_plan, method, refresh, network):
    every = refresh if the_plan.finance.funding != "lease" else 0
    the_plan = moved(the_plan, buy__refresh_every_months=every, buy__network_price=network)
    the_plan = moved(the_plan, finance__tax_position="taxable", finance__depreciation=method)
    for quantity in quantities(the_plan):
        if is_straight(the_plan, quantity):
            assert bend(the_plan, quantity) <= 1e-10, quantity.id


def test_resale_of_an_offset_import_is_not_straight():
    offset = plan(buy={"purchase": "import_offset", "residual_kind": "points"})
    (residual,) = (quantity for quantity in quantities(offset) if quantity.id is QuantityId.RESIDUAL)
    assert not is_straight(offset, residual)
    assert bend(offset, residual) > 1e-3


@pytest.mark.parametrize(("network", "straight"), [(0, True), (200_000, False)])
def test_a_network_of_its_own_price_bends_the_node_price_under_refresh(network, straight):
    buy = {"refresh_every_months": 12, "residual_kind": "points", "residual_scale": 5, "network_price": network}
    the_plan = plan(buy=buy)
    (price,) = (quantity for quantity in quantities(the_plan) if quantity.id is QuantityId.PURCHASE_PRICE)
    assert is_straight(the_plan, price) == straight
    assert (bend(the_plan, price) <= 1e-10) == straight
