"""Seconds of work one micro-step of training takes on one GPU, before it waits for anybody.

Matrix products and attention run at an achieved share of the dense peak; norms, routing, unpacking and weight
reads run at memory bandwidth; a micro-batch too small to cover the kernel launches waits for them.
"""

from dataclasses import dataclass, replace
from math import hypot

from calc.choices import Attention, Checkpointing, Compute, Framework, Objective, Quantization
from calc.gpu import Gpu
from calc.memory.parameters import count_parameters
from calc.memory.quantization import code_bytes
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.recipe import Recipe
from calc.speed.achieved import Achieved, Precision, achieved, attention_share, generation
from calc.speed.adapter_work import LAUNCH_SECONDS as ADAPTER_LAUNCH_SECONDS
from calc.speed.adapter_work import adapters
from calc.speed.flops import TokenFlops, forward_flops
from calc.workload import Training

TERA = 1e12
HALF_BYTES = 2

RECOMPUTE_COST = 0.65
"""Time of a recomputed forward over that of its FLOPs in a whole step: llm-foundry and torchtitan runs with and
without checkpointing differ by 10-22 %, not 33 %."""
FLASH_BACKWARD = 2.5
"""Backward over forward FLOPs of fused attention, which recomputes the scores (arXiv:2307.08691 §3)."""
TORCHAO_FP8_GAIN = 1.38
"""Gain in matrix products of FP8 by converted linear layers (torchao) over bf16: torchtitan 8B on H100, 1.28x in
the whole step. Transformer Engine gains more: the FP8 rows of ``calc.speed.achieved``."""
UNSLOTH = 1.15
"""Fused kernels against Hugging Face with FlashAttention-2: LLaMA-Factory wiki, 1.11-1.17 at five lengths."""
LAUNCH_SECONDS = 0.8e-3
"""Launches of one pass of a layer from Python, adapters left out: the Qwen profile (2023) has 1.3 ms with five
adapters a layer."""
LAUNCHES_LEFT = 0.3
"""Assumption: share of launches left by torch.compile or a hand-fused framework."""
ELEMENTWISE_BYTES = 350.0
"""Memory traffic of norms, activations and residuals of one hidden element of a layer, forward and backward,
launched kernel by kernel: MPT 125M to 70B of llm-foundry differ by it."""
ELEMENTWISE_FUSED_BYTES = 150.0
"""The same with torch.compile or hand-fused kernels: torchtitan 8B with and without compile."""
LOGIT_BYTES = 24.0
"""Memory traffic of one logit of the loss, forward and backward (assumption: bf16 logits, fp32 softmax)."""
ROUTED_BYTES = 400.0
"""Memory traffic of one routed hidden element, forward and backward: router, permutation, small expert products;
median of the mixture-of-experts rows of Megatron-Bridge 25.11 and AutoModel 2025-10."""
EAGER_SCORE_PASSES = 14
"""Reads and writes of the score matrix without a fused kernel, forward and backward (docs/memory_formulas.md §3)."""
UNPACKING_SHARE = {
    Quantization.NF4: 0.20,
    Quantization.NF4_DOUBLE: 0.20,
    Quantization.INT8: 0.30,
    Quantization.MXFP4: 0.20,
    Quantization.GPTQ4: 0.10,
    Quantization.AWQ4: 0.10,
}
"""Share of the memory bandwidth that unpacking reaches: Qwen profile (GPTQ), LLaMA-Factory wiki (NF4)."""


@dataclass(frozen=True, slots=True)
class Passes:
    """Forward-equivalents of one token.

    Attributes
    ----------
    linear, attention
        Forward and backward.
    again_linear, again_attention
        Forward passes repeated by gradient checkpointing, in FLOPs.
    """

    linear: float
    attention: float
    again_linear: float
    again_attention: float


@dataclass(frozen=True, slots=True)
class Work:
    """Work of one micro-step on one GPU [s].

    Attributes
    ----------
    linear, attention
        Matrix products with weights, and attention; recomputation not included.
    recomputation
        Forward passes repeated by gradient checkpointing.
    elementwise
        Norms, activations, residuals and the loss.
    adapters
        What LoRA adapters read and write.
    routing
        Moving tokens to their experts inside a GPU.
    unpacking
        Dequantization of the frozen base.
    weight_reads, launches
        What a small micro-batch cannot hide: weights read for few tokens, kernels launched for little work.
    """

    linear: float
    attention: float
    recomputation: float
    elementwise: float
    adapters: float
    routing: float
    unpacking: float
    weight_reads: float
    launches: float

    @property
    def total(self) -> float:
        """All parts [s]."""
        products = self.linear + self.attention + self.recomputation
        moved = self.elementwise + self.adapters + self.routing + self.unpacking + self.weight_reads
        return products + moved + self.launches


