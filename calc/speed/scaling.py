"""How a training run grows with GPUs: the scaling curve over a link."""

from dataclasses import dataclass, replace

from calc.errors import ErrorCode, EsepError
from calc.model_shape import ModelShape
from calc.plan import JobPlan
from calc.speed.gpu_link import LinkKind
from calc.speed.training_step import step_time
from calc.workload import Training

USUAL_COUNTS = (1, 8, 64)


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
