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
    """

    t: Texts
    answers: tuple[Answer, ...]

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

    def scale(self, side: int) -> Scale:
        """Scale of the money of one card: beside a cluster of billions a single node keeps its digits."""
        return scale_of(*_costs(self.answers[side]))

    @property
    def table_scale(self) -> Scale:
        """Scale of a table of all of them, that of the smallest cost, so that no figure loses its digits."""
        return scale_of(min(abs(cost) for answer in self.answers for cost in _costs(answer)))

    def shown_cost(self, side: int, cost: float) -> Decimal:
        """A cost as its card shows it [cur]."""
        scale = self.scale(side)
        return scale.shown(cost).scaleb(scale.power)

    def gain(self, side: int) -> Decimal:
        """Cost of renting less that of buying, as the difference of both as shown [cur]."""
        rent, buy = _costs(self.answers[side])
        return self.shown_cost(side, rent) - self.shown_cost(side, buy)

    def money(self, side: int, amount: float | Decimal) -> str:
        """An amount of a card with its unit."""
        return self.t.formats.money(float(amount), self.currency(side), scale=self.scale(side))


def sides(t: Texts, answers: Sequence[Answer]) -> Sides:
    """Put answers side by side."""
    return Sides(t, tuple(answers))


def _costs(answer: Answer) -> tuple[float, float]:
    """Present cost of renting and of buying [cur]."""
    return answer.decision.rent.present_cost, answer.decision.buy.present_cost


def headline(side_by_side: Sides) -> str:
    """What wins in every scenario, as the page's title."""
    t, total = side_by_side.t, len(side_by_side.answers)
    if total == 1:
        return t("scenarios.title.one")
    buy = sum(answer.decision.cheapest is Branch.BUY for answer in side_by_side.answers)
    if buy in (0, total):
        return t("scenarios.title.all_buy" if buy else "scenarios.title.all_rent")
    return t.plural("scenarios.title.differ", buy, total=total)
