"""The mixed plan the long way: every node plan, every number of monthly GPUs, every hour by itself."""

import math

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


def plan_costs(problem):
    """Cost of every node plan, one by one: each rising sequence of nodes in service, kept to the horizon."""
    table = np.array(
        [
            [cheapest_month(problem, month, nodes) for nodes in range(problem.max_nodes + 1)]
            for month in range(problem.horizon_months)
        ]
    )
    fewest, lead = problem.initial_nodes, problem.lead_months
    reached = {fewest: np.array([problem.costs.initial_nodes + table[:lead, fewest].sum()])}
    for month in range(lead, problem.horizon_months):
        price = problem.costs.kept_node_by_order[month - lead]
        reached = {
            nodes: np.concatenate(
                [
                    costs + ((nodes - before) * price if nodes > before else 0.0)
                    for before, costs in reached.items()
                    if before <= nodes
                ]
            )
            + table[month, nodes]
            for nodes in range(fewest, problem.max_nodes + 1)
        }
    return np.concatenate(list(reached.values()))


def brute_force(problem):
    return plan_costs(problem).min()
