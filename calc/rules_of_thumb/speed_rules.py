"""Rules about speed, links, the node and its place."""

from collections.abc import Iterator

from calc.choices import Compute, Sharding, States
from calc.rules_of_thumb.rule import Checked, Rule, RuleFacts, RuleOutcome, checked, holds
from calc.speed.distance import distance
from calc.speed.host import node_needs
from calc.speed.job import time_job
from calc.speed.training_step import step_time
from calc.workload import Inference, Training

_8B, _13B, _70B = "llama-3.1-8b", "llama-2-13b", "llama-3.1-70b"
_A100, _H100, _H100_PCIE, _H200 = "a100-sxm-80", "h100-sxm", "h100-pcie", "h200-sxm"
_AN_ORDER = 10.0
_HALF = 0.5
_FLOOR_CORES = 8


def speed_rules(facts: RuleFacts) -> Iterator[Checked]:
    """Every rule about time, in the order of the table."""
    yield _faster_card(facts)
    card = facts.gpus[_H100]
    times = card.link_gb_s / card.pcie_gb_s
    yield checked(
        Rule.NVLINK_IS_AN_ORDER_FASTER,
        holds(times >= _AN_ORDER, RuleOutcome.PARTLY),
        link_gb_s=card.link_gb_s,
        pcie_gb_s=card.pcie_gb_s,
        times=times,
    )
    yield _narrow_link(facts)
    needs = node_needs(facts.job(Training(model=_8B), _8B, _H200, gpus=8, sharding=Sharding.FSDP), None, 0)
    yield checked(
        Rule.EIGHT_CORES_AND_VRAM,
        holds(needs.cpu_cores.mid <= _FLOOR_CORES, RuleOutcome.PARTLY),
        cores=needs.cpu_cores.mid,
        least=needs.cpu_cores.low,
        ram_gib=needs.ram_gib,
    )
    yield _checkpoints(facts)


def place_rules(facts: RuleFacts) -> Iterator[Checked]:
    """What a data centre near the reader is worth."""
    serving = time_job(facts.job(Inference(model=_8B, context_length=2048), _8B, _H100)).serving
    near, far = (distance(place, None, None, serving) for place in (facts.places[0], facts.places[-1]))
    shares = [one.first_token_share.mid if one.first_token_share else 0.0 for one in (near, far)]
    yield checked(
        Rule.KAZAKHSTAN_IS_NEAR,
        holds(near.place.round_trip_ms.mid < far.place.round_trip_ms.mid),
        near_ms=near.place.round_trip_ms.mid,
        far_ms=far.place.round_trip_ms.mid,
        near_share=shares[0],
        far_share=shares[1],
    )


def _hours(facts: RuleFacts, gpu: str, compute: Compute) -> tuple[float, float, float]:
    hours = time_job(facts.job(Training(model=_8B, micro_batch_size=4, compute=compute), _8B, gpu)).hours_per_run
    return (hours.low, hours.mid, hours.high) if hours else (0.0, 0.0, 0.0)


def _faster_card(facts: RuleFacts) -> Checked:
    slow, fast = _hours(facts, _A100, Compute.BF16), _hours(facts, _H100, Compute.FP8)
    saved = [1 - best / worst for worst, best in ((slow[0], fast[2]), (slow[2], fast[0]))]
    return checked(
        Rule.H100_IS_A_FASTER_A100,
        holds(min(saved) > 0),
        least_share=min(saved),
        most_share=max(saved),
    )


def _narrow_link(facts: RuleFacts) -> Checked:
    training = Training(model=_8B, sequence_length=2048)
    job = facts.job(training, _8B, _H100_PCIE, gpus=8, sharding=Sharding.FSDP)
    step = step_time(job, training, facts.shapes[_8B])
    lost = step.share(step.waiting)
    return checked(Rule.NARROW_LINK_IDLES_CARDS, holds(lost > _HALF, RuleOutcome.PARTLY), lost_share=lost)


def _checkpoints(facts: RuleFacts) -> Checked:
    sizes = []
    for model in (_8B, _70B):
        needs = time_job(facts.job(Training(model=model, states=States.MIXED_FP32_MASTER), model, _H200)).checkpoint
        sizes.append(needs.size_gb if needs else 0.0)
    return checked(
        Rule.CHECKPOINTS_WEIGH_HUNDREDS,
        holds(10 <= min(sizes) <= max(sizes) < 1000),  # noqa: PLR2004 - tens to hundreds
        small_gb=sizes[0],
        large_gb=sizes[1],
    )
