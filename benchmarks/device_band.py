"""How many card readings the device band holds, and how many where its law is found without their source."""

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from itertools import product
from statistics import fmean

from calc.memory.device import LAW, AllocatorUse, SlackLaw, device_memory
from calc.memory.estimate import estimate
from calc.memory.evidence import MemoryMetric
from calc.recipe import DEFAULTS
from calc.workload import Training
from data.measurements import MemoryRun, memory_runs

GRID = (
    (0.15, 0.2, 0.25, 0.3, 0.35),
    (0.05, 0.1, 0.15, 0.2, 0.3),
    (0.3, 0.4, 0.5, 0.6, 0.7),
    (1.5, 1.75, 2.0, 2.25, 2.5),
    (0.75, 1.25, 1.75, 2.25),
)
"""Laws looked at: a value of each field of ``SlackLaw``."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One card reading and what its law works on [GiB]."""

    source: str
    measured_gib: float
    allocated_gib: float
    use: AllocatorUse


@dataclass(frozen=True, slots=True)
class LeftOutSource:
    """Readings of one source, and how many the law of all the others holds."""

    source: str
    readings: int
    held: int
    law: SlackLaw


def readings() -> tuple[Reading, ...]:
    """All readings of a card; a source is a page with one table."""
    return tuple(_reading(run) for run in memory_runs() if run.measurement.metric is MemoryMetric.DEVICE)


def _reading(run: MemoryRun) -> Reading:
    job = run.measurement.job
    footprint = estimate(job)
    parts = footprint.breakdown_gib
    changing = footprint.allocated_gib - parts.weights - parts.optimizer
    expandable = isinstance(job.workload, Training) and DEFAULTS[job.workload.framework].expandable_segments
    use = AllocatorUse(changing, parts.loss, job.parallel.gpus, serving=False, expandable_segments=expandable)
    return Reading(_page(run), run.measurement.measured_gib, footprint.allocated_gib, use)


def _page(run: MemoryRun) -> str:
    return run.measurement.id.rsplit("-", 1)[0]


def holds(reading: Reading, law: SlackLaw = LAW) -> bool:
    """Whether the band of a law holds a reading."""
    band = device_memory(reading.allocated_gib, reading.use, law).device_gib
    return band.low <= reading.measured_gib <= band.high


def without_each_source() -> Iterator[LeftOutSource]:
    """Find the law without one source after the other, and look at that source's readings with it."""
    rows = readings()
    laws = [SlackLaw(*values) for values in product(*GRID)]
    held = {law: [holds(row, law) for row in rows] for law in laws}
    for source in dict.fromkeys(row.source for row in rows):
        others = [row.source != source for row in rows]
        counts = {law: sum(ok and kept for ok, kept in zip(held[law], others, strict=True)) for law in laws}
        best = max(counts.values())
        law = _middle(law for law, count in counts.items() if count >= best - 1)
        own = [row for row in rows if row.source == source]
        yield LeftOutSource(source, len(own), sum(holds(row, law) for row in own), law)


def _middle(laws: Iterable[SlackLaw]) -> SlackLaw:
    return SlackLaw(*(fmean(values) for values in zip(*(astuple(law) for law in laws), strict=True)))
