"""Zeros of functions sampled on a range: each sign change refined, roots told from jumps (docs/ledger.md §12).

All brackets of all functions are refined together, so that one batched reckoning serves them all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from calc.choices import BreakEvenState
from calc.cost.flows import Array

POINTS = 201
"""Points on a searched range, ends included (docs/ledger.md §12)."""
JUMP_SHARE = 1e-9
"""A sign change whose value stays above this share of the largest is a jump; below it there is no effect."""
ZERO_SHARE = 1e-12
"""Rounding of the reckoning, as a share of the largest value: below it a value is an exact zero."""
SECTIONS = 24
"""Parts a bracket is cut into when the first secant has missed."""
JUMP_ROUNDS = 3
"""Rounds a bracket may shrink by sections without its leap shrinking; then it is a jump, known to 1e-6 of the range."""
LEAP_SHARE = 0.5
"""A leap that keeps this share of itself has not shrunk."""
WIDTH_SHARE = 1e-12
"""A bracket this narrow, as a share of the searched range, is a point."""
MAXIMUM_ROUNDS = 16

Request = tuple[int, Array]
"""Index of a function and the points it is wanted at."""
Batch = Callable[[Sequence[Request]], Sequence[Array]]
"""Values of several functions at their points, in one call."""


@dataclass(frozen=True, slots=True)
class Zeros:
    """Where one function changes sign.

    Attributes
    ----------
    state
        ``found``, ``always`` (positive throughout), ``never`` or ``no_effect``.
    roots, slopes
        Points where it goes to zero, rising, and its slope there.
    jumps
        Points where it leaps over zero: the last point before the leap.
    positive_at_first
        Its sign at the low end.
    """

    state: BreakEvenState
    roots: tuple[float, ...] = ()
    slopes: tuple[float, ...] = ()
    jumps: tuple[float, ...] = ()
    positive_at_first: bool = False


@dataclass(slots=True)
class _Bracket:
    """A sign change between ``low`` and ``high``, narrowed round by round."""

    function: int
    low: float
    high: float
    at_low: float
    at_high: float
    span: float
    largest: float
    root: float | None = None
    slope: float = 0.0
    rounds: int = 0
    leaps: int = 0

    @property
    def open(self) -> bool:
        leaping = self.leaps >= JUMP_ROUNDS
        return self.root is None and not leaping and self.high - self.low > WIDTH_SHARE * self.span

    def secant(self) -> float:
        return self.low - self.at_low * (self.high - self.low) / (self.at_high - self.at_low)

    def points(self) -> Array:
        # The points about the secant close in on a smooth root, mostly at once; equal sections on a jump.
        width = self.high - self.low
        sections = self.low + width * np.arange(1, SECTIONS) / SECTIONS if self.rounds else np.empty(0)
        about = self.secant() + width * np.array([-1e-4, -1e-8, 0.0, 1e-8, 1e-4])
        points = np.unique(np.concatenate((sections, about)))
        return points[(points > self.low) & (points < self.high)]

    def narrow(self, points: Array, values: Array) -> None:
        """Keep the first sign change among the new points, or the zero one of them hits."""
        zeros = np.flatnonzero(np.abs(values) <= ZERO_SHARE * self.largest)
        leap = self.at_high - self.at_low
        self.slope = leap / (self.high - self.low)
        if zeros.size:
            self.root = float(points[zeros[np.argmin(np.abs(values[zeros]))]])
            return
        x = np.concatenate(([self.low], points, [self.high]))
        y = np.concatenate(([self.at_low], values, [self.at_high]))
        k = int(np.flatnonzero(np.sign(y[:-1]) != np.sign(y[1:]))[0])
        self.low, self.high, self.at_low, self.at_high = float(x[k]), float(x[k + 1]), float(y[k]), float(y[k + 1])
        if self.rounds:
            self.leaps = self.leaps + 1 if abs(self.at_high - self.at_low) > LEAP_SHARE * abs(leap) else 0
        self.rounds += 1

    def settle(self) -> None:
        """Call a narrowed bracket a root where the value goes to zero; else it stays a jump."""
        if self.root is None and min(abs(self.at_low), abs(self.at_high)) <= JUMP_SHARE * self.largest:
            self.root = self.low if abs(self.at_low) <= abs(self.at_high) else self.high


def find_zeros(grids: Sequence[Array], values: Sequence[Array], batch: Batch) -> list[Zeros]:
    """Zeros of several functions at once.

    Parameters
    ----------
    grids, values
        One rising grid per function and its values there.
    batch
        Reckons more points, for functions named by their index.

    Returns
    -------
    list of Zeros
        One per function, in their order.
    """
    brackets = [
        bracket
        for index, (grid, at) in enumerate(zip(grids, values, strict=True))
        if not _no_effect(at)
        for bracket in _brackets(index, grid, at)
    ]
    for _ in range(MAXIMUM_ROUNDS):
        still = [bracket for bracket in brackets if bracket.open]
        if not still:
            break
        wanted = [(bracket.function, bracket.points()) for bracket in still]
        for bracket, (_, points), found in zip(still, wanted, batch(wanted), strict=True):
            bracket.narrow(points, found)
    for bracket in brackets:
        bracket.settle()
    return [
        _zeros(grid, at, [bracket for bracket in brackets if bracket.function == index])
        for index, (grid, at) in enumerate(zip(grids, values, strict=True))
    ]


def _largest(values: Array) -> float:
    return float(np.max(np.abs(values)))


def _no_effect(values: Array) -> bool:
    return bool(np.ptp(values) <= JUMP_SHARE * _largest(values))


def _is_zero(values: Array) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.abs(values) <= ZERO_SHARE * _largest(values)


def _brackets(function: int, grid: Array, values: Array) -> list[_Bracket]:
    signs = np.where(_is_zero(values), 0.0, np.sign(values))
    span, largest = float(grid[-1] - grid[0]), _largest(values)
    return [
        _Bracket(function, float(grid[k]), float(grid[k + 1]), float(values[k]), float(values[k + 1]), span, largest)
        for k in np.flatnonzero(signs[:-1] * signs[1:] < 0)
    ]


def _zeros(grid: Array, values: Array, brackets: Sequence[_Bracket]) -> Zeros:
    positive = bool(values[0] > 0)
    if _no_effect(values):
        return Zeros(BreakEvenState.NO_EFFECT, positive_at_first=positive)
    zero = _is_zero(values)
    first_of_run = zero & ~np.concatenate(([False], zero[:-1]))
    slope_on_grid = np.gradient(values, grid)
    roots = [(float(grid[k]), float(slope_on_grid[k])) for k in np.flatnonzero(first_of_run)]
    roots += [(bracket.root, bracket.slope) for bracket in brackets if bracket.root is not None]
    roots.sort()
    jumps = tuple(bracket.low for bracket in brackets if bracket.root is None)
    if not roots and not jumps:
        state = BreakEvenState.ALWAYS if positive else BreakEvenState.NEVER
        return Zeros(state, positive_at_first=positive)
    return Zeros(BreakEvenState.FOUND, tuple(x for x, _ in roots), tuple(slope for _, slope in roots), jumps, positive)
