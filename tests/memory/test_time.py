"""The time of estimates (``make bench``)."""

import pytest

from benchmarks.memory import ms_of_one, seconds_of_all


def test_one_estimate_takes_under_a_millisecond():
    assert ms_of_one() < 1.0


@pytest.mark.slow
def test_the_catalogue_is_sized_in_two_seconds():
    count, seconds = min((seconds_of_all() for _ in range(3)), key=lambda timed: timed[1])
    assert count > 3000
    assert seconds < 2.0
