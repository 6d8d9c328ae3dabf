"""Hours of the same work on another GPU: what makes renting one card and buying another comparable per run."""

from dataclasses import replace

from calc.gpu import Gpu
from calc.plan import JobPlan
from calc.speed.job import time_job
from calc.speed.throughput import Throughput


def exchange_hours(job: JobPlan, throughput: Throughput) -> JobPlan:
    """The job with the hours its work takes on the rented and the bought GPU, over those on its own.

    Both do the same runs with the same number of GPUs. Work whose hours the user stated is not converted.

    Parameters
    ----------
    job
        The job, with ``rent_gpu`` and ``buy_gpu`` where they differ.
    throughput
        Its time on its own GPU.
    """
    return replace(
        job,
        rent_hours_ratio=hours_ratio(job, throughput, job.rent_gpu),
        own_hours_ratio=hours_ratio(job, throughput, job.buy_gpu),
    )


def hours_ratio(job: JobPlan, throughput: Throughput, gpu: Gpu | None) -> float:
    """GPU-hours of the job on another GPU over those on its own, middles of the bands [-]."""
    here = throughput.gpu_hours_per_run
    if gpu is None or here is None or not here.mid:
        return 1.0
    there = time_job(replace(job, gpu=gpu)).gpu_hours_per_run
    return there.mid / here.mid if there else 1.0
