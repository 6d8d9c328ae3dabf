"""Reading the published speeds as jobs the speed model can time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Training
from data.catalogue import load_edition
from data.catalogue.table import Row, read_rows

FILES = ("throughput.csv", "throughput_wider.csv")
HEADING = (
    "model,method,gpu,gpus,precision,sequence_length,micro_batch_size,gradient_accumulation_steps,"
    "gradient_checkpointing,framework,compiled,optimizer,quantization,lora_targets,sharding,tensor_parallel,"
    "pipeline_parallel,context_parallel,expert_parallel,offload,tokens_per_second_per_gpu,source,date,contradiction"
)
SHAPES = "shapes.csv"
SHAPES_HEADING = (
    "id,architecture,hidden,layers,heads,kv_heads,head_dim,intermediate,vocab,tie_embeddings,gated_mlp,n_params,"
    "active_params,n_experts,experts_per_token,n_shared_experts,first_dense_layers,moe_intermediate,q_lora_rank,"
    "kv_lora_rank,qk_nope_head_dim,qk_rope_head_dim,v_head_dim,sliding_window,full_attention_every,source"
)
_GPUS_PER_RACK = {"gb200": 72}
_GPUS_PER_NODE = 8
_AS_PRINTED = ("optimizer", "quantization", "lora_targets")
"""Left to the framework's default where the source does not say."""


@dataclass(frozen=True, slots=True)
class SpeedRun:
    """A published run and the speed it was measured at.

    Attributes
    ----------
    job
        Its plan.
    model, gpu
        Printed names.
    tokens_per_second_per_gpu
        As printed [token/s].
    source, date_text
        Where it was read, and its date in the words of the source.
    contradiction
        Why sources disagree about the run; empty where they do not.
    """

    job: JobPlan
    model: str
    gpu: str
    tokens_per_second_per_gpu: float
    source: str
    date_text: str
    contradiction: str

    @property
    def training(self) -> Training:
        """What was trained, and how."""
        if not isinstance(self.job.workload, Training):
            raise TypeError("a published speed is one of training")
        return self.job.workload


@cache
def speed_runs() -> tuple[SpeedRun, ...]:
    """All published runs in the order of the files.

    Raises
    ------
    EsepError
        ``bad_fact`` at the first fault of a file.
    """
    folder = files("data") / "speed_runs"
    shapes = {shape.id: shape for shape in map(_shape, read_rows(folder, SHAPES, SHAPES_HEADING))}
    return tuple(_run(row, shapes) for file in FILES for row in read_rows(folder, file, HEADING))


def _run(row: Row, shapes: Mapping[str, ModelShape]) -> SpeedRun:
    edition = load_edition()
    gpu = edition.gpus[row.reference("gpu", edition.gpus)]
    model = row.reference("model", {**edition.models, **shapes})
    known = edition.models.get(model)
    shape = known.shape if known and known.shape else shapes[model]
    return SpeedRun(
        job=JobPlan(_training(row), _parallel(row), Demand(), shape, gpu, _GPUS_PER_RACK.get(gpu.id, _GPUS_PER_NODE)),
        model=known.name if known else model,
        gpu=gpu.name,
        tokens_per_second_per_gpu=row.number("tokens_per_second_per_gpu", low=0.1),
        source=row.words("source"),
        date_text=row.words("date"),
        contradiction=row.text("contradiction"),
    )


def _training(row: Row) -> Training:
    return Training.model_validate(
        {
            "model": row.words("model"),
            "method": row.words("method"),
            "micro_batch_size": row.whole("micro_batch_size"),
            "sequence_length": row.whole("sequence_length"),
            "gradient_accumulation_steps": row.whole("gradient_accumulation_steps"),
            "compute": row.words("precision"),
            "gradient_checkpointing": row.words("gradient_checkpointing"),
            "framework": row.words("framework"),
            "compiled": bool(row.whole("compiled")),
            **{name: row.text(name) for name in _AS_PRINTED if row.text(name)},
        }
    )


def _parallel(row: Row) -> Parallel:
    split = ("tensor_parallel", "pipeline_parallel", "context_parallel", "expert_parallel")
    return Parallel.model_validate(
        {
            "gpus": row.whole("gpus", low=1),
            "sharding": row.words("sharding"),
            "offload": row.words("offload"),
            **{name: row.whole(name, low=1) for name in split},
        }
    )


def _shape(row: Row) -> ModelShape:
    return ModelShape(**dict(_shape_fields(row)))


def _shape_fields(row: Row) -> Iterator[tuple[str, Any]]:
    stated = set(SHAPES_HEADING.split(","))
    for field in fields(ModelShape):
        if field.name not in stated:
            continue
        if field.type is str:
            yield field.name, row.words(field.name)
        else:
            number = row.whole(field.name)
            yield field.name, bool(number) if field.type is bool else number
