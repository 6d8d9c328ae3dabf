"""The zero line and the labels kept apart."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ui.charts.contour import zero_contour
from ui.charts.dodge import dodged

numbers = st.floats(-1e3, 1e3, allow_nan=False)


def test_zero_line_of_a_plane_is_the_line():
    x, y = np.linspace(0, 6, 7), np.linspace(0, 4, 5)
    segments = zero_contour(x, y, y[:, None] - 0.5 * x[None, :] - 0.3)
    ends = segments.reshape(-1, 2)
    assert np.allclose(ends[:, 1], 0.5 * ends[:, 0] + 0.3)
    length = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]).sum()
    assert np.isclose(length, np.hypot(6, 3))


def test_no_sign_change_has_no_line():
    grid = np.ones((4, 5))
    assert zero_contour(np.arange(5.0), np.arange(4.0), grid).shape == (0, 4)
    assert zero_contour(np.arange(5.0), np.arange(4.0), -grid).shape == (0, 4)


def test_exact_zeros_neither_break_nor_repeat_the_line():
    x, y = np.arange(5.0), np.arange(5.0)
    segments = zero_contour(x, y, np.tile(y[:, None] - 2.0, (1, 5)))
    assert np.allclose(segments[:, [1, 3]], 2.0)
    assert np.isclose(np.abs(segments[:, 2] - segments[:, 0]).sum(), 4.0)


@given(st.lists(numbers, min_size=1, max_size=6), st.floats(0.1, 50))
def test_labels_are_apart_and_keep_their_order(values: list[float], gap: float):
    places = dodged(values, gap)
    ranked = [places[i] for i in sorted(range(len(values)), key=lambda i: values[i])]
    assert all(after - before >= gap * (1 - 1e-6) for before, after in pairwise(ranked))
    assert np.isclose(sum(places), sum(values), atol=1e-6)


@given(st.lists(st.integers(-100, 100), min_size=1, max_size=6, unique=True))
def test_labels_that_are_apart_stay_where_they_are(values: list[int]):
    assert dodged([float(v) for v in values], 1.0) == [float(v) for v in values]
