"""Demand over time: waves, working hours, growth and the matrix of hours by GPU level."""

from calc.demand.levels import Levels, demand_levels
from calc.demand.runs import settle_runs

__all__ = ["Levels", "demand_levels", "settle_runs"]
