"""What to do: value of each option, break-evens, the heat map, the verdict."""

from calc.decision.decide import decide
from calc.decision.evaluate import evaluate
from calc.decision.heat_map import heat_map, unit_cost_curve

__all__ = ["decide", "evaluate", "heat_map", "unit_cost_curve"]
