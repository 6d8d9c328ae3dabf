"""Everything about the time of one job: its speed, its text, every card, every link, the node and the place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from calc.gpu import Gpu
from calc.memory.estimate import estimate
from calc.memory.fit import FitRow
from calc.place import Place
from calc.plan import JobPlan
from calc.speed.distance import Distance, dataset_gb, distance
from calc.speed.host import NodeNeeds, node_needs
from calc.speed.job import time_job
from calc.speed.run_table import RunTable, run_table
from calc.speed.scaling import LinkCurve, link_curves
from calc.speed.throughput import Throughput
from calc.speed.tokens import TokenCount, count_tokens
from calc.workload import Training


@dataclass(frozen=True, slots=True)
class SpeedReport:
    """What the command line and the Fit page say of the time of one job.

    Attributes
    ----------
    throughput
        The job as planned.
    tokens
        Tokens of its text, and with the thriftiest tokenizer; ``None`` where the user gave tokens.
    runs
        Hours and cost of a run on every card that holds it.
    scaling
        The run on 1, 8 and 64 GPUs, over the card's own link and over PCIe; empty for other work.
    host
        The rest of a node.
    distances
        What each place means for it.
    """

    throughput: Throughput
    tokens: TokenCount | None
    runs: RunTable
    scaling: tuple[LinkCurve, ...]
    host: NodeNeeds
    distances: tuple[Distance, ...]


def speed_report(
    job: JobPlan,
    gpus: Sequence[Gpu],
    fits: Sequence[FitRow],
    prices: Mapping[str, float | None],
    places: Sequence[Place],
) -> SpeedReport:
    """All of it for one job.

    Parameters
    ----------
    job
        The job.
    gpus, fits, prices
        As :func:`calc.speed.run_table.run_table`.
    places
        Places to compare.

    Raises
    ------
    EsepError
        As :func:`calc.speed.time_job` and :func:`calc.memory.size`.
    """
    throughput, workload = time_job(job), job.workload
    training = workload if isinstance(workload, Training) else None
    count = count_tokens(training, job.text) if training and job.text else None
    data_gb = dataset_gb(training, count) if training else None
    return SpeedReport(
        throughput=throughput,
        tokens=count,
        runs=run_table(job, gpus, fits, prices),
        scaling=link_curves(job, training, job.shape) if training and job.shape else (),
        host=node_needs(job, throughput.checkpoint, estimate(job).host_ram_gib),
        distances=tuple(distance(place, data_gb, throughput.checkpoint, throughput.serving) for place in places),
    )
