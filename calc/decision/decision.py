"""What a decision gives: the cost of each option, what would change it, and the verdict."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from calc.choices import Branch, BreakEvenState, Currency
from calc.cost.flows import Ledger
from calc.message import Message


class DecisionCode(StrEnum):
    """The sentence a decision comes down to."""

    RENT_WINS = "rent_wins"
    BUY_WINS = "buy_wins"
    EQUAL = "equal"


class SenseCheck(StrEnum):
    """Sense checks that do not stop the reckoning; parameters carry the figure."""

    MORE_HOURS_THAN_WAVES = "more_hours_than_waves"
    UNEQUAL_SERVICE_IN_GAP = "unequal_service_in_gap"
    SHORTFALL_RENTED = "shortfall_rented"


@dataclass(frozen=True, slots=True)
class BranchValue:
    """Value of one option in the reporting currency, after tax (docs/ledger.md §11).

    Attributes
    ----------
    present_cost, total
        Discounted and plain sums of all flows [cur].
    equivalent_monthly
        Level monthly cost of the same present cost [cur/month].
    cost_per_used_gpu_hour
        Levelised [cur/GPU-h]; ``None`` without use.
    present_cost_by_line, months_by_line
        By ledger line id: present cost [cur]; amounts by month index 0..T [cur].
    monthly_total
        All lines by month index 0..T [cur].
    cumulative_present_cost
        Running discounted sum at the end of month 0..T [cur].
    used_gpu_hours
        Months 1..T [GPU-h].
    """

    present_cost: float
    total: float
    equivalent_monthly: float
    cost_per_used_gpu_hour: float | None
    present_cost_by_line: Mapping[str, float]
    months_by_line: Mapping[str, tuple[float, ...]]
    monthly_total: tuple[float, ...]
    cumulative_present_cost: tuple[float, ...]
    used_gpu_hours: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BreakEven:
    """Where the answer changes sign along one quantity (docs/ledger.md §12).

    Attributes
    ----------
    state
        ``found``, ``always`` (buying is cheaper throughout), ``never`` or ``no_effect``.
    today
        Value of the quantity in the plan; ``None`` for ``month``.
    roots, jumps
        Points where the saving is zero, and where it leaps over zero.
    low, high
        Searched range.
    slopes
        Slope of the saving at each root, per unit of the quantity.
    buy_cheaper_at_first
        Sign at the low end of the range.
    """

    state: BreakEvenState
    today: float | None
    roots: tuple[float, ...]
    jumps: tuple[float, ...]
    low: float
    high: float
    slopes: tuple[float, ...] = ()
    buy_cheaper_at_first: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """Rent against buy for one plan.

    Attributes
    ----------
    currency
        Reporting currency of every figure.
    rent, buy
        The options. ``mixed`` is ``None`` until the mixed plan is reckoned.
    present_cost_unlevered
        Present cost of buying with funding = cash [cur].
    npv_of_buying
        Present cost of rent less that of buying [cur].
    irr_of_buying, irr_sign_changes
        All roots of the saving stream [1/year]; empty is "none".
    payback_month, discounted_payback_month
        Last crossing [month]; ``None`` is "never".
    break_even
        By quantity id: ``utilization`` or ``demand_scale``, ``hourly_rate``, ``monthly_rate``, ``rent_rate``,
        ``purchase_price``, ``tariff``, ``usd_kzt``, ``discount_rate``, ``residual``, ``horizon``, ``month``.
    cheapest, verdict
        The winning option, and the sentence's code with its parameters.
    utilization
        Used owned hours over the hours of owned GPUs in service [share].
    nodes, owned_gpus, peak_gpus
        Size of the fleet and of the demand.
    saving_monthly
        Rent less buy by month index 0..T [cur].
    warnings
        Coded sense checks.
    ledger
        The full ledger the figures come from, lines kept.
    """

    currency: Currency
    horizon_months: int
    rent: BranchValue
    buy: BranchValue
    mixed: BranchValue | None
    present_cost_unlevered: float
    npv_of_buying: float
    irr_of_buying: tuple[float, ...]
    irr_sign_changes: int
    payback_month: int | None
    discounted_payback_month: int | None
    break_even: Mapping[str, BreakEven]
    cheapest: Branch
    verdict: Message
    utilization: float
    nodes: int
    owned_gpus: int
    peak_gpus: float
    saving_monthly: tuple[float, ...]
    warnings: tuple[Message, ...]
    ledger: Ledger
