"""Memory of a training run on its heaviest rank, moment by moment (docs/memory_formulas.md §2 to §7, §11).

The peak is a maximum over moments, not a sum of parts: gradients grow while activations go.
"""

from collections.abc import Callable, Iterator

from calc.choices import Checkpointing, Offload, Optimizer, Phase
from calc.memory.footprint import Breakdown
from calc.memory.optimizer import step_transient_bytes
from calc.memory.quantization import BYTES_16_BIT
from calc.memory.rank import TrainingRank
from calc.memory.sharding import keeps_frozen_gradients, shards

Moment = tuple[Phase, Breakdown]


def moments(rank: TrainingRank) -> Iterator[Moment]:
    """Every moment that can be the peak, with its parts [B]."""
    for phase, moment in _MOMENTS:
        yield phase, _on_residents(rank, moment(rank))


def _on_residents(rank: TrainingRank, moving: Breakdown) -> Breakdown:
    """What moves at one moment, with what stays through the step: weights, optimizer states, buckets."""
    return Breakdown(
        weights=rank.weights,
        gradients=moving.gradients,
        optimizer=rank.optimizer,
        activations=moving.activations,
        loss=moving.loss,
        communication=moving.communication + rank.buckets,
        transient=moving.transient,
    )


def _forward(rank: TrainingRank) -> Breakdown:
    copies = rank.autocast_copies[0]
    if copies and rank.training.gradient_checkpointing is not Checkpointing.NONE:
        # the context that holds them is left before backward
        copies += BYTES_16_BIT * rank.count.linear
    return Breakdown(
        gradients=rank.carried,
        activations=rank.kept + rank.head_saved,
        loss=rank.loss.forward,
        communication=rank.root_gathered + rank.layer_gathered,
        transient=copies + rank.dequantized_head,
    )


def _loss_backward(rank: TrainingRank) -> Breakdown:
    return Breakdown(
        gradients=rank.carried,
        activations=rank.kept + rank.head_saved,
        loss=rank.loss.backward,
        communication=rank.root_gathered + rank.layer_gathered,
        transient=rank.autocast_copies[0] + rank.dequantized_head,
    )


def _head_gradient(rank: TrainingRank) -> float:
    if rank.recipe.adapters or not rank.last:
        return 0.0
    head = rank.count.head or rank.count.embedding
    if rank.fsdp:
        return rank.width.gathered * head
    return rank.width.gradient * head * rank.gradient_share


def _layer_transient(rank: TrainingRank) -> float:
    return rank.autocast_copies[1] + rank.dequantized


def _top_layer(rank: TrainingRank) -> Breakdown:
    """The last layer goes backward: all activations are there, only the head's gradient is."""
    held = rank.autocast_copies[0] if rank.training.gradient_checkpointing is Checkpointing.NONE else 0.0
    layer = rank.tokens * (rank.layer.recomputed + rank.layer.working)
    return Breakdown(
        gradients=max(rank.carried, _head_gradient(rank)),
        activations=rank.kept + layer,
        communication=rank.root_gathered + rank.layer_gathered,
        transient=max(held, rank.autocast_copies[1]) + rank.dequantized,
    )


def _bottom_layer(rank: TrainingRank) -> Breakdown:
    """The first layer goes backward: its activations are left, all gradients but its own and the embedding's."""
    others = rank.kept * (1 - 1 / rank.in_flight)  # micro-batches still waiting for their backward
    layer = others + rank.tokens * (rank.layer.kept + rank.layer.recomputed + rank.layer.working)
    if rank.recipe.adapters:
        if keeps_frozen_gradients(rank.recipe.framework, rank.parallel.sharding):
            # its hooks hold every layer's input and the gradient of it
            waiting = rank.kept - rank.tokens * rank.layer.kept
            layer += waiting + rank.tokens * rank.layer.hidden_gradient * max(0, rank.count.layers - 2)
        return Breakdown(
            gradients=max(rank.carried, rank.all_gradients),
            activations=layer - rank.tokens * rank.layer.first_layer,
            communication=rank.root_gathered + rank.layer_gathered,
            transient=_layer_transient(rank),
        )
    own = rank.count.layer
    embedding = 0.0 if rank.tied else rank.count.embedding
    there = (rank.trained.total - embedding - own) * rank.width.gradient * rank.gradient_share
    units = _down(rank) * rank.width.gradient
    communication = rank.root_gathered + rank.layer_gathered
    if rank.fsdp:
        waiting = own
        if rank.recipe.separate_ends:
            communication = rank.layer_gathered  # the head was reduced and resharded on its own
        else:
            head = rank.count.embedding if rank.tied else rank.count.head
            there -= head * rank.width.gradient * rank.gradient_share
            waiting += head
        units = waiting * rank.width.gathered
        communication += own * rank.width.reduced
    return Breakdown(
        gradients=max(rank.carried, there) + units,
        activations=layer,
        communication=communication,
        transient=_layer_transient(rank),
    )


def _down(rank: TrainingRank) -> float:
    down = [one for one in rank.whole.linear_layers if one.name == "down"]
    return max(one.matrix * one.copies for one in down) / (
        rank.parallel.tensor_parallel * rank.parallel.expert_parallel
        if rank.shape.n_experts
        else rank.parallel.tensor_parallel
    )


def _end_of_backward(rank: TrainingRank) -> Breakdown:
    """All gradients: two more copies of a tied embedding's, or FSDP's root unit being reduced."""
    extra = rank.tokens * rank.layer.hidden_gradient
    if rank.recipe.adapters:
        return Breakdown(gradients=rank.all_gradients, activations=extra)
    if rank.fsdp:
        root = rank.count.embedding if rank.recipe.separate_ends else rank.count.root
        own = (rank.trained.total - root) * rank.width.gradient * rank.gradient_share
        return Breakdown(
            gradients=own + root * rank.width.gathered,
            communication=root * rank.width.reduced,
            activations=extra,
        )
    copies = 2 if rank.tied else 0
    return Breakdown(
        gradients=rank.all_gradients + copies * rank.count.embedding * rank.width.gradient, activations=extra
    )


def _step(rank: TrainingRank) -> Breakdown:
    if rank.parallel.offload is not Offload.NONE:
        return Breakdown(gradients=rank.all_gradients)
    transient = step_transient_bytes(rank.recipe.optimizer, rank.trained, rank.width)
    whole_list = rank.recipe.optimizer is Optimizer.ADAMW_FOREACH
    return Breakdown(
        gradients=rank.trained.total * rank.width.step_gradient * rank.gradient_share,
        transient=transient / (shards(rank.parallel).optimizer if whole_list else 1),
    )


_MOMENTS: tuple[tuple[Phase, Callable[[TrainingRank], Breakdown]], ...] = (
    (Phase.FORWARD, _forward),
    (Phase.BACKWARD, _loss_backward),
    (Phase.BACKWARD, _top_layer),
    (Phase.BACKWARD, _bottom_layer),
    (Phase.BACKWARD, _end_of_backward),
    (Phase.OPTIMIZER_STEP, _step),
)
