"""What follows a change of model, method or card, so that the scenario stays one a user would mean.

A new model or method takes the fewest cards that hold it. A new card keeps the number of cards where that holds
the work, and takes its list price and its server; a price nobody gives for it is asked for, never that of another
card. What was quoted to the user is never replaced. What was changed is said.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from calc.choices import DemandKind, Verdict
from calc.errors import EsepError
from calc.memory import FitRow, fit_table, size
from calc.memory.footprint import Footprint, Suggestion
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.workload import Inference, Training
from data.catalogue import Edition, Server, load_edition
from data.price_book import fill_from_offer, fill_from_server, listed_offer, without_offer, without_server
from data.resolve import resolve
from data.scenario import BuyChoice, RentChoice, Scenario, read_scenario
from ui import state
from ui.draft import draft_of, edited, full_path
from ui.remedies import at_once
from ui.state import Notice, NoticeCode, PriceSource

MOST_ON_A_NEW_CARD = 8
"""Cards a change of card may take by itself, where a node holds no more."""
MOST_FOR_NEW_WORK = 32
"""Cards a change of the work may take by itself: four nodes of eight; more is for the user to say."""
_KEEP_THE_WORK = frozenset({Suggestion.FUSED_LOSS, Suggestion.SMALLER_MICRO_BATCH, Suggestion.FULL_CHECKPOINTING})
"""Remedies after which the run still learns the same."""
MODEL_PARALLEL = ("tensor_parallel", "pipeline_parallel", "context_parallel", "expert_parallel")


def change_model(model: str | dict[str, Any]) -> None:
    """Another model for the shown job, by id or as a pasted configuration, and the fewest cards that hold it."""
    _change_work({"workload.model": model})


def change_method(field: str, choice: str) -> None:
    """Another method or weight format for the shown job, and the fewest cards that hold it.

    The precision of the states was chosen for the method before, so it goes back to the framework's.
    """
    states = {"workload.states": None} if field == "workload.method" else {}
    _change_work({field: choice} | states)


def change_card(gpu: str) -> None:
    """Another card for the whole scenario: its list price, its server, and more of them only within a node."""
    session = state.session()
    values = {"fleet.gpu": gpu, "rent.gpu": "", "buy.gpu": ""}
    try:
        scenario = read_scenario(edited(session.draft, values))
        scenario, notice = _priced(scenario, load_edition())
        draft, notices = _kept_or_fitted(scenario)
    except EsepError:
        state.edit(values, "fleet.gpu")
        return
    state.edit(draft, "fleet.gpu", (notice, *notices))


def _change_work(values: Mapping[str, Any]) -> None:
    session = state.session()
    named = {full_path(field, session.job): value for field, value in values.items()}
    first = next(iter(named))
    try:
        scenario = read_scenario(edited(session.draft, named))
        draft, notices = _fitted(*_housed(scenario, (session.job,)), (session.job,), MOST_FOR_NEW_WORK)
    except EsepError:
        state.edit(named, first)
        return
    state.edit(draft, first, notices)


def _priced(scenario: Scenario, edition: Edition) -> tuple[Scenario, Notice]:
    gpu, finance = scenario.fleet.gpu, scenario.finance
    offer = listed_offer(gpu, edition, usd_kzt=finance.usd_kzt, as_of=finance.as_of)
    if not scenario.rent.quote_from:
        scenario = without_offer(scenario) if offer is None else fill_from_offer(scenario, offer.offer.id)
    server = _server(gpu, scenario.buy.gpus_per_node, edition)
    if not scenario.buy.quote_from:
        scenario = without_server(scenario) if server is None else fill_from_server(scenario, server.id)
    return scenario, Notice(
        NoticeCode.CARD,
        gpu=gpu,
        gpus=scenario.buy.gpus_per_node,
        node=scenario.buy.node,
        rent=_source(scenario.rent),
        buy=_source(scenario.buy),
    )


def _source(part: RentChoice | BuyChoice) -> PriceSource:
    if part.quote_from:
        return PriceSource.QUOTE
    listed = part.offer if isinstance(part, RentChoice) else part.node
    return PriceSource.LIST if listed else PriceSource.NEEDED


def _server(gpu: str, gpus: int, edition: Edition) -> Server | None:
    """The smallest server of a card that holds so many at once, else the largest there is."""
    servers = sorted((one for one in edition.servers.values() if one.gpu == gpu), key=lambda one: one.gpu_count)
    largest = max(servers, key=lambda one: one.gpu_count, default=None)
    return next((one for one in servers if one.gpu_count >= gpus), largest)


def _kept_or_fitted(scenario: Scenario) -> tuple[dict[str, Any], tuple[Notice, ...]]:
    """The draft on a new card: as many cards as before where they hold the job or could, else a few more."""
    plan = resolve(scenario)
    short = [number for number, job in enumerate(plan.jobs) if _needs_more(size(job))]
    return _fitted(scenario, [], short, max(MOST_ON_A_NEW_CARD, scenario.buy.gpus_per_node))


def _needs_more(footprint: Footprint) -> bool:
    """Whether a job does not fit, and no remedy that keeps its work would help."""
    keeps = any(one.code in _KEEP_THE_WORK for one in footprint.suggestions)
    return footprint.verdict is Verdict.DOES_NOT_FIT and not keeps


def _fitted(
    scenario: Scenario, notices: list[Notice], jobs: Iterable[int], most: int
) -> tuple[dict[str, Any], tuple[Notice, ...]]:
    """The whole draft with each of the jobs on the fewest cards that hold it, where these are no more than most."""
    plan = resolve(scenario)
    draft = draft_of(scenario)
    for number in jobs:
        job = plan.jobs[number]
        if not isinstance(job.workload, Training | Inference):
            continue
        row = fit_table(job, [job.gpu])[0]
        if row.smallest_gpus is None:
            notices.append(Notice(NoticeCode.NO_FIT, gpu=job.gpu.id))
            continue
        if row.smallest_gpus > most:
            continue  # the page says how much is short, and offers the number as one remedy of several
        if row.smallest_gpus != job.parallel.gpus:
            notices.append(Notice(NoticeCode.FITTED, gpu=job.gpu.id, gpus=row.smallest_gpus))
        draft = edited(draft, _spread(number, job, row, row.smallest_gpus))
    return draft, tuple(notices)


def _housed(scenario: Scenario, jobs: Iterable[int]) -> tuple[Scenario, list[Notice]]:
    """A catalogue node too small for a run makes way for one of the chosen card; a node of the user's own stays."""
    if not scenario.buy.node or scenario.buy.quote_from:
        return scenario, []
    plan, edition = resolve(scenario), load_edition()
    rows = [fit_table(plan.jobs[number], [plan.jobs[number].gpu])[0] for number in jobs]
    run = max(row.smallest_gpus or 1 for row in rows)
    if run <= scenario.buy.gpus_per_node:
        return scenario, []
    bought = scenario.buy.gpu or scenario.fleet.gpu
    server = _server(scenario.fleet.gpu, run, edition) or _server(bought, run, edition)
    if server is None or server.gpu_count <= scenario.buy.gpus_per_node:
        return scenario, []
    notice = Notice(NoticeCode.NODE, gpu=server.gpu, gpus=server.gpu_count, node=server.id)
    return fill_from_server(scenario, server.id), [notice]


def _spread(number: int, job: JobPlan, row: FitRow, gpus: int) -> dict[str, Any]:
    """Values that put a job on this number of cards; as many runs at a time as before."""
    split: dict[str, Any] = {"gpus": gpus, "sharding": row.sharding}
    if isinstance(job.workload, Inference):
        split |= dict.fromkeys(MODEL_PARALLEL, 1)
        split |= {"tensor_parallel": row.tensor_parallel, "pipeline_parallel": gpus // row.tensor_parallel}
    elif gpus % _kept(job.parallel):
        split |= dict.fromkeys(MODEL_PARALLEL, 1)
    values = {f"jobs.{number}.parallel.{name}": value for name, value in split.items()}
    if job.demand.kind is DemandKind.RUNS:  # as many at once as the month's runs take
        return values | {f"jobs.{number}.demand.runs": 0}
    return values | {f"jobs.{number}.demand.gpus": at_once(job) * gpus}


def _kept(parallel: Parallel) -> int:
    return parallel.model_parallel * parallel.expert_parallel
