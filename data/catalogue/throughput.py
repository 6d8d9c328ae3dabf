"""Published training speeds, the evidence behind the achieved fractions."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from calc.choices import Compute, Method
from data.catalogue.facts import Provenance
from data.catalogue.table import Row, read_table

FILE = "throughput.csv"
HEADING = (
    "id,model,model_text,method,method_text,gpu,gpu_text,n_gpus,compute,precision_text,seq_len,tokens_s_per_gpu,"
    "model_tflops_per_gpu,mfu_pct,peak_tflops_used,peak_mem_gib,date,date_precision,date_text,source,confidence,notes"
)


@dataclass(frozen=True, slots=True)
class ThroughputRow:
    """One published run.

    Attributes
    ----------
    model, gpu
        Catalogue ids, empty where the catalogue does not hold them; ``*_text`` are the words of the source.
    compute
        ``None`` where not stated.
    n_gpus, sequence_length
        0 where not stated.
    tokens_per_second_per_gpu, model_tflops_per_gpu, mfu, peak_tflops_used, peak_memory_gib
        As printed [token/s, TFLOP/s, share, TFLOP/s, GiB]; ``None`` where not stated.
    """

    id: str
    model: str
    model_text: str
    method: Method
    method_text: str
    gpu: str
    gpu_text: str
    n_gpus: int
    compute: Compute | None
    sequence_length: int
    tokens_per_second_per_gpu: float | None
    model_tflops_per_gpu: float | None
    mfu: float | None
    peak_tflops_used: float | None
    peak_memory_gib: float | None
    provenance: Provenance


def read_throughputs(
    folder: Traversable, models: Mapping[str, object], gpus: Mapping[str, object]
) -> dict[str, ThroughputRow]:
    """Read ``throughput.csv`` of an edition with its ``models`` and ``gpus``; a bad row raises ``bad_fact``."""
    return read_table(folder, FILE, HEADING, lambda row: _read(row, models, gpus))


def _read(row: Row, models: Mapping[str, object], gpus: Mapping[str, object]) -> ThroughputRow:
    mfu_percent = row.optional_number("mfu_pct", low=0.1)
    return ThroughputRow(
        id=row.id(),
        model=row.optional_reference("model", models),
        model_text=row.words("model_text"),
        method=row.choice("method", Method),
        method_text=row.words("method_text"),
        gpu=row.optional_reference("gpu", gpus),
        gpu_text=row.words("gpu_text"),
        n_gpus=row.optional_whole("n_gpus"),
        compute=row.choice("compute", Compute) if row.text("compute") else None,
        sequence_length=row.optional_whole("seq_len"),
        tokens_per_second_per_gpu=row.optional_number("tokens_s_per_gpu", low=0.1),
        model_tflops_per_gpu=row.optional_number("model_tflops_per_gpu", low=0.1),
        mfu=None if mfu_percent is None else mfu_percent / 100,
        peak_tflops_used=row.optional_number("peak_tflops_used", low=1),
        peak_memory_gib=row.optional_number("peak_mem_gib", low=0.1),
        provenance=row.provenance(),
    )
