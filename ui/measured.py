"""Measured against estimated: the rows the method page stands on, and what they come to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

import streamlit as st

from calc.choices import Method
from calc.speed import time_job
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
        Why sources disagree about it; empty where they do not.
    """

    what: str
    kind: Kind
    source: str
    date_text: str
    measured: float
    estimated: float
    remark: str = ""

    @property
    def error(self) -> float:
        """Estimate over measurement, less one."""
        return self.estimated / self.measured - 1

    @property
    def place(self) -> str:
        """The page or repository of the source, without the path inside it."""
        return self.source.split(" ")[0]


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
    groups: dict[tuple[Kind, str], list[Measured]] = {}
    for kind, group in by_kind(rows).items():
        for row in group:
            groups.setdefault((kind, row.place), []).append(row)
    return groups


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
