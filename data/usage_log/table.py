"""A delimited text file as columns of positions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calc.errors import ErrorCode, EsepError
from data.usage_log.spans import Bytes, Mask, Positions, Spans

_NEWLINE, _RETURN, _QUOTE = ord("\n"), ord("\r"), ord('"')
_LONGEST_HEADING = 1 << 16
_BYTES_AT_ONCE = 1 << 20
_BOM_8, _BOM_16 = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below a heading.

    Attributes
    ----------
    names
        Headings, stripped.
    lines
        Line of each row in the file, from 1; rows in the order of the file, empty ones left out.
    good
        Rows with as many fields as the heading.
    """

    names: tuple[str, ...]
    lines: Positions
    good: Mask
    _buffer: Bytes
    _row_start: Positions
    _row_end: Positions
    _delimiters: Positions
    _first_delimiter: Positions

    def __len__(self) -> int:
        """Number of rows, the bad ones too."""
        return len(self.lines)

    def column(self, name: str) -> Spans:
        """Fields of a column for all rows; empty in a row with another number of fields.

        Raises
        ------
        EsepError
            ``MISSING`` at ``log.columns`` when there is no such column.
        """
        if name not in self.names:
            raise EsepError(ErrorCode.MISSING, "log.columns", name, " | ".join(self.names))
        place = self.names.index(name)
        start, end = self._row_start.copy(), self._row_start.copy()
        first = self._first_delimiter[self.good]
        if place:
            start[self.good] = self._delimiters[first + place - 1] + 1
        last = place == len(self.names) - 1
        end[self.good] = self._row_end[self.good] if last else self._delimiters[first + place]
        return Spans(self._buffer, start, np.maximum(0, end - start)).stripped()


def as_utf8(content: bytes) -> bytes:
    """The file as UTF-8 without a byte-order mark; files of older Windows programs are Windows-1251."""
    if content.startswith(_BOM_16):
        return content.decode("utf-16", "replace").encode()
    content = content.removeprefix(_BOM_8)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1251", "replace").encode()
    return content


def heading(content: bytes, delimiter: str) -> tuple[str, ...]:
    """Headings of the first line that is not empty."""
    line = content[:_LONGEST_HEADING].lstrip(b"\r\n").split(b"\n", 1)[0].decode("utf-8", "replace")
    return tuple(name.strip(' \t\r"') for name in line.split(delimiter))


def read_table(content: bytes, delimiter: str, most_rows: int | None = None, *, quoted: bool = True) -> Table:
    """Find rows and fields.

    Parameters
    ----------
    content
        UTF-8 text with headings in its first line.
    delimiter
        One sign.
    most_rows
        Limit of rows.
    quoted
        Whether fields may stand in quotes, with delimiters and line ends inside.

    Raises
    ------
    EsepError
        ``TOO_LARGE`` at ``log.rows`` above the limit, ``BAD_LOG`` for a file without a heading.
    """
    buffer = np.frombuffer(content, dtype=np.uint8)
    quoted = quoted and b'"' in content
    newlines, delimiters = _structure(buffer, ord(delimiter), quoted=quoted)
    start = np.concatenate(([0], newlines + 1)).astype(np.int64)
    end = np.append(newlines, len(buffer)).astype(np.int64)
    end -= (end > start) & (buffer[np.maximum(end - 1, 0)] == _RETURN) if len(buffer) else 0
    first = np.searchsorted(delimiters, start)
    fields = np.searchsorted(delimiters, end) - first + 1
    filled = end - start > fields - 1
    if not filled.any():
        raise EsepError(ErrorCode.BAD_LOG, "log.format", "", "jobs | slurm | pods | dcgm")
    top = int(np.argmax(filled))
    filled[top] = False
    if most_rows is not None and filled.sum() > most_rows:
        raise EsepError(ErrorCode.TOO_LARGE, "log.rows", int(filled.sum()), f"..{most_rows}")
    names = Spans(buffer, *_fields_of(start[top], end[top], delimiters[first[top] : first[top] + fields[top] - 1]))
    lines = np.searchsorted(np.flatnonzero(buffer == _NEWLINE), start) if quoted else np.arange(len(start))
    return Table(
        names=_texts(names.stripped()),
        lines=lines[filled] + 1,
        good=fields[filled] == fields[top],
        _buffer=buffer,
        _row_start=start[filled],
        _row_end=end[filled],
        _delimiters=delimiters,
        _first_delimiter=first[filled],
    )


def _structure(buffer: Bytes, delimiter: int, *, quoted: bool) -> tuple[Positions, Positions]:
    newlines, delimiters = [], []
    within = np.False_
    for first in range(0, len(buffer), _BYTES_AT_ONCE):
        block = buffer[first : first + _BYTES_AT_ONCE]
        newline, separator = block == _NEWLINE, block == delimiter
        if quoted:
            inside = np.logical_xor.accumulate(block == _QUOTE) ^ within
            within = inside[-1]
            newline &= ~inside
            separator &= ~inside
        newlines.append(np.flatnonzero(newline) + first)
        delimiters.append(np.flatnonzero(separator) + first)
    if within:  # a quote that is never closed is a letter like any other
        return _structure(buffer, delimiter, quoted=False)
    nothing = [np.zeros(0, dtype=np.int64)]
    return np.concatenate(newlines or nothing), np.concatenate(delimiters or nothing)


def _fields_of(start: int, end: int, delimiters: Positions) -> tuple[Positions, Positions]:
    starts = np.concatenate(([start], delimiters + 1))
    return starts, np.append(delimiters, end) - starts


def _texts(spans: Spans) -> tuple[str, ...]:
    return tuple(spans.text(index) for index in range(len(spans)))


def find_column(names: Sequence[str], words: frozenset[str]) -> str | None:
    """The first heading that is one of the words, whatever its case and the signs between."""
    return next((name for name in names if plain_word(name) in words), None)


def plain_word(text: str) -> str:
    """Lower case, without signs and blanks."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())
