"""What a rule of thumb is, what checking it needs, and what it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from calc.gpu import Gpu
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.place import Place
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Workload

GB_PER_GIB = 2.0**30 / 1e9


class Rule(StrEnum):
    """Rules of docs/rules_of_thumb.md, in its order."""

    WEIGHTS_TAKE_TWO_BYTES = "weights_take_two_bytes"
    STATES_TAKE_SIXTEEN_BYTES = "states_take_sixteen_bytes"
    ADAM_IS_TWICE_THE_WEIGHTS = "adam_is_twice_the_weights"
    STATES_ARE_TWO_TO_THREE_WEIGHTS = "states_are_two_to_three_weights"
    FULL_7B_TAKES_100_GB = "full_7b_takes_100_gb"
    FULL_7B_TAKES_TENS_OF_GB = "full_7b_takes_tens_of_gb"
    QLORA_HAS_ROOM_FOR_CONTEXT = "qlora_has_room_for_context"
    LORA_NEEDS_48_TO_80_GB = "lora_needs_48_to_80_gb"
    QUANTIZED_13B_FITS_24_GB = "quantized_13b_fits_24_gb"
    ACTIVATIONS_EXCEED_WEIGHTS = "activations_exceed_weights"
    CHECKPOINTING_TRADES_TIME = "checkpointing_trades_time"
    FULL_70B_NEEDS_A_NODE = "full_70b_needs_a_node"
    H100_IS_A_FASTER_A100 = "h100_is_a_faster_a100"
    H200_AVOIDS_A_SECOND_CARD = "h200_avoids_a_second_card"
    NVLINK_IS_AN_ORDER_FASTER = "nvlink_is_an_order_faster"
    NARROW_LINK_IDLES_CARDS = "narrow_link_idles_cards"
    EIGHT_CORES_AND_VRAM = "eight_cores_and_vram"
    CHECKPOINTS_WEIGH_HUNDREDS = "checkpoints_weigh_hundreds"
    CARDS_COST_TENS_OF_MILLIONS = "cards_cost_tens_of_millions"
    IDLE_HARDWARE_IS_UNECONOMIC = "idle_hardware_is_uneconomic"
    RENT_IS_ONE_CLEAR_PAYMENT = "rent_is_one_clear_payment"
    KAZAKHSTAN_IS_NEAR = "kazakhstan_is_near"


class RuleOutcome(StrEnum):
    """Whether a rule holds."""

    HOLDS = "holds"
    PARTLY = "partly"
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Checked:
    """A rule, whether it holds, and the figures that say so by name with unit."""

    rule: Rule
    outcome: RuleOutcome
    figures: Mapping[str, float]


def checked(rule: Rule, outcome: RuleOutcome, **figures: float) -> Checked:
    """A rule with its figures."""
    return Checked(rule, outcome, figures)


def holds(condition: bool, otherwise: RuleOutcome = RuleOutcome.FAILS) -> RuleOutcome:  # noqa: FBT001 - the question itself
    """``holds`` under a condition."""
    return RuleOutcome.HOLDS if condition else otherwise


@dataclass(frozen=True, slots=True)
class RuleFacts:
    """Facts the rules are checked on.

    Attributes
    ----------
    gpus, shapes
        Cards and models by id.
    node_prices_kzt
        Price of a server and its GPUs by id, before VAT [KZT].
    vat_rate
        [share].
    places
        In the order of distance.
    """

    gpus: Mapping[str, Gpu]
    shapes: Mapping[str, ModelShape]
    node_prices_kzt: Mapping[str, tuple[float, int]]
    vat_rate: float
    places: tuple[Place, ...]

    def job(self, workload: Workload, model: str, gpu: str, **parallel: object) -> JobPlan:
        """One job on a card."""
        split = Parallel.model_validate(parallel)
        return JobPlan(workload, split, Demand(), self.shapes[model], self.gpus[gpu])
