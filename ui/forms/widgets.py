"""A widget for every kind of field.

A widget shows what the draft holds and its change edits the draft; it keeps nothing of its own, so that a
preset, a link or a remedy changes every widget. Bounds are not given to the browser: a value out of range
must arrive, to be answered with a sentence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from calc.choices import Currency
from data.catalogue import Edition, Model, Server
from data.price_book import RATE_FIELDS, NeededPrice, prices_needed
from ui import state
from ui.draft import Draft, currency_in, full_path, read
from ui.forms.coherence import change_card
from ui.forms.fields import CATALOGUES, Field, FieldKind, field_at
from ui.texts import Texts, as_typed
from ui.view import CONFIG_FILE, config_name, printed_model, printed_server

_NONE = ""
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Form:
    """What a form is drawn from.

    Attributes
    ----------
    t
        Words.
    draft
        Values shown.
    job
        Job whose fields are shown.
    edition
        Facts that fields may name.
    fault
        The faulty edit, if any.
    """

    t: Texts
    draft: Draft
    job: int
    edition: Edition
    fault: state.Fault | None

    def value(self, field: str) -> Any:
        """Value of a field of the shown job, or of a shared part."""
        return read(self.draft, full_path(field, self.job))

    def path(self, field: str) -> str:
        """Path of a field of the shown job, or of a shared part."""
        return full_path(field, self.job)

    def currency(self, field: str) -> Currency:
        """Currency the amounts of a field's part are in."""
        return currency_in(self.draft, field)


def show(key: str, value: Any) -> None:
    """Put a value into a widget that is about to be drawn."""
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def draw_field(form: Form, field: Field, label: str = "", prefix: str = "field") -> None:
    """The widget of a field, with the sentence under it while the field is faulty.

    ``prefix`` keeps two widgets of one field apart: the short form and all fields.
    """
    label = label or form.t.label(field.path, form.currency(field.path))
    _DRAWERS[field.kind](form, field, f"{prefix}.{form.path(field.path)}", label)
    say_fault(form, field.path)


def draw_pair(form: Form, prefix: str, *paths: str) -> None:
    """Widgets of fields two a row; a third has a row of its own."""
    kind = form.value("workload.kind")
    for row in (paths[:2], paths[2:]):
        for column, path in zip(st.columns(max(1, len(row))), row, strict=False):
            with column:
                draw_field(form, field_at(path, kind if path.startswith("workload.") else ""), prefix=prefix)


def say_fault(form: Form, field: str) -> None:
    """Why the field is refused, if it is the one edited or the one at fault."""
    path = form.path(field)
    if form.fault and path in (form.fault.field, form.fault.error.field):
        st.markdown(f":small[:red[{as_typed(form.t.error(form.fault.error, form.currency(field)))}]]")


def number(  # noqa: PLR0913 - what a number widget needs
    form: Form, field: Field, label: str, *, key: str, factor: float, step: float
) -> None:
    """A number shown as ``factor`` times what is stored; a price nobody has given yet is an empty field."""
    whole = field.kind is FieldKind.WHOLE
    stored = form.value(field.path)
    if field.path in (_needed_field(one) for one in prices_needed(state.session().scenario)) and not stored:
        stored = None
    show(key, _shown(stored, factor, whole=whole))
    st.number_input(
        label,
        value=None,  # an emptied field is no value, not zero
        step=int(step) if whole else float(step),
        format="%d" if whole else f"%.{_DIGITS}g",
        key=key,
        help=form.t.help(field.path) or None,
        on_change=_changed,
        args=(key, form.path(field.path), lambda typed: _stored(typed, factor, whole=whole)),
        persist_state="session",
    )


def _needed_field(price: NeededPrice) -> str:
    rent = state.session().scenario.rent
    return {NeededPrice.RENT: f"rent.{RATE_FIELDS[rent.mode]}", NeededPrice.NODE: "buy.node_price"}[price]


def choose(  # noqa: PLR0913 - what a selectbox needs
    form: Form, field: str, label: str, *, key: str, options: Sequence[str], words: Callable[[str], str]
) -> None:
    """A choice of ids; the words are shown only, never kept."""
    held = form.value(field)
    empty = None if held is None or field not in CATALOGUES else ""
    current = _id_of(held)
    known = list(options) if current in options else [*options, current]
    show(key, current)
    st.selectbox(
        label,
        known,
        format_func=words,
        key=key,
        help=form.t.help(field) or None,
        on_change=_changed,
        args=(key, form.path(field), lambda chosen: held if chosen == current else _value_of(chosen, empty)),
        persist_state="session",
    )


def _changed(key: str, path: str, stored: Callable[[Any], Any]) -> None:
    value = stored(st.session_state[key])
    if path == "fleet.gpu":  # prices and the node belong to a card
        change_card(value)
    else:
        state.edit({path: value})


