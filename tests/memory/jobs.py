"""Small builders the memory tests share."""

from calc.memory import Footprint, size
from calc.memory.estimate import estimate
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Inference, Training
from tests.memory.case_jobs import gpu

LLAMA_8B = ModelShape("llama-3.1-8b", "llama", 4096, 32, 32, 8, 128, 14336, 128256)
LLAMA_7B = ModelShape("llama-2-7b", "llama", 4096, 32, 32, 32, 128, 11008, 32000)
LLAMA_13B = ModelShape("llama-2-13b", "llama", 5120, 40, 40, 40, 128, 13824, 32000)
LLAMA_70B = ModelShape("llama-3.1-70b", "llama", 8192, 80, 64, 8, 128, 28672, 128256)
MIXTRAL = ModelShape(
    "mixtral-8x7b", "mixtral", 4096, 32, 32, 8, 128, 14336, 32000,
    n_experts=8, experts_per_token=2, moe_intermediate=14336,
)  # fmt: skip
A100_80, H100_80, H200 = 79.2, 79.2, 139.8


def training(
    shape: ModelShape = LLAMA_8B, usable_gib: float = A100_80, parallel: dict | None = None, **fields
) -> JobPlan:
    workload = Training.model_validate({"model": shape.id, **fields})
    return JobPlan(workload, Parallel.model_validate(parallel or {}), Demand(), shape, gpu(usable_gib))


def serving(
    shape: ModelShape = LLAMA_8B, usable_gib: float = A100_80, parallel: dict | None = None, **fields
) -> JobPlan:
    workload = Inference.model_validate({"model": shape.id, **fields})
    return JobPlan(workload, Parallel.model_validate(parallel or {}), Demand(), shape, gpu(usable_gib))


def allocated(shape: ModelShape = LLAMA_8B, parallel: dict | None = None, **fields) -> float:
    return estimate(training(shape, parallel=parallel, **fields)).allocated_gib


def sized(job: JobPlan) -> Footprint:
    return size(job)
