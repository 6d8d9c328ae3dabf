"""Bytes a layer of linear attention or state space saves and needs in backward.

Counted from the modelling code of gated delta rule (arXiv:2412.06464) and Mamba-2 (arXiv:2405.21060) layers: chunked
kernels keep what goes into the convolution and the scan and recompute the states. No measurement stands behind these
counts yet.
"""

from calc.memory.attention import AttentionBytes
from calc.memory.precision import LayerView

_NOTHING = AttentionBytes(0.0, 0.0, 0.0, 0.0)


def mixer_bytes(view: LayerView) -> AttentionBytes:
    """Saved and working bytes of one such layer, its norm left out [B/token]; none where the model has none.

    Saved are the inputs of the matrices, the projections before and after the short convolution, and the output of
    the scan with its gated norm.
    """
    shape, act = view.shape, view.how.act
    if not shape.mixer_layers:
        return _NOTHING
    *before, out = shape.mixer
    names = [name for name, _, _ in before]
    entering = [outputs for _, inputs, outputs in before if inputs == shape.hidden]
    projected = sum(entering) / view.split
    convolved = max(entering) / view.split
    width = out[1] / view.split
    saved = view.linear_input(view.hidden, len(entering), view.adapted(*names))
    saved += act * (projected + convolved + width) + view.norm(width)
    saved += view.linear_input(width, 1, view.adapted(out[0]))
    saved += view.rank_bytes(*names, out[0])
    working = act * (projected + convolved + 2 * width + 2 * view.hidden)
    return AttentionBytes(saved, working, act * (projected + width), 0.0)
