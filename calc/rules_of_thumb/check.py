"""Checking the rules that need facts only."""

from calc.rules_of_thumb.memory_rules import memory_rules
from calc.rules_of_thumb.money_rules import price_rules
from calc.rules_of_thumb.rule import Checked, RuleFacts
from calc.rules_of_thumb.speed_rules import place_rules, speed_rules


def check_rules(facts: RuleFacts) -> tuple[Checked, ...]:
    """Every rule that does not depend on a case, through the whole model.

    Parameters
    ----------
    facts
        Cards, models, prices and places, as an edition holds them.

    Raises
    ------
    EsepError
        As the reckoning of each job.
    """
    return (*memory_rules(facts), *speed_rules(facts), *price_rules(facts), *place_rules(facts))
