"""Which inputs would turn the answer over, and how far each is from doing so."""

from collections.abc import Mapping

from calc.choices import BreakEvenState
from calc.decision.decision import BreakEven
from ui.thresholds import nearest

NOT_A_CAUSE = ("month", "horizon")
"""Break-evens in time: a month is when the answer turns, not what turns it."""


def distance(found: BreakEven) -> float | None:
    """How far the nearest threshold is from today, as a share of today; ``None`` where it has no meaning."""
    point = nearest(found)
    return None if point is None or not found.today else point / found.today - 1


def nearest_flips(found: Mapping[str, BreakEven]) -> list[tuple[str, BreakEven]]:
    """Quantities with a threshold, the one nearest to today first.

    A leap at nothing at all (no use, no price) is no threshold anybody could come to.
    """
    flips = [
        (quantity, one)
        for quantity, one in found.items()
        if quantity not in NOT_A_CAUSE and one.state is BreakEvenState.FOUND and distance(one) not in (None, -1.0)
    ]
    # the tariff in force and the rate of that tariff are one and the same number
    unique = {(one.today, nearest(one)): (quantity, one) for quantity, one in reversed(flips)}
    return sorted(unique.values(), key=lambda flip: abs(distance(flip[1]) or 0.0))
