"""Rent or buy: one plan reckoned from its ledger to the sentence."""

import math

import numpy as np

from calc.check import check
from calc.choices import Branch
from calc.cost import ledger
from calc.decision.branch_value import branch_value, monthly_amounts
from calc.decision.break_even import break_evens
from calc.decision.calendar import budget
from calc.decision.decision import BreakEven, Decision, DecisionCode
from calc.decision.evaluate import saving
from calc.decision.irr import irr_roots, sign_changes
from calc.decision.payback import discounted_payback_month, interpolated_payback_months, payback_month
from calc.decision.quantities import Quantity, demand_quantity
from calc.decision.sense_checks import rate_of_return_checks, sense_checks
from calc.decision.usage_axis import gpu_hours_along, use_of_owned
from calc.decision.use_thresholds import use_thresholds
from calc.decision.value import MONTHS_PER_YEAR, present_value, stream_by_moment
from calc.message import Message, Parameter
from calc.plan import Plan

EQUAL_SHARE = 1e-9
"""Present costs nearer than this share of the larger are equal."""


def decide(plan: Plan) -> Decision:
    """Rent against buy for one plan, with everything that would change the answer.

    Raises
    ------
    EsepError
        When fields contradict each other.
    """
    check(plan)
    result = ledger(plan, keep_lines=True)
    horizon, rate = plan.finance.horizon_months, plan.finance.discount_rate_per_year
    rent = branch_value(result.rent, rate, horizon)
    buy = branch_value(result.buy, rate, horizon)
    difference = saving(result)
    stream, months = stream_by_moment(difference)
    roots = irr_roots(stream, months / MONTHS_PER_YEAR)
    changes = sign_changes(stream)
    npv = float(present_value(difference, rate))
    paid_back = float(payback_month(difference, horizon))
    discounted = _month(float(discounted_payback_month(difference, rate, horizon)))
    found = break_evens(plan, result, discounted)
    demand = demand_quantity(plan)
    nodes = int(result.buy.nodes)
    verdict = _verdict(plan, npv, max(abs(rent.present_cost), abs(buy.present_cost)), nodes)
    return Decision(
        currency=plan.finance.currency,
        horizon_months=horizon,
        rent=rent,
        buy=buy,
        mixed=None,
        present_cost_unlevered=float(present_value(result.buy_unlevered, rate)),
        npv_of_buying=npv,
        irr_of_buying=roots,
        irr_sign_changes=changes,
        payback_month=_month(paid_back),
        discounted_payback_month=discounted,
        payback_months_interpolated=interpolated_payback_months(difference, paid_back),
        break_even=found,
        break_even_gpu_hours=_hours_at(plan, demand, found[str(demand.id)]),
        use_thresholds=use_thresholds(plan, demand, found[str(demand.id)]),
        by_calendar_year=budget(plan, rent, buy, result),
        cheapest=Branch.BUY if verdict.code is DecisionCode.BUY_WINS else Branch.RENT,
        verdict=verdict,
        utilization=float(use_of_owned(plan, result)),
        nodes=nodes,
        owned_gpus=nodes * plan.buy.gpus_per_node,
        peak_gpus=float(result.peak_gpus),
        saving_monthly=monthly_amounts(difference, horizon),
        warnings=(*sense_checks(plan, result), *rate_of_return_checks(roots, changes, plan)),
        ledger=result,
    )


def _hours_at(plan: Plan, quantity: Quantity, found: BreakEven) -> tuple[float, ...]:
    roots = np.asarray(found.roots)
    return gpu_hours_along(plan, quantity, roots) if roots.size else ()


def _month(month: float) -> int | None:
    return None if math.isnan(month) else int(month)


def _verdict(plan: Plan, npv: float, dearer: float, nodes: int) -> Message:
    equal = abs(npv) <= EQUAL_SHARE * dearer
    wins = DecisionCode.BUY_WINS if npv > 0 else DecisionCode.RENT_WINS
    horizon = plan.finance.horizon_months
    parameters: dict[str, Parameter] = {
        "difference": abs(npv),
        "share": abs(npv) / dearer if dearer > 0 else 0.0,
        "currency": plan.finance.currency,
        "months": horizon,
        "years": horizon / MONTHS_PER_YEAR,
        "nodes": nodes,
        "gpus": nodes * plan.buy.gpus_per_node,
    }
    return Message(DecisionCode.EQUAL if equal else wins, parameters)
