"""A list of numbers as a table that can be typed into or pasted into: weeks of a year, months, factors.

The table a list was last set from outside (a preset, a link, Back) is the base of the editor and stays while
the reader types: fed with its own output, Streamlit's editor would lose every second edit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from ui import state
from ui.forms.widgets import Form, say_fault

_NUMBER, _VALUE = "number", "value"
_ROW_PX = 35
_MOST_ROWS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class ListTable:
    """How a list is shown.

    Attributes
    ----------
    rows, values
        Headings of the number of the row and of the figure.
    length
        Rows shown; a list that is shorter is repeated, one that is longer keeps its length.
    missing
        What a cleared cell means, and every row of an empty list.
    """

    rows: str
    values: str
    length: int
    missing: float = 0


def draw_list_editor(form: Form, field: str, table: ListTable) -> None:
    """The editor of a list at a path without the number of the job."""
    path = form.path(field)
    held = _filled(form.value(field), table)
    key = _key_for(path, held)
    base = _memory()[path]["base"]
    st.data_editor(
        pd.DataFrame({_NUMBER: range(1, len(base) + 1), _VALUE: base}),
        key=key,
        hide_index=True,
        width="stretch",
        height=_ROW_PX * (min(len(base), _MOST_ROWS_SHOWN) + 1) + 2,
        num_rows="fixed",
        disabled=[_NUMBER],
        column_config={
            _NUMBER: st.column_config.NumberColumn(table.rows, format="%d"),
            _VALUE: st.column_config.NumberColumn(table.values, format="%.6g", min_value=0),
        },
        on_change=_changed,
        args=(key, path, table.missing),
        alt=f"{form.t.name(field)}: {table.rows}, {table.values}",
    )
    say_fault(form, field)


def _memory() -> dict[str, dict[str, Any]]:
    """By path: the base of its editor, the list it stood for last, and how many bases there have been."""
    memory: dict[str, dict[str, Any]] = st.session_state.setdefault("list-editor", {})
    return memory


def _key_for(path: str, held: Sequence[float]) -> str:
    """Key of the editor: a new one when the list was changed elsewhere."""
    known = _memory().get(path)
    if known is None or known["last"] != list(held):
        number = known["number"] + 1 if known else 0
        known = _memory()[path] = {"base": list(held), "last": list(held), "number": number}
    return f"list-editor.{path}.{known['number']}"


def _changed(key: str, path: str, missing: float) -> None:
    edits: Mapping[int, Mapping[str, float | None]] = st.session_state[key]["edited_rows"]
    known = _memory()[path]
    known["last"] = with_edits(known["base"], edits, missing)
    state.edit({path: known["last"]})


def with_edits(base: Sequence[float], edits: Mapping[int, Mapping[str, float | None]], missing: float) -> list[float]:
    """A list with the cells that were edited."""
    edited = list(base)
    for row, cells in edits.items():
        if _VALUE in cells:
            typed = cells[_VALUE]
            edited[int(row)] = missing if typed is None else float(typed)
    return edited


def _filled(given: Any, table: ListTable) -> list[float]:
    values = [float(one) for one in given] if isinstance(given, list) else []
    if not values:
        return [table.missing] * table.length
    return [values[row % len(values)] for row in range(max(table.length, len(values)))]
