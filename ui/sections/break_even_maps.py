"""The curves of the page, reckoned once per scenario and shared by every reader."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from calc.answer import Answer
from calc.cost.flows import Array
from calc.decision.heat_map import HeatMap, UnitCostCurve, heat_map, unit_cost_curve
from calc.decision.usage_axis import UsageAxis
from calc.plan import Plan
from data.scenario import Scenario
from ui.link import LinkContent, encode

_KEPT = 128
_LONGEST_MONTHS = 60
_STEPS = 60
_CURVE_STEPS = 100


@dataclass(frozen=True, slots=True)
class Maps:
    """What the page draws.

    Attributes
    ----------
    heat
        Gain over utilization and horizon.
    curve
        Cost of a used hour over utilization.
    """

    heat: HeatMap
    curve: UnitCostCurve


def maps_of(scenario: Scenario, answer: Answer) -> Maps:
    """The curves of a scenario."""
    return _maps(encode(LinkContent((scenario,))), answer)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _maps(token: str, _answer: Answer) -> Maps:  # noqa: ARG001 - the token is the key of the cache
    plan = _answer.plan
    axis = UsageAxis(plan)
    shares, curve_shares = _reachable(axis, _STEPS), _reachable(axis, _CURVE_STEPS)
    return Maps(
        heat_map(plan, shares.tolist(), _horizons(plan)),
        unit_cost_curve(plan, curve_shares.tolist()),
    )


def _reachable(axis: UsageAxis, steps: int) -> Array:
    """Shares of time up to the whole that the demand can come to; two at least, so that there is an axis."""
    shares: Array = np.linspace(0.0, 1.0, steps + 1)[1:]
    reached: Array = shares[axis.reachable(shares)]
    return reached if len(reached) > 1 else shares


def _horizons(plan: Plan) -> list[int]:
    first = plan.buy.lead_months + 1
    last = max(_LONGEST_MONTHS, plan.finance.horizon_months, first + 1)
    count = min(_STEPS, last - first + 1)
    return sorted(set(np.linspace(first, last, count).round().astype(int).tolist()))
