"""What a training run really does: the fields left open, filled by the framework's documented defaults.

One model of memory and speed reads this record. A framework is a column of defaults, not a model of
its own.
"""

from dataclasses import dataclass

from calc.choices import AdapterDtype, Checkpointing, Framework, Loss, Method, Optimizer, Quantization, States
from calc.workload import Training


@dataclass(frozen=True, slots=True)
class FrameworkDefaults:
    """Documented defaults of one framework.

    Attributes
    ----------
    states
        Precision of model states in full fine-tuning and pretraining.
    optimizer
        Implementation the stock configuration runs.
    loss
        How cross-entropy is computed.
    adapter_dtype
        Precision of LoRA adapters.
    adapter_autocast
        Adapters in fp32 are computed under ``autocast`` (as with ``bf16=True`` of the Trainer).
    quantization
        Format of a QLoRA base.
    kbit_preparation
        A quantized base gets its norms, embedding and head cast to fp32.
    gradient_bytes
        Bytes a gradient under ``mixed_fp32_master`` [B].
    fused_qkv
        Query, key and value are one linear layer and share one adapter input.
    pads_adapters
        A fused query-key-value layer of which only some parts carry adapters pads the adapters' output by an
        indexed copy, which saves its source (LitGPT ``LoRAQKVLinear.zero_pad``, seen by autograd's hooks).
    repeats_kv
        Grouped keys and values are repeated to all heads before attention.
    head_quantized
        The output head of a quantized base is quantized too.
    untied_head
        The output head is a matrix of its own even where the model ties it.
    offloads_checkpoints
        Full gradient checkpointing keeps the checkpoints in host memory.
    steps_in_backward
        Full fine-tuning with an 8-bit optimizer updates each tensor as soon as its gradient is there.
    separate_ends
        Embedding and head are FSDP units of their own instead of staying in the root unit, which is gathered through
        loss and backward (torchtitan ``apply_fsdp``).
    expandable_segments
        The allocator is told to grow segments in place (``expandable_segments:True``).
    trains_whole_ends
        Embedding and head among the LoRA targets are trained whole, as a copy, instead of adapted.
    """

    states: States
    optimizer: Optimizer
    loss: Loss
    adapter_dtype: AdapterDtype
    adapter_autocast: bool
    quantization: Quantization
    kbit_preparation: bool
    gradient_bytes: int = 2
    fused_qkv: bool = False
    pads_adapters: bool = False
    repeats_kv: bool = False
    head_quantized: bool = False
    untied_head: bool = False
    offloads_checkpoints: bool = False
    steps_in_backward: bool = False
    trains_whole_ends: bool = False
    expandable_segments: bool = False
    separate_ends: bool = False


DEFAULTS = {
    # TrainingArguments(optim="adamw_torch_fused", bf16=True), peft autocast_adapter_dtype=True, and TRL,
    # which calls peft.prepare_model_for_kbit_training on a bitsandbytes base.
    Framework.HF: FrameworkDefaults(
        States.MIXED_FP32_MASTER,
        Optimizer.ADAMW_FUSED,
        Loss.UNFUSED,
        AdapterDtype.FP32,
        True,
        Quantization.NF4,
        True,
    ),
    # recipes/configs: dtype bf16, torch.optim.AdamW(fused=True), LinearCrossEntropyLoss, torchao NF4 with
    # quantized block constants; *_full_single_device: PagedAdamW8bit with optimizer_in_bwd.
    Framework.TORCHTUNE: FrameworkDefaults(
        States.PURE_BF16,
        Optimizer.ADAMW_FUSED,
        Loss.CHUNKED_LINEAR,
        AdapterDtype.BF16,
        False,
        Quantization.NF4_DOUBLE,
        False,
        repeats_kv=True,
        steps_in_backward=True,
    ),
    # config_hub: precision bf16-true, torch.optim.AdamW (foreach), chunked_cross_entropy over held logits.
    Framework.LITGPT: FrameworkDefaults(
        States.PURE_BF16,
        Optimizer.ADAMW_FOREACH,
        Loss.CHUNKED,
        AdapterDtype.BF16,
        False,
        Quantization.NF4,
        False,
        fused_qkv=True,
        pads_adapters=True,
        repeats_kv=True,
        head_quantized=True,
        untied_head=True,
    ),
    # train_configs: FSDP2 with fp32 parameters computed in bf16, fused AdamW, cross-entropy on fp32
    # logits; run_train.sh sets expandable_segments:True, as unsloth does when it is imported.
    Framework.TORCHTITAN: FrameworkDefaults(
        States.MIXED_FP32_MASTER,
        Optimizer.ADAMW_FUSED,
        Loss.UNFUSED,
        AdapterDtype.BF16,
        False,
        Quantization.NF4_DOUBLE,
        False,
        expandable_segments=True,
        separate_ends=True,
    ),
    # notebooks: optim="adamw_8bit", fused linear cross-entropy, fp32 adapters under autocast, nf4 double,
    # use_gradient_checkpointing="unsloth".
    Framework.UNSLOTH: FrameworkDefaults(
        States.PURE_BF16,
        Optimizer.ADAMW_8BIT,
        Loss.FUSED_LINEAR,
        AdapterDtype.FP32,
        True,
        Quantization.NF4_DOUBLE,
        False,
        offloads_checkpoints=True,
        trains_whole_ends=True,
        expandable_segments=True,
    ),
    # arguments.py: --accumulate-allreduce-grads-in-fp32 with bf16, fused Adam, vocab-parallel cross-entropy
    # that reuses the fp32 logits.
    Framework.MEGATRON: FrameworkDefaults(
        States.MIXED_FP32_MASTER,
        Optimizer.ADAMW_FUSED,
        Loss.IN_PLACE,
        AdapterDtype.BF16,
        False,
        Quantization.NF4_DOUBLE,
        False,
        gradient_bytes=4,
        fused_qkv=True,
    ),
}


