"""Figures read off a page, as numbers with the doubt of their last shown digit."""

import re
from dataclasses import dataclass

SCALES = {
    "млрд": 1e9, "млн": 1e6, "тыс.": 1e3, "мың": 1e3, "B": 1e9, "M": 1e6, "K": 1e3,
}  # fmt: skip
SPACES = "\u00a0\u202f "
FIGURE = re.compile(rf"[−-]?\d[\d{SPACES}.,]*")


@dataclass(frozen=True)
class Figure:
    """A shown number and half a unit of its last digit."""

    value: float
    half_a_digit: float

    def shows(self, exact: float) -> bool:
        """Whether the exact figure rounds to what is shown."""
        return abs(self.value - exact) <= self.half_a_digit * 1.0001


def figure(text: str, *, english: bool = False) -> Figure:
    """The first number of a text, with its scale word: ``1,9 млн ₸`` is 1.9e6 ± 0.05e6."""
    found = FIGURE.search(text)
    assert found, f"no figure in {text!r}"
    raw = found.group()
    rest = text[found.end() :].strip(SPACES)
    bare = re.sub(rf"[{SPACES}]", "", raw).rstrip(".,").replace("−", "-")
    bare = bare.replace(",", "") if english else bare.replace(",", ".")
    scale = next((factor for word, factor in SCALES.items() if rest.startswith(word)), 1.0)
    decimals = len(bare.partition(".")[2])
    return Figure(float(bare) * scale, 0.5 * 10.0**-decimals * scale)
