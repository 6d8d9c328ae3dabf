"""Everything about the time of a job on the page, reckoned once per scenario."""

import streamlit as st

from calc.answer import Answer
from calc.speed import SpeedReport, speed_report
from data.catalogue import load_edition
from data.scenario import Scenario
from ui.link import LinkContent, encode
from ui.sections.fit_nodes import nodes_of

_KEPT = 128


def report_of(scenario: Scenario, answer: Answer, job: int) -> SpeedReport:
    """Runs on every card, text, links, node and places of a job."""
    return _report(encode(LinkContent((scenario,))), job, scenario, answer)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _report(token: str, job: int, _scenario: Scenario, _answer: Answer) -> SpeedReport:  # noqa: ARG001 - the token is the key of the cache
    edition = load_edition()
    gpus = list(edition.gpus.values())
    nodes = {node.row.gpu_id: node for node in nodes_of(_scenario, _answer, job)}
    prices = {gpu: node.price.kzt_per_gpu_hour if node.price else None for gpu, node in nodes.items()}
    places = [fact.place for fact in edition.places.values()]
    return speed_report(_answer.plan.jobs[job], gpus, [nodes[gpu.id].row for gpu in gpus], prices, places)
