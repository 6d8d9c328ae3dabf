"""The frozen default editions: what an absent field of a link means, for ever.

Edition n is ``data/defaults/<n>.json`` and is never edited. Where a default of the scenario changes, or
a field is added, ``current_defaults`` gives the next edition, written beside the old ones.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

from pydantic import JsonValue

from calc.parallel import Parallel
from calc.quantity import Terms
from calc.terms import Demand
from calc.workload import Workload
from data.scenario import Scenario

CURRENT_EDITION = 9
PARTS = ("fleet", "rent", "buy", "site", "finance")
_FOLDER = Path(__file__).parent / "defaults"


@dataclass(frozen=True, slots=True)
class DefaultEdition:
    """Default of every field of a scenario, in a fixed order.

    Attributes
    ----------
    parts
        The money parts and the fleet by name, each field with its default.
    workloads
        By kind of workload.
    parallel, demand
        The other parts of a job.
    dictionary
        Words links often hold; both ends of the compression know them.
    """

    parts: Mapping[str, Mapping[str, JsonValue]]
    workloads: Mapping[str, Mapping[str, JsonValue]]
    parallel: Mapping[str, JsonValue]
    demand: Mapping[str, JsonValue]
    dictionary: str


@cache
def load_defaults(edition: int = CURRENT_EDITION) -> DefaultEdition:
    """Read one frozen edition.

    Raises
    ------
    FileNotFoundError
        When there is no such edition.
    """
    return DefaultEdition(**json.loads((_FOLDER / f"{edition}.json").read_text("utf-8")))


def current_defaults() -> dict[str, JsonValue]:
    """Today's defaults of the scenario, in the shape of an edition without its dictionary."""
    scenario = Scenario()
    return {
        "parts": {part: _dump(getattr(scenario, part)) for part in PARTS},
        "workloads": {str(cls.model_fields["kind"].default): _dump(cls()) for cls in get_args(get_args(Workload)[0])},
        "parallel": _dump(Parallel()),
        "demand": _dump(Demand()),
    }


def _dump(terms: Terms) -> dict[str, JsonValue]:
    return {name: value for name, value in terms.model_dump(mode="json").items() if name != "kind" or _has_kind(terms)}


def _has_kind(terms: Terms) -> bool:
    # The kind of a workload is its key in the edition; the kind of a demand or a site is a field.
    return not isinstance(terms, get_args(get_args(Workload)[0]))
