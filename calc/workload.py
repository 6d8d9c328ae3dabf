"""What a job does: training, inference, rendering, or work whose size the user states.

``None`` means "as the framework does" (``calc.recipe`` fills it).
"""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from calc.choices import (
    AdapterDtype,
    Attention,
    Checkpointing,
    Compute,
    Framework,
    KvFormat,
    LoraTargets,
    Loss,
    Method,
    Objective,
    Optimizer,
    Quantization,
    States,
    TextLanguage,
    TextUnit,
    WeightFormat,
    WorkloadKind,
)
from calc.quantity import Flag, Number, Terms, Whole, quantity

DESIGN = "docs/design.md"
ModelRef = str | dict[str, JsonValue]


class Training(Terms):
    """Fine-tuning or pretraining of one model."""

    kind: Literal[WorkloadKind.TRAINING] = WorkloadKind.TRAINING
    model: ModelRef = quantity("llama-3.1-8b", "-", source=DESIGN)
    method: Method = quantity(Method.FULL, "-", source=DESIGN)
    micro_batch_size: Whole = quantity(1, "sequence", ge=1, le=65536, source=DESIGN)
    sequence_length: Whole = quantity(2048, "token", ge=1, le=16_777_216, source=DESIGN)
    gradient_accumulation_steps: Whole = quantity(1, "step", ge=1, le=65536, source=DESIGN)
    states: States | None = quantity(None, "-", source=DESIGN)
    compute: Compute = quantity(Compute.BF16, "-", source=DESIGN)
    optimizer: Optimizer | None = quantity(None, "-", source=DESIGN)
    gradient_checkpointing: Checkpointing = quantity(Checkpointing.FULL, "-", source=DESIGN)
    attention: Attention = quantity(Attention.FLASH, "-", source=DESIGN)
    loss: Loss | None = quantity(None, "-", source=DESIGN)
    compiled: Flag = quantity(False, "-", source=DESIGN)
    lora_rank: Whole = quantity(16, "-", ge=1, le=4096, source=DESIGN)
    lora_dropout: Number = quantity(0.0, "share", ge=0, lt=1, source=DESIGN)
    lora_targets: LoraTargets | tuple[str, ...] = quantity(LoraTargets.ALL_LINEAR, "-", source=DESIGN)
    lora_dtype: AdapterDtype | None = quantity(None, "-", source=DESIGN)
    quantization: Quantization | None = quantity(None, "-", source=DESIGN)
    kbit_preparation: Flag | None = quantity(None, "-", source=DESIGN)
    shard_quantized_base: Flag | None = quantity(None, "-", source=DESIGN)
    """A quantized base is split by FSDP; ``None``: bitsandbytes 4-bit is, GPTQ and AWQ are not."""
    train_embeddings: Flag = quantity(False, "-", source=DESIGN)
    """Embedding and head are trained whole beside the adapters (PEFT ``modules_to_save``)."""
    optimizer_in_backward: Flag | None = quantity(None, "-", source=DESIGN)
    """Each tensor is updated as soon as its gradient is there."""
    offload_activations: Flag = quantity(False, "-", source=DESIGN)
    """What is kept for backward waits in host memory."""
    engine_memory_share: Number = quantity(0.0, "share", ge=0, lt=1, source=DESIGN)
    """Part of the card an engine that generates answers beside the training keeps (TRL vLLM ``colocate``)."""
    expert_imbalance: Number = quantity(1.0, "-", ge=1, le=1024, source=DESIGN)
    """Tokens of the busiest rank's experts over the mean of all ranks."""
    objective: Objective = quantity(Objective.SFT, "-", source=DESIGN)
    framework: Framework = quantity(Framework.HF, "-", source=DESIGN)
    train_tokens: Number = quantity(100_000_000, "token", gt=0, le=1e16, source=DESIGN)
    """Tokens of one run, all epochs together; where ``text_unit`` is another unit, they follow from the text."""
    text_unit: TextUnit = quantity(TextUnit.TOKENS, "-", source=DESIGN)
    text_amount: Number = quantity(10_000, "text unit", gt=0, le=1e13, source=DESIGN)
    """Size of the text of one epoch in ``text_unit``."""
    text_language: TextLanguage = quantity(TextLanguage.KAZAKH, "-", source=DESIGN)
    words_per_example: Number = quantity(150, "word", gt=0, le=1e7, source=DESIGN)
    epochs: Number = quantity(1, "epoch", gt=0, le=1000, source=DESIGN)
    packed: Flag = quantity(True, "-", source=DESIGN)
    """Examples fill a sequence end to end; otherwise each takes a whole one."""


