"""Time of serving a language model: prefill is bound by compute, decode by memory bandwidth.

Source of the model: arXiv:2211.05102 §2 (Pope et al.), arXiv:2309.06180 §3 (KV cache limits the batch). Tokens are
generated tokens: each carries its share of the prompt that was read before it.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from calc.choices import Method, WeightFormat
from calc.memory.kv_cache import kv_cache_bytes
from calc.memory.parameters import count_parameters
from calc.memory.weight_formats import format_bytes
from calc.message import Band, Message
from calc.model_shape import ModelShape
from calc.plan import JobPlan
from calc.speed.achieved import Precision, achieved, generation
from calc.speed.flops import decode_flops, forward_flops
from calc.speed.gpu_link import all_reduce_seconds, group_link
from calc.speed.serving import Serving
from calc.speed.throughput import Bound, SpeedNote, Throughput
from calc.speed.training import SECONDS_PER_HOUR, around
from calc.speed.training_work import HALF_BYTES, TERA
from calc.workload import Inference

GIB = 2**30
HOURS_PER_MONTH = 730
MILLION = 1e6
PROMPT_SHARE = 0.75
"""Assumption: of a full context three tokens are prompt and one is generated."""
READ_SHARE = Band(0.50, 0.67, 0.80)
"""Achieved share of the memory bandwidth in decode: 8B in bf16, one request, gives 85-90 token/s on an A100 80 GB
and 140-150 on an H100 (public vLLM and TensorRT-LLM logs); larger batches and quantized weights reach less."""
ALL_REDUCE_LATENCY_SECONDS = 10e-6
"""Assumption: a small all-reduce over NVLink inside one node, kernel launch included."""
MEMORY_SHARE = 0.90
"""Share of usable memory a server takes: vLLM's default ``gpu_memory_utilization``."""


@dataclass(frozen=True, slots=True)
class _Replica:
    """One copy of the model and the requests it holds at once."""

    gpus: int
    copies: int
    weight_bytes: float
    wanted: int
    fitting: int

    @property
    def batch(self) -> int:
        return max(1, min(self.wanted, self.fitting))

    @property
    def fitting_requests(self) -> int:
        return self.fitting * self.copies


@dataclass(frozen=True, slots=True)
class _Rhythm:
    """Seconds of one decode step of the batch, and of the prompt behind each generated token."""

    reading: float
    multiplying: float
    talking: float
    prefill: float
    prompts_per_token: float

    @property
    def step(self) -> float:
        return max(self.reading, self.multiplying) + self.talking

    @property
    def prefill_per_token(self) -> float:
        return self.prefill * self.prompts_per_token


def time_inference(job: JobPlan, serving: Inference, shape: ModelShape) -> Throughput:
    """Time a month of serving.

    GPUs beyond one copy of the model (tensor x pipeline x context parallel) are further copies that share the requests.
    Generated tokens a second on one GPU follow from the decode step of the batch and its prompts' prefill;
    the month's GPU-hours from ``tokens_per_month``.
    """
    gpus = job.parallel.gpus
    replica = _replica(job, serving, shape)
    rhythm = _rhythm(job, serving, shape, replica)
    seconds = rhythm.step + replica.batch * rhythm.prefill_per_token
    rate = around(replica.batch / seconds / replica.gpus, READ_SHARE)
    gpu_hours = Band(*(serving.tokens_per_month / one / SECONDS_PER_HOUR for one in (rate.high, rate.mid, rate.low)))
    return Throughput(
        tokens_per_second_per_gpu=rate,
        hours_per_run=Band(gpu_hours.low / gpus, gpu_hours.mid / gpus, gpu_hours.high / gpus),
        gpu_hours_per_run=gpu_hours,
        gpus=gpus,
        flops_per_token=decode_flops(shape, mean_context(serving)).total,
        achieved_fraction=None,
        bound=_bound(rhythm, replica.batch),
        notes=tuple(_notes(job, serving, replica, gpu_hours.mid)),
        serving=_serving(serving, replica, seconds, rhythm.prefill, gpu_hours.mid),
    )


def _serving(serving: Inference, replica: _Replica, seconds: float, prefill: float, gpu_hours: float) -> Serving:
    copies_for_month = math.ceil(round(gpu_hours / HOURS_PER_MONTH / replica.gpus, 9))
    return Serving(
        gpus_per_copy=replica.gpus,
        copies=replica.copies,
        prompt_tokens=prompt_tokens(serving),
        prefill_seconds=prefill,
        seconds_per_token=seconds,
        batch=replica.batch,
        fitting_requests=replica.fitting_requests,
        gpus_for_month=copies_for_month * replica.gpus,
        gpu_hours_per_million_tokens=MILLION * seconds * replica.gpus / replica.batch / SECONDS_PER_HOUR,
    )


def prompt_tokens(serving: Inference) -> int:
    """Tokens of the prompt of one request [token]."""
    return max(1, round(serving.context_length * PROMPT_SHARE))


def mean_context(serving: Inference) -> float:
    """Tokens a generated token looks back on, on average [token]."""
    return serving.context_length * (1 + PROMPT_SHARE) / 2


