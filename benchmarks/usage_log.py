"""Usage logs of a million rows: time and memory, beside ``pandas.read_csv`` of the same file in the same run.

``python -m benchmarks usage_log``. Each measurement runs in a process of its own, so that its peak memory is its own.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from calc.demand.log import load_duration, log_demand, log_figures, monthly_use, step_function
from data.usage_log import LogOptions, read_log

ROWS = 1_000_000
BOUND_SECONDS = 5.0
BOUND_MB = 1000.0
KIB_PER_MB = 1e6 / 1024
YEAR_S = 365 * 86_400
BEGAN = np.datetime64("2026-01-01T00:00:00")


def report() -> None:
    """Print seconds, peak memory and the ratio to ``pandas.read_csv`` for each format."""
    with tempfile.TemporaryDirectory() as folder:
        for name, write in _WRITERS.items():
            path = Path(folder) / name
            write(path)
            ours, pandas = _measured("log", path), _measured("pandas", path)
            fine = ours["seconds"] <= BOUND_SECONDS and ours["mb"] <= BOUND_MB
            print(
                f"{name:12} {ROWS} rows, {path.stat().st_size / 1e6:4.0f} MB:"
                f" {ours['seconds']:5.2f} s (bound {BOUND_SECONDS:.0f}), {ours['mb']:4.0f} MB (bound {BOUND_MB:.0f}),"
                f" {ours['seconds'] / pandas['seconds']:4.2f} x pandas.read_csv ({pandas['seconds']:.2f} s,"
                f" {pandas['mb']:.0f} MB)  {'ok' if fine else 'SLOW'}"
            )
            path.unlink()


def _columns() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(1)
    start = BEGAN + np.sort(random.integers(0, YEAR_S, ROWS)).astype("timedelta64[s]")
    lasting = random.exponential(7200, ROWS).astype(np.int64) + 1
    return start, start + lasting.astype("timedelta64[s]"), lasting, random.choice([1, 2, 4, 8], ROWS)


def _write_jobs(path: Path) -> None:
    start, end, _, gpus = _columns()
    times = {"Начало": start, "Окончание": end}
    written = {name: pd.Series(column).dt.strftime("%d.%m.%Y %H:%M:%S") for name, column in times.items()}
    names = np.char.add("job ", np.arange(ROWS).astype(str))
    pd.DataFrame({"Задание": names, **written, "GPU": gpus}).to_csv(path, sep=";", index=False)


def _write_pods(path: Path) -> None:
    start, end, _, gpus = _columns()
    seconds = {name: (column - BEGAN).astype(np.int64) for name, column in (("s", start), ("e", end))}
    pd.DataFrame(
        {
            "name": np.char.add("pod-", np.arange(ROWS).astype(str)),
            "num_gpu": gpus,
            "gpu_milli": 1000,
            "creation_time": seconds["s"],
            "deletion_time": seconds["e"] + 4e-12,  # floating noise, as public logs have it
            "scheduled_time": seconds["s"],
        }
    ).to_csv(path, index=False)


def _write_slurm(path: Path) -> None:
    start, end, lasting, gpus = _columns()
    count = gpus.astype(str)
    resources = np.char.add(np.char.add("billing=8,cpu=8,gres/gpu=", count), ",mem=64G,node=1")
    columns = {
        "JobID": np.arange(ROWS), "State": "COMPLETED", "Start": np.datetime_as_string(start),
        "End": np.datetime_as_string(end), "ElapsedRaw": lasting, "AllocTRES": resources,
    }  # fmt: skip
    pd.DataFrame(columns).to_csv(path, sep="|", index=False)


_WRITERS: dict[str, Callable[[Path], None]] = {
    "jobs.csv": _write_jobs, "pods.csv": _write_pods, "sacct.txt": _write_slurm,
}  # fmt: skip


def _measured(what: str, path: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.usage_log", what, str(path)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    measured: dict[str, float] = json.loads(ran.stdout)
    return measured


def _import_log(path: Path) -> None:
    step = step_function(read_log(path, LogOptions(zone="UTC", most_bytes=None)).jobs)
    log_figures(step)
    load_duration(step)
    monthly_use(step)
    log_demand(step)


def _read_by_pandas(path: Path) -> None:
    pd.read_csv(path, sep={"jobs.csv": ";", "sacct.txt": "|"}.get(path.name, ","))


_WORK: dict[str, Callable[[Path], None]] = {"log": _import_log, "pandas": _read_by_pandas}


def _timed(what: str, path: Path) -> Iterator[tuple[str, float]]:
    started = time.perf_counter()
    _WORK[what](path)
    yield "seconds", time.perf_counter() - started
    yield "mb", _peak_mb()


def _peak_mb() -> float:
    # Not getrusage: its peak is handed down from the process that started this one.
    status = Path("/proc/self/status").read_text("utf-8")
    (peak,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return int(peak) / KIB_PER_MB


if __name__ == "__main__":
    print(json.dumps(dict(_timed(sys.argv[1], Path(sys.argv[2])))))
