"""Usage logs: jobs become a step function, its load-duration curve, months of 730 h and levels for the ledger."""

from calc.demand.log.demand import log_demand
from calc.demand.log.figures import LogFigures, log_figures
from calc.demand.log.hourly import HourlyUse, hourly_use
from calc.demand.log.jobs import Jobs
from calc.demand.log.load_duration import LoadDuration, load_duration
from calc.demand.log.months import LastMonth, MonthUse, monthly_levels, monthly_use
from calc.demand.log.step_function import StepFunction, step_function

__all__ = [
    "HourlyUse",
    "Jobs",
    "LastMonth",
    "LoadDuration",
    "LogFigures",
    "MonthUse",
    "StepFunction",
    "hourly_use",
    "load_duration",
    "log_demand",
    "log_figures",
    "monthly_levels",
    "monthly_use",
    "step_function",
]
