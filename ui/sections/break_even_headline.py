"""The threshold of use as the title of the page."""

from calc.answer import Answer
from calc.choices import BreakEvenState
from calc.decision.decision import UseThresholds
from calc.decision.quantities import demand_quantity
from ui.texts import Texts

HOURS_PER_MONTH = 730.0
_NEAR = 1e-9


def gain_of_use(found: UseThresholds) -> tuple[float, float] | None:
    """The first stretch of use on which buying is cheaper: its ends [share of time]; ``None`` where it never is."""
    edges = [found.least, *found.points, found.most]
    start = 0 if found.buy_cheaper_at_first else 1
    return (edges[start], edges[start + 1]) if start + 1 < len(edges) else None


def at_any_use(found: UseThresholds) -> bool:
    """Whether buying is cheaper as soon as the cards are used at all."""
    gain = gain_of_use(found)
    return gain is not None and not _hours(gain[0]) and gain[1] >= found.most - _NEAR


def headline(t: Texts, answer: Answer) -> str:
    """The page's title, in hours of one owned card a month."""
    found = answer.decision.use_thresholds
    gain = gain_of_use(found)
    if answer.decision.break_even[str(demand_quantity(answer.plan).id)].state is BreakEvenState.NO_EFFECT:
        return t("breakeven.title.no_effect")
    if gain is None:
        return t("breakeven.title.never", years=t.years(answer.decision.horizon_months))
    if at_any_use(found):
        return t("breakeven.title.always")
    low, high = (t.formats.hours(_hours(share)) for share in gain)
    if gain[1] < found.most - _NEAR:
        return t("breakeven.title.between", low=low, high=high)
    if gain[0] > found.held + _NEAR:
        return t("breakeven.title.out_of_reach", hours=low, held=t.formats.hours(_hours(found.held)))
    return t("breakeven.title.hours", hours=low)


def paragraph(t: Texts, answer: Answer) -> str:
    """The sentence under the title: the same threshold as a share of time, and today's."""
    gain, today = gain_of_use(answer.decision.use_thresholds), t.formats.percent(answer.decision.utilization)
    if gain is None or not _hours(gain[0]):
        return t("breakeven.today", today=today)
    return t("breakeven.share_of_time", share=t.formats.percent(gain[0]), today=today)


def _hours(share: float) -> int:
    return round(share * HOURS_PER_MONTH)
