"""Every line, month, tax year and fleet of the worked scenarios (docs/ledger.md §13)."""

import numpy as np
import pytest

from calc.cost import ledger
from calc.cost.flows import moments
from tests.cost.golden import golden_plan, scenarios

RELATIVE = 1e-9
KZT, USD = 0.5, 0.01


def money(scenario):
    return USD if scenario["scenario_complete"]["finance"]["currency"] == "USD" else KZT


def horizon(scenario):
    return scenario["scenario_complete"]["finance"]["horizon_months"]


@pytest.fixture(scope="module", params=list(scenarios()))
def case(request):
    scenario = scenarios()[request.param]
    return scenario, ledger(golden_plan(scenario), keep_lines=True)


def close(found, expected, absolute):
    np.testing.assert_allclose(found, expected, rtol=RELATIVE, atol=absolute)


def by_month(flows, scenario):
    months = flows.sum(axis=-2)
    assert not months[horizon(scenario) + 1 :].any()
    return months[: horizon(scenario) + 1]


@pytest.mark.parametrize("branch", ["rent", "buy"])
def test_every_line_and_month(case, branch):
    scenario, result = case
    lines, expected = getattr(result, branch).lines, scenario["expected"][branch]["lines"]
    found = {name: by_month(line, scenario) for name, line in lines.items()}
    assert {name for name, line in found.items() if line.any()} == set(expected)
    for name, line in expected.items():
        close(found[name], line["months"], money(scenario))


@pytest.mark.parametrize("branch", ["rent", "buy"])
def test_monthly_total_is_the_sum_of_lines(case, branch):
    scenario, result = case
    flows = getattr(result, branch)
    close(by_month(flows.cash, scenario), scenario["expected"][branch]["monthly_total"], money(scenario))
    close(sum(flows.lines.values()), flows.cash, 1e-3)


@pytest.mark.parametrize("branch", ["rent", "buy"])
def test_present_cost_by_line(case, branch):
    scenario, result = case
    rate = scenario["scenario_complete"]["finance"]["discount_rate_per_year"]
    factor = (1 + rate) ** (-moments(60) / 12)
    expected = scenario["expected"][branch]
    for name, value in expected["present_cost_by_line"].items():
        close((getattr(result, branch).lines[name] * factor).sum(), value, money(scenario))
    close((getattr(result, branch).cash * factor).sum(), expected["present_cost"], money(scenario))


def test_present_cost_with_cash_funding(case):
    scenario, result = case
    rate = scenario["scenario_complete"]["finance"]["discount_rate_per_year"]
    found = (result.buy_unlevered * (1 + rate) ** (-moments(60) / 12)).sum()
    close(found, scenario["expected"]["buy"]["present_cost_unlevered"], money(scenario))


@pytest.mark.parametrize("branch", ["rent", "buy"])
def test_tax_years(case, branch):
    scenario, result = case
    expected = scenario["expected"][branch]["tax_years"]
    found = getattr(result, branch).tax_years
    for name in expected[0]:
        years = [year[name] for year in expected]
        close(getattr(found, name)[: len(years)], years, KZT)
        assert not getattr(found, name)[len(years) :].any()


def test_hours_energy_and_fleets(case):
    scenario, result = case
    expected = scenario["expected"]
    months = horizon(scenario)
    for found, values in (
        (result.rent.used_gpu_hours, expected["rent"]["used_gpu_hours"]),
        (result.buy.used_gpu_hours, expected["buy"]["used_gpu_hours"]),
        (result.buy.own_gpu_hours, expected["buy"]["own_gpu_hours"]),
        (result.buy.it_kwh, expected["buy"]["it_kwh"]),
    ):
        close(found[:months], values, 1e-3)
        assert not found[months:].any()
    assert result.buy.nodes == expected["buy"]["nodes"]
    assert len(result.buy.fleets) == len(expected["buy"]["fleets"])
    for fleet, values in zip(result.buy.fleets, expected["buy"]["fleets"], strict=True):
        for name, value in values.items():
            close(getattr(fleet, name), value, KZT)
