"""Reading a fact file: typed cells, and faults that name the file, the line and the column."""

import csv
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - as in facts
from enum import StrEnum
from importlib.resources.abc import Traversable
from io import StringIO
from typing import NoReturn, Protocol, TypeVar

from calc.errors import ErrorCode, EsepError
from data.catalogue.facts import Confidence, DatePrecision, Provenance

ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
FLAGS = {"true": True, "false": False}

Choice = TypeVar("Choice", bound=StrEnum)


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str:
        """Stable id."""


Record = TypeVar("Record", bound=Identified)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a fact file; every reader raises ``bad_fact`` at ``file:line:column``.

    Attributes
    ----------
    file, line
        Where it stands; the heading is line 1.
    cells
        Texts by column name.
    """

    file: str
    line: int
    cells: dict[str, str]

    def refuse(self, column: str, allowed: str) -> NoReturn:
        """Raise the fault of one cell."""
        raise EsepError(ErrorCode.BAD_FACT, f"{self.file}:{self.line}:{column}", self.cells.get(column, ""), allowed)

    def text(self, column: str) -> str:
        """A text that may be empty."""
        return self.cells[column].strip()

    def words(self, column: str) -> str:
        """A text that may not be empty."""
        found = self.text(column)
        return found or self.refuse(column, "text")

    def id(self, column: str = "id") -> str:
        """A stable id."""
        found = self.text(column)
        return found if ID.fullmatch(found) else self.refuse(column, ID.pattern)

    def reference(self, column: str, known: Mapping[str, object]) -> str:
        """An id of another file."""
        found = self.id(column)
        return found if found in known else self.refuse(column, "an id of the edition")

    def optional_reference(self, column: str, known: Mapping[str, object]) -> str:
        """An id of another file, or an empty cell."""
        return self.reference(column, known) if self.text(column) else ""

    def number(self, column: str, *, low: float = 0.0, high: float = math.inf) -> float:
        """A finite number within bounds, both included."""
        try:
            found = float(self.text(column))
        except ValueError:
            found = math.nan
        if not math.isfinite(found) or not low <= found <= high:
            self.refuse(column, f"number {low:g}..{high:g}")
        return found

    def whole(self, column: str, *, low: int = 0) -> int:
        """A whole number."""
        found = self.number(column, low=low)
        return int(found) if found.is_integer() else self.refuse(column, "whole number")

    def optional_number(self, column: str, *, low: float = 0.0) -> float | None:
        """A number, or ``None`` for an empty cell."""
        return self.number(column, low=low) if self.text(column) else None

    def optional_whole(self, column: str) -> int:
        """A whole number, or 0 for an empty cell."""
        return self.whole(column) if self.text(column) else 0

    def flag(self, column: str) -> bool:
        """``true`` or ``false``."""
        found = FLAGS.get(self.text(column))
        return self.refuse(column, "true | false") if found is None else found

    def choice(self, column: str, enum: type[Choice]) -> Choice:
        """A member of an enum by its id."""
        try:
            return enum(self.text(column))
        except ValueError:
            self.refuse(column, " | ".join(enum))

    def provenance(self, *, assumption: bool | None = None) -> Provenance:
        """Date, source and confidence of the row.

        Without ``assumption`` the row has no such column and nothing in it is a guess.
        """
        precision = self.choice("date_precision", DatePrecision)
        return Provenance(
            date=None if precision is DatePrecision.UNKNOWN else self._date(),
            date_precision=precision,
            date_text=self.words("date_text"),
            source=self.words("source"),
            confidence=self.choice("confidence", Confidence),
            assumption=bool(assumption),
            notes=self.text("notes"),
        )

    def _date(self) -> Date:
        try:
            return Date.fromisoformat(self.words("date"))
        except ValueError:
            self.refuse("date", "YYYY-MM-DD")


def read_rows(folder: Traversable, file: str, heading: str) -> Iterator[Row]:
    """Rows of a fact file whose first line must be exactly ``heading``.

    Raises
    ------
    EsepError
        ``bad_fact`` at the heading, or at a line with more or fewer cells than the heading.
    """
    reader = csv.reader(StringIO((folder / file).read_text(encoding="utf-8-sig")))
    columns = next(reader, [])
    if columns != heading.split(","):
        raise EsepError(ErrorCode.BAD_FACT, f"{file}:1", ",".join(columns), heading)
    for cells in reader:
        if not cells:  # an empty line at the end, as spreadsheets leave it
            continue
        row = Row(file, reader.line_num, dict(zip(columns, cells, strict=False)))
        if len(cells) != len(columns):
            where = f"{file}:{reader.line_num}"
            raise EsepError(ErrorCode.BAD_FACT, where, f"{len(cells)} cells", f"{len(columns)} cells")
        yield row


def read_table(folder: Traversable, file: str, heading: str, read: Callable[[Row], Record]) -> dict[str, Record]:
    """All records of a fact file by id.

    Raises
    ------
    EsepError
        ``bad_fact`` at the first fault; an id given twice is one.
    """
    records: dict[str, Record] = {}
    for row in read_rows(folder, file, heading):
        record = read(row)
        if record.id in records:
            row.refuse("id", "an id of its own")
        records[record.id] = record
    return records
