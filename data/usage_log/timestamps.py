"""Times as logs write them: dates in any common order, RFC 3339, or plain seconds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from data.usage_log.spans import Bytes, Mask, Positions, Spans, by_shape, digits, numbers, written_as_numbers

FIRST_YEAR, LAST_YEAR = 1970, 2199
"""A year outside is a slip of the keyboard."""
LAST_SECOND = 7_258_118_400
"""Start of the year after the last, as Unix seconds."""
SECONDS_PER_DAY = 86_400

_MONTHS = 12
_CENTURY = 2000
_TIME = re.compile(
    r"^(?P<a>0+)(?P<sign>[-./])(?P<b>0+)(?P=sign)(?P<c>0+)"
    r"(?:[T ,]+(?P<hour>0{1,2}):(?P<minute>00)(?::(?P<second>00)(?P<fraction>[.,]0+)?)?)?"
    r" *(?P<zone>Z|z|UTC|GMT|[+-]00:?(?:00)?)?$"
)


@dataclass(frozen=True, slots=True)
class Times:
    """A column of times.

    Attributes
    ----------
    seconds
        Seconds since 1970-01-01T00:00:00 of the clock the time is written in, or the log's own count.
    local
        Written without a zone: ``seconds`` are of a clock on the wall, else they are UTC.
    valid
        Which are times.
    blank
        Which are left blank; they are not valid.
    dated
        Dates rather than plain seconds.
    """

    seconds: Positions
    local: Mask
    valid: Mask
    blank: Mask
    dated: bool

    @property
    def broken(self) -> Mask:
        """Neither a time nor blank."""
        return ~self.valid & ~self.blank


class _Parts:
    """Parts of the dates of a column; ``first`` and ``second`` are day and month in an order not yet known."""

    def __init__(self, rows: int) -> None:
        self.first, self.second, self.year, self.seconds, self.offset_s = np.zeros((5, rows), dtype=np.int64)
        self.local, self.read, self.unordered, self.dotted = np.zeros((4, rows), dtype=np.bool_)


def read_times(columns: Sequence[Spans], blank_words: Sequence[bytes] = ()) -> list[Times]:
    """Read columns that are written alike; the order of day and month is found from all of them.

    Parameters
    ----------
    columns
        Fields, stripped.
    blank_words
        Words that mean that there is no time.
    """
    blanks = [_blank(spans, blank_words) for spans in columns]
    matrices = [spans.matrix() for spans in columns]
    if _are_seconds(matrices, blanks):
        return [_seconds(spans, blank) for spans, blank in zip(columns, blanks, strict=True)]
    parts = [_parts(spans, matrix) for spans, matrix in zip(columns, matrices, strict=True)]
    month_first = _month_first(parts)
    return [_times(part, blank, month_first=month_first) for part, blank in zip(parts, blanks, strict=True)]


def _blank(spans: Spans, words: Sequence[bytes]) -> Mask:
    blank = spans.blank
    for word in words:
        blank = blank | spans.equal(word)
    return blank


def _are_seconds(matrices: Sequence[Bytes], blanks: Sequence[Mask]) -> bool:
    numeric = sum(int(written_as_numbers(matrix)[0].sum()) for matrix in matrices)
    return numeric * 2 > sum(int((~blank).sum()) for blank in blanks)


def _seconds(spans: Spans, blank: Mask) -> Times:
    values, good = numbers(spans)
    good &= np.abs(values) < LAST_SECOND
    seconds = np.round(np.where(good, values, 0)).astype(np.int64)
    return Times(seconds, np.zeros(len(spans), dtype=np.bool_), good & ~blank, blank, dated=False)


def _parts(spans: Spans, matrix: Bytes) -> _Parts:
    parts = _Parts(len(spans))
    for shape, rows in by_shape(matrix):
        found = _TIME.match(shape)
        if found is not None:
            _read_shape(parts, matrix[rows], rows, found)
    parts.read &= spans.length <= matrix.shape[1]
    return parts


def _read_shape(parts: _Parts, matrix: Bytes, rows: Positions, found: "re.Match[str]") -> None:
    def part(name: str) -> Positions:
        first, last = found.span(name)
        return digits(matrix, first, last) if last > first else np.zeros(len(rows), dtype=np.int64)

    widths = {name: len(found[name]) for name in ("a", "b", "c")}
    year_first = widths["a"] == len("2026")
    if widths["b"] > len("12") or widths["c" if year_first else "a"] > len("31"):
        return
    parts.first[rows] = part("c" if year_first else "a")
    parts.second[rows] = part("b")
    year = part("a" if year_first else "c")
    parts.year[rows] = year + (_CENTURY if not year_first and widths["c"] == len("26") else 0)
    parts.unordered[rows] = not year_first
    parts.dotted[rows] = found["sign"] == "."
    hour, minute, second = part("hour"), part("minute"), part("second")
    parts.read[rows] = (hour < 24) & (minute < 60) & (second < 60)  # noqa: PLR2004 - a clock
    up = matrix[:, found.start("fraction") + 1] >= ord("5") if found["fraction"] else np.zeros(len(rows), np.bool_)
    parts.seconds[rows] = hour * 3600 + minute * 60 + second + up
    zone = found["zone"]
    parts.local[rows] = zone is None
    if zone and zone[0] in "+-":
        at = found.start("zone")
        minutes = digits(matrix, at + len(zone) - 2, at + len(zone)) if len(zone) > len("+05") else 0
        offset = digits(matrix, at + 1, at + 3) * 3600 + minutes * 60
        parts.offset_s[rows] = offset if zone[0] == "+" else -offset


def _month_first(columns: Sequence[_Parts]) -> bool:
    # Dots always stand behind the day. Elsewhere the rows in which only one order is a date decide.
    day_first = month_first = 0
    for parts in columns:
        open_rows = parts.read & parts.unordered & ~parts.dotted
        day_first += int((open_rows & (parts.first > _MONTHS) & (parts.second <= _MONTHS)).sum())
        month_first += int((open_rows & (parts.second > _MONTHS) & (parts.first <= _MONTHS)).sum())
    return month_first > day_first


def _times(parts: _Parts, blank: Mask, *, month_first: bool) -> Times:
    swapped = parts.unordered & ~parts.dotted & month_first
    day = np.where(swapped, parts.second, parts.first)
    month = np.where(swapped, parts.first, parts.second)
    year = parts.year
    valid = parts.read & (year >= FIRST_YEAR) & (year <= LAST_YEAR) & (month >= 1) & (month <= _MONTHS) & (day >= 1)
    valid &= day <= _days_in_month(year, np.clip(month, 1, _MONTHS))
    days = _days_from_1970(np.where(valid, year, FIRST_YEAR), np.where(valid, month, 1), np.where(valid, day, 1))
    seconds = days * SECONDS_PER_DAY + parts.seconds - parts.offset_s
    return Times(seconds, parts.local, valid & ~blank, blank, dated=True)


def _days_in_month(year: Positions, month: Positions) -> Positions:
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    length = np.array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])[month - 1]
    result: Positions = length + (leap & (month == 2))  # noqa: PLR2004 - February
    return result


def _days_from_1970(year: Positions, month: Positions, day: Positions) -> Positions:
    first = ((year - FIRST_YEAR) * _MONTHS + month - 1).astype("datetime64[M]").astype("datetime64[D]")
    result: Positions = first.astype(np.int64) + day - 1
    return result
