"""All fields, made from their metadata, in the order of the chain."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from data.default_edition import load_defaults
from data.examples import load_example
from data.scenario import Scenario
from ui import state
from ui.draft import Draft, draft_of
from ui.forms.fields import GROUPS, Field, group_fields
from ui.forms.relevance import matters
from ui.forms.widgets import Form, draw_field
from ui.texts import Texts

_COLUMNS = 2
_OPEN = "all-fields"


def draw_all_fields(form: Form) -> None:
    """One button with both counts; seven expanders under it once it is pressed."""
    groups = {group: _shown(form, group) for group in GROUPS}
    changed = {group: sum(_changed(form, field) for field in fields) for group, fields in groups.items()}
    total = sum(map(len, groups.values()))
    opened = st.session_state.get(_OPEN, False)
    label = (
        form.t("form.short_form") if opened else form.t("form.all_fields", total=total, changed=sum(changed.values()))
    )
    st.button(label, key="all-fields.switch", icon=":material/tune:", width="stretch", on_click=_switch)
    if not opened:
        return
    for group, fields in groups.items():
        section = _section(form.t, group)
        count = changed[group]
        title = form.t("form.changed", section=section, changed=count) if count else section
        key = f"group-{group}"
        st.session_state[key] = st.session_state.get(f"{_OPEN}.{group}", False)
        expander = st.expander(title, key=key, on_change=_remember, args=(group, key))
        if expander.open:
            with expander:
                _draw_fields(form, fields)


def _draw_fields(form: Form, fields: list[Field]) -> None:
    for start in range(0, len(fields), _COLUMNS):
        for column, field in zip(st.columns(_COLUMNS), fields[start : start + _COLUMNS], strict=False):
            with column:
                draw_field(form, field)


def _remember(group: str, key: str) -> None:
    # The count in its title makes Streamlit take an expander for a new one, which would close it.
    st.session_state[f"{_OPEN}.{group}"] = st.session_state[key]


def _switch() -> None:
    st.session_state[_OPEN] = not st.session_state.get(_OPEN, False)


def _shown(form: Form, group: str) -> list[Field]:
    kind = form.value("workload.kind")
    return [field for field in group_fields(group, kind) if matters(field.path, form.draft, form.job)]


def _changed(form: Form, field: Field) -> bool:
    return bool(form.value(field.path) != _reference(form, field.path))


def _reference(form: Form, path: str) -> Any:
    """What a field was before the user touched it: as in the worked case, else as in the defaults."""
    part, name = path.split(".", 1)
    preset = _preset(state.session().preset)
    if preset and part not in ("workload", "parallel", "demand"):
        return preset[part][name]
    jobs = preset["jobs"] if preset else []
    if form.job < len(jobs) and name in jobs[form.job].get(part, {}):
        return jobs[form.job][part][name]
    return _default(part, name, form.value("workload.kind"))


def _preset(name: str) -> Draft:
    return draft_of(load_example(name)) if name else {}


def _default(part: str, name: str, kind: str) -> Any:
    if (part, name) == ("workload", "kind"):
        return draft_of(Scenario())["jobs"][0]["workload"]["kind"]
    edition = load_defaults()
    parts: Mapping[str, Mapping[str, Any]] = {
        **edition.parts,
        "workload": edition.workloads[kind],
        "parallel": edition.parallel,
        "demand": edition.demand,
    }
    return parts[part][name]


def _section(t: Texts, group: str) -> str:
    return {
        "workload": t("form.section.workload"),
        "fleet": t("form.section.fleet"),
        "demand": t("form.section.demand"),
        "rent": t("form.section.rent"),
        "buy": t("form.section.buy"),
        "site": t("form.section.site"),
        "finance": t("form.section.finance"),
    }[group]
