"""Roots, jumps and states of functions whose zeros are known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.choices import BreakEvenState
from calc.decision.root_search import POINTS, find_zeros


def search(*functions, low=0.0, high=1.0):
    grids = [np.linspace(low, high, POINTS) for _ in functions]
    values = [f(x) for f, x in zip(functions, grids, strict=True)]
    calls = []

    def batch(requests):
        calls.append(len(requests))
        return [functions[k](points) for k, points in requests]

    return find_zeros(grids, values, batch), calls


def only(function, **bounds):
    return search(function, **bounds)[0][0]


@given(st.floats(0.001, 0.999), st.floats(-1e12, 1e12).filter(lambda slope: abs(slope) > 1e-3))
def test_root_and_slope_of_a_straight_line(root, slope):
    zeros = only(lambda x: slope * (x - root))
    assert zeros.state is BreakEvenState.FOUND
    assert zeros.roots == pytest.approx([root], rel=1e-9)
    assert zeros.slopes == pytest.approx([slope], rel=1e-6)
    assert zeros.jumps == ()
    assert zeros.positive_at_first == (slope < 0)


@given(st.floats(0.01, 0.99).filter(lambda x: abs(x * 200 - round(x * 200)) > 1e-3))
def test_a_jump_is_not_a_root(at):
    zeros = only(lambda x: np.where(x < at, -1.0, 2.0))
    assert zeros.roots == ()
    assert zeros.jumps == pytest.approx([at], abs=1e-6)


def test_a_jump_after_the_first_point_is_named_by_it():
    zeros = only(lambda x: np.where(x > 0, 5.0 - x, -1.0))
    assert zeros.jumps == pytest.approx([0.0], abs=1e-12)


def test_curved_functions_are_found_in_few_calls():
    zeros, calls = search(lambda x: np.exp(x) - 1.9, np.cos, lambda x: (x - 0.2123) * (x - 0.7777) * 1e9, low=0, high=2)
    assert zeros[0].roots == pytest.approx([np.log(1.9)], rel=1e-11)
    assert zeros[1].roots == pytest.approx([np.pi / 2], rel=1e-11)
    assert zeros[2].roots == pytest.approx([0.2123, 0.7777], rel=1e-10)
    assert len(calls) <= 3


def test_states_without_a_sign_change():
    assert only(lambda x: 1 + x).state is BreakEvenState.ALWAYS
    assert only(lambda x: -1 - x).state is BreakEvenState.NEVER
    assert only(lambda x: -7 + 0 * x).state is BreakEvenState.NO_EFFECT
    assert only(lambda x: 0 * x).state is BreakEvenState.NO_EFFECT


def test_a_zero_on_a_point_is_a_root_and_a_run_of_zeros_its_first():
    touching = only(lambda x: (x - 0.5) ** 2)
    assert touching.roots == pytest.approx([0.5])
    flat = only(lambda x: np.clip(x - 0.25, 0, 1) - np.clip(0.1 - x, 0, 1))
    assert flat.roots == pytest.approx([0.1])
    assert flat.jumps == ()


def test_a_kink_and_a_jump_in_one_function():
    def sawtooth(x):
        return np.where(x < 0.43211, 0.3 - x, 0.6 - x)

    zeros = only(sawtooth)
    assert zeros.roots == pytest.approx([0.3, 0.6], abs=1e-12)
    assert zeros.jumps == pytest.approx([0.43211], abs=1e-6)
