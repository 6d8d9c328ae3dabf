"""The first year of a scenario week by week: cards in use, job by job."""

from dataclasses import replace

import numpy as np
import streamlit as st

from calc.answer import Answer
from calc.demand.hourly import hourly_gpus
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


def peaks_of_job(plan: Plan, job: int) -> tuple[tuple[float, float], ...]:
    """Most cards one job uses in each week of the first year, and the hours that give the week's GPU-hours.

    A week without use has no cards and all its hours.
    """
    hours = _hours(plan, job)
    most, used = np.round(hours.max(axis=1), _DECIMALS), hours.sum(axis=1)
    lasting = np.where(most > 0, np.minimum(HOURS_A_WEEK, used / np.where(most > 0, most, 1)), HOURS_A_WEEK)
    return tuple(zip(most.tolist(), np.round(lasting, _DECIMALS).tolist(), strict=True))


def _hours(plan: Plan, job: int) -> Array:
    # Cards in use hour by hour, one week a row.
    alone = replace(plan, jobs=(plan.jobs[job],))
    hours = hourly_gpus(Inputs(alone), MONTHS_A_YEAR).ravel()[: WEEKS_A_YEAR * HOURS_A_WEEK]
    return hours.reshape(WEEKS_A_YEAR, HOURS_A_WEEK)
