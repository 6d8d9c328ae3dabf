"""What a reading must give, and a reckoning of it one cell per second."""

from pathlib import Path
from typing import Any

import numpy as np

from calc.demand.log import Jobs, load_duration, log_figures, step_function
from data.usage_log import LogReading
from ui.reports.usage_log import curve_rows

DATA = Path(__file__).parent / "data"
ROUNDED = 1e-6


def hold(reading: LogReading, expected: dict[str, Any]) -> None:
    """Compare figures, rows left out by reason, and the curve with an expected record."""
    step = step_function(reading.jobs, reading.window_s)
    figures = log_figures(step)
    compared = [name for name in figures.__dataclass_fields__ if name in expected]
    assert len(compared) >= 7
    for name in compared:
        np.testing.assert_allclose(getattr(figures, name), expected[name], rtol=1e-12, err_msg=name)
    if "usable_jobs" in expected:
        assert len(reading.jobs) == expected["usable_jobs"]
    if "skipped" in expected:
        assert {str(reason): count for reason, count in reading.skipped.items()} == {
            reason: count for reason, count in expected["skipped"].items() if count
        }
    if "load_duration" in expected:
        rows = curve_rows(load_duration(step))
        assert len(rows) == len(expected["load_duration"])
        for row, wanted in zip(rows, expected["load_duration"], strict=True):
            assert row == {name: _near(value) for name, value in wanted.items()}


def _near(value: float) -> Any:
    return _Near(value)


class _Near:
    def __init__(self, value: float) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | float) and abs(other - self.value) < ROUNDED

    def __repr__(self) -> str:
        return f"~{self.value}"

    __hash__ = None


def by_second(jobs: Jobs) -> np.ndarray:
    """GPUs in use in every second from the first start to the last end [GPU/1000]."""
    first, last = int(jobs.start_s.min()), int(jobs.end_s.max())
    changes = np.zeros(last - first + 1, dtype=np.int64)
    np.add.at(changes, jobs.start_s - first, jobs.milli_gpus)
    np.add.at(changes, jobs.end_s - first, -jobs.milli_gpus)
    return np.cumsum(changes)[:-1]
