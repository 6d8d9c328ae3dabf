"""Published and traced memory peaks with the configuration each source prints."""

from data.measurements.runs import LeftOut, MemoryRun, left_out, memory_runs

__all__ = ["LeftOut", "MemoryRun", "left_out", "memory_runs"]
