"""Start and end of every job of a log: zones, blanks at either end, and ends before starts."""

from dataclasses import dataclass

import numpy as np

from calc.errors import ErrorCode, EsepError
from data.usage_log.reading import Blanks, LogOptions, SkipReason, Verdicts
from data.usage_log.spans import Mask, Positions, Spans
from data.usage_log.timestamps import Times, read_times
from data.usage_log.zone import nearest_passes, to_utc


@dataclass(frozen=True, slots=True)
class Running:
    """Running time of jobs as the log states it.

    Attributes
    ----------
    seconds
        By row [s].
    known
        Where it is stated.
    """

    seconds: Positions
    known: Mask


@dataclass(frozen=True, slots=True)
class Intervals:
    """When the jobs ran.

    Attributes
    ----------
    start_s, end_s
        By row; of no meaning in a row that is skipped [s].
    cut_starts, cut_ends
        Rows without a start or an end that were running.
    log_start_s, report_moment_s
        Where they were cut [s].
    local
        Whether any time is written without a zone.
    """

    start_s: Positions
    end_s: Positions
    cut_starts: Mask
    cut_ends: Mask
    log_start_s: int
    report_moment_s: int
    local: bool


def settle_intervals(
    start: Times, end: Times, verdicts: Verdicts, options: LogOptions, running: Running | None = None
) -> Intervals:
    """When each job ran; rows without a start or an end are cut, or skipped with their reason.

    Parameters
    ----------
    start, end
        Columns as written.
    verdicts
        Gains ``no_start`` and ``no_end``.
    options
        Zone, moments, and what blanks mean.
    running
        Stated running time (Slurm): it decides which pass of an hour that came twice is meant, and ends a
        job that has no end.

    Raises
    ------
    EsepError
        ``BAD_DATE`` at ``log.report_moment`` or ``log.log_start``, ``UNKNOWN_ID`` at ``log.zone``.
    """
    stated = Running(np.zeros_like(start.seconds), np.zeros_like(start.valid)) if running is None else running
    both = start.valid & end.valid
    first, last = to_utc(start, options.zone), to_utc(end, options.zone)
    start_s, end_s = nearest_passes(first, last, stated.seconds, stated.known & both)
    start_s, end_s = np.where(both, start_s, first.first_s), np.where(both, end_s, last.first_s)
    known = np.concatenate((start_s[start.valid], end_s[end.valid]))
    earliest, latest = (int(known.min()), int(known.max())) if len(known) else (0, 0)
    log_start = _moment(options.log_start, "log.log_start", options.zone, earliest)
    report = _moment(options.report_moment, "log.report_moment", options.zone, latest)
    cut_ends = end.blank & start.valid
    cut_starts = start.blank & end.valid
    was_running = options.blanks is Blanks.WAS_RUNNING
    if not (was_running or options.log_start):
        verdicts.mark(cut_starts, SkipReason.NO_START)
    if not (was_running or options.report_moment or running is not None):
        verdicts.mark(cut_ends, SkipReason.NO_END)
    start_s = np.where(cut_starts, log_start, start_s)
    until = np.where(stated.known, start_s + stated.seconds, report)
    end_s = np.where(cut_ends, until, end_s)
    counted = cut_ends & verdicts.usable
    made = int(end_s[counted].max()) if counted.any() else report
    local = bool((start.local & start.valid).any() or (end.local & end.valid).any())
    return Intervals(start_s, end_s, cut_starts, cut_ends, log_start, made, local)


def _moment(text: str, field: str, zone: str, default: int) -> int:
    if not text:
        return default
    content = np.frombuffer(text.strip().encode(), dtype=np.uint8)
    (times,) = read_times([Spans(content, np.zeros(1, np.int64), np.array([len(content)]))])
    if not times.valid[0]:
        raise EsepError(ErrorCode.BAD_DATE, field, text, "YYYY-MM-DDThh:mm:ss")
    return int(to_utc(times, zone).first_s[0])
