"""Reading the measured memory peaks as jobs the memory model can size."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from calc.gpu import Gpu
from calc.memory.evidence import MemoryMeasurement, MemoryMetric
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Inference, Training, Workload
from data.catalogue.table import Row, read_rows

PUBLISHED, TRACKER = "published.csv", "tracker.csv"
_TRAINING = (
    "method",
    "micro_batch_size",
    "sequence_length",
    "gradient_accumulation_steps",
    "states",
    "compute",
    "optimizer",
    "gradient_checkpointing",
    "attention",
    "loss",
    "compiled",
    "lora_rank",
    "lora_dropout",
    "lora_targets",
    "lora_dtype",
    "quantization",
    "kbit_preparation",
    "shard_quantized_base",
    "optimizer_in_backward",
    "offload_activations",
    "framework",
)
_SERVING = ("concurrent_requests", "context_length")
_PARALLEL = ("gpus", "sharding", "context_parallel", "offload")
HEADING = ",".join(
    [
        "id,model,kind",
        *_TRAINING,
        *_SERVING,
        *_PARALLEL,
        "metric,measured_gib,printed,device_gib,role,cpu_dropout,tool,source,date,completeness,remark",
    ]
)
SHAPES = "shapes.csv"
SHAPES_HEADING = (
    "model,architecture,hidden,layers,heads,kv_heads,head_dim,intermediate,vocab,tie_embeddings,gated_mlp,qkv_bias,"
    "n_experts,experts_per_token,moe_intermediate"
)
LEFT_OUT = "left_out.csv"
LEFT_OUT_HEADING = "id,model,method,printed,tool,source,date,reason"

_CARD = Gpu("card", 80, 79.2, 2.0, 312, 0, 19.5, 400, "8.0", 600, switched=True, pcie_gb_s=64)
"""Any card does: the footprint of a job does not depend on it."""


@dataclass(frozen=True, slots=True)
class MemoryRun:
    """A measured run: a figure of one metric, where it was read, and the job it is of.

    Attributes
    ----------
    measurement
        What the memory model is compared with.
    model
        Printed name.
    tool, source, date_text
        What measured it, where it was read, and its date in the words of the source.
    printed
        The figure as printed, with its unit.
    complete
        The source states every field the estimate needs; otherwise some are defaults of its script.
    remark
        What the source leaves to notes.
    """

    measurement: MemoryMeasurement
    model: str
    tool: str
    source: str
    date_text: str
    printed: str
    complete: bool
    remark: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A published figure that no estimate can be set against, and why."""

    id: str
    model: str
    method: str
    printed: str
    tool: str
    source: str
    date_text: str
    reason: str


@cache
def memory_runs() -> tuple[MemoryRun, ...]:
    """All measured runs in the order of the files; a run read twice (tensors and card) gives two.

    Raises
    ------
    EsepError
        ``bad_fact`` at the first fault of a file.
    """
    folder = files("data") / "measurements"
    shapes = {row.words("model"): _shape(row) for row in read_rows(folder, SHAPES, SHAPES_HEADING)}
    return tuple(
        run for file in (TRACKER, PUBLISHED) for row in read_rows(folder, file, HEADING) for run in _runs(row, shapes)
    )


@cache
def left_out() -> tuple[LeftOut, ...]:
    """Published figures that are not compared, each with its reason.

    Raises
    ------
    EsepError
        ``bad_fact`` at the first fault of the file.
    """
    rows = read_rows(files("data") / "measurements", LEFT_OUT, LEFT_OUT_HEADING)
    names = ("id", "model", "method", "printed", "tool", "source", "date", "reason")
    return tuple(LeftOut(*(row.words(name) for name in names)) for row in rows)


def _runs(row: Row, shapes: Mapping[str, ModelShape]) -> Iterator[MemoryRun]:
    job = JobPlan(_workload(row), _parallel(row), Demand(), shapes[row.words("model")], _CARD)
    metric, role = row.choice("metric", MemoryMetric), row.words("role")
    complete = row.whole("completeness", low=1) == 1
    if role != "band_only":
        yield _run(row, job, metric, row.number("measured_gib", low=0.0), complete=complete)
    device = row.optional_number("device_gib")
    if device is not None:
        yield _run(row, job, MemoryMetric.DEVICE, device, complete=complete)


def _run(row: Row, job: JobPlan, metric: MemoryMetric, measured_gib: float, *, complete: bool) -> MemoryRun:
    measurement = MemoryMeasurement(
        id=row.words("id"),
        job=job,
        metric=metric,
        measured_gib=measured_gib,
        traced=row.file == TRACKER,
        held_out=row.words("role") == "held_out",
        cpu_dropout=row.flag("cpu_dropout"),
    )
    return MemoryRun(
        measurement,
        model=row.words("model"),
        tool=row.words("tool"),
        source=row.words("source"),
        date_text=row.words("date"),
        printed=row.words("printed"),
        complete=complete,
        remark=row.text("remark"),
    )


def _workload(row: Row) -> Workload:
    model = row.words("model")
    if row.words("kind") == "inference":
        return Inference.model_validate({"model": model, **{name: row.whole(name, low=1) for name in _SERVING}})
    return Training.model_validate({"model": model, **dict(_stated(row))})


_FLAGS = ("compiled", "kbit_preparation", "shard_quantized_base", "optimizer_in_backward", "offload_activations")
_WHOLE = ("micro_batch_size", "sequence_length", "gradient_accumulation_steps", "lora_rank")


def _stated(row: Row) -> Iterator[tuple[str, Any]]:
    """Fields the source states; an empty cell is the framework's default."""
    for name in _TRAINING:
        if not row.text(name):
            continue
        if name in _FLAGS:
            yield name, row.flag(name)
        elif name in _WHOLE:
            yield name, row.whole(name, low=1)
        elif name == "lora_dropout":
            yield name, row.number(name)
        elif name == "lora_targets":
            targets = tuple(row.words(name).split("+"))
            yield name, targets if len(targets) > 1 else targets[0]
        else:
            yield name, row.words(name)


def _parallel(row: Row) -> Parallel:
    return Parallel.model_validate(
        {
            "gpus": row.whole("gpus", low=1),
            "sharding": row.words("sharding"),
            "context_parallel": row.whole("context_parallel", low=1),
            "offload": row.words("offload"),
        }
    )


def _shape(row: Row) -> ModelShape:
    return ModelShape(
        id=row.words("model"),
        architecture=row.words("architecture"),
        tie_embeddings=row.flag("tie_embeddings"),
        gated_mlp=row.flag("gated_mlp"),
        qkv_bias=row.flag("qkv_bias"),
        hidden=row.whole("hidden", low=1),
        layers=row.whole("layers", low=1),
        heads=row.whole("heads", low=1),
        kv_heads=row.whole("kv_heads", low=1),
        head_dim=row.whole("head_dim", low=1),
        intermediate=row.whole("intermediate", low=1),
        vocab=row.whole("vocab", low=1),
        n_experts=row.whole("n_experts"),
        experts_per_token=row.whole("experts_per_token"),
        moe_intermediate=row.whole("moe_intermediate"),
    )
