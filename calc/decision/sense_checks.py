"""Sense checks of a plan: figures that reckon but that somebody should look at twice (docs/design.md §3, §6)."""

from collections.abc import Iterator
from math import isclose

import numpy as np

from calc.choices import Cooling, DemandKind, Funding, GapMode, Purchase, RentMode, ResidualKind
from calc.cost.case import Case
from calc.cost.fleet import age_months
from calc.cost.flows import Ledger
from calc.cost.residual import generation_factor, residual_share
from calc.decision.decision import SenseCheck
from calc.decision.quantities import RENT_RATE_FIELDS
from calc.decision.value import MONTHS_PER_YEAR
from calc.demand.weeks import HOURS_PER_MONTH, HOURS_PER_WEEK
from calc.inputs import Inputs
from calc.message import Message
from calc.plan import Plan
from calc.terms import Demand

HOURS_OF_30_DAYS = 720.0
HOURS_OF_31_DAYS = 744.0
LOWEST_LIKELY_RATE = 0.01
"""A yearly rate of tax, loan or discount below this was probably typed as 0.15 for 15 %."""
FIVE_YEARS_MONTHS = 60
IDLE_SHARE_OF_TDP = 0.08
"""Assumption: an idle card draws at least this share of its board power (7 RTX 4090 of 450 W idle at 270 W)."""
MOST_TIMES_TDP = 1.5
"""IT power above this many times the board power of the cards cannot be theirs (docs/design.md §3)."""
HOST_KW = 2.0
"""Assumption: a host takes up to this much beside its cards [kW]."""
_SLACK = 1e-9


def sense_checks(plan: Plan, result: Ledger) -> tuple[Message, ...]:
    """All remarks on a plan and its ledger, in the order of the chain: demand, offers, power, purchase, money.

    Parameters
    ----------
    plan
        The plan.
    result
        Its ledger, shape ().
    """
    return (
        *_demand(plan, result),
        *_offers(plan),
        *_power(plan),
        *_purchase(plan),
        *_rates(plan),
    )


def rate_of_return_checks(roots: tuple[float, ...], sign_changes: int, plan: Plan) -> tuple[Message, ...]:
    """Remarks on the internal rate of return: none, several, or of borrowed money."""
    found: list[Message] = []
    if not roots:
        found.append(Message(SenseCheck.NO_RATE_OF_RETURN, {"sign_changes": sign_changes}))
    if len(roots) > 1:
        found.append(Message(SenseCheck.SEVERAL_RATES_OF_RETURN, {"roots": len(roots), "sign_changes": sign_changes}))
    if plan.finance.funding is not Funding.CASH:
        found.append(Message(SenseCheck.PAYBACK_WITH_FUNDING, {"funding": plan.finance.funding}))
    return tuple(found)


def _demand(plan: Plan, result: Ledger) -> Iterator[Message]:
    for job in plan.jobs:
        yield from _hours(job.demand, plan.finance.horizon_months)
    lead, horizon = plan.buy.lead_months, plan.finance.horizon_months
    demanded, done = result.rent.used_gpu_hours[:horizon], result.buy.own_work_gpu_hours[:horizon]
    if not demanded.any():
        yield Message(SenseCheck.NO_USE)
    lost = float(demanded[:lead].sum())
    if lead and plan.buy.gap_mode is GapMode.NONE and lost > 0:
        yield Message(SenseCheck.UNEQUAL_SERVICE_IN_GAP, {"gap_months": lead, "lost_hours": lost})
    served = float(demanded[lead:].sum())
    shortfall = served - float(done[lead:].sum())
    if shortfall > _SLACK * served:
        parameters = {"shortfall_hours": shortfall, "shortfall_share": shortfall / served}
        yield Message(SenseCheck.SHORTFALL_RENTED, parameters)


def _hours(demand: Demand, horizon_months: int) -> Iterator[Message]:
    last = (1 + demand.growth_per_year) ** (horizon_months / MONTHS_PER_YEAR)
    factor = demand.scale * max(1.0, last)
    if demand.kind is DemandKind.WAVES:
        weekly = demand.hours_per_week * factor
        if weekly > HOURS_PER_WEEK * (1 + _SLACK):
            yield Message(SenseCheck.MORE_HOURS_THAN_WAVES, {"weekly_hours": weekly})
        return
    monthly = HOURS_PER_MONTH * demand.utilization
    if demand.kind is DemandKind.LOG:
        monthly = max((sum(hours for hours, _ in month) for month in demand.log_levels), default=0.0)
    if demand.kind is DemandKind.PROFILE:
        monthly = max(demand.monthly_gpu_hours, default=0.0) / demand.gpus
        if monthly == HOURS_OF_30_DAYS:
            yield Message(SenseCheck.MONTH_OF_720_HOURS, {"monthly_hours": monthly})
    if monthly * factor > HOURS_PER_MONTH * (1 + _SLACK):
        yield Message(SenseCheck.MORE_HOURS_THAN_MONTH, {"monthly_hours": monthly * factor})


