"""A scenario with every name replaced by numbers: what the reckoning works on."""

from dataclasses import dataclass

from calc.gpu import Gpu
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.terms import Buy, Demand, Finance, Rent, Site
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
    """

    workload: Workload
    parallel: Parallel
    demand: Demand
    shape: ModelShape | None
    gpu: Gpu
    gpus_per_node: int = 8
    reference_gpu: Gpu | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All jobs and the money terms they share; build one by hand in a notebook, or by ``data.resolve``."""

    jobs: tuple[JobPlan, ...]
    rent: Rent
    buy: Buy
    site: Site
    finance: Finance
