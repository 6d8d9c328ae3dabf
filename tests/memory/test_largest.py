"""The largest context, batch and number of requests that fit."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.choices import Verdict
from calc.errors import ErrorCode, EsepError
from calc.memory import (
    checkpointing_trade,
    largest_batch,
    largest_concurrency,
    largest_sequence,
    length_where_activations_rule,
    serving_room,
)
from calc.memory.estimate import estimate
from calc.workload import Given
from tests.memory.jobs import LLAMA_8B, LLAMA_70B, serving, training


@given(st.sampled_from(["full", "lora", "qlora"]), st.sampled_from([23.6, 44.4, 79.2, 139.8]), st.sampled_from(Verdict))
@settings(max_examples=25, deadline=None)
def test_one_token_more_no_longer_fits(method: str, usable: float, worst: Verdict):
    job = training(LLAMA_8B, usable, method=method, states="pure_bf16")
    allowed = {Verdict.FITS} if worst is Verdict.FITS else {Verdict.FITS, Verdict.TIGHT}
    found = largest_sequence(job, worst)
    if found is None:
        shortest = replace(job, workload=job.workload.model_copy(update={"sequence_length": 1}))
        assert estimate(shortest).verdict not in allowed
        return
    assert found.footprint.verdict in allowed
    longer = replace(job, workload=job.workload.model_copy(update={"sequence_length": found.value + 1}))
    assert estimate(longer).verdict not in allowed


def test_the_largest_batch_and_the_longest_sequence_are_about_as_many_tokens():
    job = training(method="lora", sequence_length=1024)
    batch = largest_batch(job).value
    assert batch * 1024 <= largest_sequence(job).value < (batch + 1) * 1024


def test_a_larger_card_takes_more():
    assert (
        largest_sequence(training(usable_gib=139.8, method="lora")).value
        > largest_sequence(training(method="lora")).value
    )


def test_serving_room_is_weights_and_cache_over_the_card():
    # Llama-3.1-8B: 128 KiB a token; what 79.2 GiB leave beside 15 GiB of weights
    room = serving_room(serving(context_length=8192))
    assert room.requests.value == largest_concurrency(serving(context_length=8192)).value
    assert 55 <= room.requests.value <= 64
    assert 430_000 <= room.tokens.value <= 530_000


def test_what_never_fits_has_no_largest():
    assert largest_sequence(training(LLAMA_70B, method="full")) is None
    assert largest_concurrency(serving(LLAMA_70B)) is None


def test_work_without_a_sequence_is_refused():
    with pytest.raises(EsepError) as caught:
        largest_sequence(replace(training(), workload=Given(), shape=None))
    assert caught.value.code is ErrorCode.WRONG_TYPE
    with pytest.raises(EsepError):
        largest_batch(serving())


def test_activations_of_a_larger_model_rule_later():
    small = length_where_activations_rule(training(LLAMA_8B, method="lora"))
    large = length_where_activations_rule(training(LLAMA_70B, method="lora"))
    assert small < large


def test_checkpointing_costs_less_than_a_forward_pass():
    trade = checkpointing_trade(training(method="lora", sequence_length=4096))
    assert trade.saved_gib > 10
    assert 0 < trade.slowdown_share < 0.5
