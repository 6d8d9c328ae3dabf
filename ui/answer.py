"""From a scenario to its answer, reckoned once per scenario and shared by every page and reader.

A plan and an answer are frozen, so all sessions may hold the same object.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from calc.answer import Answer, reckon
from calc.choices import Verdict
from calc.memory.footprint import Footprint
from data.resolve import resolve
from data.scenario import Scenario, read_scenario
from ui.link import LinkContent, encode

_KEPT = 256


def answer_of(scenario: Scenario) -> Answer:
    """The answer of a scenario.

    Raises
    ------
    EsepError
        When names are unknown or fields contradict each other.
    """
    return _reckoned(encode(LinkContent((scenario,))), scenario)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _reckoned(token: str, _scenario: Scenario) -> Answer:  # noqa: ARG001 - the token is the key of the cache
    return reckon(resolve(_scenario))


def checked(raw: Mapping[str, Any]) -> Scenario:
    """A scenario that reads, resolves and reckons.

    Raises
    ------
    EsepError
        The first fault, with its field.
    """
    scenario = read_scenario(raw)
    answer_of(scenario)
    return scenario


def worst_footprint(answer: Answer) -> tuple[int, Footprint]:
    """The job least sure to fit, by number, and its memory."""
    order = {Verdict.FITS: 0, Verdict.TIGHT: 1, Verdict.DOES_NOT_FIT: 2}
    return max(
        enumerate(answer.footprints),
        key=lambda job: (order[job[1].verdict], job[1].device_gib.high - job[1].usable_gib),
    )
