"""Hours and cost of one run on every card that holds it: what an hour costs is not what a run costs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isclose

from calc.choices import Compute, Method, Verdict
from calc.gpu import Gpu
from calc.memory.estimate import estimate
from calc.memory.fit import FitRow
from calc.message import Band, Message
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.speed.job import time_job
from calc.speed.throughput import Throughput
from calc.workload import Inference, Training

SECONDS_PER_HOUR = 3600
MILLION = 1e6
SAME_UNITS = 0.05
"""Two cards with peaks this near and the same generation differ in memory only (H100 and H200)."""


class RunFinding(StrEnum):
    """What the table shows beyond its rows; parameters carry the figures."""

    DEARER_HOUR_CHEAPER_RUN = "dearer_hour_cheaper_run"
    """A run on ``gpu`` costs ``saving_percent`` less than on ``other_gpu``, whose hour is ``hour_percent`` cheaper."""
    DEARER_HOUR_CHEAPER_FP8_RUN = "dearer_hour_cheaper_fp8_run"
    """The same, with the run in FP8."""
    FEWER_CARDS_HOLD_IT = "fewer_cards_hold_it"
    """``count`` of ``gpu`` hold what takes ``other_count`` of ``other_gpu`` of the same speed."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run on one kind of card.

    Attributes
    ----------
    gpu_id
        The card.
    parallel
        As planned where that fits, else on the fewest cards that hold it.
    compute
        Precision of the products in training; ``None`` for other work.
    verdict
        Whether memory fits.
    throughput
        Speed, hours and GPU-hours of the run; of a month for serving and rendering.
    price_per_gpu_hour
        As given [cur/GPU-h]; ``None`` where nobody sells the hour.
    cost_per_run, cost_per_million_tokens
        GPU-hours times price [cur]; the latter for serving, of generated tokens.
    """

    gpu_id: str
    parallel: Parallel
    compute: Compute | None
    verdict: Verdict
    throughput: Throughput
    price_per_gpu_hour: float | None
    cost_per_run: Band | None
    cost_per_million_tokens: Band | None


@dataclass(frozen=True, slots=True)
class RunTable:
    """Every card that holds the job, the cheapest run first, those without a price last."""

    rows: tuple[RunRow, ...]
    findings: tuple[Message, ...]


def run_table(
    job: JobPlan, gpus: Sequence[Gpu], fits: Sequence[FitRow], prices: Mapping[str, float | None]
) -> RunTable:
    """Time and price one run on every card that holds it.

    A training run in 16 bit gets a second row in FP8 on cards that have it.

    Parameters
    ----------
    job
        The job.
    gpus, fits
        The cards, and what ``calc.memory.fit_table`` says of them in the same order.
    prices
        Price of an hour by card id [cur/GPU-h].
    """
    rows = [
        _row(plan, verdict, prices.get(gpu.id))
        for gpu, fit in zip(gpus, fits, strict=True)
        for plan, verdict in _plans(job, gpu, fit)
    ]
    rows.sort(key=lambda row: (row.cost_per_run is None, row.cost_per_run.mid if row.cost_per_run else 0.0))
    return RunTable(tuple(rows), (*_dearer_hour(rows), *_fewer_cards(gpus, fits)))


def _plans(job: JobPlan, gpu: Gpu, fit: FitRow) -> Iterator[tuple[JobPlan, Verdict]]:
    planned = fit.footprint.verdict is not Verdict.DOES_NOT_FIT
    parallel = job.parallel if planned else fit.smallest_parallel
    footprint = fit.footprint if planned else fit.smallest_footprint
    if parallel is None or footprint is None:
        return
    plan = replace(job, gpu=gpu, parallel=parallel)
    yield plan, footprint.verdict
    workload = job.workload
    if isinstance(workload, Training) and gpu.fp8_dense_tflops and _may_run_in_fp8(workload):
        eight_bit = replace(plan, workload=workload.model_copy(update={"compute": Compute.FP8}))
        verdict = estimate(eight_bit).verdict
        if verdict is not Verdict.DOES_NOT_FIT:
            yield eight_bit, verdict


def _may_run_in_fp8(workload: Training) -> bool:
    # A quantized base is unpacked to 16 bit before every product, so FP8 units would stand idle.
    return workload.compute in (Compute.BF16, Compute.FP16) and workload.method is not Method.QLORA


def _row(plan: JobPlan, verdict: Verdict, price: float | None) -> RunRow:
    throughput, workload = time_job(plan), plan.workload
    rate = throughput.tokens_per_second_per_gpu
    million = None
    if isinstance(workload, Inference) and price is not None and rate is not None:
        million = Band(*(price * MILLION / (one * SECONDS_PER_HOUR) for one in (rate.high, rate.mid, rate.low)))
    return RunRow(
        gpu_id=plan.gpu.id,
        parallel=plan.parallel,
        compute=workload.compute if isinstance(workload, Training) else None,
        verdict=verdict,
        throughput=throughput,
        price_per_gpu_hour=price,
        cost_per_run=run_cost(throughput, price),
        cost_per_million_tokens=million,
    )


def run_cost(throughput: Throughput, price_per_gpu_hour: float | None) -> Band | None:
    """GPU-hours of a run times the price of one [cur]; ``None`` where either is unknown."""
    hours = throughput.gpu_hours_per_run
    if hours is None or price_per_gpu_hour is None:
        return None
    return Band(*(one * price_per_gpu_hour for one in (hours.low, hours.mid, hours.high)))


def _dearer_hour(rows: Sequence[RunRow]) -> Iterator[Message]:
    priced = [(row.cost_per_run.mid, row.price_per_gpu_hour or 0.0, row) for row in rows if row.cost_per_run]
    if not priced:
        return
    cost, price, best = priced[0]
    other_cost, other_price, other = min(priced, key=lambda one: one[1])
    if other_price < price and cost < other_cost:
        in_fp8 = best.compute is Compute.FP8
        yield Message(
            RunFinding.DEARER_HOUR_CHEAPER_FP8_RUN if in_fp8 else RunFinding.DEARER_HOUR_CHEAPER_RUN,
            {
                "gpu": best.gpu_id,
                "other_gpu": other.gpu_id,
                "saving_percent": 100 * (1 - cost / other_cost),
                "hour_percent": 100 * (1 - other_price / price),
            },
        )


def _fewer_cards(gpus: Sequence[Gpu], fits: Sequence[FitRow]) -> Iterator[Message]:
    held = [(gpu, fit.smallest_gpus) for gpu, fit in zip(gpus, fits, strict=True) if fit.smallest_gpus]
    for gpu, count in held:
        for other, other_count in held:
            if count < other_count and _same_units(gpu, other):
                yield Message(
                    RunFinding.FEWER_CARDS_HOLD_IT,
                    {"count": count, "gpu": gpu.id, "other_count": other_count, "other_gpu": other.id},
                )


def _same_units(one: Gpu, other: Gpu) -> bool:
    same = one.compute_capability == other.compute_capability and one.switched == other.switched
    return same and isclose(one.bf16_dense_tflops, other.bf16_dense_tflops, rel_tol=SAME_UNITS)
