"""The first year of a scenario week by week: cards in use, job by job."""

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from calc.answer import Answer
from calc.choices import DemandKind
from calc.demand.hourly import hourly_gpus
from calc.demand.weeks import active_weeks
from calc.inputs import Array, Inputs
from calc.plan import Plan
from data.scenario import Scenario
from ui.link import LinkContent, encode

MONTHS_A_YEAR, WEEKS_A_YEAR, HOURS_A_WEEK = 12, 52, 168
_KEPT = 64
_DECIMALS = 6

Weeks = tuple[float, ...]


def weeks_of(scenario: Scenario, answer: Answer) -> tuple[Weeks, ...]:
    """Cards in use in each of 52 weeks, on average over the week, by job [GPU]."""
    return _weeks(encode(LinkContent((scenario,))), answer.plan)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _weeks(token: str, _plan: Plan) -> tuple[Weeks, ...]:  # noqa: ARG001 - the token is the key of the cache
    return tuple(
        tuple(map(float, np.round(_hours(_plan, job).mean(axis=1), _DECIMALS))) for job in range(len(_plan.jobs))
    )


def year_by_week(plan: Plan, job: int) -> dict[str, Any]:
    """Fields of a demand by week that is as one job's demand in its first year.

    Waves and a constant demand are kept exactly, with their seasons and growth. Of any other demand the most
    cards of each week are kept and its GPU-hours, as the first year has them, seasons and growth included.
    Nothing for a year without use.
    """
    demand = plan.jobs[job].demand
    if demand.kind is DemandKind.WAVES and not demand.base_gpus:
        first, lasting, pause = (np.asarray(float(n)) for n in (demand.first_week, demand.weeks_on, demand.weeks_off))
        on = active_weeks(first, lasting, pause, MONTHS_A_YEAR)[:WEEKS_A_YEAR]
        return _fields((demand.gpus * on).tolist(), [demand.hours_per_week if one else HOURS_A_WEEK for one in on])
    if demand.kind is DemandKind.CONSTANT:
        hours = round(demand.utilization * HOURS_A_WEEK, _DECIMALS)
        return _fields([demand.gpus] * WEEKS_A_YEAR, [hours] * WEEKS_A_YEAR)
    use = _hours(plan, job)
    most, used = np.round(use.max(axis=1), _DECIMALS), use.sum(axis=1)
    lasting = np.where(most > 0, np.minimum(HOURS_A_WEEK, used / np.where(most > 0, most, 1)), HOURS_A_WEEK)
    weeks = _fields(most.tolist(), np.round(lasting, _DECIMALS).tolist())
    return weeks and weeks | {"seasonality": [], "growth_per_year": 0, "scale": 1}


def _fields(gpus: list[float], hours: list[float]) -> dict[str, Any]:
    if not any(one * lasting for one, lasting in zip(gpus, hours, strict=True)):
        return {}
    return {"weekly_gpus": gpus, "weekly_hours": [] if set(hours) == {HOURS_A_WEEK} else hours}


def _hours(plan: Plan, job: int) -> Array:
    # Cards in use hour by hour, one week a row.
    alone = replace(plan, jobs=(plan.jobs[job],))
    hours = hourly_gpus(Inputs(alone), MONTHS_A_YEAR).ravel()[: WEEKS_A_YEAR * HOURS_A_WEEK]
    return hours.reshape(WEEKS_A_YEAR, HOURS_A_WEEK)
