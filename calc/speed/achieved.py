"""Share of the dense peak that training really achieves, by GPU generation, precision and method.

The share is that of the matrix products alone: attention, link, optimizer step, dequantization and launches
are reckoned beside it (``calc.speed.training_step``). Each row is a median of published runs with its spread, or
says that it is an assumption.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from calc.choices import Method
from calc.gpu import Gpu
from calc.message import Band

LLM_FOUNDRY = "mosaicml/llm-foundry scripts/train/benchmarking (2023-2024)"
NEMO = "NVIDIA NeMo 24.07 and Megatron-Bridge 25.11 performance summaries"
TORCHTUNE = "pytorch/torchtune README (2024-09)"
PEFT = "QwenLM/Qwen README profile (2023), LLaMA-Factory wiki (2024-04)"
RATIO_OF_AMPERE = "ratio_of_ampere"
"""No run found: full training of the generation times Ampere's ratio of adapters to full."""
MOE = "NVIDIA Megatron-Bridge 25.11 and AutoModel 2025-10 performance summaries"
NO_RUN = "nearest_generation"
"""No run found: taken after the nearest generation that has some."""


class Generation(StrEnum):
    """GPU generation, by compute capability."""

    AMPERE = "ampere"
    AMPERE_WORKSTATION = "ampere_workstation"
    ADA = "ada"
    HOPPER = "hopper"
    BLACKWELL = "blackwell"
    BLACKWELL_WORKSTATION = "blackwell_workstation"
    CDNA3 = "cdna3"
    CDNA4 = "cdna4"


class Precision(StrEnum):
    """Unit the matrix products run on."""

    HALF = "half"
    FP8 = "fp8"
    FP32 = "fp32"


_BY_CAPABILITY = {
    "8.0": Generation.AMPERE,
    "8.6": Generation.AMPERE_WORKSTATION,
    "8.9": Generation.ADA,
    "9.0": Generation.HOPPER,
    "10": Generation.BLACKWELL,
    "12": Generation.BLACKWELL_WORKSTATION,
    "gfx942": Generation.CDNA3,
    "gfx950": Generation.CDNA4,
}


@dataclass(frozen=True, slots=True)
class Achieved:
    """One row of evidence.

    Attributes
    ----------
    share
        Achieved over dense peak in matrix products [-].
    source
        Published runs it is the median of, or the id of an assumption.
    published
        Whether runs of this kind were found.
    """

    share: Band
    source: str
    published: bool = True


def generation(gpu: Gpu) -> Generation:
    """Generation of a GPU; an unknown capability counts as Ampere, the oldest with bf16."""
    capability = gpu.compute_capability
    return _BY_CAPABILITY.get(capability) or _BY_CAPABILITY.get(capability.split(".")[0], Generation.AMPERE)


def _row(low: float, mid: float, high: float, source: str) -> Achieved:
    return Achieved(Band(low, mid, high), source, published=source not in (NO_RUN, RATIO_OF_AMPERE))


_G, _P = Generation, Precision
_FULL = {
    (_G.AMPERE, _P.HALF): _row(0.49, 0.70, 0.91, LLM_FOUNDRY),
    (_G.AMPERE_WORKSTATION, _P.HALF): _row(0.40, 0.55, 0.70, NO_RUN),
    (_G.ADA, _P.HALF): _row(0.43, 0.62, 0.81, TORCHTUNE),
    (_G.ADA, _P.FP8): _row(0.27, 0.40, 0.53, NO_RUN),
    (_G.HOPPER, _P.HALF): _row(0.37, 0.53, 0.69, LLM_FOUNDRY),
    (_G.HOPPER, _P.FP8): _row(0.35, 0.50, 0.65, NEMO),
    (_G.BLACKWELL, _P.HALF): _row(0.35, 0.48, 0.62, NO_RUN),
    (_G.BLACKWELL, _P.FP8): _row(0.35, 0.50, 0.65, NEMO),
    (_G.BLACKWELL_WORKSTATION, _P.HALF): _row(0.37, 0.50, 0.64, NO_RUN),
    (_G.BLACKWELL_WORKSTATION, _P.FP8): _row(0.24, 0.35, 0.46, NO_RUN),
    (_G.CDNA3, _P.HALF): _row(0.25, 0.36, 0.48, NO_RUN),
    (_G.CDNA3, _P.FP8): _row(0.19, 0.28, 0.37, NO_RUN),
    (_G.CDNA4, _P.HALF): _row(0.25, 0.36, 0.48, NO_RUN),
    (_G.CDNA4, _P.FP8): _row(0.19, 0.28, 0.37, NO_RUN),
}
# Beside adapters, reckoned for themselves (``calc.speed.adapter_work``), the large products run as in full training.
_ADAPTERS = {
    (_G.AMPERE, _P.HALF): _row(0.48, 0.67, 0.86, PEFT),
    (_G.ADA, _P.HALF): _row(0.64, 0.92, 0.98, TORCHTUNE),
    (_G.HOPPER, _P.HALF): _row(0.36, 0.51, 0.66, RATIO_OF_AMPERE),
    (_G.HOPPER, _P.FP8): _row(0.57, 0.81, 0.98, NEMO),
}
# Experts: the routing term of ``calc.speed.training_work`` does most of the work; runs of one page differ twofold.
_EXPERTS = {
    (_G.HOPPER, _P.HALF): _row(0.35, 0.53, 0.71, MOE),
    (_G.HOPPER, _P.FP8): _row(0.33, 0.50, 0.67, MOE),
    (_G.BLACKWELL, _P.HALF): _row(0.33, 0.50, 0.67, MOE),
    (_G.BLACKWELL, _P.FP8): _row(0.33, 0.50, 0.67, MOE),
}
_FP32 = _row(0.45, 0.60, 0.75, NO_RUN)
_ATTENTION = {_G.AMPERE: 0.40, _G.HOPPER: 0.28, _G.BLACKWELL: 0.30, _G.CDNA3: 0.25, _G.CDNA4: 0.25}
_ATTENTION_ELSEWHERE = 0.45


@lru_cache(maxsize=256)
def achieved(born: Generation, precision: Precision, method: Method, *, experts: bool = False) -> Achieved:
    """Row of evidence for a generation, a precision and a method; ``experts`` for a mixture of experts.

    Adapters and experts without a published run are taken as full training of the same generation.
    """
    if precision is Precision.FP32:
        return _FP32
    key = (born, precision)
    if method in (Method.LORA, Method.QLORA):
        return _ADAPTERS.get(key) or _FULL[key]
    return (_EXPERTS.get(key) if experts else None) or _FULL[key]


def attention_share(born: Generation) -> float:
    """Achieved over the dense bf16 peak in fused causal attention [-] (arXiv:2307.08691, arXiv:2407.08608)."""
    return _ATTENTION.get(born, _ATTENTION_ELSEWHERE)
