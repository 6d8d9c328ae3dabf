"""The mixed plan the long way: every node plan, every number of monthly GPUs, every hour by itself."""

import math
from itertools import product

import numpy as np


def cheapest_hour(demand, prepaid, own, problem, month):
    """Cost of one hour by trying every number of rented GPUs that can matter."""
    price = problem.costs.hour[month]
    above_idle = problem.costs.own_hour[month]
    rest = max(0.0, demand - prepaid)
    least = max(0.0, rest - own)
    whole = range(math.ceil(least - 1e-9), math.ceil(rest - 1e-9) + 1)
    tries = whole if problem.hour_gpu_step else (least, rest)
    return min(price * rented + above_idle * max(0.0, rest - rented) for rented in tries)


def cheapest_month(problem, month, nodes):
    demand = problem.months[month].hourly_gpus
    own = nodes * problem.node_capacity_gpus
    most = math.ceil(demand.max()) if problem.costs.month is not None else 0
    return min(
        (problem.costs.month[month] * prepaid if prepaid else 0.0)
        + sum(cheapest_hour(gpus, prepaid, own, problem, month) for gpus in demand)
        for prepaid in range(most + 1)
    )


def node_plans(problem):
    """Every rising sequence of nodes in service."""
    months, first = problem.horizon_months, problem.lead_months
    for added in product(range(problem.max_nodes - problem.initial_nodes + 1), repeat=months - first):
        if sum(added) <= problem.max_nodes - problem.initial_nodes:
            yield [problem.initial_nodes] * first + (problem.initial_nodes + np.cumsum(added)).tolist(), added


def brute_force(problem):
    table = {
        (month, nodes): cheapest_month(problem, month, nodes)
        for month in range(problem.horizon_months)
        for nodes in range(problem.max_nodes + 1)
    }
    costs = problem.costs.kept_node_by_order
    return problem.costs.initial_nodes + min(
        sum(table[month, nodes] for month, nodes in enumerate(service))
        + sum(count * costs[order] for order, count in enumerate(added) if count)
        for service, added in node_plans(problem)
    )