def _offers(plan: Plan) -> Iterator[Message]:
    rent = plan.rent
    if rent.mode in (RentMode.COMMITTED_1Y, RentMode.COMMITTED_3Y):
        committed = float(getattr(rent, RENT_RATE_FIELDS[rent.mode]))
        if committed >= rent.hourly_rate:
            parameters = {"committed_rate": committed, "hourly_rate": rent.hourly_rate}
            yield Message(SenseCheck.COMMITMENT_DEARER_THAN_HOURLY, parameters)
    if rent.mode is RentMode.MONTHLY and rent.hourly_rate > 0:
        hours = rent.monthly_rate / rent.hourly_rate
        for other in (HOURS_OF_30_DAYS, HOURS_OF_31_DAYS):
            if isclose(hours, other):
                yield Message(SenseCheck.MONTHLY_RATE_OF_OTHER_HOURS, {"monthly_hours": other})


def _power(plan: Plan) -> Iterator[Message]:
    cards_kw = plan.buy.gpus_per_node * max(job.gpu.tdp_w for job in plan.jobs) / 1000
    active, idle = plan.site.active_kw_per_node, plan.site.idle_kw_per_node
    most, least = MOST_TIMES_TDP * cards_kw + HOST_KW, IDLE_SHARE_OF_TDP * cards_kw
    if active > most:
        yield Message(SenseCheck.POWER_ABOVE_GPUS, {"node_kw": active, "most_kw": most})
    if active < least:
        yield Message(SenseCheck.POWER_BELOW_GPUS, {"node_kw": active, "least_kw": least})
    if plan.site.cooling is Cooling.TARIFF and plan.site.tariff_kzt_per_kwh > 0:
        # charged by its own tariff, cooling is PUE under another name: 0.18 over 0.12 is 2.5
        equal = 1 + plan.site.cooling_tariff_kzt_per_kwh / plan.site.tariff_kzt_per_kwh
        yield Message(SenseCheck.COOLING_BY_TARIFF, {"equal_pue": equal})
    if idle < least:
        yield Message(SenseCheck.IDLE_POWER_BELOW_GPUS, {"node_kw": idle, "least_kw": least})


def _purchase(plan: Plan) -> Iterator[Message]:
    buy, finance = plan.buy, plan.finance
    service, every = finance.horizon_months - buy.lead_months, buy.refresh_every_months
    refreshes = (service - 1) // every if every else 0
    last_age = service - refreshes * every
    ages = (every, last_age) if refreshes else (last_age,)
    if refreshes:
        yield Message(SenseCheck.REFRESH_WITHIN_HORIZON, {"refreshes": refreshes})
    if last_age > FIVE_YEARS_MONTHS:
        yield Message(SenseCheck.KEPT_BEYOND_FIVE_YEARS, {"age_months": last_age})
    if buy.residual_kind is ResidualKind.NONE:
        return
    for age, share in sold_shares(plan).items():
        if share > 1:
            yield Message(SenseCheck.RESIDUAL_ABOVE_PRICE, {"residual_share": share, "age_months": age})
    at_once = buy.purchase is Purchase.IMPORT and finance.vat_recovery_months_capex == 0
    if (at_once or buy.purchase is Purchase.IMPORT_OFFSET) and finance.vat_rate > 0 and min(ages) < FIVE_YEARS_MONTHS:
        yield Message(SenseCheck.SALE_BEFORE_FIVE_YEARS, {"age_months": min(ages)})


def sold_shares(plan: Plan) -> dict[int, float]:
    """Age at each kind of sale, in months, and the share of its price a fleet then brings."""
    case = Case(Inputs(plan))
    share = case.of(residual_share) * case.of(generation_factor) * case["buy.residual_scale"]
    share, age = np.broadcast_to(share, case.month.shape), np.broadcast_to(case.of(age_months), case.month.shape)
    horizon, lead, every = plan.finance.horizon_months, plan.buy.lead_months, plan.buy.refresh_every_months
    sales = [*range(lead + every, horizon, every), horizon] if every else [horizon]
    return {int(age[month]): float(share[month]) for month in sales}


def _rates(plan: Plan) -> Iterator[Message]:
    for part in ("rent", "buy", "site", "finance"):
        for name, value in getattr(plan, part):
            if name.endswith(("rate_per_year", "growth_per_year", "drift_per_year")) and value > 1:
                yield Message(SenseCheck.RATE_ABOVE_ONE, {"field": f"{part}.{name}", "rate_share": float(value)})
    for field, value in _likely_rates(plan):
        if 0 < value < LOWEST_LIKELY_RATE:
            yield Message(SenseCheck.RATE_BELOW_ONE_PERCENT, {"field": field, "rate_share": float(value)})


def _likely_rates(plan: Plan) -> Iterator[tuple[str, float]]:
    finance = plan.finance
    names = ["discount_rate_per_year", "vat_rate", "cit_rate", "depreciation_rate_per_year"]
    if finance.funding is not Funding.CASH:
        names.append(f"{finance.funding}_rate_per_year")
    for name in names:
        yield f"finance.{name}", float(getattr(finance, name))
