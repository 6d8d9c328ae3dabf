"""The options side by side: renting, the mixed plan where it wins, buying all."""

from dataclasses import dataclass

from calc.choices import Branch
from calc.decision.decision import BranchValue
from ui.view import View


@dataclass(frozen=True, slots=True)
class Option:
    """One option as the page shows it.

    Attributes
    ----------
    branch, colour_id
        Which it is, and its colour in charts.
    name, heading
        Its word in a chart and over a column.
    value
        What it costs.
    """

    branch: Branch
    colour_id: str
    name: str
    heading: str
    value: BranchValue


def options(view: View) -> tuple[Option, ...]:
    """Renting first, which the others are measured against."""
    t, decision = view.t, view.answer.decision
    rent = Option(Branch.RENT, "month", t("chart.rent"), t("decision.costs.rent"), decision.rent)
    buy = Option(Branch.BUY, "own", t("chart.buy"), t("decision.costs.buy"), decision.buy)
    if decision.cheapest is not Branch.MIXED:
        return rent, buy
    plan = Option(Branch.MIXED, "mixed", t("chart.plan"), t("decision.costs.plan"), view.answer.mixed.value)
    return rent, plan, buy


def payback_month(view: View) -> int | None:
    """Month from which the plan, or buying where there is no plan, stays cheaper than rent; ``None`` for never.

    Discounted; the last crossing counts (docs/ledger.md §11).
    """
    decision = view.answer.decision
    if decision.cheapest is not Branch.MIXED:
        return decision.discounted_payback_month
    rent, plan = decision.rent.cumulative_present_cost, view.answer.mixed.value.cumulative_present_cost
    dearer = [month for month, (paid, planned) in enumerate(zip(rent, plan, strict=True)) if planned > paid]
    month = dearer[-1] + 1 if dearer else 0
    return month if month <= decision.horizon_months else None
