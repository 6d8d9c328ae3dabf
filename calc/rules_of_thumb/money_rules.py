"""Rules about money; the last two are results of the reader's own case."""

from collections.abc import Iterator

from calc.answer import Answer
from calc.cost import LineId
from calc.rules_of_thumb.rule import Checked, Rule, RuleFacts, RuleOutcome, checked, holds

_TEN_MILLION, _HUNDRED_MILLION = 1e7, 1e8
_FEW_CARDS, _MANY_CARDS = 2, 6
_CARD_SERVERS = ("hgx-h100", "hgx-h200")
_NODES = ("hgx-h100", "hgx-h200", "hgx-b200")
_EVEN = 1e-6


def price_rules(facts: RuleFacts) -> Iterator[Checked]:
    """What cards and nodes cost."""
    cards = [price / gpus for price, gpus in (facts.node_prices_kzt[one] for one in _CARD_SERVERS)]
    nodes = [facts.node_prices_kzt[one][0] * (1 + facts.vat_rate) for one in _NODES]
    few, many = _FEW_CARDS * min(cards), _MANY_CARDS * max(cards)
    yield checked(
        Rule.CARDS_COST_TENS_OF_MILLIONS,
        holds(few > _TEN_MILLION and many < 2 * _HUNDRED_MILLION),
        few_kzt=few,
        many_kzt=many,
        node_low_kzt=min(nodes),
        node_high_kzt=max(nodes),
    )


def money_rules(answer: Answer) -> Iterator[Checked]:
    """The rules whose outcome is a result of one case."""
    decision = answer.decision
    threshold = answer.mixed.thresholds.own_above_utilization
    below = threshold is None or decision.utilization < threshold
    yield checked(
        Rule.IDLE_HARDWARE_IS_UNECONOMIC,
        holds(below, RuleOutcome.PARTLY),
        today_share=decision.utilization,
        threshold_share=1.0 if threshold is None else threshold,
    )
    paid = decision.rent.months_by_line.get(LineId.RENT_COMPUTE, (0.0,))[1:] or (0.0,)
    even = max(paid) - min(paid) <= _EVEN * max(*paid, 1.0)
    yield checked(
        Rule.RENT_IS_ONE_CLEAR_PAYMENT,
        holds(even, RuleOutcome.PARTLY),
        least_cost=min(paid),
        most_cost=max(paid),
    )
