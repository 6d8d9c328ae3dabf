"""What a decision gives: the cost of each option, what would change it, and the verdict."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from calc.choices import Branch, BreakEvenState, Currency
from calc.cost.flows import Ledger
from calc.decision.budget_year import BudgetYear
from calc.message import Message


class DecisionCode(StrEnum):
    """The sentence a decision comes down to.

    Parameters of each: difference [cur], share of the dearer option, currency, months, years, nodes, gpus.
    ``mixed_wins`` and ``rent_mix_wins`` (nothing owned, several tariffs) are measured against renting all.
    """

    RENT_WINS = "rent_wins"
    BUY_WINS = "buy_wins"
    EQUAL = "equal"
    MIXED_WINS = "mixed_wins"
    RENT_MIX_WINS = "rent_mix_wins"


class SenseCheck(StrEnum):
    """Sense checks that do not stop the reckoning; parameters carry the figure.

    Parameters by code: ``more_hours_than_waves`` weekly_hours; ``more_hours_than_month`` monthly_hours;
    ``month_of_720_hours`` monthly_hours; ``unequal_service_in_gap`` gap_months, lost_hours;
    ``shortfall_rented`` shortfall_hours, shortfall_share; ``residual_above_price`` residual_share, age_months;
    ``refresh_within_horizon`` refreshes; ``kept_beyond_five_years`` age_months; ``sale_before_five_years``
    age_months; ``power_above_gpus`` node_kw, most_kw; ``power_below_gpus`` node_kw, least_kw;
    ``idle_power_below_gpus`` node_kw, least_kw; ``rate_above_one`` field, rate_share;
    ``monthly_rate_of_other_hours`` monthly_hours; ``cooling_by_tariff`` equal_pue; ``rate_below_one_percent``
    field, rate_share; ``commitment_dearer_than_hourly`` committed_rate, hourly_rate; ``several_rates_of_return`` roots,
    sign_changes; ``no_rate_of_return`` sign_changes; ``payback_with_funding`` funding; ``no_use`` none.
    """

    MORE_HOURS_THAN_WAVES = "more_hours_than_waves"
    MORE_HOURS_THAN_MONTH = "more_hours_than_month"
    MONTH_OF_720_HOURS = "month_of_720_hours"
    UNEQUAL_SERVICE_IN_GAP = "unequal_service_in_gap"
    SHORTFALL_RENTED = "shortfall_rented"
    NO_USE = "no_use"
    RESIDUAL_ABOVE_PRICE = "residual_above_price"
    REFRESH_WITHIN_HORIZON = "refresh_within_horizon"
    KEPT_BEYOND_FIVE_YEARS = "kept_beyond_five_years"
    SALE_BEFORE_FIVE_YEARS = "sale_before_five_years"
    POWER_ABOVE_GPUS = "power_above_gpus"
    POWER_BELOW_GPUS = "power_below_gpus"
    IDLE_POWER_BELOW_GPUS = "idle_power_below_gpus"
    RATE_ABOVE_ONE = "rate_above_one"
    RATE_BELOW_ONE_PERCENT = "rate_below_one_percent"
    MONTHLY_RATE_OF_OTHER_HOURS = "monthly_rate_of_other_hours"
    COOLING_BY_TARIFF = "cooling_by_tariff"
    COMMITMENT_DEARER_THAN_HOURLY = "commitment_dearer_than_hourly"
    SEVERAL_RATES_OF_RETURN = "several_rates_of_return"
    NO_RATE_OF_RETURN = "no_rate_of_return"
    PAYBACK_WITH_FUNDING = "payback_with_funding"


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

    @property
    def distances(self) -> tuple[float, ...]:
        """Each root less today's value, in the unit of the quantity; empty for ``month``."""
        return () if self.today is None else tuple(root - self.today for root in self.roots)


@dataclass(frozen=True, slots=True)
class UseThresholds:
    """Where the answer changes as the hours of the demand change (``calc.decision.use_thresholds``).

    Attributes
    ----------
    points
        Utilizations of the owned GPUs at which it changes sign, rising [share].
    buy_cheaper_at_first
        The answer at the least use.
    least, most
        The least and the most use the demand can come to, its peak unchanged [share].
    held
        Use at which its waves are full; above it work spills over into weeks without waves. ``most`` for a
        demand without waves [share].
    """

    points: tuple[float, ...]
    buy_cheaper_at_first: bool
    least: float
    most: float
    held: float


@dataclass(frozen=True, slots=True)
class Decision:
    """Rent against buy for one plan.

    Attributes
    ----------
    currency
        Reporting currency of every figure.
    rent, buy
        The options. ``mixed`` is ``None`` until the mixed plan is reckoned (``calc.answer``); where an end is
        cheapest its figures are those of the end.
    present_cost_unlevered
        Present cost of buying with funding = cash [cur].
    npv_of_buying
        Present cost of rent less that of buying [cur].
    irr_of_buying, irr_sign_changes
        All roots of the saving stream [1/year]; empty is "none".
    payback_month, discounted_payback_month
        Last crossing [month]; ``None`` is "never".
    payback_months_interpolated
        The simple one with a straight line inside its month, for display [month].
    break_even
        By quantity id: ``utilization`` or ``demand_scale``, ``hourly_rate``, ``monthly_rate``, ``rent_rate``,
        ``purchase_price``, ``tariff``, ``usd_kzt``, ``discount_rate``, ``residual``, ``horizon``, ``month``.
    break_even_gpu_hours
        Used hours over the horizon at each root of ``utilization`` or ``demand_scale`` [GPU-h].
    use_thresholds
        The same thresholds, and those beyond the searched range, as utilizations of the owned GPUs.
    by_calendar_year
        ``rent``, ``buy`` and their ``difference`` (what buying saves) by budget year.
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
    payback_months_interpolated: float | None
    break_even: Mapping[str, BreakEven]
    break_even_gpu_hours: tuple[float, ...]
    use_thresholds: UseThresholds
    by_calendar_year: Mapping[str, tuple[BudgetYear, ...]]
    cheapest: Branch
    verdict: Message
    utilization: float
    nodes: int
    owned_gpus: int
    peak_gpus: float
    saving_monthly: tuple[float, ...]
    warnings: tuple[Message, ...]
    ledger: Ledger
