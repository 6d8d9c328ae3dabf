"""Contradictions between the fields of a plan, found before anything is reckoned (docs/ledger.md §12)."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from calc.choices import Cooling, DemandKind, Funding, ResidualKind
from calc.demand.weekly import weekly_levels
from calc.demand.weeks import HOURS_PER_MONTH
from calc.errors import ErrorCode, EsepError
from calc.inputs import Inputs
from calc.plan import Plan

ROUNDING = 1e-9
MOST_CONTINUED_SHARE = 1e6
"""Most a share of the price may come to where its last slope is continued to the horizon."""


def check(plan: Plan) -> None:
    """Refuse a plan whose fields contradict each other.

    Raises
    ------
    EsepError
        With the dotted path of the field, its value and what is allowed.
    """
    check_inputs(Inputs(plan))


def check_inputs(inputs: Inputs) -> None:
    """The same for a plan with fields replaced by arrays; one contradiction in the batch is enough."""
    for job in range(len(inputs.plan.jobs)):
        _check_demand(inputs, f"jobs.{job}.demand.")
    _check_sums(inputs)
    _check_site(inputs)
    _check_lists(inputs)
    _check_refresh(inputs)


def _check_demand(inputs: Inputs, prefix: str) -> None:
    kind = inputs.choice(prefix + "kind")
    if kind is DemandKind.RUNS:
        raise EsepError(ErrorCode.NOT_ALLOWED, prefix + "kind", str(kind), "constant | waves | profile | log | weekly")
    if kind is DemandKind.LOG:
        _check_log(inputs, prefix + "log_levels")
    if kind is DemandKind.WEEKLY:
        _check_weeks(inputs, prefix)
    if kind is not DemandKind.PROFILE:
        return
    field = prefix + "monthly_gpu_hours"
    hours = inputs.choice(field)
    if not hours:
        raise EsepError(ErrorCode.MISSING, field, list(hours), "[GPU-h, ...]")
    most = float(inputs[prefix + "gpus"].min()) * HOURS_PER_MONTH
    for position, value in enumerate(hours):
        if value > most * (1 + ROUNDING):
            raise EsepError(ErrorCode.OUT_OF_RANGE, f"{field}.{position}", value, f"0..{most:.12g}")


def _check_weeks(inputs: Inputs, prefix: str) -> None:
    gpus, hours = inputs.choice(prefix + "weekly_gpus"), inputs.choice(prefix + "weekly_hours")
    if not any(gpus):
        raise EsepError(ErrorCode.MISSING, prefix + "weekly_gpus", "", "[GPU, ...]")
    if not any(weekly_levels(gpus, hours)):
        raise EsepError(ErrorCode.MISSING, prefix + "weekly_hours", "", "[h, ...]")


def _check_log(inputs: Inputs, field: str) -> None:
    months = inputs.choice(field)
    if not any(months):
        raise EsepError(ErrorCode.MISSING, field, "", "[[[h, GPU], ...], ...]")
    for position, month in enumerate(months):
        hours = sum(lasting for lasting, _ in month)
        if hours > HOURS_PER_MONTH * (1 + ROUNDING):
            raise EsepError(ErrorCode.OUT_OF_RANGE, f"{field}.{position}", hours, f"0..{HOURS_PER_MONTH:.12g}")


def _check_sums(inputs: Inputs) -> None:
    lead, horizon = inputs["buy.lead_months"], inputs["finance.horizon_months"]
    _refuse(inputs, "buy.lead_months", lead >= horizon, f"< finance.horizon_months = {horizon.min():.12g}")
    for first, second in (
        ("buy.deposit_share", "buy.retention_share"),
        ("finance.lease_advance_share", "finance.lease_buyout_share"),
    ):
        rest = 1.0 - inputs[first]
        _refuse(inputs, second, inputs[second] > rest + ROUNDING, f"{first} + {second} <= 1")


def _check_site(inputs: Inputs) -> None:
    idle, active = inputs["site.idle_kw_per_node"], inputs["site.active_kw_per_node"]
    _refuse(inputs, "site.idle_kw_per_node", idle > active, f"<= site.active_kw_per_node = {active.min():.12g}")
    if inputs.choice("site.cooling") is Cooling.PUE:
        field = "site.cooling_tariff_kzt_per_kwh"
        _refuse(inputs, field, inputs[field] > 0, "0 (site.cooling = pue)")


def _check_lists(inputs: Inputs) -> None:
    _check_rising("rent.price_path", inputs.choice("rent.price_path"))
    points = inputs.choice("buy.residual_points")
    if inputs.choice("buy.residual_kind") is ResidualKind.POINTS and not points:
        raise EsepError(ErrorCode.MISSING, "buy.residual_points", list(points), "[[month, share], ...]")
    _check_rising("buy.residual_points", points)
    if inputs.choice("buy.residual_kind") is ResidualKind.POINTS:
        _check_continued(inputs, points)


def _check_continued(inputs: Inputs, points: Sequence[tuple[int, float]]) -> None:
    # The last slope goes on (docs/ledger.md §6): a rising one may leave what a number can hold.
    (month_before, share_before), (month, share) = ((0, 1.0), *points)[-2:]
    months_beyond = max(0.0, float(inputs["finance.horizon_months"].max()) - month)
    log_share = math.log(share) + math.log(share / share_before) * months_beyond / (month - month_before)
    if log_share > math.log(MOST_CONTINUED_SHARE):
        raise EsepError(
            ErrorCode.OUT_OF_RANGE,
            "buy.residual_points",
            [month, share],
            f"share <= {MOST_CONTINUED_SHARE:.0f} at finance.horizon_months",
        )


def _check_rising(field: str, points: Sequence[tuple[int, float]]) -> None:
    for (before, _), (month, _) in pairwise(points):
        if month <= before:
            raise EsepError(ErrorCode.NOT_RISING, field, month, f"> {before}")


def _check_refresh(inputs: Inputs) -> None:
    if inputs.choice("finance.funding") is not Funding.LEASE:
        return
    every, lease = inputs["buy.refresh_every_months"], inputs["finance.lease_months"]
    _refuse(
        inputs,
        "buy.refresh_every_months",
        (every > 0) & (every < lease),
        f"0 | >= finance.lease_months = {lease.max():.12g}",
    )


def _refuse(inputs: Inputs, field: str, wrong: NDArray[np.bool_] | np.bool_, allowed: str) -> None:
    if np.any(wrong):
        value = np.broadcast_to(inputs[field], np.shape(wrong))[wrong].flat[0] if np.ndim(wrong) else inputs[field]
        raise EsepError(ErrorCode.CONFLICT, field, float(value), allowed)
