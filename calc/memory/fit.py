"""Which cards of the catalogue a job fits on, and the fewest of each that hold it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from calc.choices import Sharding, Verdict
from calc.errors import EsepError
from calc.gpu import Gpu
from calc.memory.estimate import estimate
from calc.memory.footprint import Footprint
from calc.memory.sharding import tensor_sizes
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.workload import Given, Inference, Rendering, Training

COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


@dataclass(frozen=True, slots=True)
class FitRow:
    """One card of the catalogue.

    Attributes
    ----------
    gpu_id
        The card.
    gpus
        GPUs of the job as planned.
    footprint
        Memory of the job as planned on this card.
    smallest_gpus, smallest_footprint
        Fewest GPUs that hold the job, and its memory there; ``None`` where no number up to 1024 does.
    sharding
        How states are spread over that number.
    tensor_parallel
        Ways each matrix is split there (serving); 1 otherwise.
    smallest_parallel
        The whole split there; ``None`` where no number holds the job.
    """

    gpu_id: str
    gpus: int
    footprint: Footprint
    smallest_gpus: int | None
    smallest_footprint: Footprint | None
    sharding: Sharding
    tensor_parallel: int = 1
    smallest_parallel: Parallel | None = None


def fit_table(job: JobPlan, gpus: Sequence[Gpu]) -> tuple[FitRow, ...]:
    """Verdict of a job on every card, and the fewest of each card that fit.

    Counts above one node are whole nodes. Training is spread by FSDP over more than one GPU; serving by tensor
    parallelism inside a node and pipeline stages across nodes.

    Raises
    ------
    EsepError
        As ``size``.
    """
    return tuple(_row(replace(job, gpu=gpu)) for gpu in gpus)


def _row(job: JobPlan) -> FitRow:
    planned = estimate(job)
    for parallel in _splits(job):
        candidate = replace(job, parallel=parallel)
        try:
            sized = planned if parallel == job.parallel else estimate(candidate)
        except EsepError:
            continue  # a count this model cannot be split over
        if sized.verdict is not Verdict.DOES_NOT_FIT:
            return FitRow(
                job.gpu.id,
                job.parallel.gpus,
                planned,
                parallel.gpus,
                sized,
                parallel.sharding,
                parallel.tensor_parallel,
                parallel,
            )
    return FitRow(job.gpu.id, job.parallel.gpus, planned, None, None, job.parallel.sharding)


def _splits(job: JobPlan) -> Iterator[Parallel]:
    workload = job.workload
    if isinstance(workload, Given | Rendering):
        yield job.parallel.model_copy(update={"gpus": 1})
        return
    for count in COUNTS:
        if count > job.gpus_per_node and count % job.gpus_per_node:
            continue
        if isinstance(workload, Training):
            yield from _training_splits(job, count)
        elif isinstance(workload, Inference):
            yield from _serving_splits(job, count)


def _training_splits(job: JobPlan, count: int) -> Iterator[Parallel]:
    if count == job.parallel.gpus and job.parallel.sharding is not Sharding.NONE:
        yield job.parallel
    kept = job.parallel.model_parallel
    update = {"gpus": count, "sharding": Sharding.FSDP if count > 1 else Sharding.NONE}
    if count < kept:
        update |= {"tensor_parallel": 1, "pipeline_parallel": 1, "context_parallel": 1, "expert_parallel": 1}
    yield job.parallel.model_copy(update=update)


def _serving_splits(job: JobPlan, count: int) -> Iterator[Parallel]:
    if job.shape is None:
        return
    sizes = [size for size in tensor_sizes(job.shape) if size <= min(count, job.gpus_per_node) and count % size == 0]
    tensor = max(sizes)
    update = {"gpus": count, "tensor_parallel": tensor, "pipeline_parallel": count // tensor, "context_parallel": 1}
    yield job.parallel.model_copy(update={**update, "expert_parallel": 1})
