"""How a usage log is read, and what comes out: usable jobs, and every other row with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from calc.demand.log import Jobs
from calc.errors import ErrorCode, EsepError

PAGE_BYTES = 100 * 1024**2
"""Largest log on the page: 100 MB as the uploader counts them [B]."""
PAGE_ROWS = 2_000_000
"""More rows are for the command line: ``python -m calc demand LOG``."""
MOST_PERCENT = 100
SHOWN_ROWS = 1000
"""Bad rows that are listed one by one; all are counted."""
SHOWN_LINES = 12
"""Lines named for each reason to skip a row."""


class LogFormat(StrEnum):
    """Kinds of logs that are read."""

    JOBS = "jobs"
    SLURM = "slurm"
    PODS = "pods"
    DCGM = "dcgm"


class PodStart(StrEnum):
    """Which moment a pod starts to count from."""

    CREATION = "creation"
    SCHEDULED = "scheduled"


class Blanks(StrEnum):
    """What a blank start or end means; the user says, for skipping them loses the long-running base load."""

    ASK = "ask"
    WAS_RUNNING = "was_running"
    LEAVE_OUT = "leave_out"


class SkipReason(StrEnum):
    """Why a row is no usable job."""

    JOB_STEPS = "job_steps"
    NO_GPU = "no_gpu"
    NEVER_STARTED = "never_started"
    NEVER_SCHEDULED = "never_scheduled"
    ENDS_WHEN_IT_STARTS = "ends_when_it_starts"
    NOT_A_JOB = "not_a_job"
    NO_START = "no_start"
    NO_END = "no_end"
    ENDS_BEFORE_IT_STARTS = "ends_before_it_starts"
    BAD_DATE = "bad_date"
    BAD_GPU_COUNT = "bad_gpu_count"
    BAD_ROW = "bad_row"


BAD = frozenset(
    {SkipReason.ENDS_BEFORE_IT_STARTS, SkipReason.BAD_DATE, SkipReason.BAD_GPU_COUNT, SkipReason.BAD_ROW},
)
"""Reasons that are faults of the log; the others are rows without use, or blanks."""


class RowFault(StrEnum):
    """What is wrong with a bad row."""

    FIELD_COUNT = "field_count"
    DATE = "date"
    GPU_COUNT = "gpu_count"
    GPU_SHARE = "gpu_share"
    ENDS_BEFORE_START = "ends_before_start"


class Undecided(StrEnum):
    """What the user has not said yet; until then the log makes no demand."""

    BAD_ROWS = "bad_rows"
    NO_START = "no_start"
    NO_END = "no_end"


@dataclass(frozen=True, slots=True)
class LogOptions:
    """What the user says about a log.

    Attributes
    ----------
    format
        ``None``: found from the file.
    zone
        IANA zone of times written without one.
    by
        Pods only: count from creation or from scheduling.
    report_moment
        When the log was made, written as in the log; jobs without an end run up to it.
    log_start
        When the log began, written as in the log; jobs without a start run from it.
    blanks
        Blank starts and ends. A ``report_moment`` or ``log_start`` says that they were running.
    leave_out_bad
        Whether bad rows may be left out.
    busy_percent
        DCGM only: a GPU is in use from this utilization on [%].
    most_rows, most_bytes
        Limits; ``None`` for none.

    Raises
    ------
    EsepError
        ``OUT_OF_RANGE`` at ``log.busy_percent``.
    """

    format: LogFormat | None = None
    zone: str = "Asia/Almaty"
    by: PodStart = PodStart.CREATION
    report_moment: str = ""
    log_start: str = ""
    blanks: Blanks = Blanks.ASK
    leave_out_bad: bool = False
    busy_percent: float = 1.0
    most_rows: int | None = PAGE_ROWS
    most_bytes: int | None = PAGE_BYTES

    def __post_init__(self) -> None:
        if not 0 < self.busy_percent <= MOST_PERCENT:
            raise EsepError(ErrorCode.OUT_OF_RANGE, "log.busy_percent", self.busy_percent, f"(0..{MOST_PERCENT}]")


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row at fault: its line in the file, from 1, why it is skipped, and what is wrong with it."""

    line: int
    reason: SkipReason
    fault: RowFault


@dataclass(frozen=True, slots=True)
class Cuts:
    """Jobs without a start or an end that count as running.

    Attributes
    ----------
    starts, ends
        How many ran before the log began, and how many still ran at the report's moment.
    log_start_s, report_moment_s
        Where they are cut [s]; ``None`` if none is.
    """

    starts: int = 0
    ends: int = 0
    log_start_s: int | None = None
    report_moment_s: int | None = None


