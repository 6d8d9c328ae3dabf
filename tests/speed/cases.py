"""Published runs and the cards and models they ran on, as plans."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import data
from calc.gpu import Gpu
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Training, Workload

DATA = Path(__file__).parent / "data"
PUBLISHED = Path(data.__file__).parent / "speed_runs"
"""The runs the product shows on its method page, and shapes only they need."""
GPUS_PER_RACK = {"gb200": 72}
_WORDS = ("id", "architecture", "compute_capability")
_FLAGS = ("tie_embeddings", "gated_mlp", "switched")
_PARALLEL = ("tensor_parallel", "pipeline_parallel", "context_parallel", "expert_parallel")


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


@lru_cache
def gpus() -> dict[str, Gpu]:
    return {row["id"]: Gpu(**_typed(row, float)) for row in _rows(DATA / "gpus.csv")}


@lru_cache
def models() -> dict[str, ModelShape]:
    rows = (*_rows(DATA / "models.csv"), *_rows(PUBLISHED / "shapes.csv"))
    return {row["id"]: ModelShape(**_typed(row, int)) for row in rows}


def _typed(row: dict[str, str], number: type[int] | type[float]) -> dict[str, object]:
    def one(name: str, value: str) -> object:
        if name in _WORDS:
            return value
        return value == "1" if name in _FLAGS else number(value)

    return {name: one(name, value) for name, value in row.items() if name != "source"}


@dataclass(frozen=True)
class Run:
    """A published run: its plan and its measured speed."""

    job: JobPlan
    measured: float
    group: str
    contradiction: str
    name: str


@lru_cache
def runs(file: str) -> tuple[Run, ...]:
    return tuple(_run(row) for row in _rows(PUBLISHED / file))


def _run(row: dict[str, str]) -> Run:
    shape = models()[row["model"]]
    optional = {name: row[name] for name in ("optimizer", "quantization", "lora_targets") if row[name]}
    training = Training.model_validate(
        {
            "model": row["model"],
            "method": row["method"],
            "micro_batch_size": int(row["micro_batch_size"]),
            "sequence_length": int(row["sequence_length"]),
            "gradient_accumulation_steps": int(row["gradient_accumulation_steps"]),
            "compute": row["precision"],
            "gradient_checkpointing": row["gradient_checkpointing"],
            "framework": row["framework"],
            "compiled": row["compiled"] == "1",
            **optional,
        }
    )
    parallel = Parallel.model_validate(
        {
            "gpus": int(row["gpus"]),
            "sharding": row["sharding"],
            "offload": row["offload"],
            **{name: int(row[name]) for name in _PARALLEL},
        }
    )
    job = JobPlan(training, parallel, Demand(), shape, gpus()[row["gpu"]], GPUS_PER_RACK.get(row["gpu"], 8))
    method = {"pretrain": "full"}.get(row["method"], row["method"])
    return Run(
        job,
        float(row["tokens_per_second_per_gpu"]),
        "experts" if shape.n_experts else method,
        row["contradiction"],
        f"{row['model']} {row['method']} {row['gpu']} x{row['gpus']} {row['precision']} {row['sequence_length']}",
    )


def job(
    workload: Workload,
    gpu: str = "h100-sxm",
    model: str = "llama-3.1-8b",
    gpus_per_node: int = 8,
    reference: str = "",
    **parallel: object,
) -> JobPlan:
    """A plan of one job on the test cards."""
    return JobPlan(
        workload,
        Parallel.model_validate(parallel),
        Demand(),
        models()[model],
        gpus()[gpu],
        gpus_per_node,
        gpus()[reference] if reference else None,
    )
