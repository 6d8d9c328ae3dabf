"""Pieces of a text by position: a column of fields without a Python object for each."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Positions = NDArray[np.int64]

LONGEST_FIGURE = 40
"""Times and numbers are shorter; a longer field is neither [B]."""
MOST_SHAPES = 64
"""Ways to write a time in one column; rows beyond them are not understood, and counted as such."""
_ROWS_AT_ONCE = 1 << 17
_ZERO, _NINE = ord("0"), ord("9")


@dataclass(frozen=True, slots=True)
class Spans:
    """Pieces ``buffer[start : start + length]``.

    Attributes
    ----------
    buffer
        The file, UTF-8.
    start, length
        Of each piece [B].
    """

    buffer: Bytes
    start: Positions
    length: Positions

    def __len__(self) -> int:
        """Number of pieces."""
        return len(self.start)

    def text(self, index: int) -> str:
        """One piece."""
        start = int(self.start[index])
        return self.buffer[start : start + int(self.length[index])].tobytes().decode("utf-8", "replace")

    @property
    def blank(self) -> Mask:
        """Pieces without a letter."""
        blank: Mask = self.length == 0
        return blank

    def where(self, rows: Mask) -> "Spans":
        """Some of the pieces."""
        return Spans(self.buffer, self.start[rows], self.length[rows])

    def stripped(self, around: bytes = b' \t\r"') -> "Spans":
        """Without blanks and quotes at both ends."""
        if not len(self.buffer):
            return self
        drop = np.isin(np.arange(256), list(around))
        start, length = self.start.copy(), self.length.copy()
        while True:
            first = (length > 0) & drop[self.buffer[np.minimum(start, len(self.buffer) - 1)]]
            start += first
            length -= first
            last = (length > 0) & drop[self.buffer[np.maximum(start + length - 1, 0)]]
            length -= last
            if not (first.any() or last.any()):
                return Spans(self.buffer, start, length)

    def matrix(self, width: int | None = None) -> Bytes:
        """Bytes of each piece, shape (pieces, width), with zeros behind its end."""
        width = max(1, min(LONGEST_FIGURE, int(self.length.max(initial=1)))) if width is None else width
        columns = np.arange(width)
        out = np.zeros((len(self), width), dtype=np.uint8)
        for first in range(0, len(self), _ROWS_AT_ONCE):
            rows = slice(first, first + _ROWS_AT_ONCE)
            place = np.minimum(self.start[rows, None] + columns, len(self.buffer) - 1)
            out[rows] = np.where(columns < self.length[rows, None], self.buffer[place], 0)
        return out

    def equal(self, word: bytes) -> Mask:
        """Pieces that are a word."""
        same: Mask = self.length == len(word)
        if same.any():
            same[same] = (self.where(same).matrix(len(word)) == np.frombuffer(word, np.uint8)).all(axis=1)
        return same

    def has(self, letter: bytes) -> Mask:
        """Pieces that hold a letter."""
        found: Mask = (self.matrix() == ord(letter)).any(axis=1)
        return found

    def distinct(self) -> tuple[list[bytes], Positions]:
        """Different pieces in order of appearance, and which of them each piece is."""
        known: dict[bytes, int] = {}
        content = self.buffer.data
        pairs = zip(self.start.tolist(), (self.start + self.length).tolist(), strict=True)
        codes = (known.setdefault(bytes(content[start:end]), len(known)) for start, end in pairs)
        places = np.fromiter(codes, dtype=np.int64, count=len(self))
        return list(known), places


def by_shape(matrix: Bytes) -> Iterator[tuple[str, Positions]]:
    """Rows that are written alike: the shape with 0 for every digit, and the rows that have it."""
    shapes = np.where((matrix >= _ZERO) & (matrix <= _NINE), np.uint8(_ZERO), matrix)
    left = np.arange(len(matrix))
    for _ in range(MOST_SHAPES):
        if not len(left):
            return
        shape = shapes[left[0]]
        same = (shapes[left] == shape).all(axis=1)
        yield shape.tobytes().rstrip(b"\0").decode("latin-1"), left[same]
        left = left[~same]


def digits(matrix: Bytes, first: int, last: int) -> Positions:
    """Whole number written in columns first..last - 1."""
    value = np.zeros(len(matrix), dtype=np.int64)
    for column in range(first, last):
        value = value * 10 + (matrix[:, column].astype(np.int64) - _ZERO)
    return value


def written_as_numbers(matrix: Bytes) -> tuple[Mask, int]:
    """Rows that are a decimal number, and the decimal sign.

    A comma anywhere makes the comma the decimal sign of the column; a point is then no number.
    """
    sign = ord(",") if (matrix == ord(",")).any() else ord(".")
    digit = (matrix >= _ZERO) & (matrix <= _NINE)
    point = matrix == sign
    plain = digit | point | (matrix == 0)
    plain[:, 0] |= (matrix[:, 0] == ord("-")) | (matrix[:, 0] == ord("+"))
    good: Mask = plain.all(axis=1) & digit.any(axis=1) & (point.sum(axis=1) <= 1)
    return good, sign


def numbers(spans: Spans) -> tuple[NDArray[np.float64], Mask]:
    """Decimal numbers, and which pieces are one (``written_as_numbers``)."""
    matrix = spans.matrix()
    good, sign = written_as_numbers(matrix)
    good &= spans.length <= LONGEST_FIGURE
    values = np.zeros(len(matrix))
    if good.any():
        matrix[matrix == sign] = ord(".")
        kept = np.ascontiguousarray(matrix[good])
        values[good] = kept.view(f"S{matrix.shape[1]}").ravel().astype(np.float64)
    return values, good
