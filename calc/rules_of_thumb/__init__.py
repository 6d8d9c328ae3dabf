"""Rules of thumb people quote, each checked against the model (docs/rules_of_thumb.md)."""

from calc.rules_of_thumb.check import check_rules
from calc.rules_of_thumb.money_rules import money_rules
from calc.rules_of_thumb.rule import Checked, Rule, RuleFacts, RuleOutcome

__all__ = ["Checked", "Rule", "RuleFacts", "RuleOutcome", "check_rules", "money_rules"]
