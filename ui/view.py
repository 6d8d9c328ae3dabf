"""What a page is drawn from: the words, the scenario, its answer and the names it shows."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calc.answer import Answer
from calc.choices import Currency, Method, WorkloadKind
from calc.workload import Given, Inference, Rendering, Training
from data.catalogue import Edition, Model, Server
from data.price_book import has_kazakhstan_price
from data.scenario import BuyChoice, RentChoice, Scenario
from ui.formats import Formats
from ui.texts import Texts, as_typed

CONFIG_FILE = "config.json"
_LONGEST_NAME = 40
_LEADING_COUNT = re.compile(r"^(\d+)x ")


@dataclass(frozen=True, slots=True)
class View:
    """One scenario, answered, in one language.

    Attributes
    ----------
    t
        Words.
    scenario, answer
        The last valid scenario of the open card, and what it comes to.
    edition
        Facts.
    """

    t: Texts
    scenario: Scenario
    answer: Answer
    edition: Edition

    @property
    def formats(self) -> Formats:
        """Numbers of the language."""
        return self.t.formats

    @property
    def currency(self) -> Currency:
        """Currency of every figure of the decision."""
        return self.answer.decision.currency

    @property
    def years(self) -> str:
        """The horizon in words."""
        return self.t.years(self.answer.decision.horizon_months)

    @property
    def gpu_name(self) -> str:
        """Printed name of the card."""
        return self.edition.gpu(self.scenario.fleet.gpu).name

    @property
    def peak_gpus(self) -> int:
        """Most cards at work at the same time."""
        return round(self.answer.decision.peak_gpus)


def work_name(view: View) -> str:
    """The work in a few words: its kind and its model."""
    t, jobs = view.t, view.scenario.jobs
    if len(jobs) > 1:
        return t("work.mixed")
    match jobs[0].workload:
        case Training(method=Method.PRETRAIN) as training:
            return t("work.pretraining", model=model_name(view, training))
        case Training() as training:
            return t("work.training", model=model_name(view, training))
        case Inference() as inference:
            return t("work.inference", model=model_name(view, inference))
        case Rendering():
            return t("work.rendering")
        case Given():
            return t("work.given")


def kind_words(t: Texts, kind: str) -> str:
    """The kind of a job in a word or two."""
    return t.word(WorkloadKind(kind))


def job_name(t: Texts, job: int, kind: str) -> str:
    """A job among several, the same on every page: its number and its kind."""
    return t("form.job_name", n=job + 1, work=kind_words(t, kind))


def model_name(view: View, workload: Training | Inference) -> str:
    """Printed name of a model."""
    model = workload.model
    return printed_model(view.edition.model(model)) if isinstance(model, str) else as_typed(config_name(model))


def printed_model(model: Model) -> str:
    """Name of a model as people type it, so that a search for it finds it: "Llama 3.1 70B"."""
    return model.name.replace("-", " ")


def config_name(config: Mapping[str, Any]) -> str:
    """Name of a pasted configuration: the last part of the name it gives itself, else its family, else its file."""
    path = str(config.get("_name_or_path") or config.get("name_or_path") or "").rstrip("/")
    name = path.rsplit("/", 1)[-1] or str(config.get("model_type") or "")
    return name[:_LONGEST_NAME] or CONFIG_FILE


def printed_server(t: Texts, server: Server) -> str:
    """Name of a server as a reader would write it: ``8 × RTX PRO 6000``; one without a name of its own in words."""
    key = f"server.{server.id}"
    return t(key) if t.has(key) else _LEADING_COUNT.sub(r"\1 × ", server.name)


def price_origin(view: View) -> str:
    """Whose prices the answer stands on; nothing for a list price inside Kazakhstan alone."""
    t, rent, buy = view.t, view.scenario.rent, view.scenario.buy
    if rent.quote_from and buy.quote_from:
        return t("shell.own_quotes", rent=_quote(view, rent), node=_quote(view, buy))
    if rent.quote_from:
        return t("shell.own_quote_rent", quote=_quote(view, rent))
    sentences = [] if has_kazakhstan_price(view.scenario) else [t("shell.list_prices_abroad")]
    if buy.quote_from:
        sentences.append(t("shell.own_quote_node", quote=_quote(view, buy)))
    return " ".join(sentences)


def _quote(view: View, part: RentChoice | BuyChoice) -> str:
    """Whose quote, and of which day where it has one."""
    source = as_typed(part.quote_from)
    if not part.quote_date:
        return source
    return view.t("shell.quote_of", source=source, date=view.formats.date(part.quote_date))
