"""Samples of the DCGM exporter, as Prometheus answers ``/api/v1/query_range`` (prometheus.io, HTTP API)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calc.demand.log import Jobs
from calc.errors import ErrorCode, EsepError
from data.usage_log.reading import LogFormat, LogOptions, LogReading, SampleCounts
from data.usage_log.spans import Mask, Positions

PERCENT_METRIC, SHARE_METRIC = "DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_PROF_GR_ENGINE_ACTIVE"
PERCENT = 100.0
ONE_GPU = 1000
LATEST_S = 253_402_300_800
"""The year 10000: no moment of a log is beyond it [s]."""


def read_dcgm(content: bytes, options: LogOptions) -> LogReading:
    """Read samples: a GPU is in use, as one whole GPU, while its value is at or above the threshold.

    A GPU is a ``UUID``, not a series: a changed label of a pod starts a new series of the same GPU, and a
    moment may stand in both. A missing sample, or one that is no finite number, adds nothing
    and is counted.

    Raises
    ------
    EsepError
        ``BAD_LOG`` at ``log.format`` for another kind of JSON or an answer without samples, ``MISSING`` at
        ``log.columns`` for a series without UUID, ``TOO_LARGE`` at ``log.rows``.
    """
    series = _series(content)
    gpu, moment, value = _samples(series, options.most_rows)
    shown = _percent(series, value)
    step = _step(gpu, moment)
    order = np.lexsort((-np.nan_to_num(shown, nan=-1.0), moment, gpu))
    gpu, moment, shown = gpu[order], moment[order], shown[order]
    first = np.concatenate(([True], (np.diff(gpu) != 0) | (np.diff(moment) != 0)))
    gpu, moment, shown = gpu[first], moment[first], shown[first]
    window = int(moment.min()), int(moment.max()) + step
    gpus = int(gpu.max()) + 1
    numeric = ~np.isnan(shown)
    counts = SampleCounts(
        series=len(series),
        gpus=gpus,
        samples=len(order),
        step_s=step,
        not_a_number_samples=int(np.isnan(value).sum()),
        repeated_samples=len(order) - len(moment),
        missing_samples=max(0, gpus * ((window[1] - window[0]) // step) - len(moment)),
        mean_of_utilization_percent=float(shown[numeric].mean()) if numeric.any() else 0.0,
    )
    busy = numeric & (shown >= options.busy_percent)
    return LogReading(
        format=LogFormat.DCGM,
        data_rows=len(order),
        jobs=_in_use(gpu, moment, busy, step),
        window_s=window,
        samples=counts,
    )


def _series(content: bytes) -> Sequence[Mapping[str, Any]]:
    try:
        answer = json.loads(content)
        data = answer.get("data", answer)
        series = [one for one in data["result"] if one["values"]]
        if data["resultType"] != "matrix" or not series:
            raise ValueError  # noqa: TRY301 - one refusal for every shape that is not the answer
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise EsepError(ErrorCode.BAD_LOG, "log.format", content[:80].decode("utf-8", "replace"), "matrix") from error
    return series


def _samples(series: Sequence[Mapping[str, Any]], most: int | None) -> tuple[Positions, Positions, NDArray[np.float64]]:
    lengths = [len(one["values"]) for one in series]
    if most is not None and sum(lengths) > most:
        raise EsepError(ErrorCode.TOO_LARGE, "log.rows", sum(lengths), f"..{most}")
    uuids = [one.get("metric", {}).get("UUID", "") for one in series]
    if not all(uuids):
        raise EsepError(ErrorCode.MISSING, "log.columns", ", ".join(series[0].get("metric", {})), "UUID")
    numbers = {uuid: number for number, uuid in enumerate(dict.fromkeys(uuids))}
    gpu = np.repeat(np.array([numbers[uuid] for uuid in uuids]), lengths)
    try:
        pairs = [pair for one in series for pair in one["values"]]
        seconds = np.round(np.array([pair[0] for pair in pairs], dtype=np.float64))
        value = np.array([pair[1] for pair in pairs], dtype=np.float64)
        if not (np.abs(seconds) < LATEST_S).all():
            raise ValueError  # noqa: TRY301 - one refusal for every shape that is not the answer
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise EsepError(ErrorCode.BAD_LOG, "log.format", "values", "[[seconds, text], ...]") from error
    return gpu, seconds.astype(np.int64), np.where(np.isfinite(value), value, np.nan)


def _percent(series: Sequence[Mapping[str, Any]], value: NDArray[np.float64]) -> NDArray[np.float64]:
    names = {one.get("metric", {}).get("__name__", "") for one in series}
    if names == {SHARE_METRIC}:
        return value * PERCENT
    if names == {PERCENT_METRIC}:
        return value
    if names != {""}:
        raise EsepError(
            ErrorCode.NOT_ALLOWED, "log.metric", ", ".join(sorted(names)), f"{PERCENT_METRIC} | {SHARE_METRIC}"
        )
    # A function of PromQL drops the name. Only shares stay below 1 and have decimals.
    given = value[~np.isnan(value)]
    shares = given.size > 0 and given.max() <= 1 and bool((given % 1 != 0).any())
    return value * PERCENT if shares else value


def _step(gpu: Positions, moment: Positions) -> int:
    order = np.lexsort((moment, gpu))
    gaps, same = np.diff(moment[order]), np.diff(gpu[order]) == 0
    gaps = gaps[same & (gaps > 0)]
    if not len(gaps):
        raise EsepError(ErrorCode.BAD_LOG, "log.format", "values", ">= 2")
    spacing, count = np.unique(gaps, return_counts=True)
    return int(spacing[count.argmax()])


def _in_use(gpu: Positions, moment: Positions, busy: Mask, step: int) -> Jobs:
    # A sample stands for a step, but never beyond the next sample of its GPU.
    following = np.append(moment[1:], np.iinfo(np.int64).max)
    following[:-1][np.diff(gpu) != 0] = np.iinfo(np.int64).max
    end = np.minimum(moment + step, following)
    return Jobs(moment[busy], end[busy], np.full(int(busy.sum()), ONE_GPU, dtype=np.int64))
