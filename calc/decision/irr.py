"""Internal rate of return with all its roots, and none where there is none (docs/ledger.md §11).

Not ``numpy_financial.irr``: it returns one root, and among several not always the one that makes
sense (numpy-financial issues 28 and 44).
"""

import numpy as np
from scipy.optimize import brentq

from calc.cost.flows import Array
from calc.decision.payback import ZERO_SHARE

LOWEST_RATE, HIGHEST_RATE = -0.99, 100.0
POINTS = 401


def sign_changes(flows: Array) -> int:
    """Sign changes of a stream in time order, an upper bound of the number of rates (Descartes).

    Flows within 1e-9 of the largest are skipped.
    """
    largest = np.max(np.abs(flows), initial=0.0)
    signs = np.sign(flows[np.abs(flows) > ZERO_SHARE * largest])
    return int(np.count_nonzero(np.diff(signs)))


def irr_roots(
    flows: Array, times_years: Array, lowest: float = LOWEST_RATE, highest: float = HIGHEST_RATE
) -> tuple[float, ...]:
    """Every rate at which a stream is worth nothing: Σ flow × (1 + r)^(−time) = 0.

    Parameters
    ----------
    flows
        Shape (n,) [cur].
    times_years
        Moments of the flows, shape (n,) [year, or another period].
    lowest, highest
        Searched range of r, above −1 [1/period].

    Returns
    -------
    tuple of float
        Rates in rising order, from sign changes between 401 points equally spaced in ln(1 + r) and
        exact zeros on them; empty where there is none (docs/ledger.md §11, §12 ruling 12).
    """
    used = flows != 0
    if not used.any():
        return ()
    amounts, times = flows[used], times_years[used]
    amounts = amounts / np.max(np.abs(amounts))

    def value(log_factor: float) -> float:
        return float(amounts @ _weights(np.asarray(log_factor), times))

    grid = np.linspace(np.log1p(lowest), np.log1p(highest), POINTS)
    values = _weights(grid[:, None], times) @ amounts
    signs = np.sign(values)
    crossed = np.flatnonzero(signs[:-1] * signs[1:] < 0)
    refined = [float(brentq(value, grid[k], grid[k + 1], xtol=1e-15, rtol=1e-15)) for k in crossed]
    return tuple(float(np.expm1(x)) for x in sorted([*grid[signs == 0].tolist(), *refined]))


def _weights(log_factor: Array, times: Array) -> Array:
    # A common factor does not move the zeros: anchoring at the last flow where the rate is negative,
    # and at the first where it is positive, keeps every weight at or below one.
    anchor = np.where(log_factor < 0, times.max(), times.min())
    return np.asarray(np.exp(-log_factor * (times - anchor)))
