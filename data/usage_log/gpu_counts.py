"""GPU counts as whole thousandths."""

from dataclasses import dataclass

import numpy as np

from data.usage_log.spans import Mask, Positions, Spans, numbers

MILLI = 1000
MOST_GPUS = 100_000
"""A job of more is a slip of the keyboard [GPU]."""


@dataclass(frozen=True, slots=True)
class GpuCounts:
    """A column of counts.

    Attributes
    ----------
    milli_gpus
        Thousandths; 0 where the count is no number [GPU/1000].
    bad
        No number, below 0 or above ``MOST_GPUS``; a blank is bad too.
    """

    milli_gpus: Positions
    bad: Mask


def gpu_counts(spans: Spans) -> GpuCounts:
    """Read a column of counts, with fractions."""
    values, good = numbers(spans)
    good &= (values >= 0) & (values <= MOST_GPUS)
    return GpuCounts(np.round(np.where(good, values, 0) * MILLI).astype(np.int64), ~good)