@dataclass(frozen=True, slots=True)
class Engine:
    """What the products run on, and how fast [FLOP/s, B/s]."""

    precision: Precision
    evidence: Achieved
    linear_rate: float
    attention_rate: float
    bandwidth: float


def usable_precision(gpu: Gpu, compute: Compute) -> Precision:
    """Unit the products run on: FP8 falls back to 16 bit where the GPU has none."""
    if compute is Compute.FP32:
        return Precision.FP32
    return Precision.FP8 if compute is Compute.FP8 and gpu.fp8_dense_tflops else Precision.HALF


def engine(gpu: Gpu, training: Training, *, experts: bool) -> Engine:
    """Achieved rates of a GPU at this kind of training."""
    precision = usable_precision(gpu, training.compute)
    born = generation(gpu)
    evidence = achieved(born, precision, training.method, experts=experts)
    attention_peak = gpu.fp32_tflops if precision is Precision.FP32 else gpu.bf16_dense_tflops
    return Engine(
        precision,
        evidence,
        _linear_tflops(gpu, training, precision, evidence) * TERA,
        attention_peak * TERA * attention_share(born),
        gpu.bandwidth_tb_s * TERA,
    )


def _linear_tflops(gpu: Gpu, training: Training, precision: Precision, evidence: Achieved) -> float:
    if precision is Precision.FP8 and training.framework in (Framework.TORCHTITAN, Framework.TORCHTUNE):
        half = achieved(generation(gpu), Precision.HALF, training.method)
        return gpu.bf16_dense_tflops * half.share.mid * TORCHAO_FP8_GAIN
    hand_fused = UNSLOTH if training.framework is Framework.UNSLOTH else 1.0
    return peak_tflops(gpu, precision) * evidence.share.mid * hand_fused


def peak_tflops(gpu: Gpu, precision: Precision) -> float:
    """Dense peak of the unit the products run on [TFLOP/s]."""
    return {
        Precision.HALF: gpu.bf16_dense_tflops,
        Precision.FP8: gpu.fp8_dense_tflops,
        Precision.FP32: gpu.fp32_tflops,
    }[precision]


def passes(training: Training, filled: Recipe) -> Passes:
    """Forward-equivalents of a training token.

    Backward multiplies twice as much as forward: by weights for inputs, and by inputs for weights, which a
    frozen base leaves out. DPO adds a forward of the reference model (arXiv:2305.18290).
    """
    backward = 1 if filled.adapters else 2
    reference = 1 if training.objective is Objective.DPO else 0
    again = training.gradient_checkpointing
    return Passes(
        linear=1 + backward + reference,
        attention=1 + FLASH_BACKWARD + reference,
        again_linear=1 if again is Checkpointing.FULL else 0,
        again_attention=0 if again is Checkpointing.NONE else 1,
    )


def flops_per_token(training: Training, filled: Recipe, shape: ModelShape) -> float:
    """Forward, backward and recomputation of one token [FLOP/token]."""
    forward, times = _forward(training, shape), passes(training, filled)
    again = forward.linear * times.again_linear + forward.attention * times.again_attention
    return model_flops_per_token(training, filled, shape) + again


def model_flops_per_token(training: Training, filled: Recipe, shape: ModelShape) -> float:
    """Forward and backward of one token, what the model itself needs [FLOP/token]."""
    forward, times = _forward(training, shape), passes(training, filled)
    return forward.linear * times.linear + forward.attention * times.attention


def local_parameters(shape: ModelShape, parallel: Parallel) -> float:
    """Parameters one GPU works with: its part of the layers and of the experts [parameter]."""
    count = count_parameters(shape)
    elsewhere = count.experts * (1 - 1 / parallel.expert_parallel)
    return (count.total - elsewhere) / (parallel.tensor_parallel * parallel.pipeline_parallel)


