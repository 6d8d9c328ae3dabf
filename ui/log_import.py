"""A usage log on its way to be a demand: what was read, its figures, and the demand it makes."""

from dataclasses import dataclass, replace

import numpy as np

from calc.demand.log import Jobs, LastMonth, LogFigures, log_demand, log_figures, step_function
from calc.demand.log.months import SECONDS_PER_MONTH
from calc.terms import Demand
from data.usage_log import LogOptions, LogReading, read_log

_NOTABLE_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class LogImport:
    """One log under what the user said about it. It holds no row of the log.

    Attributes
    ----------
    reading
        What was read, with the usable jobs left out.
    usable_jobs
        How many there are.
    figures
        Of the usable jobs; ``None`` when there is none.
    unfilled_month
        Whether the end of the log leaves a tenth of a month of 730 h or more open.
    demand
        ``None`` while something is undecided or nothing is usable.
    """

    reading: LogReading
    usable_jobs: int
    figures: LogFigures | None
    unfilled_month: bool
    demand: Demand | None


def import_log(content: bytes, options: LogOptions, last_month: LastMonth = LastMonth.AS_IT_WAS) -> LogImport:
    """Read a log and add it up.

    Raises
    ------
    EsepError
        As :func:`data.usage_log.read_log`.
    """
    reading = read_log(content, options)
    usable = len(reading.jobs)
    summary = _without_jobs(reading)
    if not usable:
        return LogImport(summary, 0, None, unfilled_month=False, demand=None)
    step = step_function(reading.jobs, reading.window_s)
    figures = log_figures(step)
    months = (figures.window_end_s - figures.window_start_s) / SECONDS_PER_MONTH
    demand = None if reading.undecided else log_demand(step, last_month)
    return LogImport(summary, usable, figures, unfilled_month=-months % 1 >= _NOTABLE_SHARE, demand=demand)


def _without_jobs(reading: LogReading) -> LogReading:
    # two million jobs would otherwise live as long as the session
    nothing = np.zeros(0, dtype=np.int64)
    return replace(reading, jobs=Jobs(nothing, nothing, nothing))
