"""Rounded parts add up to the rounded total."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.formats import parts_of, rounded, scale_of

amounts = st.lists(st.floats(-1e9, 1e9, allow_nan=False), min_size=1, max_size=12)


@given(values=amounts, decimals=st.integers(-3, 2))
def test_parts_add_up_and_move_less_than_a_step(values, decimals):
    total = rounded(float(sum(Decimal(repr(value)) for value in values)), decimals)
    shown = parts_of(total, values, decimals)
    assert sum(shown) == total
    step = Decimal(1).scaleb(-decimals)
    assert all(abs(part - Decimal(repr(value))) <= step for part, value in zip(shown, values, strict=True))


def test_the_largest_remainder_takes_the_missing_unit():
    assert parts_of(Decimal(100), [33.4, 33.35, 33.25], 0) == (Decimal(34), Decimal(33), Decimal(33))


def test_a_cost_that_does_not_exist_stays_zero():
    assert parts_of(Decimal(10), [0.0, 3.3, 3.3, 3.3], 0)[0] == 0


def test_no_parts():
    assert parts_of(Decimal(0), [], 0) == ()


@pytest.mark.parametrize(
    ("value", "decimals", "shown"), [(0.5, 0, "1"), (-0.5, 0, "-1"), (2.345, 2, "2.35"), (-0.04, 1, "0.0")]
)
def test_half_goes_away_from_zero_and_zero_has_no_sign(value, decimals, shown):
    assert str(rounded(value, decimals)) == shown


@given(amount=st.floats(0, 1e13, allow_nan=False))
def test_a_scale_shows_three_or_four_digits_at_most(amount):
    scale = scale_of(amount)
    assert scale.shown(amount) < 10_000 or scale.name == "billion"
