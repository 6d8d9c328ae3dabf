"""From the clock on the wall to UTC, with hours that happen twice when clocks go back."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import numpy as np

from calc.errors import ErrorCode, EsepError
from data.usage_log.spans import Mask, Positions
from data.usage_log.timestamps import SECONDS_PER_DAY, Times

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Passes:
    """What a clock time can mean.

    Attributes
    ----------
    first_s, second_s
        UTC of the first and the second time the clock showed it; equal but for hours that came twice [s].
    """

    first_s: Positions
    second_s: Positions


def to_utc(times: Times, zone: str) -> Passes:
    """UTC seconds of a column; times with a zone of their own, and plain seconds, stay.

    Raises
    ------
    EsepError
        ``UNKNOWN_ID`` at ``log.zone``.
    """
    local = times.local & times.valid
    if not local.any():
        return Passes(times.seconds, times.seconds)
    wall = times.seconds[local]
    moments, offsets = _offsets(zone, int(wall.min()) // SECONDS_PER_DAY - 2, int(wall.max()) // SECONDS_PER_DAY + 3)
    # Period i shows the wall clock up to moments[i] + offsets[i].
    period = np.searchsorted(moments + offsets[:-1], wall, side="right")
    first = wall - offsets[period]
    begins = np.concatenate(([np.iinfo(np.int64).min], moments))
    skipped = first < begins[period]  # clocks went forward over it: as if they had not
    first = np.where(skipped, wall - offsets[np.maximum(period - 1, 0)], first)
    following = np.minimum(period + 1, len(offsets) - 1)
    again = wall - offsets[following]
    second = np.where((following > period) & (again >= begins[following]), again, first)
    out_first, out_second = times.seconds.copy(), times.seconds.copy()
    out_first[local], out_second[local] = first, second
    return Passes(out_first, out_second)


@cache
def _offsets(zone: str, first_day: int, last_day: int) -> tuple[Positions, Positions]:
    """Moments at which the offset from UTC changes, and the offsets before, between and after."""
    try:
        info = ZoneInfo(zone)
    except (KeyError, ValueError, OSError) as error:
        raise EsepError(ErrorCode.UNKNOWN_ID, "log.zone", zone, "Asia/Almaty | UTC") from error
    moments = list(_changes(info, first_day, last_day))
    offsets = [_offset(info, first_day * SECONDS_PER_DAY), *(_offset(info, moment) for moment in moments)]
    return np.array(moments, dtype=np.int64), np.array(offsets, dtype=np.int64)


def _changes(zone: ZoneInfo, first_day: int, last_day: int) -> Iterator[int]:
    before = _offset(zone, first_day * SECONDS_PER_DAY)
    for day in range(first_day, last_day):
        low, high = day * SECONDS_PER_DAY, (day + 1) * SECONDS_PER_DAY
        after = _offset(zone, high)
        if after == before:
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if _offset(zone, middle) == before else (low, middle)
        yield high
        before = after


def _offset(zone: ZoneInfo, utc_s: int) -> int:
    moment = (_EPOCH + timedelta(seconds=utc_s)).astimezone(zone)
    return int((moment.utcoffset() or timedelta()).total_seconds())


def nearest_passes(start: Passes, end: Passes, lasting_s: Positions, known: Mask) -> tuple[Positions, Positions]:
    """Start and end that a job meant.

    Where its running time is known, the passes that come nearest to it; else the first pass of the start
    and the earliest end that is not before it. An end before the start stays as it is.
    """
    start_s, end_s = start.first_s, np.where(end.first_s < start.first_s, end.second_s, end.first_s)
    options = [(s, e) for s in (start.first_s, start.second_s) for e in (end.first_s, end.second_s)]
    misses = np.stack([np.abs(e - s - lasting_s) for s, e in options])
    best = misses.argmin(axis=0)
    rows = np.arange(len(best))
    chosen_start = np.stack([s for s, _ in options])[best, rows]
    chosen_end = np.stack([e for _, e in options])[best, rows]
    return np.where(known, chosen_start, start_s), np.where(known, chosen_end, end_s)
