"""How many tenge or dollars one shown digit stands for: units, thousands, millions, milliards."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from ui.formats.rounding import rounded

_PLAIN_BELOW = 10_000


@dataclass(frozen=True, slots=True)
class Scale:
    """A common unit of several amounts, so that their sums and differences hold as shown.

    Attributes
    ----------
    name
        ``unit``, ``thousand``, ``million``, ``billion`` or ``trillion``: part of a pattern's key.
    power
        One shown 1 is ten to this power.
    decimals
        Decimal places shown.
    """

    name: str
    power: int
    decimals: int

    def shown(self, amount: float) -> Decimal:
        """Amount in this scale, rounded as shown."""
        return rounded(amount / 10**self.power, self.decimals)


def scale_of(*amounts: float) -> Scale:
    """Scale of the largest amount, for all of them (UX §5).

    Whole units below 10 000, then thousands, millions (whole from 10), milliards with two places; the same
    for millions of millions.
    """
    return _scale(max((abs(amount) for amount in amounts), default=0.0))


def _scale(size: float) -> Scale:
    candidates: Iterable[tuple[Scale, int]] = (
        (Scale("unit", 0, 0), _PLAIN_BELOW),
        (Scale("thousand", 3, 1), 100),
        (Scale("thousand", 3, 0), 1000),
        (Scale("million", 6, 1), 10),
        (Scale("million", 6, 0), 1000),
        (Scale("billion", 9, 2), 1000),
    )
    for scale, below in candidates:
        # Tested on the shown figure: 9.96 million is "10", not "10.0"; 999.6 million is "1.00" milliard.
        if scale.shown(size) < below:
            return scale
    return Scale("trillion", 12, 2)
