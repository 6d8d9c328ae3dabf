"""What the sender of a link saw, and what is different today."""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from pydantic import JsonValue

from calc.decision.decision import BreakEven, Decision

if TYPE_CHECKING:  # a link is read without the reckoning
    from calc.answer import Answer

_SIGNIFICANT_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Seen:
    """The figures a sender saw, rounded to six digits.

    Attributes
    ----------
    engine
        Version of the reckoning.
    verdict
        Code of the sentence.
    rent, buy
        Present cost of both options [reporting currency].
    break_even
        First break-even of use, or its state where there is none.
    memory_gib
        Memory one GPU must have, the heaviest job [GiB].
    """

    engine: str
    verdict: str
    rent: float
    buy: float
    break_even: float | str
    memory_gib: float


@dataclass(frozen=True, slots=True)
class Change:
    """A figure the sender saw otherwise: its name in ``Seen``, then and now."""

    figure: str
    then: float | str
    now: float | str


def seen_of(answer: "Answer", engine: str) -> Seen:
    """What this answer shows, as a link carries it."""
    decision = answer.decision
    return Seen(
        engine=engine,
        verdict=str(decision.verdict.code),
        rent=_rounded(decision.rent.present_cost),
        buy=_rounded(decision.buy.present_cost),
        break_even=_break_even_of_use(decision),
        memory_gib=_rounded(max(footprint.device_gib.mid for footprint in answer.footprints)),
    )


def changes(then: Seen, now: Seen) -> tuple[Change, ...]:
    """What is different today; the version of the engine alone is no difference."""
    names = [field.name for field in fields(Seen) if field.name != "engine"]
    return tuple(
        Change(name, getattr(then, name), getattr(now, name))
        for name in names
        if getattr(then, name) != getattr(now, name)
    )


def pack_seen(seen: Seen) -> list[JsonValue]:
    """The figures as a JSON list."""
    values = [getattr(seen, field.name) for field in fields(Seen)]
    return [int(value) if isinstance(value, float) and value.is_integer() else value for value in values]


def unpack_seen(packed: JsonValue) -> Seen:
    """The figures of a JSON list.

    Raises
    ------
    TypeError
        When the content is not what ``pack_seen`` writes.
    """
    match packed:
        case [str(engine), str(verdict), rent, buy, break_even, memory_gib]:
            point = break_even if isinstance(break_even, str) else _number(break_even)
            return Seen(engine, verdict, _number(rent), _number(buy), point, _number(memory_gib))
    raise TypeError


def _number(value: JsonValue) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return float(value)


def _rounded(value: float) -> float:
    return float(f"{value:.{_SIGNIFICANT_DIGITS}g}")


def _break_even_of_use(decision: Decision) -> float | str:
    of_use = decision.break_even.get("utilization") or decision.break_even.get("demand_scale")
    if of_use is None:
        return ""
    points = _points(of_use)
    return _rounded(points[0]) if points else str(of_use.state)


def _points(of_use: BreakEven) -> list[float]:
    return sorted((*of_use.roots, *of_use.jumps))
