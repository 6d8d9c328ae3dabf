"""Sizes of GGUF files and DeepSpeed's own estimates, against what their publishers print."""

import pytest

from calc.choices import WeightFormat
from calc.memory.deepspeed import deepspeed_estimate
from calc.memory.estimate import estimate
from calc.memory.parameters import count_parameters
from calc.memory.weight_formats import format_bytes
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from tests.memory.jobs import LLAMA_7B, LLAMA_8B, LLAMA_13B, LLAMA_70B, training

QWEN_7B = ModelShape("qwen2.5-7b", "qwen2", 3584, 28, 28, 4, 128, 18944, 152064, qkv_bias=True)
MISTRAL_7B = ModelShape("mistral-7b-v0.3", "mistral", 4096, 32, 32, 8, 128, 14336, 32768)

# Sizes of the files on huggingface.co (bartowski and TheBloke), in GB as printed there.
FILES = [
    (LLAMA_8B, WeightFormat.Q4_K_M, 4.92),
    (LLAMA_8B, WeightFormat.Q8_0, 8.54),
    (QWEN_7B, WeightFormat.Q4_K_M, 4.68),
    (QWEN_7B, WeightFormat.Q8_0, 8.10),
    (MISTRAL_7B, WeightFormat.Q4_K_M, 4.37),
    (LLAMA_7B, WeightFormat.Q4_K_M, 4.08),
    (LLAMA_13B, WeightFormat.Q4_K_M, 7.87),
]


@pytest.mark.parametrize(("shape", "weight_format", "gigabytes"), FILES)
def test_a_gguf_file_has_its_printed_size(shape: ModelShape, weight_format: WeightFormat, gigabytes: float):
    size = format_bytes(shape, weight_format).whole(count_parameters(shape))
    assert size / 1e9 == pytest.approx(gigabytes, rel=0.005)


# deepspeed.runtime.zero.stage3 and stage_1_and_2, printed for 2,851M parameters with a largest layer of 32M
# (DeepSpeed documentation, Memory requirements: t5-3b on 8 GPUs of one node).
@pytest.mark.parametrize(
    ("sharding", "offload", "gpu", "host"),
    [
        ("zero3", "all", 0.12, 71.71),
        ("zero3", "optimizer", 0.79, 63.74),
        ("zero3", "none", 6.10, 1.47),
        ("zero2", "optimizer", 5.31, 127.48),
        ("zero2", "none", 15.93, 127.48),
    ],
)
def test_deepspeed_figures_are_those_it_prints(sharding: str, offload: str, gpu: float, host: float):
    largest = 32_899_072
    shape = ModelShape("t", "llama", 1024, 24, 16, 16, 64, largest // 1024, 32128)
    count = count_parameters(shape)
    parallel = Parallel(gpus=8, sharding=sharding, offload=offload)
    one = deepspeed_estimate(count, 2_851_598_336 - count.total, parallel, 8)
    assert one.gpu / 2**30 == pytest.approx(gpu, abs=0.01)
    assert one.host / 2**30 == pytest.approx(host, abs=0.01)


def test_block_constants_stay_on_the_card_under_offload():
    def weights(quantization: str) -> float:
        split = {"gpus": 2, "sharding": "fsdp", "offload": "all"}
        job = training(LLAMA_70B, method="qlora", quantization=quantization, parallel=split)
        return estimate(job).breakdown_gib.weights

    linear = count_parameters(LLAMA_70B).linear
    assert weights("nf4") == pytest.approx(linear * 4 / 64 / 2**30)
    assert weights("nf4_double") == pytest.approx(linear * (1 / 64 + 4 / (64 * 256)) / 2**30)