def _draw_number(form: Form, field: Field, key: str, label: str) -> None:
    step = step_of(field, form.currency(field.path))
    number(form, field, label, key=key, factor=field.factor, step=step)


def _draw_flag(form: Form, field: Field, key: str, label: str) -> None:
    show(key, form.value(field.path))
    st.toggle(
        label,
        key=key,
        help=form.t.help(field.path) or None,
        on_change=_changed,
        args=(key, form.path(field.path), bool),
        persist_state="session",
    )


def _draw_choice(form: Form, field: Field, key: str, label: str) -> None:
    words = {_id_of(choice): capital(form.t.choice(choice)) for choice in field.choices}
    choose(form, field.path, label, key=key, options=list(words), words=lambda one: words.get(one, one))


def _draw_catalogue(form: Form, field: Field, key: str, label: str) -> None:
    facts: Mapping[str, Any] = getattr(form.edition, CATALOGUES[field.path])
    options = list(facts) if field.path in ("workload.model", "workload.reference_gpu", "fleet.gpu") else ["", *facts]
    choose(form, field.path, label, key=key, options=options, words=lambda one: fact_name(form, facts, one))


def capital(words: str) -> str:
    """Words that stand alone start with a capital."""
    return words[:1].upper() + words[1:]


def fact_name(form: Form, facts: Mapping[str, Any], fact_id: str) -> str:
    """Printed name of a fact; an empty id is "as agreed elsewhere"."""
    if not fact_id:
        return capital(form.t("choice.default"))
    if fact_id.startswith("{"):  # a pasted configuration has no id
        held = form.value("workload.model")
        return config_name(held) if isinstance(held, Mapping) else CONFIG_FILE
    fact = facts.get(fact_id)
    if isinstance(fact, Server):
        return printed_server(form.t, fact)
    if isinstance(fact, Model):
        return printed_model(fact)
    return str(getattr(fact, "name", fact_id)) if fact is not None else fact_id


def _draw_text(form: Form, field: Field, key: str, label: str) -> None:
    show(key, str(form.value(field.path)))
    st.text_input(
        label,
        key=key,
        help=form.t.help(field.path) or None,
        on_change=_changed,
        args=(key, form.path(field.path), str.strip),
        persist_state="session",
    )


def _draw_table(form: Form, field: Field, key: str, label: str) -> None:
    show(key, table_text(form.value(field.path)))
    st.text_input(
        label,
        key=key,
        help=form.t.help(field.path) or None,
        on_change=_changed,
        args=(key, form.path(field.path), lambda text: table_of(text, field.width)),
        persist_state="session",
    )


def table_text(rows: Any) -> str:
    """Rows as typed: ``12: 0.65; 24: 0.45``, or ``100; 200``."""
    if not isinstance(rows, list):
        return str(rows)
    return "; ".join(": ".join(f"{n:g}" for n in row) if isinstance(row, list) else f"{row:g}" for row in rows)


def table_of(text: str, width: int) -> Any:
    """Rows from text; text that is no table is given back as it is, to be refused by the scenario."""
    rows = [row for row in re.split(r"[;\n]", text) if row.strip()]
    try:
        numbers = [[float(part.replace(",", ".")) for part in row.split(":")] for row in rows]
    except ValueError:
        return text
    return numbers if width > 1 else [row[0] if len(row) == 1 else row for row in numbers]


def _id_of(value: Any) -> str:
    if value is None:
        return _NONE
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value_of(chosen: str, empty: str | None) -> Any:
    return {"true": True, "false": False, _NONE: empty}.get(chosen, chosen)


def _shown(stored: Any, factor: float, *, whole: bool) -> int | float | None:
    if isinstance(stored, bool) or not isinstance(stored, int | float):
        return None
    return int(stored) if whole else float(f"{stored * factor:.{_DIGITS}g}")


def _stored(typed: float | None, factor: float, *, whole: bool) -> int | float | None:
    if typed is None:
        return None
    return int(typed) if whole else float(f"{typed / factor:.{_DIGITS}g}")


def step_of(field: Field, currency: Currency) -> float:
    """What one click on plus changes, as shown."""
    if field.kind is FieldKind.WHOLE or field.factor != 1:
        return 1.0
    if field.unit.startswith("cur/"):
        return 0.1 if currency is Currency.USD else 50.0
    return 0.1 if field.unit in ("x", "kW", "FTE", "KZT/kWh", "1/GPU-year") else 1.0


_DRAWERS: Mapping[FieldKind, Callable[[Form, Field, str, str], None]] = {
    FieldKind.NUMBER: _draw_number,
    FieldKind.WHOLE: _draw_number,
    FieldKind.FLAG: _draw_flag,
    FieldKind.CHOICE: _draw_choice,
    FieldKind.CATALOGUE: _draw_catalogue,
    FieldKind.TEXT: _draw_text,
    FieldKind.TABLE: _draw_table,
}
