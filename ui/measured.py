"""Measured against estimated: the rows the method page stands on, and what they come to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

import streamlit as st

from calc.choices import Method
from calc.memory.evidence import EvidenceGroup, MemoryComparison, compare
from calc.speed import time_job
from calc.workload import Inference, Training
from data.measurements import MemoryRun, memory_runs
from data.speed_runs import SpeedRun, speed_runs

NINE_OF_TEN = 0.9
_NO_BREAK = "\N{NO-BREAK SPACE}"


class Kind(StrEnum):
    """Kind of work a row measures."""

    FULL = "full"
    LORA = "lora"
    QLORA = "qlora"
    INFERENCE = "inference"
    EXPERTS = "experts"
    """Mixture of experts, whose speed follows the active parameters."""


_KINDS = {Method.FULL: Kind.FULL, Method.PRETRAIN: Kind.FULL, Method.LORA: Kind.LORA, Method.QLORA: Kind.QLORA}


@dataclass(frozen=True, slots=True)
class Measured:
    """One measured figure beside its estimate, both of the same metric.

    Attributes
    ----------
    what
        Model, cards and length.
    kind
        Kind of work.
    source, date_text
        Where it was read, and its date in the words of the source.
    measured, estimated
        In the unit of the table.
    remark
        Why sources disagree about it, or what they leave to notes.
    group
        Kind of run whose memory errors are stated together; ``None`` for a speed.
    held_out
        The model was not built on this row.
    traced
        Counted by a tracker over fake tensors, not on a card.
    in_band
        Whether the stated band holds it.
    """

    what: str
    kind: Kind
    source: str
    date_text: str
    measured: float
    estimated: float
    remark: str = ""
    group: EvidenceGroup | None = None
    held_out: bool = False
    traced: bool = False
    in_band: bool = False

    @property
    def error(self) -> float:
        """Estimate over measurement, less one."""
        return self.estimated / self.measured - 1

    @property
    def place(self) -> str:
        """The page or repository of the source, without the path inside it."""
        return self.source.split(" ")[0].removeprefix("https://").rstrip(",")


@dataclass(frozen=True, slots=True)
class Errors:
    """Absolute errors of some rows as shares: median, what nine of ten keep within, and the worst row."""

    rows: int
    median: float
    ninety_within: float
    worst: Measured


def errors_of(rows: Sequence[Measured]) -> Errors:
    """Errors of at least one row."""
    sizes = sorted(abs(row.error) for row in rows)
    ninety = sizes[int(NINE_OF_TEN * (len(sizes) - 1))]
    return Errors(len(rows), median(sizes), ninety, max(rows, key=lambda row: abs(row.error)))


def within(rows: Iterable[Measured], share: float) -> int:
    """Rows whose error is at most a share."""
    return sum(abs(row.error) <= share for row in rows)


def by_kind(rows: Iterable[Measured]) -> Mapping[Kind, list[Measured]]:
    """Rows of each kind that has some, in the order of the kinds."""
    kept = list(rows)
    groups = {kind: [row for row in kept if row.kind is kind] for kind in Kind}
    return {kind: group for kind, group in groups.items() if group}


def by_kind_and_place(rows: Iterable[Measured]) -> Mapping[tuple[Kind, str], list[Measured]]:
    """Rows of each kind and source."""
    return {
        (kind, place): [row for row in group if row.place == place]
        for kind, group in by_kind(rows).items()
        for place in dict.fromkeys(row.place for row in group)
    }


@st.cache_resource(show_spinner=False)
def measured_memory() -> tuple[Measured, ...]:
    """Every measured peak that an estimate of the same metric can be set against [GiB]; reckoned once a process."""
    return tuple(_memory(run, compare(run.measurement)) for run in memory_runs())


def on_cards(rows: Iterable[Measured]) -> list[Measured]:
    """Peaks of tensors in published runs on real cards: what an error in print should be read from."""
    return [row for row in rows if not row.traced and row.group not in DEVICE_GROUPS]


DEVICE_GROUPS = (EvidenceGroup.DEVICE_ONE_GPU, EvidenceGroup.DEVICE_SEVERAL_GPUS)
"""Readings of a whole card, which are compared with the band."""


def noise_floor() -> list[str]:
    """One recipe on several machines, as printed, the smallest first (torchtune PR 961)."""
    same = [run for run in memory_runs() if run.measurement.id.startswith(_ONE_RECIPE)]
    return [run.printed for run in sorted(same, key=lambda run: run.measurement.measured_gib)]


_ONE_RECIPE = "tune-pr961"


def _memory(run: MemoryRun, found: MemoryComparison) -> Measured:
    job, measurement = run.measurement.job, run.measurement
    cards = f"{job.parallel.gpus}{_NO_BREAK}GPU"
    workload = job.workload
    length = workload.context_length if isinstance(workload, Inference) else 0
    kind = Kind.INFERENCE
    if isinstance(workload, Training):
        length, kind = workload.sequence_length, _KINDS[workload.method]
    return Measured(
        what=f"{run.model} · {cards} · {length}",
        kind=kind,
        source=run.source,
        date_text=run.date_text,
        measured=measurement.measured_gib,
        estimated=found.estimated_gib,
        remark=run.remark,
        group=found.group,
        held_out=measurement.held_out,
        traced=measurement.traced,
        in_band=found.in_band,
    )


@st.cache_resource(show_spinner=False)
def measured_speeds() -> tuple[Measured, ...]:
    """Every published training speed [token/s a GPU]; reckoned once a process."""
    return tuple(_speed(run) for run in speed_runs())


def _speed(run: SpeedRun) -> Measured:
    band = time_job(run.job).tokens_per_second_per_gpu
    experts = run.job.shape is not None and run.job.shape.n_experts > 0
    training = run.training
    cards = f"{run.job.parallel.gpus}{_NO_BREAK}×{_NO_BREAK}{run.gpu}"
    return Measured(
        what=f"{run.model} · {cards} · {training.compute} · {training.sequence_length}",
        kind=Kind.EXPERTS if experts else _KINDS[training.method],
        source=run.source,
        date_text=run.date_text,
        measured=run.tokens_per_second_per_gpu,
        estimated=band.mid if band else 0.0,
        remark=run.contradiction,
    )
