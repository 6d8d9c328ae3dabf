"""Bytes a trained parameter takes before the optimizer: weight, gradient, master copy (formulas §2)."""

from dataclasses import dataclass

from calc.choices import AdapterDtype, Compute, Sharding, States
from calc.memory.quantization import BYTES_16_BIT, BYTES_32_BIT
from calc.recipe import Recipe


@dataclass(frozen=True, slots=True)
class StateBytes:
    """Bytes a trained parameter [B].

    Attributes
    ----------
    weight
        As stored.
    gradient
        As accumulated in backward.
    step_gradient
        What the gradient takes while the optimizer steps.
    master
        fp32 copy the optimizer updates.
    moment
        Width of one optimizer moment.
    gathered
        Width of a weight gathered for computing under full sharding.
    reduced
        Width of a gradient while it is reduced over ranks.
    """

    weight: float
    gradient: float
    step_gradient: float
    master: float
    moment: float
    gathered: float
    reduced: float


DEEPSPEED = frozenset({Sharding.ZERO1, Sharding.ZERO2, Sharding.ZERO3})


def state_bytes(recipe: Recipe, compute: Compute, sharding: Sharding) -> StateBytes:
    """Bytes of the trained parameters of full fine-tuning and pretraining.

    FSDP keeps fp32 shards and gathers them in 16 bit for both fp32 regimes (torch ``MixedPrecisionPolicy``;
    Accelerate upcasts the shards). DeepSpeed keeps 16-bit weights and hands the optimizer fp32 gradients
    (``deepspeed.runtime.zero``: 18 bytes a parameter at the step).
    """
    if compute is Compute.FP32:
        return StateBytes(BYTES_32_BIT, BYTES_32_BIT, BYTES_32_BIT, 0, BYTES_32_BIT, BYTES_32_BIT, BYTES_32_BIT)
    if recipe.states is States.PURE_BF16:
        return StateBytes(BYTES_16_BIT, BYTES_16_BIT, BYTES_16_BIT, 0, BYTES_16_BIT, BYTES_16_BIT, BYTES_16_BIT)
    if sharding is Sharding.FSDP or (recipe.autocast and sharding not in DEEPSPEED):
        return StateBytes(BYTES_32_BIT, BYTES_32_BIT, BYTES_32_BIT, 0, BYTES_32_BIT, BYTES_16_BIT, BYTES_32_BIT)
    gradient = float(recipe.gradient_bytes)
    step = BYTES_32_BIT if sharding in DEEPSPEED else gradient
    return StateBytes(BYTES_16_BIT, gradient, step, BYTES_32_BIT, BYTES_32_BIT, BYTES_16_BIT, gradient)


def adapter_bytes(recipe: Recipe, compute: Compute) -> StateBytes:
    """Bytes of the adapters of LoRA and QLoRA; they carry no separate master copy."""
    wide = recipe.lora_dtype is AdapterDtype.FP32 or compute is Compute.FP32
    width = BYTES_32_BIT if wide else BYTES_16_BIT
    return StateBytes(width, width, width, 0, width, width, width)
