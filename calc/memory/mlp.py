"""Bytes the MLP or the experts of one layer save and need in backward (docs/memory_formulas.md §5, §11)."""

from dataclasses import dataclass

from calc.memory.precision import LayerView
from calc.memory.quantization import BYTES_32_BIT


@dataclass(frozen=True, slots=True)
class MlpBytes:
    """Bytes a token of one MLP, its norm left out [B/token].

    Attributes
    ----------
    saved
        Kept for backward.
    working
        Gradients at the heaviest moment of its backward.
    products
        Outputs of its matrices that selective checkpointing keeps.
    """

    saved: float
    working: float
    products: float


def mlp_bytes(view: LayerView) -> MlpBytes:
    """Saved and working bytes of the MLP; of a sparse layer, the experts a token is sent to [B/token].

    Experts see each token once a chosen expert, the busiest rank's more often (``expert_imbalance``), and keep their
    outputs for the weighted sum; the router keeps its input and fp32 scores. Quantized experts are modules that run
    one after another, since no grouped product takes packed weights: only one of them goes backward at a time.
    """
    shape, act = view.shape, view.how.act
    if not shape.n_experts:
        return _dense(view, view.hidden, shape.intermediate / view.split)
    width = (shape.moe_intermediate or shape.intermediate) / view.split
    chosen = shape.experts_per_token * view.training.expert_imbalance
    routed = _dense(view, chosen * view.hidden, chosen * width)
    saved = routed.saved + act * (chosen + 1) * view.hidden + BYTES_32_BIT * shape.n_experts
    if shape.n_shared_experts:
        saved += _dense(view, 0.0, shape.n_shared_experts * width).saved
    at_once = shape.n_experts if view.recipe.quantization is not None else 1
    return MlpBytes(saved, routed.working / at_once, routed.products)


def _dense(view: LayerView, hidden: float, inner: float) -> MlpBytes:
    """Gate, activated gate and up (or the plain pre-activation), their product, and the inputs of the matrices."""
    how, gated = view.how, view.shape.gated_mlp
    group = ("gate", "up") if gated else ("up",)
    kept = (2 if how.fused else 3) if gated else 1
    product = view.linear_input(inner, 1, view.adapted("down"))
    saved = view.linear_input(hidden, len(group), view.adapted(*group)) + product
    saved += kept * how.act * inner + view.rank_bytes(*group, "down")
    # gradients of the product and of what it was made of; the product itself is gone by then
    working = (3 if gated else 2) * how.act * inner - product
    if how.adapter_copy == BYTES_32_BIT and view.adapted("down"):
        # an fp32 gradient of the adapter's input stands beside the two 16-bit ones, and its fp32 copy is gone
        working = max(working, 2 * how.act * inner) + (BYTES_32_BIT - how.act) * view.hidden
    return MlpBytes(saved, working, how.act * (inner + view.hidden))
