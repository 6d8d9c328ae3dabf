"""The two ends of the mixed plan as the ledger reckons them: all rent on the tariff in force, and all own."""

import numpy as np

from calc.choices import GapMode, RentMode
from calc.cost.billing import rented_gpu_hours
from calc.cost.case import Case
from calc.cost.contracts import contracted_gpus, needed_gpus, overflow_gpu_hours, overflow_of_needed_gpu_hours
from calc.cost.fleet import own_work_gpu_hours, rented_shortfall_gpu_hours, shortfall_gpu_hours
from calc.cost.flows import Ledger
from calc.cost.windows import gap_months, service_months
from calc.decision.mixed.ledger_flows import MixedFlows, Whole
from calc.inputs import Array, Inputs
from calc.plan import Plan


def rent_end(plan: Plan, result: Ledger) -> MixedFlows:
    """Renting everything on the tariff in force, with the flows of the ledger."""
    case = Case(Inputs(plan))
    demanded = case.levels.gpu_hours
    hourly = plan.rent.mode is RentMode.HOURLY
    contracted = np.zeros(()) if hourly else case.of(contracted_gpus)
    billed = case.of(rented_gpu_hours) if hourly else case.of(overflow_gpu_hours)
    prepaid = np.zeros(()) if hourly else case.levels.gpu_hours_within(contracted)
    by_month = plan.rent.mode is RentMode.MONTHLY
    return MixedFlows(
        flows=result.rent,
        nodes_in_service=_whole(case, np.zeros(())),
        month_gpus=_whole(case, contracted if by_month else np.zeros(())),
        committed_gpus=_whole(case, np.zeros(()) if by_month else contracted),
        own_gpu_hours=_months(case, np.zeros(())),
        hourly_gpu_hours=_months(case, billed),
        prepaid_gpu_hours=_months(case, np.minimum(prepaid, demanded)),
        rented_gpu_hours=_months(case, demanded),
    )


def own_end(plan: Plan, result: Ledger) -> MixedFlows:
    """Owning as the buy branch of the ledger does: nodes from the delivery on, rent before it and for the rest."""
    case = Case(Inputs(plan))
    gap, served = case.of(gap_months), case.of(service_months)
    by_month = plan.buy.gap_mode is GapMode.MONTHLY
    waits = plan.buy.gap_mode is GapMode.NONE
    in_gap = case.of(overflow_of_needed_gpu_hours) if by_month else case.of(rented_gpu_hours)
    nothing = np.zeros(())
    return MixedFlows(
        flows=result.buy,
        nodes_in_service=_whole(case, served * float(result.buy.nodes)),
        month_gpus=_whole(case, gap * case.of(needed_gpus) if by_month else nothing),
        committed_gpus=_whole(case, nothing),
        own_gpu_hours=_months(case, case.of(own_work_gpu_hours) * served),
        hourly_gpu_hours=_months(
            case, (nothing if waits else in_gap * gap) + case.of(rented_shortfall_gpu_hours) * served
        ),
        prepaid_gpu_hours=_months(case, case.levels.gpu_hours * gap if by_month else nothing),
        rented_gpu_hours=_months(
            case, case.of(shortfall_gpu_hours) * served + (nothing if waits else case.levels.gpu_hours * gap)
        ),
    )


def _months(case: Case, values: Array) -> Array:
    horizon = int(case.horizon)
    return np.broadcast_to(values, (case.months + 1,))[1 : horizon + 1].astype(np.float64)


def _whole(case: Case, values: Array) -> Whole:
    return np.rint(_months(case, values)).astype(np.intp)
