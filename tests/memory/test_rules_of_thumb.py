"""Rules people quote about memory, and what the model must show (docs: rules of thumb, checked)."""

import pytest

from calc.choices import Phase, Verdict
from calc.memory import checkpointing_trade, largest_sequence, length_where_activations_rule
from calc.memory.estimate import estimate
from calc.memory.parameters import count_parameters
from tests.memory.jobs import A100_80, H200, LLAMA_7B, LLAMA_8B, LLAMA_13B, LLAMA_70B, serving, training

GB_PER_GIB = 2**30 / 1e9
FULL = {"method": "full", "sequence_length": 512}


def static_gb(**fields) -> float:
    parts = estimate(training(LLAMA_7B, **fields)).breakdown_gib
    return (parts.weights + parts.gradients + parts.optimizer) * GB_PER_GIB


def test_weights_of_7b_in_16_bits_take_14_gb():
    weights = estimate(serving(LLAMA_7B)).breakdown_gib.weights * GB_PER_GIB
    assert weights == pytest.approx(13.5, abs=0.1)


def test_gradients_take_2_bytes_and_adam_with_its_copy_12():
    parts = estimate(training(LLAMA_7B, states="mixed_fp32_master", **FULL)).breakdown_gib
    parameters = count_parameters(LLAMA_7B).total / 2**30
    assert parts.weights / parameters == pytest.approx(2)
    assert parts.gradients / parameters == pytest.approx(2, rel=0.01)
    assert parts.optimizer / parameters == pytest.approx(12)


def test_adam_states_are_twice_fp32_weights():
    parts = estimate(training(LLAMA_7B, states="autocast_fp32", **FULL)).breakdown_gib
    assert parts.optimizer / parts.weights == pytest.approx(2)


def test_gradients_and_optimizer_are_seven_times_16_bit_weights():
    parts = estimate(training(LLAMA_7B, states="mixed_fp32_master", **FULL)).breakdown_gib
    assert (parts.gradients + parts.optimizer) / parts.weights == pytest.approx(7, rel=0.01)


def test_full_training_of_7b_takes_107_8_gb_before_activations():
    assert static_gb(states="mixed_fp32_master", **FULL) == pytest.approx(107.8, rel=0.005)


def test_several_tens_of_gb_need_8_bit_or_pure_bf16_states():
    for small in ({"optimizer": "adamw_8bit"}, {"optimizer": "paged_adamw_8bit"}, {"states": "pure_bf16"}):
        assert 25 < estimate(training(LLAMA_7B, **FULL, **small)).allocated_gib * GB_PER_GIB < 70
    assert static_gb(states="mixed_fp32_master", **FULL) > 100


@pytest.mark.parametrize("shape", [LLAMA_7B, LLAMA_13B])
def test_qlora_fits_an_80_gb_card_with_room_for_long_context(shape):
    assert estimate(training(shape, method="qlora", sequence_length=8192)).verdict is Verdict.FITS


def test_48_to_80_gb_for_lora_is_generous():
    qlora = estimate(training(LLAMA_7B, method="qlora", sequence_length=1024)).allocated_gib * GB_PER_GIB
    assert 5 < qlora < 12
    lora = {"method": "lora", "usable_gib": 44.4}
    assert estimate(training(LLAMA_13B, sequence_length=2048, **lora)).verdict is Verdict.FITS
    assert estimate(training(LLAMA_13B, sequence_length=65536, **lora)).verdict is Verdict.DOES_NOT_FIT


def test_quantized_inference_of_13b_takes_8_gb_of_weights_and_fits_24():
    sized = estimate(serving(LLAMA_13B, 23.6, weight_format="int4", context_length=4096, concurrent_requests=2))
    assert sized.verdict is Verdict.FITS
    assert sized.breakdown_gib.weights * GB_PER_GIB == pytest.approx(7.3, abs=0.8)


def test_qlora_says_the_longest_context_that_fits_80_gb():
    longest = {shape.id: largest_sequence(training(shape, method="qlora")) for shape in (LLAMA_7B, LLAMA_13B)}
    assert all(found.value >= 32_768 for found in longest.values())
    assert longest["llama-2-7b"].value > longest["llama-2-13b"].value
    beyond = training(LLAMA_13B, method="qlora", sequence_length=longest["llama-2-13b"].value + 1)
    assert estimate(beyond).verdict is Verdict.DOES_NOT_FIT


def test_activations_exceed_the_weights_at_long_context():
    job = training(LLAMA_8B, method="lora")
    length = length_where_activations_rule(job)
    assert 2048 < length < 32_768

    def exceed(tokens: int) -> bool:
        parts = estimate(training(LLAMA_8B, method="lora", sequence_length=tokens)).breakdown_gib
        return parts.activations + parts.loss > parts.weights

    assert exceed(length)
    assert not exceed(length - 1)


def test_checkpointing_saves_memory():
    trade = checkpointing_trade(training(LLAMA_8B, method="lora", sequence_length=8192))
    kept = estimate(training(LLAMA_8B, method="lora", sequence_length=8192, gradient_checkpointing="none"))
    assert 0.4 < trade.saved_gib / kept.device_gib.mid < 0.9
    assert 0.15 < trade.slowdown_share < 0.4  # one more forward pass: a third at most


def test_full_70b_on_8_h200_is_at_the_edge():
    split = {"gpus": 8, "sharding": "fsdp"}
    static = count_parameters(LLAMA_70B).total * 16 / 1e9
    assert static == pytest.approx(1129, rel=0.001)
    given = {"method": "full", "states": "mixed_fp32_master"}
    sized = estimate(training(LLAMA_70B, H200, split, **given))
    parts = sized.breakdown_gib
    assert parts.weights + parts.optimizer == pytest.approx(static * 12 / 16 / 8 / GB_PER_GIB, rel=0.001)
    assert sized.phases_gib[Phase.OPTIMIZER_STEP] == pytest.approx(131.4, abs=0.1)
    # the root unit beside the states decides: with embedding and head as units of their own it is tight
    assert sized.allocated_gib == pytest.approx(H200, rel=0.03)
    assert sized.verdict is Verdict.DOES_NOT_FIT
    apart = estimate(training(LLAMA_70B, H200, split, framework="torchtitan", **given))
    assert apart.verdict is Verdict.TIGHT
    assert apart.allocated_gib < H200 < apart.device_gib.mid


def test_141_gb_avoid_a_second_card_at_long_context():
    given = {"weight_format": "fp8", "context_length": 32768, "concurrent_requests": 4}
    assert estimate(serving(LLAMA_70B, A100_80, **given)).verdict is Verdict.DOES_NOT_FIT
    assert estimate(serving(LLAMA_70B, H200, **given)).verdict is Verdict.FITS
