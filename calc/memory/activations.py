"""Bytes one decoder layer keeps for backward and needs while it goes backward, from shapes and dtypes.

Each tensor an operator saves is counted (docs/memory_formulas.md §5 and §11); gradient checkpointing trades
what is kept for recomputation.
"""

from dataclasses import dataclass

from calc.choices import Checkpointing, Framework
from calc.memory.attention import AttentionBytes, attention_bytes
from calc.memory.mixer import mixer_bytes
from calc.memory.mlp import MlpBytes, mlp_bytes
from calc.memory.precision import LayerView
from calc.memory.quantization import BYTES_32_BIT

# fp32 temporaries of an unfused RMSNorm backward with the incoming gradient, bytes an element (counted in an
# operator trace of PyTorch's autograd).
_NORM_BACKWARD = 18
_POST_NORMS = 4


@dataclass(frozen=True, slots=True)
class LayerActivations:
    """Bytes a token of one layer [B/token].

    Where layers differ, ``kept`` is their mean and the rest is of the heaviest.

    Attributes
    ----------
    kept
        Kept from forward to backward under the chosen checkpointing.
    recomputed
        Appears beside it when the layer is recomputed.
    working
        Gradients and temporaries at the heaviest moment of the layer's backward.
    first_layer
        Not saved by the first layer where its input needs no gradient.
    head_norm
        Saved by the norm before the head.
    hidden_gradient
        One gradient of the residual stream.
    """

    kept: float
    recomputed: float
    working: float
    first_layer: float
    head_norm: float
    hidden_gradient: float


def layer_activations(view: LayerView) -> LayerActivations:
    """Bytes a token one layer keeps and needs on one rank [B/token].

    Tensor parallelism divides what lies between the matrices, sequence parallelism the rest too
    (arXiv:2205.05198).
    """
    how, norm = view.how, view.norm(view.hidden)
    attention, mlp = attention_bytes(view), mlp_bytes(view)
    post = norm if view.traits.norms == _POST_NORMS else 0.0
    mlp_part = mlp.saved + (0.0 if view.traits.norms == 1 else norm) + post
    saved = _saved(view, norm + post, attention, mlp_part)
    mixing = max(attention.working, mixer_bytes(view).working)
    hidden = how.residual * view.hidden
    kept, recomputed = _checkpointed(view, saved, attention, mlp)
    simple_norm = how.fused or view.traits.norm_bias
    gone = 0.0 if view.shape.mlp_layers else mlp_part  # what the MLP of the layer saved is gone before its attention
    norm_working = norm - gone + (0.0 if simple_norm else _NORM_BACKWARD * view.hidden - hidden)
    input_needs_gradient = how.full or view.training.gradient_checkpointing is not Checkpointing.NONE
    return LayerActivations(
        kept=kept,
        recomputed=recomputed,
        working=hidden + max(mlp.working, mixing - gone, norm_working),
        first_layer=0.0 if input_needs_gradient else BYTES_32_BIT * view.hidden,
        head_norm=norm + (how.act * view.hidden if how.full else 0.0),
        hidden_gradient=hidden,
    )


@dataclass(frozen=True, slots=True)
class _Saved:
    """Saved by the mean layer and by the heaviest one [B/token]."""

    mean: float
    heaviest: float


def _saved(view: LayerView, norm: float, attention: AttentionBytes, mlp_part: float) -> _Saved:
    shape = view.shape
    if not shape.mixer_layers and not shape.mlp_layers:
        alike = norm + attention.saved + mlp_part
        return _Saved(alike, alike)
    mixer = mixer_bytes(view)
    in_layers = attention.saved * shape.attention_layers + mixer.saved * shape.mixer_layers
    mean = norm + (in_layers + mlp_part * (shape.mlp_layers or shape.layers)) / shape.layers
    if shape.mlp_layers:  # a layer is one block: attention, scan or MLP
        return _Saved(mean, norm + max(attention.saved, mixer.saved, mlp_part))
    side_by_side = shape.attention_layers + shape.mixer_layers > shape.layers
    mixing = attention.saved + mixer.saved if side_by_side else max(attention.saved, mixer.saved)
    return _Saved(mean, norm + mixing + mlp_part)


def _checkpointed(view: LayerView, saved: _Saved, attention: AttentionBytes, mlp: MlpBytes) -> tuple[float, float]:
    """Kept and recomputed bytes.

    Full checkpointing keeps the input of the layer. Selective is torch's per-operator policy (attention output
    and every other matrix product, arXiv:2410.06511); Megatron's recomputes the attention core.
    """
    kind, hidden = view.training.gradient_checkpointing, view.how.residual * view.hidden
    if kind is Checkpointing.FULL:
        # the first norm saves an fp32 residual itself, which is the checkpoint
        shared = hidden if view.how.residual == BYTES_32_BIT else 0.0
        return hidden, saved.heaviest - shared
    if kind is Checkpointing.SELECTIVE:
        megatron = view.recipe.framework is Framework.MEGATRON
        kept = saved.mean - attention.scores if megatron else hidden + attention.products + mlp.products
        kept = min(kept, saved.mean)
        return kept, saved.heaviest - kept
    return saved.mean, 0.0
