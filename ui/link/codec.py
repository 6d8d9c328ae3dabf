"""A token from scenarios and back. Nothing here knows the screen."""

from dataclasses import dataclass
from functools import lru_cache

from pydantic import JsonValue

from calc.errors import EsepError
from data.default_edition import CURRENT_EDITION, DefaultEdition, load_defaults
from data.scenario import Scenario, read_scenario
from ui.link.differences import pack, unpack
from ui.link.envelope import LinkFault, refuse, seal, unseal, version_of
from ui.link.seen import Seen, pack_seen, unpack_seen

MAX_SCENARIOS = 4
PackedContent = tuple[int, list[JsonValue], list[JsonValue]]
"""The open scenario, the scenarios as differences, and what was seen of each."""
_EDITIONS = range(1, CURRENT_EDITION + 1)


@dataclass(frozen=True, slots=True)
class LinkContent:
    """What a link says.

    Attributes
    ----------
    scenarios
        One to four, the first is the one the others are compared with.
    active
        Which of them is open.
    seen
        What the sender saw of each, or nothing.
    """

    scenarios: tuple[Scenario, ...]
    active: int = 0
    seen: tuple[Seen, ...] = ()


def encode(content: LinkContent) -> str:
    """The token of one to four scenarios.

    Raises
    ------
    ValueError
        When there are no scenarios or more than four, or what was seen is not of each of them.
    """
    try:
        return _encoded(content)
    except TypeError:  # a pasted config.json is a mapping, which has no hash
        return _sealed(content)


def _sealed(content: LinkContent) -> str:
    version, packed = pack_content(content)
    return seal(version, list(packed), load_defaults(version).dictionary)


_encoded = lru_cache(maxsize=128)(_sealed)
"""A token is also the key of what is kept of a scenario, and that of a long log takes a tenth of a second."""


def pack_content(content: LinkContent) -> tuple[int, PackedContent]:
    """Version of the schema and the JSON values under it: what a token seals and a saved row keeps.

    Raises
    ------
    ValueError
        As :func:`encode`.
    """
    count = len(content.scenarios)
    if not 1 <= count <= MAX_SCENARIOS or not 0 <= content.active < count or len(content.seen) not in (0, count):
        raise ValueError
    editions = _editions_from(CURRENT_EDITION)
    first = content.scenarios[0]
    scenarios: list[JsonValue] = [pack(first, None, editions)]
    scenarios += [pack(scenario, first, editions) for scenario in content.scenarios[1:]]
    seen: list[JsonValue] = [pack_seen(figures) for figures in content.seen]
    return CURRENT_EDITION, (content.active, scenarios, seen)


def decode(token: str) -> LinkContent:
    """The content of a token; a token that is not whole is refused, never completed.

    Raises
    ------
    EsepError
        ``bad_link`` with the reason as its value, a ``LinkFault``.
    """
    version = version_of(token)
    if version not in _EDITIONS:
        raise refuse(LinkFault.UNKNOWN_VERSION)
    return unpack_content(version, unseal(token, load_defaults(version).dictionary))


def unpack_content(version: int, content: JsonValue) -> LinkContent:
    """The content of JSON values under a version of the schema.

    Raises
    ------
    EsepError
        ``bad_link``: ``unknown_version`` or ``unreadable``.
    """
    if version not in _EDITIONS:
        raise refuse(LinkFault.UNKNOWN_VERSION)
    try:
        return _content(content, version)
    except (TypeError, ValueError, KeyError, IndexError, EsepError) as error:
        raise refuse(LinkFault.UNREADABLE) from error


def _content(content: JsonValue, version: int) -> LinkContent:
    match content:
        case [int(active), [first, *others], list(seen)] if len(others) < MAX_SCENARIOS:
            editions = _editions_from(version)
            base = read_scenario(unpack(first, None, editions))
            scenarios = (base, *(read_scenario(unpack(other, base, editions)) for other in others))
        case _:
            raise TypeError
    if not 0 <= active < len(scenarios) or len(seen) not in (0, len(scenarios)):
        raise ValueError
    return LinkContent(scenarios, active, tuple(unpack_seen(figures) for figures in seen))


def _editions_from(version: int) -> tuple[DefaultEdition, ...]:
    return tuple(load_defaults(edition) for edition in _EDITIONS if edition >= version)
