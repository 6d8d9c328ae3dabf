"""Estimates against measurements, like metric with like (docs/design.md, memory)."""

from itertools import pairwise

import pytest

from benchmarks.accuracy import DEVICE, compared, groups
from benchmarks.device_band import holds, readings, without_each_source
from calc.memory.evidence import EvidenceGroup, GroupErrors
from data.measurements import left_out, memory_runs

ERRORS = {(one.group, one.held_out): one for one in groups()}


def achieved(one: GroupErrors) -> str:
    return f"{one.group}: median {one.median:.2%}, 90 % {one.ninety_within:.2%}, worst {one.worst:.2%}"


@pytest.mark.parametrize(
    ("group", "median", "ninety", "worst"),
    [
        ("tracker_one_device", 0.01, 0.04, 0.08),
        ("tracker_tiny", 0.01, 0.04, 0.12),
        ("tracker_fsdp", 0.03, 0.08, 0.08),
        ("full_step_rules", 0.03, 0.10, 0.10),
        ("full_other", 0.06, 0.12, 0.12),
        ("lora", 0.06, 0.12, 1.0),
        ("qlora", 0.05, 0.12, 1.0),
        ("adapters_fsdp", 0.05, 0.12, 0.12),
        ("serving", 0.015, 0.06, 0.06),
        ("reserved", 0.08, 0.20, 0.25),
    ],
)
def test_errors(group: str, median: float, ninety: float, worst: float):
    one = ERRORS[EvidenceGroup(group), False]
    assert one.median <= median, achieved(one)
    assert one.ninety_within <= ninety, achieved(one)
    assert one.worst <= worst, achieved(one)


@pytest.mark.parametrize("group", DEVICE)
def test_the_device_band_holds_nine_readings_of_ten(group: EvidenceGroup):
    assert ERRORS[group, False].in_band >= 0.9


def test_the_device_band_is_no_wider_than_stated():
    for _, one in compared():
        band = one.band_gib
        widest = 0.15 if one.measurement.job.parallel.gpus == 1 else 0.25
        middle = (band.low + band.high) / 2
        assert max(band.high - band.mid, band.mid - band.low) <= widest * band.mid + 1e-9
        assert band.high - middle <= widest * middle + 1e-9


def test_a_law_found_without_a_source_holds_its_readings():
    left = list(without_each_source())
    assert len(left) >= 4
    assert sum(one.held for one in left) >= 0.9 * sum(one.readings for one in left)
    assert sum(one.held for one in left) == pytest.approx(sum(holds(row) for row in readings()), abs=2)


# Rows off by more than 15 %, and why. Nothing is dropped: a row that leaves or joins the list fails the test.
MISSED = {
    "tune-flag-09": "3 bytes a logit less than held logits and their gradients take; cause not found",
    "tune-flag-10": "as tune-flag-09",
    "ans-13": "reserved on a 24 GB card that limits what the allocator caches",
    "ans-14": "unlike jobs end within 3 % of each other: the allocator filled the card",
    "litgpt-hub-26": "every rank of this script loads the whole model; the peak is at loading",
    "tune-pr961-1": "one recipe, three readings of 18.8 to 22.4 GiB; the middle one is within 15 %",
}


def test_every_missed_row_has_a_reason():
    missed = {one.measurement.id for _, one in compared() if one.group not in DEVICE and abs(one.error) > 0.15}
    assert missed == set(MISSED)


def test_a_figure_that_is_not_compared_has_a_reason():
    named = {run.measurement.id for run in memory_runs()} | {row.id for row in left_out()}
    assert len(left_out()) < len(memory_runs()) / 4
    assert all(row.reason for row in left_out())
    assert not {run.measurement.id for run in memory_runs()} & {row.id for row in left_out()}
    assert len(named) > 380


def test_held_out_rows_are_kept_apart():
    order = [one.held_out for one in groups()]
    assert all(first <= second for first, second in pairwise(order))
    assert any(order)
