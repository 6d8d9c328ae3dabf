"""Measured rows turned into jobs: names and spellings are translated, nothing is computed from a measurement.

Rows: ``tests/memory/data`` (see its README for the sources).
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from calc.choices import Quantization
from calc.gpu import Gpu
from calc.memory.estimate import estimate, total
from calc.memory.rank import training_ranks
from calc.memory.training import moments
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Inference, Training, Workload

DATA = Path(__file__).parents[1] / "tests" / "memory" / "data"
GIB = 2.0**30
GB = 1e9

# Any card does: the estimate of a footprint does not depend on it.
CARD = Gpu("card", 80, 79.2, 2.0, 312, 0, 19.5, 400, "8.0", 600, switched=True, pcie_gb_s=64)
Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Measured:
    """One measured row beside its estimate, both of the same metric [GiB]."""

    id: str
    source: str
    group: str
    metric: str
    measured_gib: float
    estimated_gib: float
    load_or_step_rules: bool = False

    @property
    def error(self) -> float:
        """Estimate over measurement, less one."""
        return self.estimated_gib / self.measured_gib - 1


def read(name: str) -> list[dict[str, str]]:
    """Rows of a file of the measured data."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


_TRACKER_STATES = {
    "bf16_pure": "pure_bf16",
    "bf16_master32": "mixed_fp32_master",
    "fp32_autocast": "autocast_fp32",
    "fp32": "autocast_fp32",
    "fp32_mp16": "mixed_fp32_master",
    "bf16_lora16": "pure_bf16",
    "bf16_lora32": "pure_bf16",
    "bf16_lora32_autocast": "autocast_fp32",
}
_TRACKER_OPTIMIZER = {"adamw_forloop": "adamw_fused", "adamw_master32": "adamw_fused"}
_TRACKER_SHARDING = {
    "none": "none",
    "fsdp_zero3": "fsdp",
    "fsdp_zero2": "zero2",
    "fsdp2_zero3": "fsdp",
    "fsdp2_zero2": "zero2",
}
_TARGETS = {"all": "all_linear", "attn": "attention", "qv": "qv"}


def tracker_job(row: Row) -> JobPlan:
    """A row of the fake-tensor tracker as a job."""
    lora = row["method"] == "lora"
    given: dict[str, object] = {
        "model": row["model"],
        "method": row["method"],
        "micro_batch_size": int(row["batch"]),
        "sequence_length": int(row["seq"]),
        "states": _TRACKER_STATES[row["precision_recipe"]],
        "optimizer": _TRACKER_OPTIMIZER.get(row["optimizer"], row["optimizer"]),
        "compute": "fp32" if row["precision_recipe"] == "fp32" else "bf16",
        "gradient_checkpointing": "full" if row["grad_ckpt"] == "True" else "none",
        "attention": {"sdpa": "flash", "sdpa_padmask": "sdpa", "eager": "eager"}[row["attention"]],
        "loss": "unfused",
        "gradient_accumulation_steps": int(row["gradient_accumulation"] or 1),
    }
    if lora:
        given |= {
            "lora_rank": int(row["lora_rank"]),
            "lora_targets": _TARGETS[row["lora_targets"]],
            "lora_dtype": "bf16" if row["precision_recipe"] == "bf16_lora16" else "fp32",
            "lora_dropout": 0.05 if "drop" in row["id"] else 0.0,
        }
    parallel = Parallel(gpus=int(row["world_size"]), sharding=_TRACKER_SHARDING[row["sharding"]])
    return JobPlan(Training.model_validate(given), parallel, Demand(), shape_of(row), CARD)


def tracker() -> Iterator[Measured]:
    """Peaks of the tracker, which are allocated bytes, beside the estimate."""
    for row in read("tracker_open.csv"):
        job = tracker_job(row)
        group = "tracker, FSDP" if row["world_size"] != "1" else "tracker, one device"
        group = "tracker, tiny models" if row["model"] == "tiny" else group
        # the tracker runs on a CPU, whose dropout keeps a mask as wide as its input
        allocated = _allocated_gib(job, 0 if row["dropout_kernel"] == "cpu" else 1)
        yield Measured(row["id"], "tracker", group, "allocated", float(row["peak_gib"]), allocated)


