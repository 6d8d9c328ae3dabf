"""A dated edition of the facts: loaded once, checked whole, asked by id."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from statistics import median
from types import MappingProxyType
from typing import TypeVar

from calc.choices import TextLanguage
from calc.errors import MORE, ErrorCode, EsepError
from calc.tokenizer import Fertility
from data.catalogue import gpus, models, offers, parameters, places, servers, throughput, tokenizers
from data.catalogue.gpus import GpuFact
from data.catalogue.models import Model
from data.catalogue.offers import Offer
from data.catalogue.parameters import Parameter
from data.catalogue.places import PlaceFact
from data.catalogue.servers import Server
from data.catalogue.throughput import ThroughputRow
from data.catalogue.tokenizers import FertilityFact, LanguageFact, Tokenizer

EDITION_NAME = re.compile(r"\d{4}-\d{2}-\d{2}")
CLOSE_MATCHES = 4
PADDED_SHARE = 0.01
"""A vocabulary in a configuration may be padded by so much (Qwen2.5: 151,643 tokens in 152,064 rows)."""

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Edition:
    """All facts of one date, by id and in the order of the files.

    Attributes
    ----------
    name
        Its date, ``YYYY-MM-DD``.
    notes
        Text of ``kazakhstan.md``, what was found and not found about the country.
    aliases
        Ids by printed name, folded by :func:`fold`.
    """

    name: str
    gpus: Mapping[str, GpuFact]
    servers: Mapping[str, Server]
    models: Mapping[str, Model]
    offers: Mapping[str, Offer]
    throughput: Mapping[str, ThroughputRow]
    parameters: Mapping[str, Parameter]
    tokenizers: Mapping[str, Tokenizer]
    fertilities: Mapping[str, FertilityFact]
    languages: Mapping[str, LanguageFact]
    places: Mapping[str, PlaceFact]
    notes: str
    aliases: Mapping[str, str]

    def to_id(self, name: str) -> str:
        """The id behind a printed name; anything else unchanged."""
        return self.aliases.get(fold(name), name)

    def gpu(self, name: str, field: str = "gpu") -> GpuFact:
        """GPU by id or printed name.

        Parameters
        ----------
        name
            Such as ``h100-sxm`` or ``H100 SXM``.
        field
            Path of the field a fault is laid to.

        Raises
        ------
        EsepError
            ``unknown_id`` with the closest ids.
        """
        return self._find(self.gpus, name, field)

    def server(self, name: str, field: str = "server") -> Server:
        """Server by id or printed name; parameters and errors as :meth:`gpu`."""
        return self._find(self.servers, name, field)

    def model(self, name: str, field: str = "model") -> Model:
        """Model by id or printed name; parameters and errors as :meth:`gpu`."""
        return self._find(self.models, name, field)

    def offer(self, name: str, field: str = "offer") -> Offer:
        """Offer by id; parameters and errors as :meth:`gpu`."""
        return self._find(self.offers, name, field)

    def parameter(self, name: str, field: str = "parameter") -> Parameter:
        """Parameter by id; parameters and errors as :meth:`gpu`."""
        return self._find(self.parameters, name, field)

    def base(self, parameter: str) -> float:
        """Base value of a parameter in its own unit.

        Raises
        ------
        EsepError
            ``unknown_id`` for a parameter the edition has no number for.
        """
        value = self.parameter(parameter).base
        if value is None:
            raise EsepError(ErrorCode.UNKNOWN_ID, "parameter", parameter, "")
        return value

    def tokenizer_of(self, model: str, vocab: int) -> Tokenizer | None:
        """Tokenizer of a model of the catalogue; of a pasted one, that with its number of entries.

        A vocabulary padded to a round number is a little larger than its tokenizer. ``None`` where none is near.
        """
        named = next((one for one in self.tokenizers.values() if self.to_id(model) in one.models), None)
        near = [one for one in self.tokenizers.values() if abs(one.vocab - vocab) <= PADDED_SHARE * vocab]
        return named or min(near, key=lambda one: abs(one.vocab - vocab), default=None)

    def fertility(self, tokenizer: Tokenizer | None, language: TextLanguage) -> Fertility:
        """Tokens a tokenizer makes of a word; of an unknown one the median of all, as an assumption."""
        of_language = [one for one in self.fertilities.values() if one.language is language]
        if tokenizer is None:
            return Fertility("", median(one.tokens_per_word for one in of_language), "median", assumption=True)
        return _figure(next(one for one in of_language if one.tokenizer == tokenizer.id))

    def thriftiest(self, language: TextLanguage) -> Fertility:
        """Fewest tokens a word that somebody published or measured."""
        stated = [one for one in self.fertilities.values() if one.language is language]
        stated = [one for one in stated if not one.provenance.assumption]
        return _figure(min(stated, key=lambda one: one.tokens_per_word))

    def _find(self, records: Mapping[str, Record], name: str, field: str) -> Record:
        found = records.get(name) or records.get(self.to_id(name))
        if found is None:
            raise EsepError(ErrorCode.UNKNOWN_ID, field, name, _some(name, records))
        return found


def _figure(fact: FertilityFact) -> Fertility:
    origin = fact.provenance
    return Fertility(fact.tokenizer, fact.tokens_per_word, origin.source, origin.assumption)


def _some(name: str, ids: Mapping[str, object]) -> str:
    """The nearest ids, else the first; ``…`` says that there are more."""
    some = _nearest(name, ids) or list(ids)[:CLOSE_MATCHES]
    return " | ".join(some if len(some) == len(ids) else [*some, MORE])


def _nearest(name: str, ids: Mapping[str, object]) -> list[str]:
    folded = fold(name)
    starting = [key for key in ids if folded and fold(key).startswith(folded)]
    return (starting or get_close_matches(name.casefold(), ids, n=CLOSE_MATCHES, cutoff=0.4))[:CLOSE_MATCHES]


def fold(name: str) -> str:
    """A printed name without case, spaces, dashes, brackets: ``H100 SXM`` and ``h100-sxm`` are one."""
    return re.sub(r"[^a-z0-9.]", "", name.casefold())


def read_edition(folder: Traversable, name: str) -> Edition:
    """Read and check an edition in any folder.

    Raises
    ------
    EsepError
        ``bad_fact`` with ``file:line:column`` of the first fault, references between files included.
    """
    cards = gpus.read_gpus(folder)
    known_models = models.read_models(folder)
    nodes = servers.read_servers(folder, cards)
    vocabularies = tokenizers.read_tokenizers(folder, known_models)
    named: list[GpuFact | Server | Model] = [*cards.values(), *nodes.values(), *known_models.values()]
    return Edition(
        name=name,
        gpus=MappingProxyType(cards),
        servers=MappingProxyType(nodes),
        models=MappingProxyType(known_models),
        offers=MappingProxyType(offers.read_offers(folder, cards)),
        throughput=MappingProxyType(throughput.read_throughputs(folder, known_models, cards)),
        parameters=MappingProxyType(parameters.read_parameters(folder)),
        tokenizers=MappingProxyType(vocabularies),
        fertilities=MappingProxyType(tokenizers.read_fertilities(folder, vocabularies)),
        languages=MappingProxyType(tokenizers.read_languages(folder)),
        places=MappingProxyType(places.read_places(folder)),
        notes=(folder / "kazakhstan.md").read_text(encoding="utf-8"),
        aliases=MappingProxyType({fold(key): fact.id for fact in named for key in (fact.id, fact.name)}),
    )


def editions() -> tuple[str, ...]:
    """Names of all editions, the latest first."""
    return tuple(sorted((path.name for path in _root().iterdir() if EDITION_NAME.fullmatch(path.name)), reverse=True))


def _root() -> Traversable:
    return files("data") / "editions"


LATEST = editions()[0]


def load_edition(name: str = LATEST) -> Edition:
    """An edition by its date; read once.

    Raises
    ------
    EsepError
        ``unknown_id`` for a date without an edition, ``bad_fact`` for a fault in a file.
    """
    if name != LATEST and name not in editions():
        raise EsepError(ErrorCode.UNKNOWN_ID, "edition", name, " | ".join(editions()))
    return _load(name)


@cache
def _load(name: str) -> Edition:
    return read_edition(_root() / name, name)


def find_offer(name: str, field: str = "rent.offer") -> Offer:
    """An offer of any edition, the latest first: links name offers of the edition of their day.

    Raises
    ------
    EsepError
        ``unknown_id`` with the closest ids of the latest edition.
    """
    for edition in map(load_edition, editions()):
        if name in edition.offers:
            return edition.offers[name]
    return load_edition().offer(name, field)


def find_server(name: str, field: str = "buy.node") -> Server:
    """A server of any edition, the latest first; errors as :func:`find_offer`."""
    for edition in map(load_edition, editions()):
        if name in edition.servers:
            return edition.servers[name]
    return load_edition().server(name, field)
