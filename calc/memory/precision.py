"""How the tensors of a decoder layer are kept, and what norms and linear layers save for backward.

What a linear layer saves depends on whether its weight, or an adapter beside it, is trained, and in which
precision (docs/memory_formulas.md §11.4 to §11.9).
"""

from dataclasses import dataclass

from calc.choices import AdapterDtype, Compute, Framework, Sharding
from calc.memory.architecture import LayerTraits, layer_traits
from calc.memory.parameters import target_names
from calc.memory.quantization import BITSANDBYTES, BYTES_16_BIT, BYTES_32_BIT
from calc.memory.sharding import kv_split
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.recipe import Recipe
from calc.workload import Training

# Frameworks whose norms and gated activations are single kernels that save their inputs only.
_FUSED_KERNELS = frozenset({Framework.UNSLOTH, Framework.MEGATRON})


@dataclass(frozen=True, slots=True)
class Precision:
    """Widths of the tensors of a layer.

    Attributes
    ----------
    act
        Bytes an activation [B].
    residual
        Bytes an element of the residual stream [B].
    full
        Base weights are trained.
    fp32_input
        Inputs of linear layers are fp32 and each layer saves its own 16-bit cast (autocast over fp32 weights).
    adapter_copy
        Width of the copy each adapter keeps of its input; 0 where it shares the input of the layer [B].
    adapter_hidden
        Width of the rank-r activation [B].
    mask
        Bytes a dropped element of LoRA dropout; 0 without dropout [B].
    base_keeps_input
        A quantized linear layer keeps its input though it is frozen (bitsandbytes).
    fused
        Norms and gated activations are single kernels.
    """

    act: float
    residual: float
    full: bool
    fp32_input: bool
    adapter_copy: float
    adapter_hidden: float
    mask: float
    base_keeps_input: bool
    fused: bool


@dataclass(frozen=True, slots=True)
class LayerView:
    """One layer of a run as a rank sees it.

    Attributes
    ----------
    names
        Linear layers that carry adapters.
    hidden
        Width of the residual stream on the rank.
    split, kv_split
        Ways tensor parallelism divides what lies between the matrices, and the KV heads.
    """

    shape: ModelShape
    training: Training
    recipe: Recipe
    how: Precision
    traits: LayerTraits
    names: frozenset[str]
    hidden: float
    split: int
    kv_split: int

    def adapted(self, *group: str) -> int:
        """How many of the named linear layers carry an adapter."""
        return sum(name in self.names for name in group)

    def rank_bytes(self, *group: str) -> float:
        """Rank-r activations of the named layers' adapters [B/token]."""
        return self.adapted(*group) * self.how.adapter_hidden * self.training.lora_rank

    def norm(self, width: float) -> float:
        """Saved by one norm; its output belongs to the linear layers that read it [B/token].

        An unfused RMSNorm keeps an fp32 input and, if trained, the normalised input; a LayerNorm or a single kernel
        keeps its input only.
        """
        if self.traits.norm_bias or self.how.fused:
            return self.how.residual * width
        wide = self.how.fp32_input or self.traits.wide_norm
        normalised = (BYTES_32_BIT if wide else self.how.act) if self.how.full else 0.0
        return (BYTES_32_BIT + normalised) * width

    def linear_input(self, width: float, modules: int, adapted: int, *, held: bool = False) -> float:
        """Saved by the linear layers that read one tensor of ``width`` [B/token].

        Parameters
        ----------
        modules, adapted
            Layers that read it, and how many of them carry an adapter.
        held
            The tensor is kept anyway.
        """
        how = self.how
        if how.full:
            own_casts = modules * BYTES_16_BIT if how.fp32_input else how.act
            return 0.0 if held else own_casts * width
        if how.adapter_copy:
            base = BYTES_16_BIT if how.base_keeps_input and not held else 0.0
            return (adapted * (how.adapter_copy + how.mask) + base) * width
        needed = (adapted > 0 or how.base_keeps_input) and not held
        return how.act * width if needed else 0.0


def precision(training: Training, recipe: Recipe, *, fsdp: bool) -> Precision:
    """Widths of the tensors of a layer under a recipe; FSDP computes fp32 shards in 16 bit, without autocast."""
    act = BYTES_32_BIT if training.compute is Compute.FP32 else BYTES_16_BIT
    full = not recipe.adapters
    half = act == BYTES_16_BIT
    fp32_input = full and recipe.autocast and not fsdp and half
    dropout = recipe.adapters and training.lora_dropout > 0
    wide = recipe.lora_dtype is AdapterDtype.FP32 and half
    copy = BYTES_32_BIT if wide and not recipe.autocast else act
    return Precision(
        act=act,
        residual=BYTES_32_BIT if fp32_input or recipe.kbit_preparation else act,
        full=full,
        fp32_input=fp32_input,
        adapter_copy=copy if recipe.adapters and (wide or dropout) else 0.0,
        adapter_hidden=copy,
        mask=float(recipe.dropout_mask_bytes or copy) if dropout else 0.0,
        base_keeps_input=recipe.quantization in BITSANDBYTES,
        fused=training.compiled or recipe.framework in _FUSED_KERNELS,
    )


def layer_view(shape: ModelShape, training: Training, recipe: Recipe, parallel: Parallel) -> LayerView:
    """One layer on one rank: tensor parallelism divides its inside, sequence parallelism the residual too."""
    split = parallel.tensor_parallel
    hidden_split = split if parallel.sequence_parallel else 1
    return LayerView(
        shape=shape,
        training=training,
        recipe=recipe,
        how=precision(training, recipe, fsdp=parallel.sharding is Sharding.FSDP),
        traits=layer_traits(shape),
        names=target_names(training.lora_targets) if recipe.adapters else frozenset(),
        hidden=shape.hidden / hidden_split,
        split=split,
        kv_split=kv_split(parallel, shape),
    )
