"""One of the scenarios side by side, and what all of them share: letters, scale, base."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from calc.answer import Answer
from calc.choices import Branch, Currency
from ui.formats import Scale, scale_of
from ui.texts import Texts


@dataclass(frozen=True, slots=True)
class Sides:
    """The scenarios side by side, the first being the base.

    Attributes
    ----------
    t
        Words of the page.
    answers
        One to four.
    scale
        Common scale of their money, so that differences hold as shown.
    """

    t: Texts
    answers: tuple[Answer, ...]
    scale: Scale

    @property
    def letters(self) -> list[str]:
        """Letter of each scenario."""
        return self.t("scenarios.letters").split()[: len(self.answers)]

    @property
    def one_currency(self) -> bool:
        """Whether differences between the scenarios have a meaning."""
        return len({answer.decision.currency for answer in self.answers}) == 1

    def currency(self, side: int) -> Currency:
        """Reporting currency of a scenario."""
        return self.answers[side].decision.currency

    def gain(self, side: int) -> Decimal:
        """Cost of renting less that of buying, as the difference of both as shown [scale]."""
        decision = self.answers[side].decision
        return self.scale.shown(decision.rent.present_cost) - self.scale.shown(decision.buy.present_cost)

    def money(self, side: int, shown: Decimal) -> str:
        """A shown amount with its unit."""
        return self.t.formats.money(float(shown) * 10**self.scale.power, self.currency(side), scale=self.scale)


def sides(t: Texts, answers: Sequence[Answer]) -> Sides:
    """Put answers side by side."""
    costs = [cost.present_cost for answer in answers for cost in (answer.decision.rent, answer.decision.buy)]
    return Sides(t, tuple(answers), scale_of(*costs))


def headline(side_by_side: Sides) -> str:
    """What wins in every scenario, as the page's title."""
    t, total = side_by_side.t, len(side_by_side.answers)
    if total == 1:
        return t("scenarios.title.one")
    buy = sum(answer.decision.cheapest is Branch.BUY for answer in side_by_side.answers)
    if buy in (0, total):
        return t("scenarios.title.all_buy" if buy else "scenarios.title.all_rent")
    return t("scenarios.title.differ", buy=buy, total=total)
