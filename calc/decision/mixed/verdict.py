"""The decision with its mixed plan: the third option, and the sentence it may take over."""

from dataclasses import replace

from calc.choices import Branch
from calc.decision.decision import Decision, DecisionCode
from calc.decision.mixed.mixed_plan import MixedPlan
from calc.decision.value import MONTHS_PER_YEAR
from calc.message import Message
from calc.plan import Plan


def with_mixed(decision: Decision, mixed: MixedPlan, plan: Plan) -> Decision:
    """Put the mixed plan beside rent and buy.

    The verdict is the plan's where it is cheaper than both ends; a plan is an end where it costs the same.

    Parameters
    ----------
    decision
        Rent against buy.
    mixed
        The mixed plan of the same plan.
    plan
        The plan.
    """
    if mixed.branch is not Branch.MIXED:
        return replace(decision, mixed=mixed.value)
    saved = decision.rent.present_cost - mixed.value.present_cost
    code = DecisionCode.MIXED_WINS if mixed.most_nodes else DecisionCode.RENT_MIX_WINS
    verdict = Message(
        code,
        {
            "difference": saved,
            "share": saved / decision.rent.present_cost if decision.rent.present_cost > 0 else 0.0,
            "currency": decision.currency,
            "months": decision.horizon_months,
            "years": decision.horizon_months / MONTHS_PER_YEAR,
            "nodes": mixed.most_nodes,
            "gpus": mixed.most_nodes * plan.buy.gpus_per_node,
        },
    )
    return replace(decision, mixed=mixed.value, cheapest=Branch.MIXED, verdict=verdict)
