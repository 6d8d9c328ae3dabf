"""A month with a queue and hours billed by whole GPUs or in blocks: no closed form, a whole-number programme."""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_array, eye_array, hstack, kron, lil_array, tril, vstack

from calc.decision.mixed.month_demand import MonthDemand
from calc.inputs import Array


def operate_hour_by_hour(
    demand: MonthDemand,
    capacities_gpus: tuple[float, float],
    queue_hours: int,
    steps: tuple[int, int],
    costs: tuple[float, float],
) -> tuple[float, float]:
    """Own and hourly billed hours at least cost, one variable an hour (docs/mixed_plan.md §3, last point).

    Parameters
    ----------
    demand
        The month.
    capacities_gpus
        Prepaid and owned [GPU].
    queue_hours
        Hours work may wait [h].
    steps
        Whole GPUs (1) or any number (0), and hours of a billing block.
    costs
        A rented and an own hour [cur/GPU-h].

    Returns
    -------
    tuple of float
        Own hours and billed hours [GPU-h].

    Notes
    -----
    Takes seconds for a month of 730 hours; exact hours have a closed form.
    """
    gpu_step, block_hours = steps
    prepaid_gpus, own_gpus = capacities_gpus
    arrived = np.cumsum(demand.hourly_gpus)
    hours = arrived.size
    due = np.zeros(hours)
    due[queue_hours:] = arrived[: max(0, hours - queue_hours)]
    due[-1] = arrived[-1]
    blocks = -(-hours // block_hours)
    lengths = np.minimum(block_hours, hours - block_hours * np.arange(blocks)).astype(np.float64)
    # columns: prepaid, own and hourly work of each hour, then GPUs rented in each block
    until = tril(np.ones((hours, hours)))
    served = hstack([until, until, until, lil_array((hours, blocks))])
    in_block = kron(eye_array(blocks), np.ones((block_hours, 1))).tocsr()[:hours]
    rented = hstack([lil_array((hours, 2 * hours)), eye_array(hours), -in_block])
    cost = np.concatenate([np.zeros(hours), np.full(hours, costs[1]), np.zeros(hours), costs[0] * lengths])
    most = np.concatenate([np.repeat([prepaid_gpus, own_gpus, np.inf], hours), np.full(blocks, np.inf)])
    rows = LinearConstraint(
        csc_array(vstack([served, rented])),
        np.concatenate([due, np.full(hours, -np.inf)]),
        np.concatenate([arrived, np.zeros(hours)]),
    )
    whole = np.concatenate([np.zeros(3 * hours), np.full(blocks, gpu_step)])
    values = _least(cost, whole, Bounds(0, most), rows)
    if gpu_step:
        # The solver's whole numbers are whole to a tolerance: with them rounded, the rest is found again.
        gpus = np.rint(values[3 * hours :])
        fixed = Bounds(np.concatenate([np.zeros(3 * hours), gpus]), np.concatenate([most[: 3 * hours], gpus]))
        values = _least(cost, np.zeros(whole.size), fixed, rows)
    return float(values[hours : 2 * hours].sum()), float(values[3 * hours :] @ lengths)


def _least(cost: Array, whole: Array, bounds: Bounds, rows: LinearConstraint) -> Array:
    found = milp(cost, integrality=whole.astype(np.int64), bounds=bounds, constraints=rows, options={"mip_rel_gap": 0})
    return np.asarray(found.x, dtype=np.float64)
