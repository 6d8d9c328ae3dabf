"""What a usage log says once it is read: when each job held how many GPUs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Jobs:
    """Usable jobs: GPUs above 0, end after start. Columns of one length, in the order of the log.

    Attributes
    ----------
    start_s, end_s
        A job holds its GPUs on [start, end), so one that ends at t and one that starts at t do not add [s].
    milli_gpus
        GPUs held, in thousandths [GPU/1000].
    """

    start_s: Whole
    end_s: Whole
    milli_gpus: Whole

    def __len__(self) -> int:
        """Number of jobs."""
        return len(self.start_s)
