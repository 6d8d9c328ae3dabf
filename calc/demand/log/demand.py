"""From a log to a demand."""

from calc.choices import DemandKind
from calc.demand.log.hourly import MILLI
from calc.demand.log.months import LastMonth, monthly_levels
from calc.demand.log.step_function import StepFunction
from calc.terms import Demand


def log_demand(step: StepFunction, last_month: LastMonth = LastMonth.AS_IT_WAS) -> Demand:
    """The demand that repeats a log; ``gpus`` is its peak in whole GPUs (:func:`monthly_levels`)."""
    peak = max(1, -(-int(step.milli_gpus.max()) // MILLI))
    return Demand(kind=DemandKind.LOG, gpus=peak, log_levels=monthly_levels(step, last_month))
