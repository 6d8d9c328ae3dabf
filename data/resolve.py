"""From what the user said to numbers only: every id of a scenario looked up in the catalogue."""

from calc.choices import TextUnit
from calc.errors import of_job
from calc.model_shape import ModelShape
from calc.plan import JobPlan, Plan
from calc.speed.tokens import run_tokens
from calc.terms import Buy, Finance, Rent
from calc.tokenizer import TextFacts
from calc.workload import Inference, ModelRef, Rendering, Training, Workload
from data.catalogue import Edition, find_offer, find_server, load_edition
from data.config_fields import unknown_architecture
from data.model_config import read_config
from data.scenario import Job, Scenario


def resolve(scenario: Scenario, edition: Edition | None = None) -> Plan:
    """Turn a scenario into a plan.

    Parameters
    ----------
    scenario
        What the user said.
    edition
        Facts to look ids up in; the latest by default. Offers and servers, which only say where a price
        came from, are looked for in every edition.

    Raises
    ------
    EsepError
        ``unknown_id`` with the closest ids, or what :func:`data.model_config.read_config` raises, at fields
        such as ``jobs.0.workload.model``.
    """
    facts = load_edition() if edition is None else edition
    _check_names(scenario, facts)
    return Plan(
        jobs=tuple(_job(scenario, index, job, facts) for index, job in enumerate(scenario.jobs)),
        rent=Rent(**{name: getattr(scenario.rent, name) for name in Rent.model_fields}),
        buy=Buy(**{name: getattr(scenario.buy, name) for name in Buy.model_fields}),
        site=scenario.site,
        finance=Finance(**{name: getattr(scenario.finance, name) for name in Finance.model_fields}),
    )


def _check_names(scenario: Scenario, facts: Edition) -> None:
    for field, gpu in (("rent.gpu", scenario.rent.gpu), ("buy.gpu", scenario.buy.gpu)):
        if gpu:
            facts.gpu(gpu, field)
    if scenario.rent.offer and scenario.rent.offer not in facts.offers:
        find_offer(scenario.rent.offer)
    if scenario.buy.node and scenario.buy.node not in facts.servers:
        find_server(scenario.buy.node)


def _job(scenario: Scenario, index: int, job: Job, facts: Edition) -> JobPlan:
    gpu = facts.gpu(scenario.fleet.gpu, "fleet.gpu")
    workload = job.workload
    rented, bought = scenario.rent.gpu, scenario.buy.gpu
    with of_job(index):
        text = text_facts(workload, facts)
        return JobPlan(
            workload=_counted(workload, text),
            parallel=job.parallel,
            demand=job.demand,
            shape=model_shape(workload.model, facts) if isinstance(workload, Training | Inference) else None,
            gpu=gpu,
            gpus_per_node=scenario.fleet.gpus_per_node or scenario.buy.gpus_per_node,
            reference_gpu=facts.gpu(workload.reference_gpu, "workload.reference_gpu")
            if isinstance(workload, Rendering)
            else None,
            text=text,
            rent_gpu=facts.gpu(rented) if rented and rented != gpu.id else None,
            buy_gpu=facts.gpu(bought) if bought and bought != gpu.id else None,
        )


def text_facts(workload: Workload, facts: Edition) -> TextFacts | None:
    """Facts to count the tokens of a training text with; ``None`` where the user gave tokens."""
    if not isinstance(workload, Training) or workload.text_unit is TextUnit.TOKENS:
        return None
    language = workload.text_language
    name = workload.model if isinstance(workload.model, str) else ""
    own = facts.tokenizer_of(name, model_shape(workload.model, facts).vocab)
    return TextFacts(
        language,
        facts.languages[language].written,
        facts.fertility(own, language),
        facts.thriftiest(language),
    )


def _counted(workload: Workload, text: TextFacts | None) -> Workload:
    if text is None or not isinstance(workload, Training):
        return workload
    tokens = run_tokens(workload, text.written, text.own.tokens_per_word)
    return workload.model_copy(update={"train_tokens": tokens})


def model_shape(model: ModelRef, facts: Edition, field: str = "workload.model") -> ModelShape:
    """Shape of a model given by id, printed name or pasted ``config.json``.

    Raises
    ------
    EsepError
        As :func:`resolve`; ``unknown_architecture`` also for a catalogue model of which only totals are known.
    """
    if not isinstance(model, str):
        return read_config(model, field)
    found = facts.model(model, field)
    if found.shape is None:
        raise unknown_architecture(field, found.id)
    return found.shape
