"""Power and place of the owned nodes: kWh, kW, and the units colocation bills (docs/ledger.md §5)."""

import numpy as np

from calc.choices import ColoMode
from calc.cost.case import Case
from calc.cost.fleet import nodes, own_gpu_hours
from calc.demand.weeks import HOURS_PER_MONTH
from calc.inputs import Array, ceiling


def it_kwh(case: Case) -> Array:
    """Energy of the nodes themselves in each month, all of them on [kWh]."""
    active_node_hours = case.of(own_gpu_hours) / case["buy.gpus_per_node"]
    idle, active = case["site.idle_kw_per_node"], case["site.active_kw_per_node"]
    return active_node_hours * (active - idle) + idle * case.of(nodes) * HOURS_PER_MONTH


def billed_kw(case: Case) -> Array:
    """Committed kW, or the measured peak of the month if that is higher [kW]."""
    busy = case.of(own_gpu_hours) > 0
    per_node = np.where(busy, case["site.active_kw_per_node"], case["site.idle_kw_per_node"])
    return np.maximum(case["site.committed_kw"], case.of(nodes) * per_node)


def colocation_units(case: Case) -> Array:
    """Units the colocation fee counts: rack units, racks or kW."""
    mode = case.choice("site.colo_mode")
    if mode is ColoMode.PER_U:
        return case.of(nodes) * case["site.rack_units_per_node"]
    if mode is ColoMode.PER_RACK:
        return ceiling(case.of(nodes) / case["site.nodes_per_rack"])
    return case.of(billed_kw)


def colocation_months_left(case: Case) -> Array:
    """Months of the colocation term that are left at T [month]."""
    return np.maximum(0.0, case["site.colo_term_months"] - (case.horizon - case.lead))