def work(training: Training, filled: Recipe, shape: ModelShape, parallel: Parallel, engine: Engine) -> Work:
    """Work of one micro-step on one GPU.

    A model split over GPUs by tensor, pipeline or context parallelism splits the work evenly.
    """
    forward, times = _forward(training, shape), passes(training, filled)
    tokens = training.micro_batch_size * training.sequence_length / parallel.model_parallel
    local = local_parameters(shape, parallel)
    scores = _score_bytes(training, shape) * tokens / engine.bandwidth
    again = forward.linear * times.again_linear / engine.linear_rate
    again += forward.attention * times.again_attention / engine.attention_rate
    reads = (times.linear + times.again_linear) * local * HALF_BYTES / engine.bandwidth
    busy = Work(
        linear=forward.linear * times.linear * tokens / engine.linear_rate,
        attention=forward.attention * times.attention * tokens / engine.attention_rate + scores,
        recomputation=again * tokens * RECOMPUTE_COST,
        elementwise=_elementwise_bytes(training, shape, times) * tokens / engine.bandwidth,
        adapters=_adapter_bytes(training, filled, shape, times) * tokens / engine.bandwidth,
        routing=_routed_elements(shape) * ROUTED_BYTES * tokens / engine.bandwidth,
        unpacking=_unpacking_bytes(filled, times, local) / engine.bandwidth,
        weight_reads=reads,
        launches=0.0,
    )
    launches = _launch_seconds(training, filled, shape, times) / parallel.pipeline_parallel
    return _covering(busy, launches)


def _covering(busy: Work, launches: float) -> Work:
    # Kernels are launched ahead of the GPU: much work hides the launches, and launches that outlast the work are
    # felt whole. Where both last as long, small kernels wait for launches and large ones are waited for.
    return replace(busy, launches=hypot(busy.total, launches) - busy.total)


def _forward(training: Training, shape: ModelShape) -> TokenFlops:
    return forward_flops(shape, training.sequence_length, training.attention)


def _score_bytes(training: Training, shape: ModelShape) -> float:
    if training.attention is not Attention.EAGER:
        return 0.0
    return shape.layers * shape.heads * training.sequence_length * HALF_BYTES * EAGER_SCORE_PASSES


def _fused(training: Training) -> bool:
    return training.compiled or training.framework in (Framework.MEGATRON, Framework.UNSLOTH)


def _elementwise_bytes(training: Training, shape: ModelShape, times: Passes) -> float:
    per_element = ELEMENTWISE_FUSED_BYTES if _fused(training) else ELEMENTWISE_BYTES
    repeated = 1 + times.again_linear * RECOMPUTE_COST / times.attention
    return shape.layers * shape.hidden * per_element * repeated + shape.vocab * LOGIT_BYTES


def _routed_elements(shape: ModelShape) -> float:
    if not shape.n_experts:
        return 0.0
    return (shape.layers - shape.first_dense_layers) * shape.experts_per_token * shape.hidden


def _unpacking_bytes(filled: Recipe, times: Passes, local: float) -> float:
    # Forward, backward and a repeated forward each read the packed base and write it in 16 bit; the bytes are
    # scaled by how far the unpacking kernel stays below the memory bandwidth.
    if filled.quantization is None:
        return 0.0
    moved = local * (code_bytes(filled.quantization) + HALF_BYTES)
    return (2 + times.again_linear) * moved / UNPACKING_SHARE[filled.quantization]


def _adapter_bytes(training: Training, filled: Recipe, shape: ModelShape, times: Passes) -> float:
    if not filled.adapters:
        return 0.0
    kept = ELEMENTWISE_FUSED_BYTES / ELEMENTWISE_BYTES if _fused(training) else 1.0
    return adapters(shape, training.lora_targets).bytes_per_token(1 + times.again_linear) * kept


def _launch_seconds(training: Training, filled: Recipe, shape: ModelShape, times: Passes) -> float:
    # A backward pass launches about twice what a forward does, whatever it multiplies.
    one_pass = shape.layers * LAUNCH_SECONDS
    if filled.adapters:
        one_pass += adapters(shape, training.lora_targets).matrices * ADAPTER_LAUNCH_SECONDS
    return (3 + times.again_linear) * one_pass * (LAUNCHES_LEFT if _fused(training) else 1.0)
