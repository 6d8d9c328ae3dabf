"""Cost against owned nodes, the rest rented at the cheapest, with the plan marked."""

from collections.abc import Iterable
from dataclasses import dataclass

from calc.decision.mixed.search import Candidate


@dataclass(frozen=True, slots=True)
class NodeCurve:
    """Present cost of n nodes bought at the decision, hours, months and commitments around them at their best.

    Attributes
    ----------
    nodes
        0 to as many as cover the peak [node].
    present_cost
        By the whole ledger; at the number the plan ends with, that of the plan, whenever it buys. An end is
        one of the plans with its number of nodes [cur].
    best
        Position of the plan.
    """

    nodes: tuple[int, ...]
    present_cost: tuple[float, ...]
    best: int


def node_curve(candidates: Iterable[Candidate], winner: Candidate) -> NodeCurve:
    """The curve through evaluated plans.

    Parameters
    ----------
    candidates
        Plans evaluated by the whole ledger, the ends among them.
    winner
        The plan.
    """
    least: dict[int, float] = {}
    for each in candidates:
        if each.bought_at_decision:
            # Costs nearer to the plan than a tie are its own (docs/mixed_plan.md §5, trap 12).
            least[each.nodes] = max(winner.present_cost, min(each.present_cost, least.get(each.nodes, float("inf"))))
    least[winner.nodes] = winner.present_cost
    nodes = sorted(least)
    return NodeCurve(tuple(nodes), tuple(least[count] for count in nodes), nodes.index(winner.nodes))
