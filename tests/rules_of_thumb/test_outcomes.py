"""The rules of thumb as the method page states them: every row of the document, with its stated outcome."""

from pathlib import Path

import pytest

from calc.answer import reckon
from calc.rules_of_thumb import Rule, RuleOutcome, money_rules
from data.examples import load_example
from data.resolve import resolve
from data.scenario import Scenario
from ui.sections.method_rules import checked_rules

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules_of_thumb.md"
OUTCOMES = {
    Rule.STATES_ARE_TWO_TO_THREE_WEIGHTS: RuleOutcome.FAILS,
    Rule.FULL_7B_TAKES_TENS_OF_GB: RuleOutcome.PARTLY,
    Rule.LORA_NEEDS_48_TO_80_GB: RuleOutcome.PARTLY,
    Rule.NVLINK_IS_AN_ORDER_FASTER: RuleOutcome.PARTLY,
    Rule.EIGHT_CORES_AND_VRAM: RuleOutcome.PARTLY,
}
"""What docs/rules_of_thumb.md says of the rules that do not simply hold."""
FOUND = {one.rule: one for one in checked_rules()}
OF_A_CASE = {Rule.IDLE_HARDWARE_IS_UNECONOMIC, Rule.RENT_IS_ONE_CLEAR_PAYMENT}


def of_case(scenario: Scenario) -> dict[Rule, RuleOutcome]:
    return {one.rule: one.outcome for one in money_rules(reckon(resolve(scenario)))}


def test_every_row_of_the_document_is_a_rule():
    rows = [line for line in DOCUMENT.read_text("utf-8").splitlines() if line.startswith("| ")]
    assert len(rows) - 1 == len(Rule)
    assert set(FOUND) | OF_A_CASE == set(Rule)
    assert not set(FOUND) & OF_A_CASE


@pytest.mark.parametrize("rule", [rule for rule in Rule if rule not in OF_A_CASE])
def test_the_outcome_is_the_one_stated(rule: Rule):
    assert FOUND[rule].outcome is OUTCOMES.get(rule, RuleOutcome.HOLDS)
    assert FOUND[rule].figures


def test_figures_the_document_states():
    assert FOUND[Rule.FULL_7B_TAKES_100_GB].figures["static_gb"] == pytest.approx(107.8, abs=0.1)
    assert FOUND[Rule.FULL_70B_NEEDS_A_NODE].figures["static_gb"] == pytest.approx(1129, abs=1)
    assert FOUND[Rule.STATES_ARE_TWO_TO_THREE_WEIGHTS].figures["times"] == pytest.approx(7)
    assert FOUND[Rule.NVLINK_IS_AN_ORDER_FASTER].figures["times"] == pytest.approx(7, abs=0.1)


def test_idle_hardware_is_a_result_of_the_case():
    assert of_case(load_example("full-70b-waves"))[Rule.IDLE_HARDWARE_IS_UNECONOMIC] is RuleOutcome.HOLDS
    assert of_case(load_example("mixed-server"))[Rule.IDLE_HARDWARE_IS_UNECONOMIC] is RuleOutcome.PARTLY


def test_rent_by_the_hour_follows_the_waves_and_an_even_demand_pays_evenly():
    assert of_case(load_example("full-70b-waves"))[Rule.RENT_IS_ONE_CLEAR_PAYMENT] is RuleOutcome.PARTLY
    even = Scenario()
    even = even.model_copy(update={"finance": even.finance.model_copy(update={"usd_kzt_drift_per_year": 0.0})})
    assert of_case(even)[Rule.RENT_IS_ONE_CLEAR_PAYMENT] is RuleOutcome.HOLDS
