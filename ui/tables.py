"""Tables as real HTML: words left, figures right, both as ready strings of the app's language."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import pandas as pd
import streamlit as st

_ZERO_WIDTH_SPACE = "\u200b"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, its cells as printed (markdown allowed), and whether they are figures."""

    heading: str
    cells: Sequence[str]
    figures: bool = True


def table(columns: Sequence[Column], *, alt: str) -> None:
    """Show a table, full width.

    Parameters
    ----------
    columns
        All of the same length.
    alt
        What the table holds, for those who do not see it.
    """
    headings = _distinct([column.heading for column in columns])
    # A text column cannot be aligned right. A numeric one is, and its Styler may print any text: such a
    # column holds the number of its row, and the printed cell is looked up by it.
    frame = pd.DataFrame(
        {
            heading: range(len(column.cells)) if column.figures else list(column.cells)
            for heading, column in zip(headings, columns, strict=True)
        }
    )
    printed = {h: _reader(c.cells) for h, c in zip(headings, columns, strict=True) if c.figures}
    # the stubs of pandas want one type of formatter for all columns
    styler = frame.style.format(formatter=cast("Any", printed))
    st.table(styler, border="horizontal", hide_index=True, alt=alt)


def table_behind(label: str, columns: Sequence[Column], *, alt: str) -> None:
    """The table behind a chart, in an expander."""
    with st.expander(label, icon=":material/table_rows:"):
        table(columns, alt=alt)


def table_with_rest(columns: Sequence[Column], *, most: int, rest: str, alt: str) -> None:
    """The first rows of a table, and the others in an expander named ``rest`` where there are more than ``most``."""
    table([replace(column, cells=column.cells[:most]) for column in columns], alt=alt)
    if len(columns[0].cells) > most:
        table_behind(rest, [replace(column, cells=column.cells[most:]) for column in columns], alt=alt)


def _reader(cells: Sequence[str]) -> Callable[[int], str]:
    return lambda row: cells[row]


def _distinct(headings: Sequence[str]) -> list[str]:
    # Two columns may print the same heading (Δ, Δ), but a frame needs different ones.
    seen: dict[str, int] = {}
    out = []
    for heading in headings:
        seen[heading] = seen.get(heading, -1) + 1
        out.append(heading + _ZERO_WIDTH_SPACE * seen[heading])
    return out
