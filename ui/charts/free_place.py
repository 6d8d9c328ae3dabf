"""Where a word may stand so that no line runs through it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LETTER_PX, LINE_PX = 7.6, 16.0
GAP_PX = 5.0
"""Room between a word and the nearest line."""
_OFF_PX = 9.0
_STEPS = 25
_LINES_AWAY = (0.0, 1.5, 3.0)
"""Rows of words a name may stand away from its line where the rows next to it are taken."""
_SAMPLES = 40
_FAR = 1e9


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels from the lower left corner of the plot."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre [px]."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def meets(self, other: "Box") -> bool:
        """Whether the two share any point."""
        return (
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the plot: rising x, and y; points that are not drawn are NaN [px]."""

    x: Array
    y: Array

    def within(self, left: float, right: float) -> Array:
        """Heights between two abscissae, drawn points only; empty where the line is not there [px]."""
        at = np.linspace(left, right, _SAMPLES)
        inside = at[(at >= self.x[0]) & (at <= self.x[-1])]
        heights: Array = np.interp(inside, self.x, self.y)
        return heights[~np.isnan(heights)]


def word_width(word: str) -> float:
    """Width of a word in the size of direct labels [px]."""
    return LETTER_PX * len(word)


@dataclass(slots=True)
class Plot:
    """Room of the lines, and the words put into it one after another.

    Attributes
    ----------
    lines
        All lines.
    width, height
        Of the room [px].
    taken
        Where words stand already.
    """

    lines: Sequence[Line]
    width: float
    height: float
    taken: list[Box] = field(default_factory=list)

    def beside_line(self, number: int, word: str) -> Box:
        """Place for the name of a line: near it, on no line and on no other word; the freest where none is free."""
        own, wide = self.lines[number], word_width(word)
        places = [
            box
            for left in np.linspace(0, max(self.width - wide, 0), _STEPS)
            for box in _above_and_below(own, float(left), wide)
        ]
        top = Box(0, self.height - LINE_PX, wide, self.height)
        return self._take(min(places, key=lambda box: self._cost(box, own), default=top))

    def beside_point(self, x: float, y: float, word: str) -> Box:
        """Place for the word of a point: on the side freest of lines and words, the upper right one preferred."""
        wide = word_width(word)
        sides = [
            Box(left, bottom, left + wide, bottom + LINE_PX)
            for bottom in (y + _OFF_PX, y - _OFF_PX - LINE_PX)
            for left in (x + _OFF_PX, x - _OFF_PX - wide)
        ]
        return self._take(min(sides, key=self._faults))

    def _take(self, box: Box) -> Box:
        self.taken.append(box)
        return box

    def _cost(self, box: Box, own: Line) -> float:
        heights = own.within(box.left, box.right)
        away = float(np.abs(heights - box.middle[1]).mean()) if len(heights) else _FAR
        beyond = self.height * (1 - len(heights) / _SAMPLES)
        # near its line and along it first; of places equally near, the one further right, where the eye ends
        return _FAR * self._faults(box) + away + beyond - box.right / self.width

    def _faults(self, box: Box) -> int:
        outside = (box.left < 0, box.right > self.width, box.bottom < 0, box.top > self.height)
        return (
            sum(outside) + sum(box.meets(one) for one in self.taken) + sum(_crosses(line, box) for line in self.lines)
        )


def _above_and_below(own: Line, left: float, wide: float) -> Iterable[Box]:
    heights = own.within(left, left + wide)
    if len(heights):
        for away in _LINES_AWAY:
            over, under = heights.max() + GAP_PX + away * LINE_PX, heights.min() - GAP_PX - away * LINE_PX
            yield Box(left, float(over), left + wide, float(over) + LINE_PX)
            yield Box(left, float(under) - LINE_PX, left + wide, float(under))


def _crosses(line: Line, box: Box) -> int:
    """Short stretches of a line that pass through a box, with half a gap around it."""
    heights = line.within(box.left - GAP_PX, box.right + GAP_PX)
    low, high = np.minimum(heights[:-1], heights[1:]), np.maximum(heights[:-1], heights[1:])
    return int(((high > box.bottom - GAP_PX / 2) & (low < box.top + GAP_PX / 2)).sum())