@dataclass(frozen=True, slots=True)
class Recipe:
    """A training run with nothing left open.

    Attributes
    ----------
    states
        Precision of the trained states. For LoRA and QLoRA the frozen base stays 16 bit or quantized, and
        ``autocast_fp32`` means that fp32 adapters are computed under ``autocast``.
    quantization
        Format of the frozen base; ``None`` unless the method is QLoRA or the format was asked for.
    adapters
        The method trains adapters over a frozen base.
    shards_base
        Full sharding divides the frozen base.
    dropout_mask_bytes
        Bytes an element that dropout keeps beside its output: 1 on CUDA, the width of the input on a CPU (0).
    """

    method: Method
    framework: Framework
    states: States
    optimizer: Optimizer
    loss: Loss
    lora_dtype: AdapterDtype
    quantization: Quantization | None
    kbit_preparation: bool
    gradient_bytes: int
    fused_qkv: bool
    pads_adapters: bool
    repeats_kv: bool
    head_quantized: bool
    untied_head: bool
    offloads_checkpoints: bool
    steps_in_backward: bool
    trains_whole_ends: bool
    shards_base: bool
    separate_ends: bool
    dropout_mask_bytes: int = 1

    @property
    def adapters(self) -> bool:
        """Whether adapters are trained over a frozen base."""
        return self.method in (Method.LORA, Method.QLORA)

    @property
    def autocast(self) -> bool:
        """Whether the forward pass runs under ``autocast``."""
        return self.states is States.AUTOCAST_FP32


def recipe(training: Training) -> Recipe:
    """Fill the open fields of a training workload by its framework's documented defaults.

    Parameters
    ----------
    training
        The workload; ``None`` in ``states``, ``optimizer``, ``loss``, ``lora_dtype``, ``quantization`` and
        ``kbit_preparation`` means "as the framework does".
    """
    defaults = DEFAULTS[training.framework]
    adapters = training.method in (Method.LORA, Method.QLORA)
    lora_dtype = training.lora_dtype or defaults.adapter_dtype
    quantization = training.quantization if adapters else None
    if quantization is None and training.method is Method.QLORA:
        quantization = defaults.quantization
    kbit = defaults.kbit_preparation if training.kbit_preparation is None else training.kbit_preparation
    return Recipe(
        method=training.method,
        framework=training.framework,
        states=training.states or _states(defaults, lora_dtype, training.optimizer, adapters=adapters),
        optimizer=training.optimizer or defaults.optimizer,
        loss=training.loss or defaults.loss,
        lora_dtype=lora_dtype,
        quantization=quantization,
        kbit_preparation=kbit and quantization in _PREPARED,
        gradient_bytes=defaults.gradient_bytes,
        fused_qkv=defaults.fused_qkv,
        pads_adapters=defaults.pads_adapters,
        repeats_kv=defaults.repeats_kv,
        head_quantized=defaults.head_quantized and quantization is not None,
        untied_head=defaults.untied_head,
        offloads_checkpoints=defaults.offloads_checkpoints and training.gradient_checkpointing is Checkpointing.FULL,
        steps_in_backward=_steps_in_backward(training, defaults, adapters=adapters),
        trains_whole_ends=defaults.trains_whole_ends or training.train_embeddings,
        shards_base=_shards_base(training, quantization),
        separate_ends=defaults.separate_ends,
    )


# peft.prepare_model_for_kbit_training leaves a GPTQ or AWQ base as it is.
_PREPARED = frozenset({Quantization.NF4, Quantization.NF4_DOUBLE, Quantization.INT8})

# bitsandbytes updates the weights in place and keeps no fp32 master copy of them.
_NO_MASTER = frozenset({Optimizer.ADAMW_8BIT, Optimizer.PAGED_ADAMW_8BIT})


def _states(
    defaults: FrameworkDefaults, lora_dtype: AdapterDtype, optimizer: Optimizer | None, *, adapters: bool
) -> States:
    if not adapters:
        return States.PURE_BF16 if optimizer in _NO_MASTER else defaults.states
    autocast = defaults.adapter_autocast and lora_dtype is AdapterDtype.FP32
    return States.AUTOCAST_FP32 if autocast else States.PURE_BF16


def _steps_in_backward(training: Training, defaults: FrameworkDefaults, *, adapters: bool) -> bool:
    if adapters or training.gradient_accumulation_steps > 1:  # accumulated gradients must stay
        return False
    if training.optimizer_in_backward is not None:
        return training.optimizer_in_backward
    return defaults.steps_in_backward and training.optimizer in _NO_MASTER


# torch can flatten and split bitsandbytes' packed 4-bit codes; GPTQ and AWQ keep theirs in buffers.
_SPLIT_BY_FSDP = frozenset({Quantization.NF4, Quantization.NF4_DOUBLE})


def _shards_base(training: Training, quantization: Quantization | None) -> bool:
    if training.shard_quantized_base is not None:
        return training.shard_quantized_base
    return quantization is None or quantization in _SPLIT_BY_FSDP
