"""How a training run grows with GPUs: the scaling curve over a link."""

from dataclasses import dataclass, replace

from calc.choices import Sharding
from calc.errors import ErrorCode, EsepError
from calc.model_shape import ModelShape
from calc.plan import JobPlan
from calc.speed.gpu_link import LinkKind, link_within_node
from calc.speed.training_step import step_time
from calc.workload import Training

USUAL_COUNTS = (1, 8, 64)
USUAL_NODE = 8


@dataclass(frozen=True, slots=True)
class ScalingPoint:
    """A run on so many GPUs.

    Attributes
    ----------
    gpus
        GPUs of the run.
    tokens_per_second
        Of the whole run [token/s].
    efficiency
        Tokens a second on one GPU over those of the first point [-].
    waiting_share
        Share of the step spent waiting for links [-].
    link
        The slowest link used; ``None`` where nothing travels.
    """

    gpus: int
    tokens_per_second: float
    efficiency: float
    waiting_share: float
    link: LinkKind | None


@dataclass(frozen=True, slots=True)
class LinkCurve:
    """The scaling curve over one kind of link inside a node.

    Attributes
    ----------
    link
        What joins the GPUs of a node.
    points
        One for each count.
    """

    link: LinkKind
    points: tuple[ScalingPoint, ...]


def link_curves(job: JobPlan, training: Training, shape: ModelShape) -> tuple[LinkCurve, ...]:
    """The scaling curve of a job over the card's own link and, where that is another, over PCIe alone.

    Nodes hold eight GPUs or more. Counts that do not hold whole copies of the model are left out. A run on one GPU
    grows by plain data parallelism.
    """
    job = replace(job, gpus_per_node=max(job.gpus_per_node, USUAL_NODE))
    counts = tuple(count for count in USUAL_COUNTS if count % job.parallel.model_parallel == 0)
    if job.parallel.sharding is Sharding.NONE:
        job = replace(job, parallel=job.parallel.model_copy(update={"sharding": Sharding.DDP}))
    slotted = replace(job.gpu, link_gb_s=0.0, switched=False)
    curves: list[LinkCurve] = []
    for gpu in (job.gpu, slotted):
        kind = link_within_node(gpu, job.gpus_per_node).kind
        if all(curve.link is not kind for curve in curves):
            curves.append(LinkCurve(kind, scaling_curve(replace(job, gpu=gpu), training, shape, counts)))
    return tuple(curves)


def scaling_curve(
    job: JobPlan, training: Training, shape: ModelShape, counts: tuple[int, ...] = USUAL_COUNTS
) -> tuple[ScalingPoint, ...]:
    """The same micro-batch on each count of GPUs: the batch grows with the run (weak scaling).

    Raises
    ------
    EsepError
        ``NOT_DIVISIBLE`` for a count that does not hold whole copies of the model.
    """
    points: list[ScalingPoint] = []
    for gpus in counts:
        if gpus % job.parallel.model_parallel:
            raise EsepError(ErrorCode.NOT_DIVISIBLE, "parallel.gpus", gpus, f"n x {job.parallel.model_parallel}")
        step = step_time(
            replace(job, parallel=job.parallel.model_copy(update={"gpus": gpus})),
            training,
            shape,
        )
        rate = step.tokens / step.total
        first = points[0].tokens_per_second / points[0].gpus if points else rate / gpus
        kind = step.link.kind if step.link else None
        points.append(ScalingPoint(gpus, rate, rate / gpus / first, step.share(step.waiting), kind))
    return tuple(points)
