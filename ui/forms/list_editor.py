"""Lists of numbers as a table that can be typed into or pasted into: weeks of a year, months, factors.

The lists as they were last set from outside (a preset, a link, Back) are the base of the editor and stay while
the reader types: fed with its own output, Streamlit's editor would lose every second edit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from ui import state
from ui.forms.widgets import Form, say_fault

_NUMBER = "number"
_ROW_PX = 35
_NUMBER_PX, _FIGURES_PX = 64, 256
"""Widths that fit the panel; by itself the editor would make the last column reach out of it."""
_MOST_ROWS_SHOWN = 12

Lists = dict[str, list[float]]
Edits = Mapping[int, Mapping[str, float | None]]


@dataclass(frozen=True, slots=True)
class ListColumn:
    """One list of a table.

    Attributes
    ----------
    field
        Path of the list without the number of the job.
    heading
        What its figures are.
    missing
        What a cleared cell means, and every row of an empty list.
    may_be_empty
        Whether a list of nothing but ``missing`` is kept as an empty one.
    """

    field: str
    heading: str
    missing: float = 0
    may_be_empty: bool = False


def draw_list_editor(form: Form, rows: str, length: int, *columns: ListColumn) -> None:
    """The editor of lists side by side.

    Parameters
    ----------
    rows
        Heading of the number of the row.
    length
        Rows shown; a list that is shorter is repeated, one that is longer keeps its length.
    columns
        The lists.
    """
    held = {form.path(one.field): _filled(form.value(one.field), length, one.missing) for one in columns}
    name = next(iter(held))
    key = _key_for(name, held)
    base = _memory()[name]["base"]
    count = max(map(len, base.values()))
    headings = {form.path(one.field): one.heading for one in columns}
    width = _FIGURES_PX // len(columns)
    numbers = {
        path: st.column_config.NumberColumn(headings[path], format="%.6g", min_value=0, width=width) for path in base
    }
    st.data_editor(
        pd.DataFrame({_NUMBER: range(1, count + 1), **base}),
        key=key,
        hide_index=True,
        width="stretch",
        height=_ROW_PX * (min(count, _MOST_ROWS_SHOWN) + 1) + 2,
        num_rows="fixed",
        disabled=[_NUMBER],
        column_config={_NUMBER: st.column_config.NumberColumn(rows, format="%d", width=_NUMBER_PX), **numbers},
        on_change=_changed,
        args=(key, name, {form.path(one.field): one for one in columns}),
        alt=", ".join((form.t.name(columns[0].field), rows, *headings.values())),
    )
    for one in columns:
        say_fault(form, one.field)


def _memory() -> dict[str, dict[str, Any]]:
    """By first path: the base of its editor, the lists it stood for last, and how many bases there have been."""
    memory: dict[str, dict[str, Any]] = st.session_state.setdefault("list-editor", {})
    return memory


def _key_for(name: str, held: Lists) -> str:
    """Key of the editor: a new one when a list was changed elsewhere."""
    known = _memory().get(name)
    if known is None or known["last"] != held:
        number = known["number"] + 1 if known else 0
        known = _memory()[name] = {"base": held, "last": held, "number": number}
    return f"list-editor.{name}.{known['number']}"


def _changed(key: str, name: str, columns: Mapping[str, ListColumn]) -> None:
    known = _memory()[name]
    missing = {path: column.missing for path, column in columns.items()}
    known["last"] = with_edits(known["base"], st.session_state[key]["edited_rows"], missing)
    state.edit({path: _kept(values, columns[path]) for path, values in known["last"].items()})


def _kept(values: Sequence[float], column: ListColumn) -> list[float]:
    plain = column.may_be_empty and all(value == column.missing for value in values)
    return [] if plain else list(values)


def with_edits(base: Lists, edits: Edits, missing: Mapping[str, float]) -> Lists:
    """Lists with the cells that were edited."""
    edited = {path: list(values) for path, values in base.items()}
    for row, cells in edits.items():
        for path in cells.keys() & edited.keys():
            typed = cells[path]
            edited[path][int(row)] = missing[path] if typed is None else float(typed)
    return edited


def _filled(given: Any, length: int, missing: float) -> list[float]:
    values = [float(one) for one in given] if isinstance(given, list) else []
    if not values:
        return [missing] * length
    return [values[row % len(values)] for row in range(max(length, len(values)))]
