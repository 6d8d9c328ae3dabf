"""Demand of one job: GPUs at a high and a low level, and the hours of a month at each (docs/ledger.md §2)."""

from dataclasses import dataclass

import numpy as np

from calc.choices import DemandKind
from calc.demand.log.curve import LogUse
from calc.demand.weekly import weekly_levels
from calc.demand.weeks import (
    HOURS_PER_MONTH,
    HOURS_PER_WEEK,
    active_weeks,
    hours_of_weeks,
    month_of_week_start,
    starting_weeks,
)
from calc.inputs import Array, Inputs, growth


@dataclass(frozen=True, slots=True)
class JobDemand:
    """One job by month. Shapes S + (months + 1,), month 0 empty; S + (1,) or () where months do not matter.

    Attributes
    ----------
    high_gpus, low_gpus
        The two levels [GPU].
    high_hours
        Hours of the month at the high level [h].
    waves_begun
        Waves that start in the month.
    on_hours
        Hours of the month the job counts as on: inside its waves, or at its high level [h].
    active
        1 for the weeks inside a wave, shape S + (weeks,); ``None`` for a job that has no waves.
    first_hour
        Hour of the day its hours begin [h].
    log
        The many levels of a usage log or of an edited year; ``high_hours`` are then its GPU-hours over its
        peak. ``None`` for a job of two levels.
    """

    high_gpus: Array
    low_gpus: Array
    high_hours: Array
    waves_begun: Array
    on_hours: Array
    active: Array | None
    first_hour: Array
    log: LogUse | None = None

    @property
    def gpu_hours(self) -> Array:
        """GPU-hours of each month, both levels together [GPU-h]."""
        rest = HOURS_PER_MONTH * in_month(self.waves_begun.shape[-1] - 1) - self.high_hours
        return self.high_gpus * self.high_hours + self.low_gpus * rest


def in_month(months: int) -> Array:
    """0 for month 0, which is a point, else 1; shape (months + 1,)."""
    indicator = np.ones(months + 1)
    indicator[0] = 0.0
    return indicator


def job_demand(inputs: Inputs, job: int, months: int) -> JobDemand:
    """Levels and hours of one job (docs/ledger.md §2, rulings 1 and 2)."""
    prefix = f"jobs.{job}.demand."
    month = np.arange(months + 1, dtype=np.float64)
    factor = inputs[prefix + "scale"] * growth(inputs[prefix + "growth_per_year"], month)
    factor = factor * _seasons(inputs, prefix, months)
    gpus = inputs[prefix + "gpus"]
    first_hour = inputs[prefix + "first_hour"]
    kind = inputs.choice(prefix + "kind")
    if kind is DemandKind.WAVES:
        return _waves(inputs, prefix, months, factor)
    if kind is DemandKind.WEEKLY:
        levels = weekly_levels(inputs.choice(prefix + "weekly_gpus"), inputs.choice(prefix + "weekly_hours"))
        return _log(LogUse(levels, factor * in_month(months)), first_hour)
    if kind is DemandKind.LOG:
        return _log(LogUse(inputs.choice(prefix + "log_levels"), factor * in_month(months)), first_hour)
    if kind is DemandKind.PROFILE:
        listed = np.asarray(inputs.choice(prefix + "monthly_gpu_hours"), dtype=np.float64)
        hours = listed[(np.arange(months + 1) - 1) % len(listed)] / gpus * factor
    else:
        hours = HOURS_PER_MONTH * inputs[prefix + "utilization"] * factor
    high = np.minimum(HOURS_PER_MONTH, hours) * in_month(months)
    return JobDemand(gpus, np.zeros(()), high, _once(months), high, None, first_hour)


def _seasons(inputs: Inputs, prefix: str, months: int) -> Array:
    # Factor of each month, the first twelve repeating; one plain 1 without seasons.
    factors = inputs.choice(prefix + "seasonality")
    if not factors:
        return np.ones(())
    seasons: Array = np.asarray(factors, dtype=np.float64)[(np.arange(months + 1) - 1) % len(factors)]
    return seasons


def _once(months: int) -> Array:
    # What begins in month 1 and never again.
    result: Array = (np.arange(months + 1) == 1).astype(np.float64)
    return result


def _log(use: LogUse, first_hour: Array) -> JobDemand:
    peak = np.asarray(use.peak_gpus)
    hours = use.gpu_hours_within(peak) / peak
    once = _once(hours.shape[-1] - 1)
    return JobDemand(peak, np.zeros(()), hours, once, use.on_hours, None, first_hour, use)


def _waves(inputs: Inputs, prefix: str, months: int, factor: Array) -> JobDemand:
    geometry = (inputs[prefix + "first_week"], inputs[prefix + "weeks_on"], inputs[prefix + "weeks_off"], months)
    active = active_weeks(*geometry)
    on_hours = active @ hours_of_weeks(months)
    share = inputs[prefix + "hours_per_week"] / HOURS_PER_WEEK * factor
    base = inputs[prefix + "base_gpus"]
    return JobDemand(
        high_gpus=base + inputs[prefix + "gpus"],
        low_gpus=base,
        high_hours=np.minimum(HOURS_PER_MONTH, on_hours * share),
        waves_begun=starting_weeks(*geometry) @ month_of_week_start(months),
        on_hours=on_hours,
        active=active,
        first_hour=inputs[prefix + "first_hour"],
    )
