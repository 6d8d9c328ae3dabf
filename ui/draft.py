"""A scenario while it is being edited: plain JSON, so that it may be wrong for a moment."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from calc.choices import Currency
from data.scenario import Scenario

Draft = dict[str, Any]
_CURRENCY_OF = {"rent": "rent.currency", "buy": "buy.currency", "site": "site.colo_currency"}
_JOB_PARTS = ("workload", "parallel", "demand")


def draft_of(scenario: Scenario) -> Draft:
    """All fields of a scenario as JSON."""
    return scenario.model_dump(mode="json")


def full_path(field: str, job: int) -> str:
    """Path of a field of the draft: ``workload.method`` of job 1 is ``jobs.1.workload.method``."""
    return f"jobs.{job}.{field}" if field.split(".", 1)[0] in _JOB_PARTS else field


def read(draft: Mapping[str, Any], path: str) -> Any:
    """Value at a dotted path."""
    node: Any = draft
    for part in path.split("."):
        node = node[int(part)] if part.isdigit() else node[part]
    return node


def currency_in(draft: Mapping[str, Any], field: str) -> Currency:
    """Currency the amounts of a field's part are in."""
    part = field.split(".", 1)[0]
    return Currency(read(draft, _CURRENCY_OF[part])) if part in _CURRENCY_OF else Currency.KZT


def edited(draft: Draft, values: Mapping[str, Any]) -> Draft:
    """A copy with values put at their paths.

    What one field decides of another is kept true: a new kind of work starts from its defaults, and the
    month of the start decides the length of the first tax year.
    """
    changed = deepcopy(draft)
    for path, value in values.items():
        *parents, name = path.split(".")
        node = read(changed, ".".join(parents)) if parents else changed
        if path.endswith("workload.kind") and node["kind"] != value:
            node.clear()
        node[name] = value
        if path == "finance.start" and value:
            node.pop("first_tax_year_months", None)
    return changed
