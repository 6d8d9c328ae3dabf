"""A year edited by week as levels by month: GPUs in use in each of 52 weeks, and the year repeats."""

from calc.demand.log.months import LogLevels
from calc.demand.weeks import HOURS_PER_MONTH, HOURS_PER_WEEK

MONTHS_A_YEAR = 12
WEEKS_A_YEAR = 52


def weekly_levels(gpus_by_week: tuple[float, ...], hours_by_week: tuple[float, ...] = ()) -> LogLevels:
    """Hours at each number of GPUs, by month of 730 h of the year.

    Parameters
    ----------
    gpus_by_week
        GPUs in use in week 1, 2, ...; weeks that are not listed are idle [GPU].
    hours_by_week
        Hours of week 1, 2, ... in which they are; weeks that are not listed are used throughout [h].

    Returns
    -------
    tuple
        For each of 12 months pairs of hours [h] and GPUs [GPU], as a usage log has them. Twelve months are
        8,760 h and 52 weeks 8,736: the last week lasts a day longer.
    """
    shares = used_shares(hours_by_week)
    return tuple(_month(gpus_by_week, shares, month) for month in range(MONTHS_A_YEAR))


def used_shares(hours_by_week: tuple[float, ...]) -> tuple[float, ...]:
    """Share of each of 52 weeks that is used; a week that is not listed is used throughout [-]."""
    listed = tuple(hours / HOURS_PER_WEEK for hours in hours_by_week)
    return listed + (1.0,) * (WEEKS_A_YEAR - len(listed))


def _month(gpus_by_week: tuple[float, ...], shares: tuple[float, ...], month: int) -> tuple[tuple[float, float], ...]:
    start, end = month * HOURS_PER_MONTH, (month + 1) * HOURS_PER_MONTH
    hours: dict[float, float] = {}
    for week, gpus in enumerate(gpus_by_week):
        last = MONTHS_A_YEAR * HOURS_PER_MONTH if week == WEEKS_A_YEAR - 1 else (week + 1) * HOURS_PER_WEEK
        shared = (min(end, last) - max(start, week * HOURS_PER_WEEK)) * shares[week]
        if shared > 0 and gpus > 0:
            hours[gpus] = hours.get(gpus, 0.0) + shared
    return tuple((lasting, gpus) for gpus, lasting in sorted(hours.items()))
