"""What follows a change of model, method or card, so that the scenario stays one a user would mean.

A new model or method takes the fewest cards that hold it; a new card takes its list price and its server.
What was quoted to the user is never replaced. What was changed is said.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from calc.choices import DemandKind
from calc.errors import EsepError
from calc.memory import FitRow, fit_table
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.workload import Inference, Training
from data.catalogue import Edition, Server, load_edition
from data.price_book import cheapest_offer, fill_from_offer, fill_from_server
from data.resolve import resolve
from data.scenario import Scenario, read_scenario
from ui import state
from ui.draft import draft_of, edited, full_path
from ui.remedies import at_once
from ui.state import Notice, NoticeCode

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
    """Another card for the whole scenario: its list price, its server, and the fewest that hold the jobs."""
    session = state.session()
    values = {"fleet.gpu": gpu, "rent.gpu": "", "buy.gpu": ""}
    try:
        scenario = read_scenario(edited(session.draft, values))
        scenario, notice = _priced(scenario, load_edition())
        draft, notices = _fitted(scenario, range(len(scenario.jobs)))
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
        draft, notices = _fitted(scenario, (session.job,))
    except EsepError:
        state.edit(named, first)
        return
    state.edit(draft, first, notices)


def _priced(scenario: Scenario, edition: Edition) -> tuple[Scenario, Notice]:
    gpu, finance = scenario.fleet.gpu, scenario.finance
    offer = cheapest_offer(gpu, edition, usd_kzt=finance.usd_kzt, as_of=finance.as_of)
    listed = offer is not None and not scenario.rent.quote_from
    if offer is not None and listed:
        scenario = fill_from_offer(scenario, offer.offer.id)
    elif not scenario.rent.quote_from:
        scenario = scenario.model_copy(update={"rent": scenario.rent.model_copy(update={"offer": ""})})
    server = _server(gpu, scenario.buy.gpus_per_node, edition)
    known = server is not None and not scenario.buy.quote_from
    if server is not None and known:
        scenario = fill_from_server(scenario, server.id)
    elif not scenario.buy.quote_from:
        scenario = scenario.model_copy(update={"buy": scenario.buy.model_copy(update={"node": ""})})
    return scenario, Notice(NoticeCode.CARD, gpu=gpu, rent_listed=listed, node_listed=known)


def _server(gpu: str, gpus: int, edition: Edition) -> Server | None:
    """The smallest server of a card that holds so many at once, else the largest there is."""
    servers = sorted((one for one in edition.servers.values() if one.gpu == gpu), key=lambda one: one.gpu_count)
    return next((one for one in servers if one.gpu_count >= gpus), servers[-1] if servers else None)


def _fitted(scenario: Scenario, jobs: Iterable[int]) -> tuple[dict[str, Any], tuple[Notice, ...]]:
    """The whole draft with each of the jobs on the fewest cards that hold it, in servers of a fitting size."""
    scenario, notices = _housed(scenario, jobs)
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
        if row.smallest_gpus != job.parallel.gpus:
            notices.append(Notice(NoticeCode.FITTED, gpu=job.gpu.id, gpus=row.smallest_gpus))
        draft = edited(draft, _spread(number, job, row, row.smallest_gpus))
    return draft, tuple(notices)


def _housed(scenario: Scenario, jobs: Iterable[int]) -> tuple[Scenario, list[Notice]]:
    """A node bought from the catalogue takes the size of the runs; a node of the user's own stays."""
    if not scenario.buy.node or scenario.buy.quote_from:
        return scenario, []
    plan = resolve(scenario)
    rows = [fit_table(plan.jobs[number], [plan.jobs[number].gpu])[0] for number in jobs]
    gpu = scenario.buy.gpu or scenario.fleet.gpu
    server = _server(gpu, max(row.smallest_gpus or 1 for row in rows), load_edition())
    if server is None or server.id == scenario.buy.node:
        return scenario, []
    housed = fill_from_server(scenario, server.id)
    return housed, [Notice(NoticeCode.NODE, gpu=gpu, node=server.id)]


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
