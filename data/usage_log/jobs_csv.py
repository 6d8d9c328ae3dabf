"""A list of jobs with start, end and GPUs, as tables and schedulers export it."""

import numpy as np

from calc.errors import ErrorCode, EsepError
from data.usage_log.assemble import assemble
from data.usage_log.gpu_counts import gpu_counts
from data.usage_log.intervals import settle_intervals
from data.usage_log.reading import LogFormat, LogOptions, LogReading, RowFault, SkipReason, Verdicts
from data.usage_log.spans import Mask
from data.usage_log.table import Table, find_column, plain_word
from data.usage_log.timestamps import read_times


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


START = _words(
    "start started startedat starttime startdate begin began from "
    "начало началоработы времяначала датаначала старт запуск басталуы басталды басы"
)
END = _words(
    "end ended endedat endtime enddate finish finished finishtime stop to "
    "окончание конец завершение времяокончания датаокончания аяқталуы аяқталды соңы"
)
GPUS = _words(
    "gpu gpus numgpu numgpus ngpu ngpus gpucount gpunum cards "
    "gpuшт количествоgpu числоgpu колвоgpu карт карты видеокарты видеокарт gpuсаны карталар"
)
"""Headings, in lower case without signs and blanks."""
TOTALS = _words("total totals sum grandtotal итого всего сумма барлығы жиыны қорытынды")
"""First words of a row that adds up the others."""


def has_columns(names: tuple[str, ...]) -> bool:
    """Whether the headings are those of a list of jobs."""
    return all(find_column(names, words) for words in (START, END, GPUS))


def read_jobs(table: Table, options: LogOptions) -> LogReading:
    """Read a list of jobs.

    Raises
    ------
    EsepError
        ``MISSING`` at ``log.columns``, or what :func:`settle_intervals` raises.
    """
    columns = [find_column(table.names, words) for words in (START, END, GPUS)]
    start_name, end_name, gpus_name = (_found(table, name) for name in columns)
    start, end = read_times([table.column(start_name), table.column(end_name)])
    gpus = gpu_counts(table.column(gpus_name))
    verdicts = Verdicts(table.lines)
    verdicts.mark(~table.good, SkipReason.BAD_ROW, RowFault.FIELD_COUNT)
    verdicts.mark((start.blank & end.blank) | _is_total(table), SkipReason.NOT_A_JOB)
    verdicts.mark(start.broken | end.broken, SkipReason.BAD_DATE, RowFault.DATE)
    verdicts.mark(gpus.bad, SkipReason.BAD_GPU_COUNT, RowFault.GPU_COUNT)
    verdicts.mark(gpus.milli_gpus == 0, SkipReason.NO_GPU)
    intervals = settle_intervals(start, end, verdicts, options)
    return assemble(LogFormat.JOBS, verdicts, intervals, gpus.milli_gpus, options, dated=start.dated)


def _found(table: Table, name: str | None) -> str:
    if name is None:
        raise EsepError(ErrorCode.MISSING, "log.columns", ", ".join(table.names), "start, end, gpus")
    return name


def _is_total(table: Table) -> Mask:
    # Only the last row can add up the others, and says so in its first field.
    total = np.zeros(len(table), dtype=np.bool_)
    if len(table):
        total[-1] = plain_word(table.column(table.names[0]).text(-1)) in TOTALS
    return total
