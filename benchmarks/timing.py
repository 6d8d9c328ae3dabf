"""Best time of several runs, which is what a busy machine disturbs least."""

from collections.abc import Callable
from time import perf_counter


def best_ms(work: Callable[[], object], runs: int = 7) -> float:
    """Shortest of several runs after one to warm up [ms]."""
    work()
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return 1e3 * min(times)
