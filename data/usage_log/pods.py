"""A list of Kubernetes pods: creation, scheduling and deletion, whole and shared GPUs."""

import numpy as np

from data.usage_log.assemble import assemble
from data.usage_log.gpu_counts import MILLI, gpu_counts
from data.usage_log.intervals import settle_intervals
from data.usage_log.reading import (
    LogFormat,
    LogOptions,
    LogReading,
    PodStart,
    RowFault,
    SkipReason,
    Verdicts,
)
from data.usage_log.spans import numbers
from data.usage_log.table import Table
from data.usage_log.timestamps import read_times

COUNT, SHARE = "num_gpu", "gpu_milli"
CREATED, SCHEDULED, DELETED = "creation_time", "scheduled_time", "deletion_time"


def has_columns(names: tuple[str, ...]) -> bool:
    """Whether the headings are those of a list of pods."""
    return {COUNT, CREATED, DELETED} <= set(names)


def read_pods(table: Table, options: LogOptions) -> LogReading:
    """Read a list of pods. GPUs of a pod = num_gpu x gpu_milli / 1000; an empty gpu_milli is whole GPUs.

    Raises
    ------
    EsepError
        ``MISSING`` at ``log.columns``, or what :func:`settle_intervals` raises.
    """
    named = [name for name in (CREATED, DELETED, SCHEDULED) if name in table.names or name is not SCHEDULED]
    by_schedule = options.by is PodStart.SCHEDULED
    if by_schedule:
        named = [CREATED, DELETED, SCHEDULED]
    times = dict(zip(named, read_times([table.column(name) for name in named]), strict=True))
    start, end = times[SCHEDULED if by_schedule else CREATED], times[DELETED]
    count = gpu_counts(table.column(COUNT))
    share, share_bad = _share(table)
    verdicts = Verdicts(table.lines)
    verdicts.mark(~table.good, SkipReason.BAD_ROW, RowFault.FIELD_COUNT)
    for column in times.values():
        verdicts.mark(column.broken, SkipReason.BAD_ROW, RowFault.DATE)
    verdicts.mark(count.bad | (count.milli_gpus % MILLI != 0), SkipReason.BAD_ROW, RowFault.GPU_COUNT)
    verdicts.mark(share_bad, SkipReason.BAD_ROW, RowFault.GPU_SHARE)
    milli_gpus = count.milli_gpus // MILLI * share
    verdicts.mark(milli_gpus == 0, SkipReason.NO_GPU)
    if by_schedule:
        verdicts.mark(start.blank, SkipReason.NEVER_SCHEDULED)
    intervals = settle_intervals(start, end, verdicts, options)
    return assemble(LogFormat.PODS, verdicts, intervals, milli_gpus, options, dated=start.dated)


def _share(table: Table) -> tuple[np.ndarray, np.ndarray]:
    if SHARE not in table.names:
        return np.full(len(table), MILLI), np.zeros(len(table), dtype=np.bool_)
    spans = table.column(SHARE)
    values, good = numbers(spans)
    good &= (values >= 0) & (values <= MILLI)
    share = np.where(spans.blank, MILLI, np.round(np.where(good, values, 0)).astype(np.int64))
    return share, ~good & ~spans.blank
