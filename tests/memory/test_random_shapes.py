"""Any valid job of any shape has finite, non-negative parts that grow with the work."""

from dataclasses import asdict, fields, replace
from math import isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.choices import KvFormat, Offload, Sharding, WeightFormat
from calc.errors import EsepError
from calc.gpu import Gpu
from calc.memory import size
from calc.memory.estimate import estimate, total
from calc.memory.footprint import Breakdown, Footprint
from calc.memory.parameters import count_parameters
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Inference, Training
from tests.memory.case_jobs import gpu
from tests.memory.test_laws import FIELDS

POWERS = st.sampled_from([1, 2, 4, 8])
PARTS = tuple(part.name for part in fields(Breakdown))


@st.composite
def shapes(draw):
    kv_heads, group = draw(POWERS), draw(POWERS)
    hidden, layers = 128 * draw(st.integers(1, 96)), draw(st.integers(1, 100))
    head_dim = draw(st.sampled_from([64, 128, 192, 256]))
    shape = ModelShape(
        "random", draw(st.sampled_from(["llama", "qwen3", "gemma2", "gpt2", "olmo", "nemotron_h", "opt"])),
        hidden, layers, kv_heads * group, kv_heads, head_dim,
        64 * draw(st.integers(1, 512)), draw(st.integers(1000, 300_000)),
        tie_embeddings=draw(st.booleans()), gated_mlp=draw(st.booleans()), qkv_bias=draw(st.booleans()),
        query_gate=draw(st.booleans()), max_context=4096,
    )  # fmt: skip
    if draw(st.booleans()):
        experts = draw(st.sampled_from([4, 8, 64]))
        shape = replace(
            shape, n_experts=experts, experts_per_token=draw(st.integers(1, 4)), moe_intermediate=512,
            n_shared_experts=draw(st.integers(0, 2)), first_dense_layers=draw(st.integers(0, layers - 1)),
        )  # fmt: skip
    kind = draw(st.sampled_from(["plain", "window", "latent", "hybrid", "blocks"]))
    if kind == "window":
        shape = replace(
            shape, sliding_window=draw(st.integers(1, 8192)), full_attention_every=draw(st.integers(0, 6)),
            global_kv_heads=draw(st.sampled_from([0, kv_heads])), global_head_dim=draw(st.sampled_from([0, 512])),
            global_keys_are_values=draw(st.booleans()),
        )  # fmt: skip
    if kind == "latent":
        shape = replace(
            shape, q_lora_rank=draw(st.sampled_from([0, 256])), kv_lora_rank=512, qk_nope_head_dim=128,
            qk_rope_head_dim=64, v_head_dim=128, indexer_heads=draw(st.sampled_from([0, 4])), indexer_head_dim=128,
        )  # fmt: skip
    if kind in ("hybrid", "blocks") and layers > 2:
        mixer = (("in", hidden, 3 * hidden), ("out", hidden, hidden))
        attending = draw(st.integers(1, layers - 2))
        scanning = draw(st.integers(1, layers - attending - 1))
        shape = replace(
            shape, kv_layers=attending, mixer=mixer, mixer_layers=scanning, mixer_extra=100, state_bytes=1_000_000,
            mlp_layers=max(layers - attending - scanning, shape.first_dense_layers + 1) if kind == "blocks" else 0,
        )  # fmt: skip
    return shape


@st.composite
def splits(draw, shape):
    tensor = draw(st.sampled_from([size for size in (1, 2, 4, 8) if shape.kv_heads % size == 0]))
    stages = draw(st.sampled_from([size for size in (1, 2, 4) if size <= shape.layers]))
    context = draw(st.sampled_from([1, 2]))
    copies = draw(st.sampled_from([1, 2, 8, 64]))
    gpus = tensor * stages * context * copies
    sharding = draw(st.sampled_from(list(Sharding))) if gpus > 1 else Sharding.NONE
    return Parallel(
        gpus=gpus, sharding=sharding, tensor_parallel=tensor, pipeline_parallel=stages, context_parallel=context,
        sequence_parallel=draw(st.booleans()), offload=draw(st.sampled_from(list(Offload))),
        replicate_kv_heads=draw(st.booleans()),
    )  # fmt: skip


def sound(footprint: Footprint) -> None:
    flat = {name: value for name, value in asdict(footprint).items() if isinstance(value, int | float)}
    assert all(isfinite(value) and value >= 0 for value in flat.values()), flat
    parts = footprint.breakdown_gib
    assert all(isfinite(getattr(parts, name)) and getattr(parts, name) >= -1e-9 for name in PARTS), parts
    assert total(parts) == pytest.approx(footprint.device_gib.mid, rel=1e-9)
    assert all(0 <= phase <= footprint.allocated_gib for phase in footprint.phases_gib.values())
    assert 0 <= footprint.device_gib.low <= footprint.device_gib.mid <= footprint.device_gib.high


def job(workload, shape: ModelShape, parallel: Parallel, card: Gpu | None = None) -> JobPlan:
    return JobPlan(workload, parallel, Demand(), shape, card or gpu(79.2))


