"""One job on every card of the catalogue: memory, time and money, reckoned once per scenario."""

from dataclasses import dataclass, replace

import streamlit as st

from calc.answer import Answer
from calc.choices import Verdict
from calc.demand.weeks import HOURS_PER_MONTH
from calc.memory import FitRow, fit_table
from calc.memory.footprint import Footprint, Reason
from calc.speed import Throughput, time_job
from calc.workload import Given, Training
from data.catalogue import load_edition
from data.price_book import HourPrice, hour_price
from data.scenario import Scenario
from ui.link import LinkContent, encode

_KEPT = 128
_ORDER = {Verdict.FITS: 0, Verdict.TIGHT: 1, Verdict.DOES_NOT_FIT: 2}


@dataclass(frozen=True, slots=True)
class Node:
    """The job as planned on one card.

    Attributes
    ----------
    name
        Number of cards and the card: ``8 × H200 SXM``.
    row
        Memory, and the fewest cards that hold the job.
    throughput, price
        Time, where it fits, and price of an hour; ``None`` otherwise.
    by_run
        Whether hours are those of a run; otherwise they are those of a month.
    """

    name: str
    row: FitRow
    throughput: Throughput | None
    price: HourPrice | None
    by_run: bool

    @property
    def fits(self) -> bool:
        """Whether the job can run, be it tightly."""
        return self.row.footprint.verdict is not Verdict.DOES_NOT_FIT

    @property
    def hours(self) -> float | None:
        """Hours of one run, middle [h]."""
        band = self.throughput.hours_per_run if self.throughput else None
        return band.mid if band else None

    @property
    def cost_kzt(self) -> float | None:
        """Rent of one run by the hour, before VAT [KZT]."""
        band = self.throughput.gpu_hours_per_run if self.throughput else None
        return band.mid * self.price.kzt_per_gpu_hour if band and self.price else None

    @property
    def in_time(self) -> bool:
        """Whether work counted by the month is done within one."""
        return self.by_run or self.hours is None or self.hours <= HOURS_PER_MONTH


def room_gib(footprint: Footprint) -> float:
    """Memory left on the card by the rule of the verdict, negative where it is short [GiB]."""
    if footprint.verdict is Verdict.FITS:
        return footprint.usable_gib - footprint.device_gib.high
    if footprint.verdict is Verdict.TIGHT:
        return max(footprint.usable_gib - footprint.device_gib.mid, 0.0)
    needed = max(footprint.device_gib.mid, footprint.load_peak_gib if _load_rules(footprint) else 0.0)
    return footprint.usable_gib - needed


def is_stated(footprint: Footprint) -> bool:
    """Whether the memory of the work is known at all."""
    return all(reason.code is not Reason.NOT_STATED for reason in footprint.reasons)


def nodes_of(scenario: Scenario, answer: Answer, job: int) -> tuple[Node, ...]:
    """Every card, the best first: those that fit by room left, then the tight, then the least short."""
    return _nodes(encode(LinkContent((scenario,))), job, scenario, answer)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _nodes(token: str, job: int, _scenario: Scenario, _answer: Answer) -> tuple[Node, ...]:  # noqa: ARG001 - the token is the key of the cache
    edition, plan = load_edition(), _answer.plan.jobs[job]
    gpus = list(edition.gpus.values())
    nodes = []
    for gpu, row in zip(gpus, fit_table(plan, gpus), strict=True):
        can_run = row.footprint.verdict is not Verdict.DOES_NOT_FIT
        nodes.append(
            Node(
                f"{row.gpus}\u00a0×\u00a0{gpu.name}",
                row,
                time_job(replace(plan, gpu=gpu)) if can_run else None,
                hour_price(_scenario, gpu.id, edition),
                isinstance(plan.workload, Training | Given),
            )
        )
    return tuple(sorted(nodes, key=lambda node: (_ORDER[node.row.footprint.verdict], -room_gib(node.row.footprint))))


def _load_rules(footprint: Footprint) -> bool:
    return any(reason.code is Reason.LOAD_PEAK_ABOVE_USABLE for reason in footprint.reasons)
