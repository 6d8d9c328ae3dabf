"""The problem read from the field names of docs/mixed_plan.md §1."""

from collections.abc import Mapping
from typing import Any

from calc.decision.mixed.problem import (
    BeyondHorizon,
    Commitment,
    MixedProblem,
    Moment,
    OwnTerms,
    RentTerms,
    Sell,
    Timing,
)
from calc.errors import ErrorCode, EsepError


def problem_from_fields(fields: Mapping[str, Any]) -> MixedProblem:
    """A problem stated in JSON values.

    Raises
    ------
    EsepError
        ``MISSING`` for a field that is not there, ``WRONG_TYPE`` or ``NOT_ALLOWED`` for one that cannot be
        read, and what :class:`MixedProblem` raises.
    """
    try:
        return _problem(fields)
    except KeyError as error:
        raise EsepError(ErrorCode.MISSING, str(error.args[0]), "") from error
    except TypeError as error:
        raise EsepError(ErrorCode.WRONG_TYPE, "mixed_plan", str(error)) from error
    except ValueError as error:
        raise EsepError(ErrorCode.NOT_ALLOWED, "mixed_plan", str(error)) from error


def _problem(fields: Mapping[str, Any]) -> MixedProblem:
    return MixedProblem(
        demand_runs=tuple(tuple((float(h), float(g)) for h, g in runs) for runs in fields["demand_runs_hours_gpus"]),
        own=_own(fields["own"]),
        rent=_rent(fields["rent"]),
        hours_per_month=float(fields.get("hours_per_month", 730)),
        queue_hours=int(fields.get("queue_hours", 0)),
        discount_rate_per_year=float(fields.get("discount_rate_per_year", 0)),
        timing=Timing(**{name: Moment(moment) for name, moment in fields.get("timing", {}).items()}),
    )


def _own(own: Mapping[str, Any]) -> OwnTerms:
    return OwnTerms(
        node_gpus=int(own["node_gpus"]),
        max_nodes=int(own["max_nodes"]),
        node_price_by_order_month=_numbers(own["node_price_usd_by_order_month"]),
        fixed_per_node_month=_numbers(own["fixed_usd_per_node_month"]),
        used_per_gpu_hour=_numbers(own["used_usd_per_gpu_hour"]),
        idle_per_gpu_hour=_numbers(own["idle_usd_per_gpu_hour"]),
        residual_share_by_age=_numbers(own["residual_share_of_price_by_age_months"]),
        initial_nodes=int(own.get("initial_nodes", 0)),
        lead_months=int(own.get("lead_months", 0)),
        availability=float(own.get("availability", 1)),
        sell=Sell(own.get("sell", "horizon")),
    )


def _rent(rent: Mapping[str, Any]) -> RentTerms:
    month = rent.get("month_usd_per_gpu_month")
    return RentTerms(
        hour_per_gpu_hour=_numbers(rent["hour_usd_per_gpu_hour"]),
        hour_gpu_step=int(rent.get("hour_gpu_step", 1)),
        hour_billing_step_hours=int(rent.get("hour_billing_step_hours", 1)),
        month_per_gpu_month=None if month is None else _numbers(month),
        commitments=tuple(
            Commitment(
                name=str(contract["name"]),
                term_months=int(contract["term_months"]),
                per_gpu_month_by_start_month=_numbers(contract["usd_per_gpu_month_by_start_month"]),
                upfront_per_gpu=float(contract.get("upfront_usd_per_gpu", 0)),
                beyond_horizon=BeyondHorizon(contract.get("beyond_horizon", "pay_all")),
            )
            for contract in rent.get("commitments", ())
        ),
    )


def _numbers(values: Any) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
