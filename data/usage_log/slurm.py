"""Slurm accounting: ``sacct --parsable2 --duplicates`` (SchedMD, man page sacct.1)."""

import re

import numpy as np

from calc.errors import ErrorCode, EsepError
from data.usage_log.assemble import assemble
from data.usage_log.gpu_counts import MILLI, MOST_GPUS, GpuCounts
from data.usage_log.intervals import Running, settle_intervals
from data.usage_log.reading import LogFormat, LogOptions, LogReading, RowFault, SkipReason, Verdicts
from data.usage_log.spans import Mask, Spans, numbers
from data.usage_log.table import Table
from data.usage_log.timestamps import read_times

JOB_ID, START, END, ELAPSED, RESOURCES = "JobID", "Start", "End", "ElapsedRaw", "AllocTRES"
NOT_SET = (b"Unknown", b"None")
_GPU = re.compile(rb"(?:^|,)gres/gpu(:[^=,]*)?=([^,]*)")


def has_columns(names: tuple[str, ...]) -> bool:
    """Whether the headings are those of sacct."""
    return {JOB_ID, START, END} <= set(names)


def read_slurm(table: Table, options: LogOptions) -> LogReading:
    """Read the jobs; steps lie inside the allocation of their job and are never added.

    Array tasks, components of heterogeneous jobs and every run of a requeued job are jobs of their own.
    All ended states count to their end, and suspended time with them, for the GPUs were taken.

    Raises
    ------
    EsepError
        ``NO_GPUS_RECORDED`` at ``log.gpus`` when no row of the file has ``gres/gpu`` (the site's
        ``AccountingStorageTRES`` leaves them out), ``MISSING`` at ``log.columns``, or what
        :func:`settle_intervals` raises.
    """
    start, end = read_times([table.column(START), table.column(END)], NOT_SET)
    gpus, allocated = _gpus(table.column(RESOURCES))
    if not allocated.any():
        raise EsepError(ErrorCode.NO_GPUS_RECORDED, "log.gpus", "", "AccountingStorageTRES = gres/gpu")
    verdicts = Verdicts(table.lines)
    verdicts.mark(~table.good, SkipReason.BAD_ROW, RowFault.FIELD_COUNT)
    verdicts.mark(table.column(JOB_ID).has(b"."), SkipReason.JOB_STEPS)
    verdicts.mark(start.blank, SkipReason.NEVER_STARTED)
    verdicts.mark(start.broken | end.broken, SkipReason.BAD_ROW, RowFault.DATE)
    verdicts.mark(gpus.bad, SkipReason.BAD_ROW, RowFault.GPU_COUNT)
    verdicts.mark(gpus.milli_gpus == 0, SkipReason.NO_GPU)
    intervals = settle_intervals(start, end, verdicts, options, _running(table))
    return assemble(LogFormat.SLURM, verdicts, intervals, gpus.milli_gpus, options, dated=start.dated)


def _running(table: Table) -> Running:
    if ELAPSED not in table.names:
        return Running(np.zeros(len(table), dtype=np.int64), np.zeros(len(table), dtype=np.bool_))
    values, good = numbers(table.column(ELAPSED))
    return Running(values.astype(np.int64), good)


def _gpus(resources: Spans) -> tuple[GpuCounts, Mask]:
    """GPUs of each row, and rows that record any; few allocations differ, so each is read once."""
    texts, places = resources.distinct()
    read = [_gpus_of(text) for text in texts]
    milli_gpus = np.array([gpus or 0 for gpus, _ in read], dtype=np.int64) * MILLI
    bad = np.array([recorded and gpus is None for gpus, recorded in read], dtype=np.bool_)
    recorded = np.array([found for _, found in read], dtype=np.bool_)
    return GpuCounts(milli_gpus[places], bad[places]), recorded[places]


def _gpus_of(text: bytes) -> tuple[int | None, bool]:
    """GPUs of an allocation (``None``: not a count), and whether it records any.

    ``gres/gpu=4`` rules. The entries with a type (``gres/gpu:a100=4``) are the same GPUs; they are added
    up only where there is no untyped one.
    """
    entries = _GPU.findall(text)
    untyped = [count for kind, count in entries if not kind]
    counts = untyped or [count for _, count in entries]
    if not all(count.isdigit() and int(count) <= MOST_GPUS for count in counts):
        return None, True
    return sum(map(int, counts)), bool(entries)