@dataclass(frozen=True, slots=True)
class SampleCounts:
    """Samples of a monitoring export.

    Attributes
    ----------
    series, gpus
        Series, and GPUs by UUID; one GPU may have several series.
    samples
        Samples of all series.
    step_s
        Commonest spacing; a sample stands for so long [s].
    not_a_number_samples, repeated_samples, missing_samples
        ``NaN``; the same moment of the same GPU again; moments without a sample. They add no use.
    mean_of_utilization_percent
        Mean over the samples that are numbers; it is not the share of GPUs in use [%].
    """

    series: int
    gpus: int
    samples: int
    step_s: int
    not_a_number_samples: int
    repeated_samples: int
    missing_samples: int
    mean_of_utilization_percent: float


NO_CUTS = Cuts()


@dataclass(frozen=True, slots=True)
class LogReading:
    """A log as read.

    Attributes
    ----------
    format
        Kind of log.
    data_rows
        Rows or samples, without heading and empty lines.
    jobs
        Usable jobs. Seconds are Unix seconds, or those of the log where it counts its own.
    skipped
        Number of rows by reason.
    skipped_lines
        The first ``SHOWN_LINES`` lines of the file by reason, from 1.
    bad_rows
        The first ``SHOWN_ROWS`` rows at fault.
    cuts
        Jobs whose start or end is the limit of the log.
    window_s
        Limits of the report where the log itself states them (monitoring) [s].
    dated
        Whether the seconds are Unix seconds rather than the log's own count.
    local
        Whether any time is written without a zone, so that the zone of ``LogOptions`` counts.
    samples
        Monitoring only.
    undecided
        What the user must still say before the log makes a demand.
    """

    format: LogFormat
    data_rows: int
    jobs: Jobs
    skipped: Mapping[SkipReason, int] = field(default_factory=dict)
    skipped_lines: Mapping[SkipReason, tuple[int, ...]] = field(default_factory=dict)
    bad_rows: tuple[BadRow, ...] = ()
    cuts: Cuts = NO_CUTS
    window_s: tuple[int, int] | None = None
    dated: bool = True
    local: bool = False
    samples: SampleCounts | None = None
    undecided: tuple[Undecided, ...] = ()


class Verdicts:
    """Why each row is no usable job; the first reason found stays."""

    def __init__(self, lines: NDArray[np.int64]) -> None:
        self._lines = lines
        self._reason = np.full(len(lines), -1, dtype=np.int8)
        self._fault = np.full(len(lines), -1, dtype=np.int8)

    def mark(self, rows: NDArray[np.bool_], reason: SkipReason, fault: RowFault | None = None) -> None:
        """Skip rows that have no reason yet."""
        new = rows & (self._reason < 0)
        self._reason[new] = _REASONS.index(reason)
        if fault is not None:
            self._fault[new] = _FAULTS.index(fault)

    @property
    def usable(self) -> NDArray[np.bool_]:
        """Rows without a reason."""
        return self._reason < 0

    def counts(self) -> dict[SkipReason, int]:
        """Rows by reason, in the order of the reasons; none that does not occur."""
        found = np.bincount(self._reason[self._reason >= 0], minlength=len(_REASONS))
        return {reason: int(count) for reason, count in zip(_REASONS, found, strict=True) if count}

    def first_lines(self) -> dict[SkipReason, tuple[int, ...]]:
        """Where the first rows of each reason stand in the file."""
        rows = {reason: np.flatnonzero(self._reason == _REASONS.index(reason)) for reason in self.counts()}
        return {reason: tuple(self._lines[found[:SHOWN_LINES]].tolist()) for reason, found in rows.items()}

    def bad_rows(self) -> tuple[BadRow, ...]:
        """The first rows at fault."""
        rows = np.flatnonzero(self._fault >= 0)[:SHOWN_ROWS]
        return tuple(
            BadRow(int(self._lines[row]), _REASONS[self._reason[row]], _FAULTS[self._fault[row]]) for row in rows
        )


_REASONS = tuple(SkipReason)
_FAULTS = tuple(RowFault)


def undecided(skipped: Mapping[SkipReason, int], options: LogOptions) -> tuple[Undecided, ...]:
    """What the user must still say about the rows that were skipped."""
    open_questions = []
    if not options.leave_out_bad and BAD & skipped.keys():
        open_questions.append(Undecided.BAD_ROWS)
    if options.blanks is Blanks.ASK:
        blanks = {SkipReason.NO_START: Undecided.NO_START, SkipReason.NO_END: Undecided.NO_END}
        open_questions += [question for reason, question in blanks.items() if reason in skipped]
    return tuple(open_questions)
