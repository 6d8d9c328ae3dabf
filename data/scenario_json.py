"""Scenarios as texts: one JSON object, or one a line."""

import json
from pathlib import Path
from typing import TextIO

from calc.errors import ErrorCode, EsepError

_QUOTED = 80


def read_text(file: str, standard_input: TextIO) -> str:
    """Text of a file, or of standard input for ``-``; a byte-order mark is no part of it.

    Raises
    ------
    EsepError
        When there is no such file, or it is no UTF-8 text.
    """
    try:
        text = standard_input.read() if file == "-" else Path(file).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise EsepError(ErrorCode.BAD_JSON, "scenario", file, "JSON, UTF-8") from error
    except OSError as error:
        raise EsepError(ErrorCode.NO_FILE, "FILE", file) from error
    return text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")


def split_lines(text: str) -> tuple[list[str], bool]:
    """Texts of the scenarios, and whether they came as JSON lines: several lines, any of them an object."""
    lines = [line for line in text.splitlines() if line.strip()]
    as_lines = len(lines) > 1 and not _is_object(text) and any(_is_object(line) for line in lines)
    return (lines, True) if as_lines else ([text], False)


def read_json(text: str) -> object:
    """JSON value of a text.

    Raises
    ------
    EsepError
        When it is no JSON, nests too deep, holds a number of thousands of digits, or says a field twice.
    """
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise EsepError(ErrorCode.BAD_JSON, "scenario", text.strip()[:_QUOTED], "JSON") from error


def _is_object(text: str) -> bool:
    try:
        return isinstance(read_json(text), dict)
    except EsepError as error:
        return error.code is not ErrorCode.BAD_JSON


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise EsepError(ErrorCode.SAID_TWICE, name, repr(value)[:_QUOTED])
        fields[name] = value
    return fields
