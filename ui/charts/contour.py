"""The line on a grid where a value is zero."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def zero_contour(x: Array, y: Array, values: Array) -> Array:
    """Segments of the zero line of a grid, linear inside the two triangles of each cell.

    Parameters
    ----------
    x, y
        Rising axes, shapes (n,) and (m,).
    values
        Shape (m, n): rows along ``y``, columns along ``x``.

    Returns
    -------
    ndarray
        Shape (k, 4): x, y of the start and of the end of each segment; (0, 4) where no sign changes.
    """
    grid_x, grid_y = np.meshgrid(x, y)
    points = np.stack([grid_x, grid_y, np.where(values == 0, np.finfo(float).tiny, values)], axis=-1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    triangles = np.concatenate([np.stack([a, b, c], axis=2), np.stack([a, c, d], axis=2)]).reshape(-1, 3, 3)
    signs = np.sign(triangles[..., 2])
    triangles = triangles[np.abs(signs.sum(axis=1)) < 3]  # noqa: PLR2004 - three equal signs: no line inside
    if not len(triangles):
        return np.empty((0, 4))
    # The corner whose sign the other two do not share is where both crossed edges meet.
    signs = np.sign(triangles[..., 2])
    lone = np.argmax(signs == -np.sign(signs.sum(axis=1, keepdims=True)), axis=1)
    rows = np.arange(len(triangles))
    ends = [_crossing(triangles[rows, lone], triangles[rows, (lone + step) % 3]) for step in (1, 2)]
    return np.concatenate(ends, axis=1)


def _crossing(start: Array, end: Array) -> Array:
    share = start[:, 2] / (start[:, 2] - end[:, 2])
    crossed: Array = start[:, :2] + share[:, None] * (end[:, :2] - start[:, :2])
    return crossed