def _replica(job: JobPlan, serving: Inference, shape: ModelShape) -> _Replica:
    parallel = job.parallel
    per_copy = min(parallel.gpus, parallel.model_parallel)
    copies = max(1, parallel.gpus // per_copy)
    weights = format_bytes(shape, serving.weight_format).whole(count_parameters(shape))
    per_request = kv_cache_bytes(shape, serving.kv_format, serving.context_length, 1)
    room = per_copy * job.gpu.usable_gib * GIB * MEMORY_SHARE - weights
    return _Replica(
        gpus=per_copy,
        copies=copies,
        weight_bytes=weights,
        wanted=math.ceil(serving.concurrent_requests / copies),
        fitting=max(0, int(room // per_request)),
    )


def _touched_bytes(shape: ModelShape, all_bytes: float, batch: int) -> float:
    """Weights one decode step reads: of the experts only those some request of the batch is sent to [B]."""
    if not shape.n_experts:
        return all_bytes
    count = count_parameters(shape)
    experts = count.experts / count.total
    touched = 1 - (1 - shape.experts_per_token / shape.n_experts) ** batch
    return all_bytes * (1 - experts + experts * touched)


def _rhythm(job: JobPlan, serving: Inference, shape: ModelShape, replica: _Replica) -> _Rhythm:
    gpu, batch, gpus = job.gpu, replica.batch, replica.gpus
    context = mean_context(serving)
    kv = kv_cache_bytes(shape, serving.kv_format, context, batch)
    read = (_touched_bytes(shape, replica.weight_bytes, batch) + kv) / gpus
    half = serving.weight_format is not WeightFormat.FP8 or not gpu.fp8_dense_tflops
    precision = Precision.HALF if half else Precision.FP8
    share = achieved(generation(gpu), precision, Method.FULL).share.mid
    rate = (gpu.bf16_dense_tflops if half else gpu.fp8_dense_tflops) * TERA * share * gpus
    prompt = prompt_tokens(serving)
    generated = serving.context_length * (1 - PROMPT_SHARE)
    flops = forward_flops(shape, prompt).total
    # A pipeline passes a token through its stages one after another, each with its own part of the weights.
    stages = job.parallel.pipeline_parallel
    return _Rhythm(
        reading=read * stages / (gpu.bandwidth_tb_s * TERA * READ_SHARE.mid) / _filled_stages(stages, batch),
        multiplying=batch * decode_flops(shape, context).total / rate,
        talking=_talking(job, shape, batch) + _calling(job, shape),
        prefill=prompt * (flops / rate + _talking(job, shape, 1)),
        prompts_per_token=1 / generated,
    )


def _filled_stages(stages: int, batch: int) -> int:
    """Stages kept busy at once: the batch is cut into one part a stage."""
    return min(stages, batch)


def _talking(job: JobPlan, shape: ModelShape, tokens: int) -> float:
    """All-reduces of tensor parallelism for ``tokens`` tokens: two a layer [s]."""
    group = min(job.parallel.tensor_parallel, job.parallel.gpus)
    if group == 1:
        return 0.0
    link = group_link(job.gpu, group, job.gpus_per_node)
    return 2 * shape.layers * all_reduce_seconds(tokens * shape.hidden * HALF_BYTES, group, link)


def _calling(job: JobPlan, shape: ModelShape) -> float:
    """Latency of a decode step's all-reduces, whatever their size [s]."""
    return 2 * shape.layers * ALL_REDUCE_LATENCY_SECONDS if job.parallel.tensor_parallel > 1 else 0.0


def _bound(rhythm: _Rhythm, batch: int) -> Bound:
    compute = batch * rhythm.prefill_per_token
    memory = 0.0
    if rhythm.reading >= rhythm.multiplying:
        memory = rhythm.reading
    else:
        compute += rhythm.multiplying
    parts = {Bound.COMPUTE: compute, Bound.BANDWIDTH: memory, Bound.LINK: rhythm.talking}
    return max(parts, key=lambda bound: parts[bound])


def _notes(job: JobPlan, serving: Inference, replica: _Replica, gpu_hours: float) -> Iterator[Message]:
    if serving.weight_format is WeightFormat.FP8 and not job.gpu.fp8_dense_tflops:
        yield Message(SpeedNote.FP8_NOT_AVAILABLE, {"gpu": job.gpu.id})
    if not replica.fitting:
        yield Message(SpeedNote.WEIGHTS_DO_NOT_FIT, {"gib": replica.weight_bytes / replica.gpus / GIB})
    elif replica.fitting < replica.wanted:
        parameters = {"fitting": replica.fitting_requests, "requested": serving.concurrent_requests}
        yield Message(SpeedNote.REQUESTS_WAIT, parameters)
    needed = math.ceil(gpu_hours / HOURS_PER_MONTH)
    if needed > job.parallel.gpus:
        yield Message(SpeedNote.MORE_GPUS_NEEDED, {"gpus": needed, "present": job.parallel.gpus})
