"""Rows of GPUs over a year."""

from dataclasses import replace

import numpy as np
import pytest

from calc.answer import reckon
from calc.decision.mixed.mixed_plan import mixed_plan
from calc.decision.mixed.plan_layers import plan_layers
from calc.demand.hourly import hourly_gpus
from calc.demand.layer_rows import LayerUse, layer_rows
from calc.inputs import Inputs
from data.examples import load_example
from data.resolve import resolve
from tests.decision.plans import job, plan


def test_a_base_is_own_and_peaks_are_rented():
    base = plan(
        demand={"kind": "waves", "gpus": 8, "base_gpus": 8, "weeks_on": 1, "weeks_off": 12},
        buy={"node_price": 250000, "residual_kind": "points"},
    )
    found = plan_layers(base, mixed_plan(base))
    assert (found.weeks, len(found.rows)) == (52, 16)
    assert {use for row in found.rows[:8] for use in row.use_by_week} == {LayerUse.OWN}
    top = found.rows[-1].use_by_week
    assert [week for week, use in enumerate(top) if use is LayerUse.HOUR] == [0, 13, 26, 39]
    assert {use for week, use in enumerate(top) if week % 13} == {LayerUse.NONE}


def test_rows_hold_all_the_hours_and_the_busiest_is_at_the_bottom():
    several = plan(finance={"horizon_months": 14})
    jobs = ({"gpus": 3, "utilization": 0.4}, {"kind": "waves", "gpus": 4, "weeks_off": 3, "first_hour": 10})
    several = replace(several, jobs=tuple(job(**demand) for demand in jobs))
    found = plan_layers(several, mixed_plan(several), first_month=2)
    year = hourly_gpus(Inputs(several), 14)[1:13]
    assert np.array([row.hours_by_month for row in found.rows]).sum(axis=0) == pytest.approx(year.sum(axis=1))
    means = [row.hours_a_month for row in found.rows]
    assert means == sorted(means, reverse=True)
    for row in found.rows:
        assert np.sum(row.hours_by_job_and_week, axis=0) == pytest.approx(np.array(row.hours_by_week), abs=1e-9)


def test_owned_rows_without_work_are_idle_and_prepaid_ones_lie_below():
    hourly = np.zeros((1, 12, 730))
    hourly[0, :, :365] = 2.0
    found = layer_rows(hourly, [4] * 12, [1] * 12, node_gpus=4)
    weeks_used = [row.use_by_week[0] for row in found.rows]
    assert weeks_used == [LayerUse.MONTH, LayerUse.OWN, LayerUse.IDLE, LayerUse.IDLE, LayerUse.IDLE]


def test_a_large_fleet_has_a_row_a_node():
    hourly = np.full((1, 3, 730), 100.0)
    found = layer_rows(hourly, [96] * 3, [0] * 3, node_gpus=8)
    assert (len(found.rows), found.rows[-1].gpus, found.weeks) == (13, 8, 13)
    assert found.rows[-1].hours_by_week[0] == pytest.approx(84)


def test_the_mixed_server_shows_both_jobs():
    answer = reckon(resolve(load_example("mixed-server")))
    found = plan_layers(answer.plan, answer.mixed)
    serving, training = np.sum([row.hours_by_job_and_week for row in found.rows], axis=0)
    assert serving == pytest.approx(np.full(52, 8 * 84), rel=0.06)  # whole days in a stretch of a month
    assert training == pytest.approx(np.full(52, 8 * 70), rel=0.06)
    assert {use for row in found.rows for use in row.use_by_week} == {LayerUse.OWN}