@given(st.data(), shapes(), FIELDS)
@settings(max_examples=120, deadline=None)
def test_training_of_any_shape_is_sound(data, shape, chosen):
    parallel = data.draw(splits(shape))
    imbalance = data.draw(st.sampled_from([1.0, 1.5]))
    training = Training.model_validate({"model": "random", **chosen, "expert_imbalance": imbalance})
    sound(estimate(job(training, shape, parallel)))


@given(st.data(), shapes(), FIELDS)
@settings(max_examples=60, deadline=None)
def test_more_work_or_model_never_takes_less(data, shape, chosen):
    parallel = data.draw(splits(shape))
    training = Training.model_validate({"model": "random", **chosen})
    before = estimate(job(training, shape, parallel)).allocated_gib
    longer = training.model_copy(update={"sequence_length": 2 * training.sequence_length})
    deeper = replace(shape, layers=2 * shape.layers, kv_layers=2 * shape.kv_layers, mixer_layers=2 * shape.mixer_layers,
                     mlp_layers=2 * shape.mlp_layers, first_dense_layers=2 * shape.first_dense_layers)  # fmt: skip
    skewed = training.model_copy(update={"expert_imbalance": 2.0})
    assert estimate(job(longer, shape, parallel)).allocated_gib >= before - 1e-9
    assert estimate(job(training, deeper, parallel)).allocated_gib >= before - 1e-9
    assert estimate(job(skewed, shape, parallel)).allocated_gib >= before - 1e-9


@given(
    st.data(),
    shapes(),
    st.tuples(st.sampled_from(list(WeightFormat)), st.sampled_from(list(KvFormat))),
    st.tuples(st.integers(1, 200_000), st.integers(1, 64), st.integers(0, 4096)),
)
@settings(max_examples=100, deadline=None)
def test_serving_of_any_shape_is_sound(data, shape, formats, load):
    parallel = data.draw(splits(shape))
    (weights, cache), (context, requests, margin) = formats, load
    serving = Inference(
        model="random", weight_format=weights, kv_format=cache, context_length=context, concurrent_requests=requests,
        window_margin_tokens=margin,
    )  # fmt: skip
    before = estimate(job(serving, shape, parallel))
    sound(before)
    for field in ("context_length", "concurrent_requests", "window_margin_tokens"):
        more = serving.model_copy(update={field: 2 * getattr(serving, field)})
        assert estimate(job(more, shape, parallel)).allocated_gib >= before.allocated_gib - 1e-9


EXTREMES = [
    ({"sequence_length": 16_777_216, "micro_batch_size": 65_536}, {}),
    ({"sequence_length": 1}, {"gpus": 100_000, "sharding": "fsdp"}),
    ({"sequence_length": 16_777_216}, {"gpus": 98_304, "sharding": "zero3", "context_parallel": 1024}),
    ({"method": "qlora", "lora_rank": 4096, "attention": "eager", "sequence_length": 16_777_216}, {"gpus": 8}),
    ({"engine_memory_share": 0.999_999}, {}),
]


@pytest.mark.parametrize(("chosen", "parallel"), EXTREMES)
def test_the_ends_of_every_range_are_finite(chosen, parallel):
    shape = ModelShape("end", "llama", 16384, 126, 128, 8, 128, 53248, 128256)
    sound(size(job(Training.model_validate({"model": "end", **chosen}), shape, Parallel.model_validate(parallel))))


@given(shapes())
@settings(max_examples=100, deadline=None)
def test_the_parts_of_a_count_sum(shape):
    count = count_parameters(shape)
    assert count.total == count.linear + count.embedding + count.head + count.norms
    assert 0 < count.active <= count.total
    assert 0 < count.layer_max <= count.total


def test_ranks_may_share_a_kv_head():
    shape = ModelShape("shared", "llama", 5120, 64, 24, 4, 256, 17408, 248320)
    serving = Inference(model="shared", context_length=100_000, concurrent_requests=1)
    split = Parallel(gpus=8, tensor_parallel=8)
    with pytest.raises(EsepError) as refused:
        estimate(job(serving, shape, split))
    assert refused.value.allowed == "1, 2, 4"
    shared = estimate(job(serving, shape, split.model_copy(update={"replicate_kv_heads": True}))).breakdown_gib
    four = estimate(job(serving, shape, Parallel(gpus=4, tensor_parallel=4))).breakdown_gib
    assert shared.kv_cache == pytest.approx(four.kv_cache)
    assert four.weights / 2 < shared.weights < four.weights


def test_an_answer_engine_takes_its_share_of_the_card():
    shape = ModelShape("llama-3.1-8b", "llama", 4096, 32, 32, 8, 128, 14336, 128256)
    alone = estimate(job(Training(model="x"), shape, Parallel()))
    beside = estimate(job(Training(model="x", engine_memory_share=0.3), shape, Parallel()))
    assert beside.usable_gib == pytest.approx(0.7 * alone.usable_gib)
    assert beside.device_gib == alone.device_gib
