"""Whether the job fits, how much is free, how long a run takes and what it costs."""

from collections.abc import Iterator, Sequence

import streamlit as st

from calc.choices import Verdict
from calc.memory.footprint import Footprint
from calc.speed import SpeedReport
from ui.answer import worst_footprint
from ui.sections.fit_nodes import Node, is_stated, room_gib
from ui.sections.fit_words import in_time, run_name
from ui.state import set_job
from ui.texts import Texts
from ui.view import View, job_name, kind_words

_JOB_KEY = "fit-job"
NO_BREAK = "\N{NO-BREAK SPACE}"
_NOTHING_GIB = 0.05
"""Room that would be printed as 0."""


def job_selector(view: View, job: int) -> None:
    """Which job the page is about, where there are several."""
    jobs = range(len(view.scenario.jobs))
    if len(jobs) == 1:
        return
    st.session_state[_JOB_KEY] = job
    st.pills(
        view.t("form.job"),
        jobs,
        format_func=lambda number: job_name(view.t, number, view.scenario.jobs[number].workload.kind),
        key=_JOB_KEY,
        required=True,
        on_change=_choose_job,
        label_visibility="collapsed",
    )


def _choose_job() -> None:
    set_job(st.session_state[_JOB_KEY])


def work_words(view: View, job: int) -> str:
    """The kind of work as the subject of a sentence."""
    return view.t(f"fit.work.{view.scenario.jobs[job].workload.kind}")


def chosen(view: View, nodes: Sequence[Node]) -> Node:
    """The card of the scenario."""
    return next(node for node in nodes if node.row.gpu_id == view.edition.gpu(view.scenario.fleet.gpu).id)


def headline(view: View, job: int, node: Node) -> str:
    """The page's title: the job, or with several of them the one least sure to fit."""
    if len(view.scenario.jobs) == 1:
        return _title(view, job, node.row.footprint, node.name)
    worst, footprint = worst_footprint(view.answer)
    gpus = f"{view.answer.plan.jobs[worst].parallel.gpus}{NO_BREAK}×{NO_BREAK}{view.gpu_name}"
    if footprint.verdict is not Verdict.FITS or not is_stated(footprint) or room_gib(footprint) < _NOTHING_GIB:
        return _title(view, worst, footprint, gpus)
    free, kind = view.t.formats.gib(room_gib(footprint)), kind_words(view.t, view.scenario.jobs[worst].workload.kind)
    return view.t("fit.title.all_fit", gpus=gpus, free=free, work=kind)


def _title(view: View, job: int, footprint: Footprint, gpus: str) -> str:
    t = view.t
    work, room = work_words(view, job), t.formats.gib(abs(room_gib(footprint)))
    if not is_stated(footprint):
        return t("fit.title.not_stated")
    if footprint.verdict is not Verdict.DOES_NOT_FIT and room_gib(footprint) < _NOTHING_GIB:
        return t("fit.title.no_room", work=work, gpus=gpus)
    match footprint.verdict:
        case Verdict.FITS:
            return t("fit.title.fits", work=work, gpus=gpus, free=room)
        case Verdict.TIGHT:
            return t("fit.title.tight", work=work, gpus=gpus, free=room)
        case Verdict.DOES_NOT_FIT:
            return t("fit.title.does_not_fit", work=work, gpus=gpus, short=room)


def paragraph(view: View, node: Node, nodes: Sequence[Node], report: SpeedReport) -> str:
    """A few sentences with the key figures."""
    t = view.t
    sentences = [_need(t, node.row.footprint)] if is_stated(node.row.footprint) else []
    if node.hours is not None and node.cost_kzt is not None:
        sentences.append(_cost(t, node, node.hours, node.cost_kzt))
    return " ".join([*sentences, *_cheapest(view, node, nodes, report)])


def _cost(t: Texts, node: Node, hours: float, cost_kzt: float) -> str:
    """Hours and money of the card of the scenario, and at which price."""
    figures = {"hours": t.formats.hours(hours), "cost": t.formats.money(cost_kzt)}
    if node.price is not None and node.price.own:
        rate = t.formats.rate(node.price.kzt_per_gpu_hour)
        return t("fit.run_own" if node.by_run else "fit.month_own", rate=rate, **figures)
    return t("fit.run" if node.by_run else "fit.month", **figures)


def _cheapest(view: View, node: Node, nodes: Sequence[Node], report: SpeedReport) -> Iterator[str]:
    """The cheapest card at a price of today, where it is another; and one whose old price is lower still."""
    t, runs = view.t, node.by_run
    old = {one.row.gpu_id for one in nodes if one.price is None or one.price.old}
    priced = [row for row in report.runs.rows if row.cost_per_run and in_time(row, runs)]
    current = [row for row in priced if row.gpu_id not in old]
    if not current or (current[0].gpu_id, current[0].parallel.gpus) == (node.row.gpu_id, node.row.gpus):
        return
    yield t("fit.cheapest" if runs else "fit.cheapest_month", gpus=run_name(view, current[0]))
    if priced[0] is not current[0]:
        yield t("fit.cheaper_but_old", gpus=run_name(view, priced[0]))


def _need(t: Texts, footprint: Footprint) -> str:
    low, high = (
        t.formats.number(value, _decimals(footprint)) for value in (footprint.device_gib.low, footprint.device_gib.high)
    )
    usable = t.formats.gib(footprint.usable_gib, 0)
    return t("fit.need", band=t.formats.range(low, high), usable=usable)


def _decimals(footprint: Footprint) -> int:
    return 1 if footprint.device_gib.high < 10 else 0  # noqa: PLR2004 - digits shown
