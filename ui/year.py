"""The first year of a scenario week by week: cards in use, job by job."""

from dataclasses import replace

import numpy as np
import streamlit as st

from calc.answer import Answer
from calc.demand.hourly import hourly_gpus
from calc.inputs import Inputs
from calc.plan import Plan
from data.scenario import Scenario
from ui.link import LinkContent, encode

MONTHS_A_YEAR, WEEKS_A_YEAR, HOURS_A_WEEK = 12, 52, 168
_KEPT = 64

Weeks = tuple[float, ...]


def weeks_of(scenario: Scenario, answer: Answer) -> tuple[Weeks, ...]:
    """Cards in use in each of 52 weeks, on average over the week, by job [GPU]."""
    return _weeks(encode(LinkContent((scenario,))), answer.plan)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _weeks(token: str, _plan: Plan) -> tuple[Weeks, ...]:  # noqa: ARG001 - the token is the key of the cache
    return tuple(weeks_of_job(_plan, job) for job in range(len(_plan.jobs)))


def weeks_of_job(plan: Plan, job: int) -> Weeks:
    """Cards one job uses in each week of the first year [GPU]."""
    alone = replace(plan, jobs=(plan.jobs[job],))
    hours = hourly_gpus(Inputs(alone), MONTHS_A_YEAR).ravel()[: WEEKS_A_YEAR * HOURS_A_WEEK]
    means = np.round(hours.reshape(WEEKS_A_YEAR, HOURS_A_WEEK).mean(axis=1), 6)
    return tuple(float(mean) for mean in means)