def _allocated_gib(job: JobPlan, dropout_mask_bytes: int) -> float:
    if dropout_mask_bytes or not isinstance(job.workload, Training) or job.shape is None:
        return estimate(job).allocated_gib
    rank = training_ranks(job.shape, job.workload, job.parallel)[0]
    rank = replace(rank, recipe=replace(rank.recipe, dropout_mask_bytes=0))
    return max(total(parts) for _, parts in moments(rank)) / GIB


# Model families by how a published name begins.
_FAMILIES = {
    "falcon": "falcon",
    "phi-3": "phi3",
    "phi": "phi",
    "stablelm-base": "gpt_neox",
    "santacoder": "gpt_bigcode",
    "gemma-2-": "gemma2",
    "gemma": "gemma",
    "qwen3": "qwen3",
    "qwen": "qwen2",
    "mixtral": "mixtral",
}
_PLAIN_MLP = frozenset({"falcon", "phi", "gpt_neox", "gpt_bigcode"})
_HEAD_SIZES = {"gemma": 256, "gemma2": 256, "qwen3": 128}
_TIED_NAMES = ("gemma", "llama-3.2", "qwen3-0.6", "qwen3-1.7", "qwen3-4", "falcon", "santacoder", "powerlm")


def shape_of(row: Row) -> ModelShape:
    """Shape of a row's model; what the row leaves out comes from the family."""
    name = row["model"].lower()
    family = next((known for start, known in _FAMILIES.items() if name.startswith(start)), "llama")
    hidden, heads = int(row["hidden"]), int(row["heads"])
    stated = row.get("tie_embeddings")
    experts = {"mixtral": (8, 2), "qwen3-30b": (128, 8)}
    chosen = next((pair for start, pair in experts.items() if name.startswith(start)), (0, 0))
    return ModelShape(
        id=row["model"],
        architecture=family,
        hidden=hidden,
        layers=int(row["layers"]),
        heads=heads,
        kv_heads=int(row["kv_heads"]),
        head_dim=_HEAD_SIZES.get(family, hidden // heads),
        intermediate=int(row["intermediate"]),
        vocab=int(row["vocab"]),
        tie_embeddings=stated == "True" if stated else name.startswith(_TIED_NAMES),
        gated_mlp=family not in _PLAIN_MLP,
        qkv_bias=family in ("qwen2", "phi", "gpt_neox", "gpt_bigcode"),
        n_experts=chosen[0],
        experts_per_token=chosen[1],
        moe_intermediate=int(row["intermediate"]) if chosen[0] else 0,
    )


_LOSSES = {"": None, "inplace": "in_place", "chunked": "chunked", "linear_chunked": "chunked_linear"}
_FRAMEWORKS = {"litgpt": "litgpt", "torchtune": "torchtune", "torchtitan": "torchtitan", "unsloth": "unsloth"}


def _framework(tool: str) -> str:
    return next((known for start, known in _FRAMEWORKS.items() if tool.startswith(start)), "hf")


def _states(row: Row) -> str | None:
    if "fp32 master" in row["precision"]:
        return "mixed_fp32_master"
    if row["method"] in ("full", "pretrain"):
        return "pure_bf16"
    return None


def _quantization(precision: str) -> Quantization | None:
    if "GPTQ" in precision:
        return Quantization.GPTQ4
    if "nf4" not in precision:
        return None
    double = "dq" in precision or "double" in precision or "torchao" in precision or "bnb nf4 + bf16" in precision
    return Quantization.NF4_DOUBLE if double else Quantization.NF4


def _optimizer(row: Row) -> str | None:
    name = row["optimizer"]
    if "Paged" in name:
        return "paged_adamw_8bit"
    if "8bit" in name:
        return "adamw_8bit"
    if "fused" in name:
        return "adamw_fused"
    return "adamw_foreach" if name == "AdamW (torch)" else None


def _loss(row: Row) -> str | None:
    if row["loss"]:
        return _LOSSES[row["loss"]]
    if row["fused_ce"] == "y":
        return "fused_linear"
    if row["tool"].startswith("Qwen finetune") and "fp16" in row["precision"]:
        # DeepSpeed fp16 without autocast over model code that does not upcast: four 16-bit copies of the logits
        return "in_place"
    return None if _framework(row["tool"]) == "litgpt" else "unfused"


def _parallel(row: Row) -> Parallel:
    text, gpus = row["parallelism"], int(row["n_gpus"])
    sharding = "none"
    for kind in ("fsdp", "zero3", "zero2", "ddp"):
        if text.startswith(kind):
            sharding = kind
            break
    context = int(text.rsplit("cp", 1)[1]) if " cp" in text else 1
    offload = "all" if "cpu offload" in text else "none"
    return Parallel(gpus=gpus, sharding=sharding, context_parallel=context, offload=offload)


_NOT_MODELLED = ("device_map", "Megatron", "deepspeed", "dp2", "fsdp/none", "tp")


def published_job(row: Row) -> JobPlan | None:
    """A published row as a job; ``None`` where shape, length or split are not stated in the row."""
    if not row["hidden"] or row["parallelism"].startswith(_NOT_MODELLED) or "moe" in row["parallelism"]:
        return None
    parallel = _parallel(row)
    workload: Workload
    if row["method"] == "inference":
        if row["precision"] != "bf16" or not row["seq_len"]:
            return None
        workload = Inference(concurrent_requests=int(row["batch_per_gpu"]), context_length=int(row["seq_len"]))
    else:
        if not row["seq_len"] or not row["batch_per_gpu"]:
            return None
        workload = _published_training(row)
    return JobPlan(workload, parallel, Demand(), shape_of(row), CARD)


def _published_training(row: Row) -> Training:
    targets = tuple(part.strip() for part in row["lora_targets"].split(",") if part.strip())
    given: dict[str, object] = {
        "model": row["model"],
        "method": row["method"],
        "micro_batch_size": int(row["batch_per_gpu"]),
        "sequence_length": int(row["seq_len"]),
        "states": _states(row),
        "optimizer": _optimizer(row),
        "gradient_checkpointing": row["grad_ckpt"].split("+")[0] or "none",
        "attention": "eager" if row["attention"] == "eager" else "flash",
        "loss": _loss(row),
        "compiled": row["compile"] == "y",
        "quantization": _quantization(row["precision"]) if row["method"] == "qlora" else None,
        "kbit_preparation": row["kbit_prepare"] == "y",
        "framework": _framework(row["tool"]),
        "lora_dropout": float(row["lora_dropout"] or 0),
        "optimizer_in_backward": "in backward" in row["optimizer"] or None,
        "offload_activations": row["grad_ckpt"].endswith("+offload"),
        # a plug-in of this tool splits GPTQ, which stock GPTQ does not
        "shard_quantized_base": "accelerated-peft-autogptq" in row["notes"] or None,
    }
    if row["lora_rank"]:
        given["lora_rank"] = int(row["lora_rank"])
    if targets:
        given["lora_targets"] = targets
    return Training.model_validate(given)


_RESERVED = ("torch max_memory_reserved", "torch peak reserved")
_DEVICE = ("nvidia-smi", "nvidia-smi style", "unknown (probably nvidia-smi)")


def _group(row: Row) -> str:
    method = {"pretrain": "full"}.get(row["method"], row["method"])
    split = ", FSDP" if row["parallelism"].startswith("fsdp") and method in ("lora", "qlora") else ""
    # the measured generation keeps no prefill buffers at its peak: weights and cache are compared
    return f"published, {method}{split}" + (", weights + KV" if method == "inference" else "")


def published() -> Iterator[Measured]:
    """Published measurements of completeness 1 that state what an estimate needs, metric for metric."""
    for row in read("published_open.csv"):
        job = published_job(row) if row["completeness"] == "1" else None
        if job is None or row["mem_metric"] in _DEVICE:
            continue
        sized = estimate(job)
        parts = sized.breakdown_gib
        serving = isinstance(job.workload, Inference)
        allocated = parts.weights + parts.kv_cache if serving else sized.allocated_gib
        reserved = row["mem_metric"] in _RESERVED
        unit = GB / GIB if row["unit"].startswith("GB") else 1.0
        yield Measured(
            row["id"],
            row["tool"],
            "reserved" if reserved else _group(row),
            "reserved" if reserved else "allocated",
            float(row["measured_peak_gb_per_gpu"]) * unit,
            sized.reserved_gib if reserved else allocated,
        )
