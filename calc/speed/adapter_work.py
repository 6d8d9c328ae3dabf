"""What LoRA adapters add to a training step: small products, reads and writes around each, and their launches.

An adapter beside a matrix of ``inputs`` x ``outputs`` reads the input, makes a narrow product, widens it, scales
it and adds it to the output, each as a kernel of its own (huggingface/peft, ``tuners/lora/layer.py``); the rank
is too small to matter beside the traffic.
"""

from dataclasses import dataclass
from functools import lru_cache

from calc.choices import LoraTargets
from calc.memory.parameters import linear_layers, target_names
from calc.model_shape import ModelShape

FORWARD_INPUTS, FORWARD_OUTPUTS = 2, 12
"""Bytes a token of one input element: read; and of one output element: product written (2), scaled (4), added to
the base (6)."""
BACKWARD_INPUTS, BACKWARD_OUTPUTS = 10, 8
"""Input: read for the gradient of A (2), gradient written (2) and added (6); output: scaled (4), read for the
gradients of B and of its input (4)."""
LAUNCH_SECONDS = 0.1e-3
"""Launches of one pass of one adapter from Python: about six operations of 15 us (assumption)."""


@dataclass(frozen=True, slots=True)
class Adapters:
    """Adapters of a model.

    Attributes
    ----------
    inputs, outputs
        Widths of all adapted matrices one token passes, summed over the layers [element].
    matrices
        Adapted matrices one token passes, all layers together.
    """

    inputs: float
    outputs: float
    matrices: int

    def bytes_per_token(self, forwards: float) -> float:
        """Memory traffic of ``forwards`` forward passes and a backward pass [B/token]."""
        forward = FORWARD_INPUTS * self.inputs + FORWARD_OUTPUTS * self.outputs
        return forwards * forward + BACKWARD_INPUTS * self.inputs + BACKWARD_OUTPUTS * self.outputs


@lru_cache(maxsize=4096)
def adapters(shape: ModelShape, targets: LoraTargets | tuple[str, ...]) -> Adapters:
    """Adapters of a model by the layers they are put on."""
    names = target_names(targets)
    adapted = [one for one in linear_layers(shape) if one.name in names]
    passes = [one.active_copies * one.layers for one in adapted]
    return Adapters(
        inputs=sum(times * one.inputs for times, one in zip(passes, adapted, strict=True)),
        outputs=sum(times * one.outputs for times, one in zip(passes, adapted, strict=True)),
        matrices=sum(passes),
    )
