"""Time of memory estimates: one, and all distinct ones of the catalogue on the GPU counts of a node."""

from collections.abc import Iterator
from time import perf_counter

from benchmarks.timing import best_ms
from calc.choices import Method, Sharding
from calc.memory.estimate import estimate
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Training
from data.catalogue import load_edition

METHODS = (Method.FULL, Method.LORA, Method.QLORA, Method.PRETRAIN)
LENGTHS = (2048, 8192, 32768, 131_072)
COUNTS = (1, 2, 4, 8)
CARD = "h100-sxm"


def catalogue_jobs() -> Iterator[JobPlan]:
    """Every model of known shape x method x length x GPU count of a node."""
    edition = load_edition()
    gpu = edition.gpus[CARD]
    splits = [Parallel(gpus=count, sharding=Sharding.FSDP if count > 1 else Sharding.NONE) for count in COUNTS]
    for model in edition.models.values():
        if model.shape is None:
            continue
        for method in METHODS:
            for length in LENGTHS:
                workload = Training(model=model.id, method=method, sequence_length=length)
                for split in splits:
                    yield JobPlan(workload, split, Demand(), model.shape, gpu)


def seconds_of_all() -> tuple[int, float]:
    """Estimates of the whole grid, and their time [s]; building the jobs is left out."""
    jobs = list(catalogue_jobs())
    start = perf_counter()
    for job in jobs:
        estimate(job)
    return len(jobs), perf_counter() - start


def ms_of_one() -> float:
    """One estimate, warm [ms]."""
    job = next(catalogue_jobs())
    return best_ms(lambda: estimate(job))


def report() -> None:
    """Print both."""
    count, seconds = seconds_of_all()
    print(f"one estimate                        {ms_of_one():8.3f} ms")
    print(f"{count} estimates of the catalogue {seconds:13.3f} s")
