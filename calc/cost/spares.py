"""Cold spares: how many parts keep a fleet whole while replacements are on their way (money model §13)."""

from math import exp

from calc.errors import ErrorCode, EsepError

WEEKS_PER_YEAR = 52.0


def spares_needed(gpus: int, failures_per_gpu_year: float, lead_weeks: float, service_level: float) -> int:
    """Smallest S such that no more than S parts fail within the lead time, with the wanted probability.

    Failures are a Poisson stream, of mean gpus x failures x lead / 52.

    Parameters
    ----------
    gpus
        Fleet [GPU].
    failures_per_gpu_year
        Replacements, not interruptions [1/GPU-year].
    lead_weeks
        Until a replacement arrives [week].
    service_level
        Probability of having a part when one is needed, below 1 [share].

    Raises
    ------
    EsepError
        ``OUT_OF_RANGE`` for a service level that no finite stock reaches.
    """
    if not 0 <= service_level < 1:
        raise EsepError(ErrorCode.OUT_OF_RANGE, "service_level", service_level, "[0..1)")
    mean = gpus * failures_per_gpu_year * lead_weeks / WEEKS_PER_YEAR
    spares, chance = 0, exp(-mean)
    within = chance
    while within < service_level:
        spares += 1
        chance *= mean / spares
        within += chance
    return spares
