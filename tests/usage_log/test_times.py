"""Times as people and programs write them, and the hour that happened twice."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.errors import ErrorCode, EsepError
from data.usage_log.spans import Spans, numbers
from data.usage_log.timestamps import read_times
from data.usage_log.zone import nearest_passes, to_utc


def spans_of(texts):
    encoded = [text.encode() for text in texts]
    length = np.array([len(text) for text in encoded], dtype=np.int64)
    content = np.frombuffer(b"".join(encoded) or b" ", dtype=np.uint8)
    return Spans(content, np.concatenate(([0], np.cumsum(length)[:-1])).astype(np.int64), length).stripped()


def times_of(*texts):
    return read_times([spans_of(texts)])[0]


def seconds(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def day(text):
    return datetime.fromisoformat(text)


WRITTEN = (
    "%d.%m.%Y %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%d-%m-%Y %H:%M:%S",
    "%d.%m.%y %H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", "%d.%m.%Y, %H:%M:%S",
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(WRITTEN), st.lists(st.datetimes(day("2000-01-01"), day("2068-01-01")), min_size=1))
def test_a_column_is_read_as_it_was_written(written, moments):
    times = times_of(*(moment.strftime(written) for moment in moments))
    assert times.valid.all()
    assert times.dated
    expected = [int(moment.replace(microsecond=0, tzinfo=UTC).timestamp()) for moment in moments]
    assert times.seconds.tolist() == expected
    assert times.local.all() != written.endswith("Z")


@settings(max_examples=100, deadline=None)
@given(st.datetimes(day("1971-01-01"), day("2199-01-01")), st.integers(-23 * 60, 23 * 60), st.integers(0, 999999))
def test_rfc_3339_with_any_offset_and_fraction(moment, offset_minutes, micros):
    zoned = moment.replace(microsecond=micros, tzinfo=timezone(timedelta(minutes=offset_minutes)))
    times = times_of(zoned.isoformat())
    assert times.valid.all()
    assert not times.local.any()
    assert abs(times.seconds[0] - zoned.timestamp()) <= 0.5 + 1e-6


@pytest.mark.parametrize(("texts", "first"), [
    (("03.04.2026", "04.03.2026"), "2026-04-03"),
    (("03.04.2026", "04.13.2026"), "2026-04-03"),  # dots stand behind the day; the second is no date
    (("03/04/2026", "13/04/2026"), "2026-04-03"),
    (("03/04/2026", "04/13/2026"), "2026-03-04"),
    (("03/04/2026", "05/06/2026"), "2026-04-03"),
    (("03/04/2026", "04/13/2026", "14/04/2026", "15/04/2026"), "2026-04-03"),
    (("2026/04/03", "2026/04/13"), "2026-04-03"),
])  # fmt: skip
def test_the_order_of_day_and_month_is_that_of_the_whole_column(texts, first):
    assert times_of(*texts).seconds[0] == seconds(first)


def test_the_order_is_found_from_all_columns():
    start, end = read_times([spans_of(["03/04/2026"]), spans_of(["03/25/2026"])])
    assert (start.seconds[0], end.seconds[0]) == (seconds("2026-03-04"), seconds("2026-03-25"))


@pytest.mark.parametrize("text", [
    "31.02.2026 10:00", "2026/04/31 10:00", "29.02.2026", "00.01.2026", "01.13.2026", "2026-04-03T24:00:00",
    "2026-04-03T10:60", "03.04-2026", "yesterday", "3 April", "1969-12-31", "2200-01-01", "2026-04-03T10:00:00+5",
    "2026-04-03 10:00:00 and much more text behind it", "100.04.2026", "2026-100-01", "12:30",
])  # fmt: skip
def test_what_is_no_date_is_broken(text):
    times = times_of(text, "2026-01-01T00:00:00")
    assert times.broken.tolist() == [True, False]


def test_blanks_are_not_broken():
    (times,) = read_times([spans_of(["", "Unknown", "None", "2026-01-01"])], (b"Unknown", b"None"))
    assert times.blank.tolist() == [True, True, True, False]
    assert not times.broken.any()


def test_seconds_carry_floating_noise():
    times = times_of("29383.000000000004", "0", "29382.9999999", "-5", "1e3", "99999999999")
    assert times.seconds[:4].tolist() == [29383, 0, 29383, -5]
    assert times.valid.tolist() == [True, True, True, True, False, False]
    assert not times.dated


@pytest.mark.parametrize(("texts", "values", "good"), [
    (("8", "0,5", "28,25"), [8, 0.5, 28.25], [True] * 3),
    (("8", "0.5", "+2"), [8, 0.5, 2], [True] * 3),
    (("0,5", "1.5"), [0.5, 0], [True, False]),  # the comma is the decimal sign of this column
    (("восемь", "", "-1", "1.2.3", "-", "8 GPU"), [0, 0, -1, 0, 0, 0], [False, False, True, False, False, False]),
])  # fmt: skip
def test_numbers(texts, values, good):
    read, found = numbers(spans_of(texts))
    assert read.tolist() == values
    assert found.tolist() == good


ZONES = ("Asia/Almaty", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "Australia/Lord_Howe")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(ZONES), st.datetimes(day("1995-01-01"), day("2035-01-01")))
def test_both_passes_are_those_of_the_zone_database(zone, moment):
    moment = moment.replace(microsecond=0)
    passes = to_utc(times_of(moment.isoformat()), zone)
    fold = [int(moment.replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()) for fold in (0, 1)]
    # an hour clocks went over has no second pass
    assert (passes.first_s[0], passes.second_s[0]) == (fold[0], max(fold))


@pytest.mark.parametrize("minutes", range(-90, 91, 15))
def test_the_hour_that_came_twice_in_almaty(minutes):
    moment = day("2024-03-01") + timedelta(minutes=minutes)
    passes = to_utc(times_of(moment.isoformat()), "Asia/Almaty")
    assert passes.second_s[0] - passes.first_s[0] == (3600 if -60 <= minutes < 0 else 0)


def passes_of(*texts):
    return to_utc(times_of(*texts), "Asia/Almaty")


def test_running_time_decides_the_pass():
    start = passes_of("2024-02-29T23:30:00", "2024-02-29T23:30:00", "2024-02-29T23:50:00")
    end = passes_of("2024-03-01T00:30:00", "2024-03-01T00:30:00", "2024-02-29T23:10:00")
    known = np.array([True] * 3)
    start_s, end_s = nearest_passes(start, end, np.array([7200, 3600, 1200]), known)
    assert (end_s - start_s).tolist() == [7200, 3600, 1200]
    assert start_s[1] - start_s[0] == 3600


def test_without_running_time_the_first_pass_and_the_earliest_end():
    start = passes_of("2024-02-29T23:30:00", "2024-02-29T23:50:00", "2024-02-29T23:20:00")
    end = passes_of("2024-03-01T00:30:00", "2024-02-29T23:10:00", "2024-02-29T23:40:00")
    start_s, end_s = nearest_passes(start, end, np.zeros(3, np.int64), np.zeros(3, np.bool_))
    assert (end_s - start_s).tolist() == [7200, 1200, 1200]


def test_an_unknown_zone_is_refused():
    with pytest.raises(EsepError) as refused:
        to_utc(times_of("2026-01-01"), "Asia/Alma-Ata")
    assert (refused.value.code, refused.value.field) == (ErrorCode.UNKNOWN_ID, "log.zone")
