"""The reading of a table of jobs, from its columns and the verdict on each row."""

from calc.demand.log import Jobs
from data.usage_log.intervals import Intervals
from data.usage_log.reading import (
    Cuts,
    LogFormat,
    LogOptions,
    LogReading,
    RowFault,
    SkipReason,
    Verdicts,
    undecided,
)
from data.usage_log.spans import Mask, Positions

ENDS_BEFORE = {
    LogFormat.JOBS: SkipReason.ENDS_BEFORE_IT_STARTS,
    LogFormat.PODS: SkipReason.ENDS_BEFORE_IT_STARTS,
    LogFormat.SLURM: SkipReason.BAD_ROW,
}
"""Slurm writes the end itself: one before the start, which no clock change explains, is a broken row."""


def assemble(  # noqa: PLR0913 - one argument a column of what was read
    kind: LogFormat,
    verdicts: Verdicts,
    intervals: Intervals,
    milli_gpus: Positions,
    options: LogOptions,
    *,
    dated: bool,
) -> LogReading:
    """Skip jobs that end when or before they start, and count everything."""
    verdicts.mark(intervals.end_s < intervals.start_s, ENDS_BEFORE[kind], RowFault.ENDS_BEFORE_START)
    verdicts.mark(intervals.end_s == intervals.start_s, SkipReason.ENDS_WHEN_IT_STARTS)
    usable, skipped = verdicts.usable, verdicts.counts()
    return LogReading(
        format=kind,
        data_rows=len(usable),
        jobs=Jobs(intervals.start_s[usable], intervals.end_s[usable], milli_gpus[usable]),
        skipped=skipped,
        skipped_lines=verdicts.first_lines(),
        bad_rows=verdicts.bad_rows(),
        cuts=_cuts(intervals, usable),
        dated=dated,
        local=intervals.local,
        undecided=undecided(skipped, options),
    )


def _cuts(intervals: Intervals, usable: Mask) -> Cuts:
    starts, ends = int((intervals.cut_starts & usable).sum()), int((intervals.cut_ends & usable).sum())
    return Cuts(
        starts=starts,
        ends=ends,
        log_start_s=intervals.log_start_s if starts else None,
        report_moment_s=intervals.report_moment_s if ends else None,
    )
