"""Slurm accounting: ``sacct --parsable2 --duplicates`` (SchedMD, man page sacct.1)."""

import numpy as np

from calc.errors import ErrorCode, EsepError
from data.usage_log.assemble import assemble
from data.usage_log.gpu_counts import GpuCounts, gpu_counts
from data.usage_log.intervals import Running, settle_intervals
from data.usage_log.reading import LogFormat, LogOptions, LogReading, RowFault, SkipReason, Verdicts
from data.usage_log.spans import Mask, Positions, Spans, numbers
from data.usage_log.table import Table
from data.usage_log.timestamps import read_times

JOB_ID, START, END, ELAPSED, RESOURCES = "JobID", "Start", "End", "ElapsedRaw", "AllocTRES"
NOT_SET = (b"Unknown", b"None")
GPU = np.frombuffer(b"gres/gpu", dtype=np.uint8)
_EQUAL, _COLON, _COMMA = ord("="), ord(":"), ord(",")


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
    """GPUs of each row, and rows that record any.

    ``gres/gpu=4`` rules. The entries with a type (``gres/gpu:a100=4``) are the same GPUs; they are added
    up only where there is no untyped one.
    """
    places = _places(resources)
    row = np.searchsorted(resources.start, places, side="right") - 1
    inside = (row >= 0) & (places < resources.start[row] + resources.length[row])
    row, places = row[inside], places[inside]
    after = resources.buffer[np.minimum(places + len(GPU), len(resources.buffer) - 1)]
    typed = after == _COLON
    known = typed | (after == _EQUAL)
    row, places, typed = row[known], places[known], typed[known]
    counts = gpu_counts(_values(resources, row, places))
    untyped_rows = np.zeros(len(resources), dtype=np.bool_)
    untyped_rows[row[~typed]] = True
    used = ~typed | ~untyped_rows[row]
    milli_gpus = np.zeros(len(resources), dtype=np.int64)
    np.add.at(milli_gpus, row[used], counts.milli_gpus[used])
    bad, found = np.zeros(len(resources), dtype=np.bool_), np.zeros(len(resources), dtype=np.bool_)
    bad[row[used & counts.bad]] = True
    found[row] = True
    return GpuCounts(milli_gpus, bad), found


def _places(resources: Spans) -> Positions:
    buffer = resources.buffer
    places = np.flatnonzero(buffer[: len(buffer) - len(GPU)] == GPU[0])
    for offset, letter in enumerate(GPU[1:], start=1):
        places = places[buffer[places + offset] == letter]
    return places


def _values(resources: Spans, row: Positions, places: Positions) -> Spans:
    end = resources.start[row] + resources.length[row]
    start = _next(resources, places, _EQUAL, end) + 1
    stop = _next(resources, start, _COMMA, end)
    return Spans(resources.buffer, start, np.maximum(0, stop - start))


def _next(resources: Spans, places: Positions, letter: int, end: Positions) -> Positions:
    """Place of the next letter, at most ``end``."""
    found = np.append(np.flatnonzero(resources.buffer == letter), len(resources.buffer))
    nearest: Positions = np.minimum(found[np.searchsorted(found, places)], end)
    return nearest
