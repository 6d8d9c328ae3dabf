"""Rounding that a reader with a calculator can follow."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

# The digits of any float before and after the point fit here: a refusal repeats whatever was typed.
_ANY_FLOAT = Context(prec=800)


def rounded(value: float, decimals: int) -> Decimal:
    """Round half away from zero to ``decimals`` places (negative: to tens, hundreds ...), never to −0."""
    last = Decimal(1).scaleb(-decimals)
    shown = Decimal(repr(float(value))).quantize(last, rounding=ROUND_HALF_UP, context=_ANY_FLOAT)
    return shown or abs(shown)


def parts_of(total: Decimal, values: Sequence[float], decimals: int) -> tuple[Decimal, ...]:
    """Round parts so that they add up to a total already rounded (largest remainder).

    Parameters
    ----------
    total
        The total as shown.
    values
        Exact parts; they should sum to about ``total``.
    decimals
        Decimal places of every part.

    Returns
    -------
    tuple of Decimal
        One rounded part per value; their sum is ``total``. Each is moved by at most one unit of
        the last place as long as the values sum to the total before rounding.
    """
    if not values:
        return ()
    step = Decimal(1).scaleb(-decimals)
    exact = [Decimal(repr(float(value))) for value in values]
    shown = [rounded(float(value), decimals) for value in exact]
    missing = int((total - sum(shown, Decimal(0))) / step)
    sign = 1 if missing > 0 else -1
    # A part that rounding moved most against the missing amount is corrected first; zeros stay zeros
    # while there is another part, so that a cost that does not exist is never shown as 1.
    order = sorted(range(len(exact)), key=lambda i: (exact[i] == 0, -sign * (exact[i] - shown[i])))
    for turn in range(abs(missing)):
        shown[order[turn % len(order)]] += sign * step
    return tuple(part or abs(part) for part in shown)
