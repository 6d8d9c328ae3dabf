"""Plain series against published cases; the numbers name rows of verify_open.json."""

import numpy as np
import pytest

from calc.decision.irr import irr_roots, sign_changes
from calc.decision.series import equivalent_annual_cost, internal_rates, modified_internal_rate, net_present_value
from calc.decision.value import annuity_factor, discount_factors, monthly_rate
from tests.decision.cases import verify

UNDISCOUNTED_FIRST = ("A01", "A04", "B20")
SPREADSHEET = ("A02", "A05")
ONE_ROOT = ("A11", "A13", "A14", "A15", "A18", "A19", "A26")
ALL_ROOTS = ("A24", "A30", "A32")
MIRR = ("A40", "A41", "A42", "A45")


@pytest.mark.parametrize("case_id", UNDISCOUNTED_FIRST + SPREADSHEET)
def test_net_present_value_has_two_conventions_and_says_which(case_id):
    case = verify(case_id)
    first = 1 if case_id in SPREADSHEET else 0
    value = net_present_value(case["inputs"]["rate"], case["inputs"]["cf"], first_period=first)
    assert value == pytest.approx(case["expected"], abs=case["tolerance"])


@pytest.mark.parametrize("case_id", ONE_ROOT)
def test_single_internal_rates(case_id):
    case = verify(case_id)
    assert internal_rates(case["inputs"]["cf"]) == pytest.approx([case["expected"]], abs=case["tolerance"])


@pytest.mark.parametrize("case_id", ALL_ROOTS)
def test_every_internal_rate_is_found(case_id):
    case = verify(case_id)
    assert internal_rates(case["inputs"]["cf"]) == pytest.approx(case["expected"], abs=case["tolerance"])


def test_several_rates_with_the_economic_one_among_them():
    # these print one root; the streams have more than one sign change
    for case_id in ("A12", "A16", "A23"):
        case = verify(case_id)
        roots = internal_rates(case["inputs"]["cf"])
        assert min(abs(root - case["expected"]) for root in roots) <= case["tolerance"]
    assert internal_rates(verify("A23")["inputs"]["cf"])[0] == pytest.approx(-0.9997912604, abs=1e-9)


@pytest.mark.parametrize("flows", [verify("A29")["inputs"]["cf"], [-100, 0, 0, -7], [5, 5, 5], [0, 0], []])
def test_no_rate_is_an_empty_answer(flows):
    assert internal_rates(flows) == ()


def test_a_long_monthly_series_is_solved():
    roots = internal_rates([-172_545.85, *[787.735] * 480])
    assert roots == pytest.approx([0.0038401], abs=1e-7)
    assert (1 + roots[0]) ** 12 - 1 == pytest.approx(0.04707, abs=1e-5)


def test_first_flow_positive_has_its_rates_told_by_the_sign_changes():
    flows = np.array(verify("B20")["inputs"]["cf"])
    assert sign_changes(flows) == 0
    assert internal_rates(flows) == ()


@pytest.mark.parametrize("case_id", MIRR)
def test_modified_rate(case_id):
    case = verify(case_id)
    inputs = case["inputs"]
    rate = modified_internal_rate(inputs["cf"], inputs["finance"], inputs["reinvest"])
    assert rate == pytest.approx(case["expected"], abs=case["tolerance"])


def test_modified_rate_needs_money_both_ways():
    assert modified_internal_rate([1, 2, 3], 0.1, 0.1) is None


@pytest.mark.parametrize("case_id", ["C02", "C04"])
def test_equivalent_annual_cost(case_id):
    case = verify(case_id)
    i = case["inputs"]
    cost = equivalent_annual_cost(i["capex"], i["opex"], i["n"], i["rate"])
    assert cost == pytest.approx(case["expected"], abs=case["tolerance"])


def test_monthly_rate_is_effective():
    case = verify("B17")
    assert monthly_rate(case["inputs"]["annual"]) == pytest.approx(case["expected"], abs=case["tolerance"])


def test_middle_of_the_month_is_half_a_month_dearer():
    case = verify("B18")
    rate, months = case["inputs"]["annual"], case["inputs"]["n_months"]
    _, middle, end = discount_factors(rate, months)[:, 1:].sum(axis=-1)
    assert end == pytest.approx(case["expected"]["end"], abs=case["tolerance"])
    assert middle == pytest.approx(case["expected"]["mid"], abs=case["tolerance"])
    assert annuity_factor(monthly_rate(rate), months) == pytest.approx(end, rel=1e-13)


def test_an_exact_zero_on_a_grid_point_is_a_root():
    assert irr_roots(np.array([-1.0, 1.0]), np.array([0.0, 1.0]), lowest=0.0, highest=3.0) == (0.0,)


def test_many_series_at_once_are_each_alone():
    many = np.random.default_rng(7).normal(size=(3, 4, 12))
    for first in (0, 1):
        values = net_present_value(0.013, many, first_period=first)
        assert values.shape == (3, 4)
        assert values[2, 1] == pytest.approx(net_present_value(0.013, many[2, 1].tolist(), first_period=first))
