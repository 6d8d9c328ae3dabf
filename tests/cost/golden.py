"""The worked scenarios as plans, and plans of several jobs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from calc.plan import Plan
from tests.decision.cases import golden
from tests.decision.plans import job, plan


def scenarios() -> dict[str, dict[str, Any]]:
    """All worked scenarios by id."""
    return golden()


def golden_plan(scenario: Mapping[str, Any]) -> Plan:
    """The plan of a worked scenario."""
    return plan(scenario["scenario_complete"])


def with_jobs(base: Plan, *demands: Mapping[str, Any]) -> Plan:
    """The plan with one job for each demand."""
    return replace(base, jobs=tuple(job(**demand) for demand in demands))
