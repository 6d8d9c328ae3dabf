"""A statement of the reckoning: a code and typed parameters, worded elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Parameter = float | int | str


@dataclass(frozen=True, slots=True)
class Message:
    """A code with its parameters, e.g. ``short_of_memory`` with ``gib=9.2``.

    Attributes
    ----------
    code
        Member of an enum of codes; every member has words in every language.
    parameters
        Numbers and ids the words may use, named with their units.
    """

    code: StrEnum
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Band:
    """A figure with its doubt: low, middle and high in the unit of the field."""

    low: float
    mid: float
    high: float
