"""Direct labels kept apart."""

from collections.abc import Sequence


def dodged(values: Sequence[float], gap: float) -> list[float]:
    """Move label positions apart until neighbours are at least ``gap`` away, order kept.

    Parameters
    ----------
    values
        Wanted positions, any order, unit of the axis.
    gap
        Smallest distance, same unit.

    Returns
    -------
    list of float
        Positions in the order of ``values``; each run of crowded labels stays centred on its middle.
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    groups: list[list[int]] = []
    for index in order:
        groups.append([index])
        while (
            len(groups) > 1
            and _centre(groups[-1], values) - _centre(groups[-2], values)
            < gap * (len(groups[-1]) + len(groups[-2])) / 2
        ):
            crowded = groups.pop()
            groups[-1].extend(crowded)
    places = [0.0] * len(values)
    for group in groups:
        middle = _centre(group, values)
        for rank, index in enumerate(group):
            places[index] = middle + (rank - (len(group) - 1) / 2) * gap
    return places


def _centre(group: Sequence[int], values: Sequence[float]) -> float:
    return sum(values[i] for i in group) / len(group)
