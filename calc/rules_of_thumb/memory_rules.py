"""Rules about memory."""

from collections.abc import Iterator

from calc.choices import Method, Optimizer, Sharding, States, Verdict, WeightFormat
from calc.memory.estimate import estimate
from calc.memory.footprint import Footprint
from calc.memory.largest import checkpointing_trade, largest_sequence, length_where_activations_rule
from calc.memory.parameters import count_parameters
from calc.rules_of_thumb.rule import GB_PER_GIB, Checked, Rule, RuleFacts, RuleOutcome, checked, holds
from calc.workload import Inference, Training

_7B, _8B, _13B, _70B = "llama-2-7b", "llama-3.1-8b", "llama-2-13b", "llama-3.1-70b"
_A100, _H200, _L40S, _RTX_4090 = "a100-sxm-80", "h200-sxm", "l40s", "rtx-4090"
_SHORT = 512
_NEAR = 0.1
_LONG_CONTEXT = 8192


def memory_rules(facts: RuleFacts) -> Iterator[Checked]:
    """Every rule about memory, in the order of the table."""
    yield from _bytes(facts)
    yield from _full_7b(facts)
    yield from _adapters(facts)
    yield _quantized_serving(facts)
    yield from _lengths(facts)
    yield _full_70b(facts)
    yield _second_card(facts)


def _full(facts: RuleFacts, states: States = States.MIXED_FP32_MASTER, optimizer: Optimizer | None = None) -> Footprint:
    training = Training(model=_7B, method=Method.FULL, sequence_length=_SHORT, states=states, optimizer=optimizer)
    return estimate(facts.job(training, _7B, _A100))


def _static_gb(footprint: Footprint) -> float:
    parts = footprint.breakdown_gib
    return (parts.weights + parts.gradients + parts.optimizer) * GB_PER_GIB


def _bytes(facts: RuleFacts) -> Iterator[Checked]:
    billions = count_parameters(facts.shapes[_7B]).total / 1e9
    serving = estimate(facts.job(Inference(model=_7B), _7B, _A100)).breakdown_gib.weights * GB_PER_GIB
    yield checked(
        Rule.WEIGHTS_TAKE_TWO_BYTES,
        holds(abs(serving / billions - 2) < _NEAR),
        weights_gb=serving,
        bytes_each=serving / billions,
    )
    mixed, autocast = _full(facts).breakdown_gib, _full(facts, States.AUTOCAST_FP32).breakdown_gib
    per_parameter = GB_PER_GIB / billions
    total = _static_gb(_full(facts)) / billions
    yield checked(
        Rule.STATES_TAKE_SIXTEEN_BYTES,
        holds(abs(total - 16) < 16 * _NEAR),
        weights_bytes=mixed.weights * per_parameter,
        gradients_bytes=mixed.gradients * per_parameter,
        optimizer_bytes=mixed.optimizer * per_parameter,
        total_bytes=total,
    )
    moments = mixed.optimizer - autocast.weights
    yield checked(
        Rule.ADAM_IS_TWICE_THE_WEIGHTS,
        holds(abs(autocast.optimizer / autocast.weights - 2) < _NEAR, RuleOutcome.PARTLY),
        times_fp32=autocast.optimizer / autocast.weights,
        times_bf16=moments / mixed.weights,
    )
    times = (mixed.gradients + mixed.optimizer) / mixed.weights
    yield checked(Rule.STATES_ARE_TWO_TO_THREE_WEIGHTS, holds(2 <= times <= 3), times=times)  # noqa: PLR2004 - the rule itself


def _full_7b(facts: RuleFacts) -> Iterator[Checked]:
    static = _static_gb(_full(facts))
    yield checked(Rule.FULL_7B_TAKES_100_GB, holds(abs(static / 100 - 1) < _NEAR), static_gb=static)
    small = (_full(facts, optimizer=Optimizer.ADAMW_8BIT), _full(facts, States.PURE_BF16))
    eight_bit, pure = (one.allocated_gib * GB_PER_GIB for one in small)
    in_tens = max(eight_bit, pure) < 100 <= static  # noqa: PLR2004 - tens of GB end there
    yield checked(
        Rule.FULL_7B_TAKES_TENS_OF_GB,
        RuleOutcome.PARTLY if in_tens else RuleOutcome.FAILS,
        eight_bit_gb=eight_bit,
        pure_gb=pure,
        static_gb=static,
    )


