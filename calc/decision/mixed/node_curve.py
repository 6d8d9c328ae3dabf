"""Cost against owned nodes, each number at its best, with the optimum marked."""

from dataclasses import dataclass

from calc.decision.mixed.node_programme import NodeProgramme


@dataclass(frozen=True, slots=True)
class NodeCurve:
    """Least present cost of ending with exactly n nodes, hours and months around them at their best.

    Attributes
    ----------
    nodes
        0 to as many as cover the peak [node].
    present_cost
        Of the best order months for each [cur].
    best
        Position of the cheapest, the fewest nodes of equal ones.
    """

    nodes: tuple[int, ...]
    present_cost: tuple[float, ...]
    best: int


def node_curve(programme: NodeProgramme, node_step: int = 1) -> NodeCurve:
    """The curve read off the last month of the programme; numbers that cannot be reached are left out.

    Parameters
    ----------
    programme
        The programme of a priced problem.
    node_step
        Nodes bought together [node].
    """
    last = programme.value[-1]
    reached = [count for count in range(last.size) if last[count] < float("inf")]
    return NodeCurve(
        nodes=tuple(count * node_step for count in reached),
        present_cost=tuple(float(last[count]) for count in reached),
        best=reached.index(programme.best_nodes()),
    )
