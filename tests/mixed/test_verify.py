"""The load-duration optimum of E05 and E06, derived by enumeration in the published check list."""

import numpy as np
import pytest

from calc.decision.mixed.fields import problem_from_fields
from calc.decision.mixed.priced import priced
from calc.decision.mixed.settle import kept, settle
from calc.decision.mixed.solve import solve

E06_COST_BY_OWNED_GPUS = [7440.0, 6615.0, 6540.0, 6465.0, 6890.0, 7315.0, 7740.0, 8490.0, 9240.0]
INPUTS = {
    "months": 1,
    "demand_runs_hours_gpus": [[[100, 8], [130, 6], [200, 3], [300, 1]]],
    "own": {
        "node_gpus": 1,
        "max_nodes": 8,
        "node_price_usd_by_order_month": [0.0],
        "fixed_usd_per_node_month": [1000],
        "used_usd_per_gpu_hour": [0.5],
        "idle_usd_per_gpu_hour": [0.0],
        "residual_share_of_price_by_age_months": [0.0, 0.0],
    },
    "rent": {"hour_usd_per_gpu_hour": [3.0], "hour_gpu_step": 0},
}


def test_e05_the_optimum():
    found = solve(priced(problem_from_fields(INPUTS)))
    assert found.cost == pytest.approx(6465.0, rel=1e-9)
    assert found.nodes_in_service == (3,)


@pytest.mark.parametrize(("gpus", "cost"), list(enumerate(E06_COST_BY_OWNED_GPUS)))
def test_e06_every_number_of_owned_gpus(gpus, cost):
    task = priced(problem_from_fields(INPUTS))
    assert settle(task, kept(task, np.array([gpus]))).cost == pytest.approx(cost, rel=1e-9)
