"""Layers of a year: nothing is lost, rows are sorted, and a row of a node holds its GPUs."""

import numpy as np
import pytest

from calc.answer import reckon
from calc.demand.hourly import hourly_gpus
from calc.demand.layer_rows import year_layers
from calc.inputs import Inputs
from data.examples import EXAMPLES, load_example
from data.resolve import resolve

MONTHS = 12


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("row_gpus", [1, 8])
def test_the_rows_hold_every_hour_of_the_demand(example: str, row_gpus: int):
    plan = reckon(resolve(load_example(example))).plan
    found = year_layers(plan, row_gpus=row_gpus)
    demanded = hourly_gpus(Inputs(plan), MONTHS).sum()
    assert found.hours_per_month.sum() * MONTHS * row_gpus == pytest.approx(demanded)
    weeks = np.diff(np.linspace(0, MONTHS * 730, 53).round())
    assert (found.busy_share * weeks).sum() * row_gpus == pytest.approx(demanded)


@pytest.mark.parametrize("example", EXAMPLES)
def test_lower_rows_work_more_in_every_week(example: str):
    found = year_layers(reckon(resolve(load_example(example))).plan)
    assert (np.diff(found.hours_per_month) <= 1e-9).all()
    assert (np.diff(found.busy_share, axis=0) <= 1e-9).all()
    assert found.busy_share.min() >= 0
    assert found.busy_share.max() <= 1 + 1e-9
    assert list(found.week_month) == sorted(found.week_month)
    assert set(found.week_month) == set(range(MONTHS))