class Inference(Terms):
    """Serving one language model."""

    kind: Literal[WorkloadKind.INFERENCE] = WorkloadKind.INFERENCE
    model: ModelRef = quantity("llama-3.1-8b", "-", source=DESIGN)
    weight_format: WeightFormat = quantity(WeightFormat.BF16, "-", source=DESIGN)
    kv_format: KvFormat = quantity(KvFormat.BF16, "-", source=DESIGN)
    context_length: Whole = quantity(8192, "token", ge=1, le=16_777_216, source=DESIGN)
    concurrent_requests: Whole = quantity(8, "request", ge=1, le=1_000_000, source=DESIGN)
    prefill_tokens: Whole = quantity(2048, "token", ge=1, le=16_777_216, source=DESIGN)
    """Most prompt tokens of one step (vLLM ``max_num_batched_tokens``, llama.cpp ``ubatch``)."""
    attention: Attention = quantity(Attention.FLASH, "-", source=DESIGN)
    memory_share: Number = quantity(1.0, "share", gt=0, le=1, source=DESIGN)
    """Part of the card the server may take (vLLM ``gpu_memory_utilization``)."""
    window_margin_tokens: Whole = quantity(0, "token", ge=0, le=1_048_576, source=DESIGN)
    """Tokens a windowed layer caches beyond its window: llama.cpp one ``ubatch``, vLLM one step of prefill."""
    tokens_per_month: Number = quantity(1_000_000_000, "token/month", ge=0, le=1e16, source=DESIGN)


class Rendering(Terms):
    """Offline rendering of frames; a scene is whole on every GPU."""

    kind: Literal[WorkloadKind.RENDERING] = WorkloadKind.RENDERING
    triangles: Number = quantity(50_000_000, "triangle", ge=0, le=1e12, source=DESIGN)
    textures: Whole = quantity(200, "texture", ge=0, le=1_000_000, source=DESIGN)
    texture_pixels: Whole = quantity(4096, "pixel a side", ge=1, le=65536, source=DESIGN)
    texture_bytes_per_pixel: Number = quantity(4, "B", gt=0, le=16, source=DESIGN)
    width_pixels: Whole = quantity(3840, "pixel", ge=1, le=65536, source=DESIGN)
    height_pixels: Whole = quantity(2160, "pixel", ge=1, le=65536, source=DESIGN)
    passes: Whole = quantity(8, "pass", ge=1, le=256, source=DESIGN)
    frames_per_month: Number = quantity(3000, "frame/month", ge=0, le=1e9, source=DESIGN)
    minutes_per_frame: Number = quantity(6, "min", gt=0, le=100_000, source=DESIGN)
    reference_gpu: str = quantity("rtx-4090", "-", source=DESIGN)


class Given(Terms):
    """Work whose GPUs and hours the user states; its demand carries them."""

    kind: Literal[WorkloadKind.GIVEN] = WorkloadKind.GIVEN
    memory_gib_per_gpu: Number = quantity(0, "GiB", ge=0, le=100_000, source=DESIGN)
    """0: not stated."""
    hours_per_run: Number = quantity(0, "h", ge=0, le=1_000_000, source=DESIGN)
    """0: not stated."""


Workload = Annotated[Training | Inference | Rendering | Given, Field(discriminator="kind")]
