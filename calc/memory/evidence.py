"""Measured against estimated memory, like metric with like, by kind of run."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil
from statistics import median

from calc.choices import Method, Phase, Sharding
from calc.memory.estimate import estimate, total
from calc.memory.footprint import Footprint
from calc.memory.rank import training_ranks
from calc.memory.training import moments
from calc.message import Band
from calc.plan import JobPlan
from calc.workload import Training

_GIB = 2.0**30
_NINETY = 0.9
_TINY_PARAMETERS = 100_000_000


class MemoryMetric(StrEnum):
    """What a source measured."""

    ALLOCATED = "allocated"
    RESERVED = "reserved"
    DEVICE = "device"
    WEIGHTS_AND_CACHE = "weights_and_cache"


class EvidenceGroup(StrEnum):
    """Kinds of runs whose errors are stated together."""

    TRACKER_TINY = "tracker_tiny"
    TRACKER_ONE_DEVICE = "tracker_one_device"
    TRACKER_FSDP = "tracker_fsdp"
    FULL_STEP_RULES = "full_step_rules"
    FULL_OTHER = "full_other"
    LORA = "lora"
    QLORA = "qlora"
    ADAPTERS_FSDP = "adapters_fsdp"
    SERVING = "serving"
    RESERVED = "reserved"
    DEVICE_ONE_GPU = "device_one_gpu"
    DEVICE_SEVERAL_GPUS = "device_several_gpus"


@dataclass(frozen=True, slots=True)
class MemoryMeasurement:
    """One measured figure and the job it is of.

    Attributes
    ----------
    id
        Row of the data.
    measured_gib
        As printed, in one unit [GiB].
    traced
        Counted by PyTorch's tracker over fake tensors, not on a card.
    held_out
        No formula was derived from this row; other rows of its source may have been read.
    cpu_dropout
        Dropout ran on a CPU, whose mask is as wide as its input.
    """

    id: str
    job: JobPlan
    metric: MemoryMetric
    measured_gib: float
    traced: bool = False
    held_out: bool = False
    cpu_dropout: bool = False


@dataclass(frozen=True, slots=True)
class MemoryComparison:
    """A measurement beside its estimate of the same metric.

    Attributes
    ----------
    estimated_gib
        [GiB].
    band_gib
        The device band of the job [GiB].
    """

    measurement: MemoryMeasurement
    group: EvidenceGroup
    estimated_gib: float
    band_gib: Band

    @property
    def error(self) -> float:
        """Estimate over measurement, less one."""
        return self.estimated_gib / self.measurement.measured_gib - 1

    @property
    def in_band(self) -> bool:
        """Whether the device band holds the measured figure."""
        return self.band_gib.low <= self.measurement.measured_gib <= self.band_gib.high


@dataclass(frozen=True, slots=True)
class GroupErrors:
    """Absolute errors of one group [share].

    Attributes
    ----------
    ninety_within
        Error that nine rows of ten keep within.
    in_band
        Share of rows the device band holds; meaningful for device readings.
    """

    group: EvidenceGroup
    held_out: bool
    rows: int
    median: float
    ninety_within: float
    worst: float
    in_band: float


def compare(measurement: MemoryMeasurement) -> MemoryComparison:
    """Estimate the measured job and take the figure of the same metric.

    Raises
    ------
    EsepError
        As ``calc.memory.size``.
    """
    footprint = estimate(measurement.job)
    return MemoryComparison(
        measurement,
        _group(measurement, footprint),
        _figure_gib(measurement, footprint),
        footprint.device_gib,
    )


def errors_by_group(comparisons: Iterable[MemoryComparison]) -> tuple[GroupErrors, ...]:
    """Median, 90th percentile and worst error of each group, held-out rows apart."""
    groups: dict[tuple[bool, EvidenceGroup], list[MemoryComparison]] = {}
    for one in comparisons:
        groups.setdefault((one.measurement.held_out, one.group), []).append(one)
    order = list(EvidenceGroup)
    return tuple(_errors(*key, groups[key]) for key in sorted(groups, key=lambda key: (key[0], order.index(key[1]))))


def _errors(held_out: bool, group: EvidenceGroup, rows: list[MemoryComparison]) -> GroupErrors:  # noqa: FBT001 - a key
    errors = sorted(abs(row.error) for row in rows)
    return GroupErrors(
        group=group,
        held_out=held_out,
        rows=len(errors),
        median=median(errors),
        ninety_within=errors[ceil(_NINETY * len(errors)) - 1],
        worst=errors[-1],
        in_band=sum(row.in_band for row in rows) / len(rows),
    )


def _figure_gib(measurement: MemoryMeasurement, footprint: Footprint) -> float:
    if measurement.metric is MemoryMetric.RESERVED:
        return footprint.reserved_gib
    if measurement.metric is MemoryMetric.DEVICE:
        return footprint.device_gib.mid
    if measurement.metric is MemoryMetric.WEIGHTS_AND_CACHE:
        return footprint.breakdown_gib.weights + footprint.breakdown_gib.kv_cache
    return _cpu_allocated_gib(measurement.job) if measurement.cpu_dropout else footprint.allocated_gib


def _cpu_allocated_gib(job: JobPlan) -> float:
    if not isinstance(job.workload, Training) or job.shape is None:
        return estimate(job).allocated_gib
    rank = training_ranks(job.shape, job.workload, job.parallel)[0]
    rank = replace(rank, recipe=replace(rank.recipe, dropout_mask_bytes=0))
    return max(total(parts) for _, parts in moments(rank)) / _GIB


_BY_METRIC = {
    MemoryMetric.RESERVED: EvidenceGroup.RESERVED,
    MemoryMetric.WEIGHTS_AND_CACHE: EvidenceGroup.SERVING,
}


def _group(measurement: MemoryMeasurement, footprint: Footprint) -> EvidenceGroup:
    job = measurement.job
    several = job.parallel.gpus > 1
    if measurement.metric is MemoryMetric.DEVICE:
        return EvidenceGroup.DEVICE_SEVERAL_GPUS if several else EvidenceGroup.DEVICE_ONE_GPU
    if measurement.metric in _BY_METRIC:
        return _BY_METRIC[measurement.metric]
    if measurement.traced:
        if footprint.parameters < _TINY_PARAMETERS:
            return EvidenceGroup.TRACKER_TINY
        return EvidenceGroup.TRACKER_FSDP if several else EvidenceGroup.TRACKER_ONE_DEVICE
    return _training_group(job, footprint)


def _training_group(job: JobPlan, footprint: Footprint) -> EvidenceGroup:
    method = job.workload.method if isinstance(job.workload, Training) else Method.FULL
    if method in (Method.FULL, Method.PRETRAIN):
        step = footprint.ruling_phase is Phase.OPTIMIZER_STEP
        return EvidenceGroup.FULL_STEP_RULES if step else EvidenceGroup.FULL_OTHER
    if job.parallel.sharding is Sharding.FSDP:
        return EvidenceGroup.ADAPTERS_FSDP
    return EvidenceGroup.LORA if method is Method.LORA else EvidenceGroup.QLORA
