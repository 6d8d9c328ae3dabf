"""One rank of a training run: its parameters, states, activations and buffers (docs/memory_formulas.md §2 to §7)."""

from dataclasses import dataclass

from calc.choices import Checkpointing, Method, Objective, Offload, Sharding
from calc.memory.activations import LayerActivations, layer_activations
from calc.memory.architecture import layer_traits
from calc.memory.lazy import lazy
from calc.memory.loss import LossBytes, loss_bytes
from calc.memory.optimizer import PAGED, Trained, optimizer_bytes
from calc.memory.parameters import ParameterCount, count_adapters, count_parameters, count_trained_ends
from calc.memory.precision import layer_view
from calc.memory.quantization import (
    BYTES_16_BIT,
    BYTES_32_BIT,
    code_bytes,
    constant_bytes,
)
from calc.memory.sharding import RankCount, rank_count, shards
from calc.memory.states import DEEPSPEED, StateBytes, adapter_bytes, state_bytes
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.recipe import Recipe, recipe
from calc.workload import Training

# stage3_max_live_parameters of DeepSpeed's documented configuration.
_MAX_LIVE_PARAMETERS = 1e9
# Offloaded checkpoints are fetched one layer ahead.
_CHECKPOINTS_ON_CARD = 2


@dataclass(frozen=True)
class TrainingRank:
    """One rank of a training run: everything its moments are made of.

    Attributes
    ----------
    first, last
        The rank is of the first, or the last, pipeline stage.
    """

    shape: ModelShape
    training: Training
    parallel: Parallel
    recipe: Recipe
    first: bool
    last: bool

    @lazy
    def whole(self) -> ParameterCount:
        """Parameters of the whole model."""
        return count_parameters(self.shape)

    @lazy
    def count(self) -> RankCount:
        """Parameters the rank works on."""
        return rank_count(self.shape, self.parallel, first=self.first, last=self.last, untied=self.recipe.untied_head)

    @lazy
    def tied(self) -> bool:
        """The embedding is the head."""
        return self.first and self.last and not self.count.head

    @lazy
    def tokens(self) -> float:
        """Tokens of one micro-batch on the rank; preference pairs are two sequences."""
        pair = 2 if self.training.objective is Objective.DPO else 1
        sequences = self.training.micro_batch_size * pair
        return sequences * self.training.sequence_length / self.parallel.context_parallel

    @lazy
    def width(self) -> StateBytes:
        """Bytes of the trained parameters."""
        if self.recipe.adapters:
            return adapter_bytes(self.recipe, self.training.compute)
        return state_bytes(self.recipe, self.training.compute, self.parallel.sharding)

    @lazy
    def trained(self) -> Trained:
        """Parameters the optimizer updates, before sharding."""
        if not self.recipe.adapters:
            matrices = self.count.linear
            others = self.count.root + self.count.norms
            vocabulary = self.shape.vocab * self.shape.hidden / self.parallel.tensor_parallel
            layers = self.whole.linear_layers
            factors = sum((one.inputs + one.outputs) * one.copies * one.layers for one in layers)
            largest = max(vocabulary, max(one.matrix for one in layers) / self.parallel.tensor_parallel)
            return Trained(matrices, others, factors * matrices / max(self.whole.linear, 1), largest)
        whole_ends = self.recipe.trains_whole_ends
        targets, rank = self.training.lora_targets, self.training.lora_rank
        adapters = count_adapters(self.shape, targets, rank, whole_ends=whole_ends)
        ends = _trained_ends(self.shape, self.training) / self.parallel.tensor_parallel
        share = self.count.layers / self.shape.layers / self.parallel.tensor_parallel
        return Trained(adapters * share, ends, adapters * share, rank * self.shape.hidden)

    @lazy
    def fsdp(self) -> bool:
        """The run is sharded by FSDP."""
        return self.parallel.sharding is Sharding.FSDP

    @lazy
    def layer(self) -> LayerActivations:
        """Activations of one layer a token."""
        return layer_activations(layer_view(self.shape, self.training, self.recipe, self.parallel))

    @lazy
    def base(self) -> tuple[float, float]:
        """Weights as stored on the rank, and how much of them a sharded run gathers for one layer [B]."""
        count, parts = self.count, shards(self.parallel)
        if not self.recipe.adapters:
            stored = count.total * self.width.weight / parts.weights
            return stored, count.layer * self.width.gathered
        quantization = self.recipe.quantization
        if quantization is None:
            wide = BYTES_32_BIT if self.training.compute == "fp32" else BYTES_16_BIT
            return count.total * wide / parts.weights, count.layer * wide
        outside = count.norms + count.embedding
        inside = count.linear
        if self.recipe.head_quantized:
            inside += count.head
        else:
            outside += count.head
        code, constant = code_bytes(quantization), constant_bytes(quantization)
        divided = self.fsdp and self.recipe.shards_base
        codes = inside * code / (parts.weights if divided else 1)
        rest = outside * (BYTES_32_BIT if self.recipe.kbit_preparation else BYTES_16_BIT) / parts.weights
        return codes + inside * constant + rest, count.layer * code if divided else 0.0

    @lazy
    def reference(self) -> float:
        """Weights of the frozen reference model of preference training [B]; adapters need none."""
        if self.training.objective is not Objective.DPO or self.recipe.adapters:
            return 0.0
        return self.count.total * BYTES_16_BIT / shards(self.parallel).weights

    @lazy
    def weights(self) -> float:
        """Weights on the card [B]."""
        adapters = self.trained.total * self.width.weight / shards(self.parallel).weights if self.recipe.adapters else 0
        if self.parallel.offload is Offload.ALL:
            return self.block_constants
        return self.base[0] + self.reference + adapters

    @lazy
    def block_constants(self) -> float:
        """Constants of a quantized base [B]; FSDP moves parameters only, and they are none (formulas §11.4)."""
        quantization = self.recipe.quantization
        if quantization is None or not self.fsdp:
            return 0.0
        inside = self.count.linear + (self.count.head if self.recipe.head_quantized else 0)
        return inside * constant_bytes(quantization)

    @lazy
    def states(self) -> float:
        """Master copy and moments wherever they live [B]."""
        moments = optimizer_bytes(self.recipe.optimizer, self.trained, self.width)
        return (moments + self.width.master * self.trained.total) / shards(self.parallel).optimizer

    @lazy
    def optimizer(self) -> float:
        """Master copy and moments on the card [B]; paged states are the driver's to move."""
        if self.parallel.offload is not Offload.NONE or self.recipe.optimizer in PAGED:
            return 0.0
        return self.states

    @lazy
    def gradient_share(self) -> float:
        """Part of every gradient that stays on the card."""
        if self.recipe.steps_in_backward and self.parallel.gpus == 1:
            return 0.0
        if self.parallel.offload is Offload.ALL:
            return 0.0
        if self.parallel.offload is Offload.OPTIMIZER and self.parallel.sharding in DEEPSPEED:
            return 0.0
        return 1 / shards(self.parallel).gradients

    @lazy
    def all_gradients(self) -> float:
        """Gradients of all trained parameters as kept between micro-batches [B]."""
        return self.trained.total * self.width.gradient * self.gradient_share

    @lazy
    def carried(self) -> float:
        """Gradients that stand through forward: only with accumulation [B]."""
        return self.all_gradients if self.training.gradient_accumulation_steps > 1 else 0.0

    @lazy
    def loss(self) -> LossBytes:
        """Bytes of the loss; none before the last stage."""
        if not self.last:
            return LossBytes(0.0, 0.0, 0.0)
        vocab = self.shape.vocab / self.parallel.tensor_parallel
        loss = loss_bytes(self.recipe.loss, self.tokens, vocab, self.shape.hidden, compiled=self.training.compiled)
        capped = BYTES_16_BIT * self.tokens * vocab if layer_traits(self.shape).logit_cap and loss.saved else 0.0
        return LossBytes(loss.forward + capped, loss.saved + capped, loss.backward + capped)

    @lazy
    def logits(self) -> float:
        """fp32 logits of one micro-batch [B]; none before the last stage."""
        return BYTES_32_BIT * self.tokens * self.shape.vocab / self.parallel.tensor_parallel if self.last else 0.0

    @lazy
    def in_flight(self) -> int:
        """Micro-batches whose activations a pipeline stage holds (1F1B)."""
        if not self.first:
            return 1
        return min(self.parallel.pipeline_parallel, max(1, self.training.gradient_accumulation_steps))

    @lazy
    def kept(self) -> float:
        """Activations kept at the end of forward, the head's left out [B]."""
        layers = self.count.layers * self.in_flight
        if self.checkpoints_on_host:
            layers = min(layers, _CHECKPOINTS_ON_CARD)
        return self.tokens * (layers * self.layer.kept - (self.layer.first_layer if self.first else 0.0))

    @lazy
    def checkpoints_on_host(self) -> bool:
        """What is kept for backward waits in host memory."""
        return self.recipe.offloads_checkpoints or self.training.offload_activations

    @lazy
    def head_saved(self) -> float:
        """Saved by the final norm [B]."""
        return self.tokens * self.layer.head_norm if self.last else 0.0

    @lazy
    def gathers(self) -> bool:
        """Weights are gathered from other ranks, or from the host, unit by unit."""
        return shards(self.parallel).gathers or self.parallel.offload is Offload.ALL

    @lazy
    def root_gathered(self) -> float:
        """Embedding and head gathered for computing; FSDP's root unit stays so through loss and backward [B]."""
        if not self.gathers:
            return 0.0
        if self.parallel.sharding in DEEPSPEED:
            live = min(self.count.total, _MAX_LIVE_PARAMETERS)
            largest = max(self.count.layer, self.shape.vocab * self.shape.hidden / self.parallel.tensor_parallel)
            return BYTES_16_BIT * max(live, largest) if self._gatherable else 0.0
        width = self.width.gathered if not self.recipe.adapters else BYTES_16_BIT
        ends = self.count.embedding, self.count.head
        return (max(ends) if self.recipe.separate_ends else sum(ends)) * width

    @lazy
    def _gatherable(self) -> bool:
        return self.recipe.quantization is None

    @lazy
    def layer_gathered(self) -> float:
        """One decoder layer gathered for computing [B]."""
        if not self.gathers or self.parallel.sharding in DEEPSPEED:
            return 0.0
        return self.base[1]

    @lazy
    def buckets(self) -> float:
        """Buffers gradients are reduced through [B].

        DDP keeps buckets the size of the gradients; DeepSpeed under ``auto`` buckets of hidden x hidden values
        to reduce and to prefetch.
        """
        if self.parallel.gpus == 1:
            return 0.0
        if self.parallel.sharding is Sharding.DDP:
            return self.trained.total * self.width.gradient
        if self.parallel.sharding in DEEPSPEED:
            return 2 * BYTES_16_BIT * min(self.trained.total, self.shape.hidden**2)
        return 0.0

    @lazy
    def dequantized(self) -> float:
        """The 16-bit copy of one quantized matrix while it multiplies [B]."""
        if self.recipe.quantization is None:
            return 0.0
        largest = max(one.matrix for one in self.whole.linear_layers)
        return BYTES_16_BIT * largest / self.parallel.tensor_parallel

    @lazy
    def dequantized_head(self) -> float:
        """fp16 and bf16 copies of a quantized head while it multiplies (formulas §11.7) [B]."""
        return 2 * BYTES_16_BIT * self.count.head if self.recipe.head_quantized else 0.0

    @lazy
    def autocast_copies(self) -> tuple[float, float]:
        """16-bit weight copies of autocast at the loss, and while one layer goes backward [B]."""
        if self.recipe.adapters or self.width.weight == self.width.gathered or self.gathers:
            return 0.0, 0.0
        head = BYTES_16_BIT * (self.count.head or (self.count.embedding if self.tied else 0.0))
        if self.training.gradient_checkpointing is Checkpointing.NONE:
            return head + BYTES_16_BIT * self.count.linear, BYTES_16_BIT * self.count.layer
        return head, BYTES_16_BIT * self.count.layer


def training_ranks(shape: ModelShape, training: Training, parallel: Parallel) -> tuple[TrainingRank, ...]:
    """Ranks of which one is the heaviest: the first and the last pipeline stage, or the only one."""
    filled = recipe(training)
    if parallel.pipeline_parallel == 1:
        return (TrainingRank(shape, training, parallel, filled, first=True, last=True),)
    return (
        TrainingRank(shape, training, parallel, filled, first=True, last=False),
        TrainingRank(shape, training, parallel, filled, first=False, last=True),
    )


def trainable_parameters(shape: ModelShape, training: Training) -> int:
    """Parameters the run trains, over all ranks."""
    if training.method in (Method.LORA, Method.QLORA):
        whole_ends = recipe(training).trains_whole_ends
        adapters = count_adapters(shape, training.lora_targets, training.lora_rank, whole_ends=whole_ends)
        return adapters + _trained_ends(shape, training)
    return count_parameters(shape).total


def _trained_ends(shape: ModelShape, training: Training) -> int:
    """Parameters of embedding and head that are trained whole beside adapters."""
    if training.train_embeddings:
        count = count_parameters(shape)
        return count.embedding + count.head
    return count_trained_ends(shape, training.lora_targets) if recipe(training).trains_whole_ends else 0
