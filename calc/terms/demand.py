"""When the GPUs of a job are busy (money ledger §2)."""

from typing import Annotated

from pydantic import Field

from calc.choices import DemandKind
from calc.quantity import Number, Terms, Whole, quantity

LogLevel = tuple[Annotated[Number, Field(gt=0, le=730)], Annotated[Number, Field(gt=0, le=100000)]]
LogMonth = Annotated[tuple[LogLevel, ...], Field(max_length=10000)]


class Demand(Terms):
    """When the GPUs of a job are busy (money ledger §2)."""

    kind: DemandKind = quantity(DemandKind.CONSTANT, "-")
    gpus: Whole = quantity(8, "GPU", ge=1, le=100000)
    utilization: Number = quantity(0.5, "share of 730 h", ge=0, le=1)
    hours_per_week: Number = quantity(168, "h", ge=0, le=168)
    weeks_on: Whole = quantity(2, "week", ge=1, le=520)
    weeks_off: Whole = quantity(11, "week", ge=0, le=520)
    first_week: Whole = quantity(0, "week", ge=0, le=520)
    first_hour: Number = quantity(0, "hour of the day", ge=0, lt=24, source="docs/design.md")
    """With several jobs: the hour at which the job begins its hours of a day (``calc.demand.overlap``)."""
    base_gpus: Whole = quantity(0, "GPU", ge=0, le=100000)
    monthly_gpu_hours: tuple[Annotated[Number, Field(ge=0)], ...] = quantity((), "GPU-h")
    scale: Number = quantity(1, "x", ge=0, le=100)
    growth_per_year: Number = quantity(0, "1/year", ge=-0.9, le=10)
    runs: Whole = quantity(0, "run", ge=0, le=10000, source="docs/design.md")
    """Runs at the same time; above 0 it sets ``gpus`` to runs x ``parallel.gpus``."""
    runs_per_month: Number = quantity(0, "run/month", ge=0, le=100000, source="docs/design.md")
    """With kind ``runs``: runs a month; the hours of a run come from the speed figures."""
    runs_by_month: tuple[Annotated[Number, Field(ge=0, le=100000)], ...] = quantity((), "run", source="docs/design.md")
    """With kind ``runs``: a plan of runs month by month, which repeats; it takes the place of ``runs_per_month``."""
    weekly_gpus: Annotated[tuple[Annotated[Number, Field(ge=0, le=100000)], ...], Field(max_length=52)] = quantity(
        (), "GPU", source="docs/design.md"
    )
    """With kind ``weekly``: GPUs in use in each week of a year of 52; the year repeats."""
    weekly_hours: Annotated[tuple[Annotated[Number, Field(ge=0, le=168)], ...], Field(max_length=52)] = quantity(
        (), "h", source="docs/design.md"
    )
    """With kind ``weekly``: hours of each week in which they are; weeks that are not listed are used throughout."""
    seasonality: Annotated[tuple[Annotated[Number, Field(ge=0, le=100)], ...], Field(max_length=12)] = quantity(
        (), "x", source="docs/design.md"
    )
    """Factors on the hours of months 1 to 12, repeating; beside scale and growth. Empty: none."""
    queue_hours: Whole = quantity(0, "h", ge=0, le=730, source="docs/mixed_plan.md")
    """Hours a piece of work may wait: the mixed plan may put it where capacity is idle."""
    log_levels: Annotated[tuple[LogMonth, ...], Field(max_length=240)] = quantity((), "h, GPU", source="docs/design.md")
    """With kind ``log``: for each month of an imported log pairs of hours and GPUs in use; the list repeats.
    Hours that are not listed are idle (``calc.demand.log``)."""
