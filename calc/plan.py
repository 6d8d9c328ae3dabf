"""A scenario with every name replaced by numbers: what the reckoning works on."""

from dataclasses import dataclass

from calc.gpu import Gpu
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.terms import Buy, Demand, Finance, Rent, Site
from calc.tokenizer import TextFacts
from calc.workload import Workload


@dataclass(frozen=True, slots=True)
class JobPlan:
    """One job: what it does, how it is spread, when it runs, on which GPU.

    Attributes
    ----------
    workload, parallel, demand
        As in the scenario, validated against each other.
    shape
        Shape of the model; ``None`` for rendering and given work.
    gpu
        The GPU it runs on.
    gpus_per_node
        GPUs one node holds; a run above it crosses the network [GPU].
    reference_gpu
        GPU the rendering time was measured on; ``None`` otherwise.
    text
        Facts the tokens of a training text were counted with; ``None`` where the user gave tokens.
    rent_gpu, buy_gpu
        GPUs that are rented and bought; ``None`` where they are ``gpu``.
    rent_hours_ratio, own_hours_ratio
        Hours of the same work on them over its hours on ``gpu`` [-] (``calc.speed.exchange``).
    """

    workload: Workload
    parallel: Parallel
    demand: Demand
    shape: ModelShape | None
    gpu: Gpu
    gpus_per_node: int = 8
    reference_gpu: Gpu | None = None
    text: TextFacts | None = None
    rent_gpu: Gpu | None = None
    buy_gpu: Gpu | None = None
    rent_hours_ratio: float = 1.0
    own_hours_ratio: float = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """All jobs and the money terms they share; build one by hand in a notebook, or by ``data.resolve``."""

    jobs: tuple[JobPlan, ...]
    rent: Rent
    buy: Buy
    site: Site
    finance: Finance
