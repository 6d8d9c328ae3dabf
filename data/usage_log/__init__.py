"""Usage logs as companies have them: lists of jobs, Slurm accounting, Kubernetes pods, DCGM samples."""

from data.usage_log.read import read_log
from data.usage_log.reading import (
    BAD,
    PAGE_BYTES,
    PAGE_ROWS,
    BadRow,
    Blanks,
    LogFormat,
    LogOptions,
    LogReading,
    PodStart,
    RowFault,
    SampleCounts,
    SkipReason,
    Undecided,
)

__all__ = [
    "BAD",
    "PAGE_BYTES",
    "PAGE_ROWS",
    "BadRow",
    "Blanks",
    "LogFormat",
    "LogOptions",
    "LogReading",
    "PodStart",
    "RowFault",
    "SampleCounts",
    "SkipReason",
    "Undecided",
    "read_log",
]
