"""Published claims recomputed: what a study printed beside what the whole model gives on its inputs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from calc.cost.line import LineId
from calc.decision.decide import decide
from calc.decision.decision import Decision
from calc.plan import Plan


class ClaimFigure(StrEnum):
    """The figure a study prints. Hours are used GPU-hours of all cards together."""

    BREAK_EVEN_HOURS = "break_even_hours"
    BREAK_EVEN_UTILIZATION = "break_even_utilization"
    PAYBACK_MONTHS = "payback_months"
    OWN_COST_PER_HOUR = "own_cost_per_hour"
    RENT_COST_PER_HOUR = "rent_cost_per_hour"
    OWN_TOTAL = "own_total"
    RENT_TOTAL = "rent_total"
    OWN_PER_MONTH = "own_per_month"
    RENT_PER_MONTH = "rent_per_month"
    ENERGY_SHARE = "energy_share"
    SAVING_SHARE = "saving_share"


class ClaimReason(StrEnum):
    """Why the printed figure and ours differ, or that they do not."""

    AGREES = "agrees"
    MONTH_OF_720_HOURS = "month_of_720_hours"
    PAID_ROUND_THE_CLOCK = "paid_round_the_clock"
    COUNTED_TWICE = "counted_twice"
    OTHER_USE = "other_use"
    POWER_UNDERSTATED = "power_understated"
    POWER_OVERSTATED = "power_overstated"
    OWN_COST_LEFT_OUT = "own_cost_left_out"
    INPUTS_DISAGREE = "inputs_disagree"
    UNLIKE_SERVICES = "unlike_services"


@dataclass(frozen=True, slots=True)
class Claim:
    """A published figure with the inputs of its study as a plan.

    Attributes
    ----------
    id
        Stable id.
    plan
        The inputs: mostly a straight line without tax, VAT and discounting.
    figure, printed
        Which figure, and its value in print.
    reason
        Why ours differs.
    """

    id: str
    plan: Plan
    figure: ClaimFigure
    printed: float
    reason: ClaimReason


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A claim and what the model gives; ``ours`` is ``None`` where there is no such point ("never")."""

    claim: Claim
    ours: float | None

    @property
    def difference_share(self) -> float | None:
        """Printed over ours, less one."""
        return self.claim.printed / self.ours - 1 if self.ours else None


def recompute(claims: Sequence[Claim]) -> tuple[Recomputed, ...]:
    """Reckon every claim through the whole model.

    Raises
    ------
    EsepError
        When the inputs of a claim contradict each other.
    """
    return tuple(Recomputed(claim, read_figure(decide(claim.plan), claim.figure)) for claim in claims)


def read_figure(decision: Decision, figure: ClaimFigure) -> float | None:
    """One figure of a decision; ``None`` where it has none."""
    return _FIGURES[figure](decision)


def _first(points: Sequence[float]) -> float | None:
    return points[0] if points else None


def _utilization(decision: Decision) -> float | None:
    found = decision.break_even.get("utilization")
    return None if found is None else _first(found.roots)


def _energy_share(decision: Decision) -> float:
    return decision.buy.present_cost_by_line.get(LineId.ENERGY, 0.0) / decision.buy.present_cost


_FIGURES: Mapping[ClaimFigure, Callable[[Decision], float | None]] = {
    ClaimFigure.BREAK_EVEN_HOURS: lambda decision: _first(decision.break_even_gpu_hours),
    ClaimFigure.BREAK_EVEN_UTILIZATION: _utilization,
    ClaimFigure.PAYBACK_MONTHS: lambda decision: decision.payback_months_interpolated,
    ClaimFigure.OWN_COST_PER_HOUR: lambda decision: decision.buy.cost_per_used_gpu_hour,
    ClaimFigure.RENT_COST_PER_HOUR: lambda decision: decision.rent.cost_per_used_gpu_hour,
    ClaimFigure.OWN_TOTAL: lambda decision: decision.buy.total,
    ClaimFigure.RENT_TOTAL: lambda decision: decision.rent.total,
    ClaimFigure.OWN_PER_MONTH: lambda decision: decision.buy.equivalent_monthly,
    ClaimFigure.RENT_PER_MONTH: lambda decision: decision.rent.equivalent_monthly,
    ClaimFigure.ENERGY_SHARE: _energy_share,
    ClaimFigure.SAVING_SHARE: lambda decision: float(decision.verdict.parameters["share"]),
}
