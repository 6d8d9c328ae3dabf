"""The threshold of use as the title of the page."""

from calc.answer import Answer
from calc.choices import BreakEvenState
from calc.decision.decision import BreakEven
from calc.decision.quantities import Quantity, demand_quantity
from ui.texts import Texts
from ui.thresholds import points, quantity_value

HOURS_PER_MONTH = 730.0


def use_of(answer: Answer) -> tuple[Quantity, BreakEven]:
    """The quantity that says how much the cards are used, and its break-even."""
    quantity = demand_quantity(answer.plan)
    return quantity, answer.decision.break_even[quantity.id]


def headline(t: Texts, answer: Answer, threshold_share: float | None) -> str:
    """The page's title.

    Parameters
    ----------
    threshold_share
        Share of time own cards are used at the first threshold; ``None`` where there is no threshold.
    """
    quantity, found = use_of(answer)
    years = t.years(answer.decision.horizon_months)
    if found.state is BreakEvenState.ALWAYS:
        return t("breakeven.title.always")
    if found.state is BreakEvenState.NEVER:
        return t("breakeven.title.never", years=years)
    if found.state is BreakEvenState.NO_EFFECT or threshold_share is None:
        return t("breakeven.title.no_effect")
    low, high = first_gain(found)
    if high < found.high:
        between = (quantity_value(t, answer.plan, quantity.id, end) for end in (low, high))
        return t("breakeven.title.between", **dict(zip(("low", "high"), between, strict=True)))
    hours = _hours(threshold_share)
    return t("breakeven.title.hours", hours=t.formats.hours(hours)) if hours else t("breakeven.title.always")


def paragraph(t: Texts, answer: Answer, threshold_share: float | None) -> str:
    """The sentence under the title: the same threshold as a share of time, and today's."""
    today = t.formats.percent(answer.decision.utilization)
    if threshold_share is None or not _hours(threshold_share):
        return t("breakeven.today", today=today)
    return t("breakeven.share_of_time", share=t.formats.percent(threshold_share), today=today)


def _hours(share: float) -> int:
    return round(share * HOURS_PER_MONTH)


def first_gain(found: BreakEven) -> tuple[float, float]:
    """The first stretch of the searched range on which buying is cheaper."""
    edges = [found.low, *points(found), found.high]
    start = 0 if found.buy_cheaper_at_first else 1
    return edges[start], edges[start + 1]
