"""The verdict on money in words: its amount is the difference of the costs as shown, on the page and in JSON."""

from decimal import Decimal

from calc.answer import Answer
from calc.choices import Branch
from ui.formats import Scale, scale_of
from ui.texts import Texts


def money_scale(answer: Answer) -> Scale:
    """The common scale of the costs, so that their difference holds as shown."""
    decision, plan = answer.decision, answer.mixed
    return scale_of(decision.rent.present_cost, decision.buy.present_cost, plan.value.present_cost)


def saving_shown(answer: Answer) -> Decimal:
    """Rent less buying, as the difference of both as shown [scale]."""
    scale, decision = money_scale(answer), answer.decision
    return scale.shown(decision.rent.present_cost) - scale.shown(decision.buy.present_cost)


def plan_saving_shown(answer: Answer) -> Decimal:
    """Rent less the mixed plan, as the difference of both as shown [scale]."""
    scale = money_scale(answer)
    return scale.shown(answer.decision.rent.present_cost) - scale.shown(answer.mixed.value.present_cost)


def verdict_words(t: Texts, answer: Answer) -> str:
    """What to do, and by how much."""
    decision, scale = answer.decision, money_scale(answer)
    shown = plan_saving_shown(answer) if decision.cheapest is Branch.MIXED else saving_shown(answer)
    saving = t.formats.money(abs(float(shown)) * 10**scale.power, decision.currency, scale=scale)
    return t.message(decision.verdict, decision.currency, difference=saving)