def _adapters(facts: RuleFacts) -> Iterator[Checked]:
    tokens = []
    for model in (_7B, _13B):
        longest = largest_sequence(
            facts.job(Training(model=model, method=Method.QLORA, sequence_length=_SHORT), model, _A100), Verdict.FITS
        )
        tokens.append(longest.value if longest else 0)
    yield checked(
        Rule.QLORA_HAS_ROOM_FOR_CONTEXT,
        holds(min(tokens) > _LONG_CONTEXT),
        small_tokens=tokens[0],
        large_tokens=tokens[1],
    )
    qlora = estimate(facts.job(Training(model=_7B, method=Method.QLORA, sequence_length=1024), _7B, _A100))
    lora = facts.job(Training(model=_13B, method=Method.LORA, sequence_length=_SHORT), _13B, _L40S)
    longest = largest_sequence(lora, Verdict.FITS)
    yield checked(
        Rule.LORA_NEEDS_48_TO_80_GB,
        RuleOutcome.PARTLY if qlora.allocated_gib * GB_PER_GIB < 48 else RuleOutcome.HOLDS,  # noqa: PLR2004 - the rule itself
        qlora_gb=qlora.allocated_gib * GB_PER_GIB,
        longest_tokens=longest.value if longest else 0,
    )


def _quantized_serving(facts: RuleFacts) -> Checked:
    serving = Inference(model=_13B, weight_format=WeightFormat.INT4, context_length=4096, concurrent_requests=2)
    sized = estimate(facts.job(serving, _13B, _RTX_4090))
    return checked(
        Rule.QUANTIZED_13B_FITS_24_GB,
        holds(sized.verdict is not Verdict.DOES_NOT_FIT),
        weights_gb=sized.breakdown_gib.weights * GB_PER_GIB,
        device_gib=sized.device_gib.mid,
    )


def _lengths(facts: RuleFacts) -> Iterator[Checked]:
    lora = facts.job(Training(model=_8B, method=Method.LORA), _8B, _A100)
    length = length_where_activations_rule(lora)
    yield checked(Rule.ACTIVATIONS_EXCEED_WEIGHTS, holds(length is not None), length_tokens=length or 0)
    longer = facts.job(Training(model=_8B, method=Method.LORA, sequence_length=_LONG_CONTEXT), _8B, _A100)
    trade = checkpointing_trade(longer)
    yield checked(
        Rule.CHECKPOINTING_TRADES_TIME,
        holds(trade.saved_gib > 0),
        saved_gib=trade.saved_gib,
        longer_share=trade.slowdown_share,
        length_tokens=_LONG_CONTEXT,
    )


def _full_70b(facts: RuleFacts) -> Checked:
    training = Training(model=_70B, method=Method.FULL, states=States.MIXED_FP32_MASTER)
    sized = estimate(facts.job(training, _70B, _H200, gpus=8, sharding=Sharding.FSDP))
    return checked(
        Rule.FULL_70B_NEEDS_A_NODE,
        holds(sized.verdict is not Verdict.FITS),
        static_gb=count_parameters(facts.shapes[_70B]).total * 16 / 1e9,
        device_gib=sized.device_gib.mid,
        usable_gib=sized.usable_gib,
    )


def _second_card(facts: RuleFacts) -> Checked:
    serving = Inference(model=_70B, weight_format=WeightFormat.FP8, context_length=32768, concurrent_requests=4)
    small, large = (estimate(facts.job(serving, _70B, gpu)) for gpu in (_A100, _H200))
    avoids = small.verdict is Verdict.DOES_NOT_FIT and large.verdict is not Verdict.DOES_NOT_FIT
    return checked(
        Rule.H200_AVOIDS_A_SECOND_CARD,
        holds(avoids),
        device_gib=large.device_gib.mid,
        small_gib=small.usable_gib,
        context_tokens=serving.context_length,
    )
