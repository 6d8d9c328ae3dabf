"""Estimated against measured memory, by group and source: ``python -m benchmarks.accuracy``.

Like metric with like. Noise floor: one recipe measured on three machines gave 20.2, 22.3 and 24.1 GB (torchtune
PR 961).
"""

import sys
from collections.abc import Iterable
from dataclasses import astuple
from functools import cache

from benchmarks.device_band import without_each_source
from calc.memory.evidence import EvidenceGroup, GroupErrors, MemoryComparison, compare, errors_by_group
from data.measurements import MemoryRun, left_out, memory_runs

LISTED = 0.10
DEVICE = (EvidenceGroup.DEVICE_ONE_GPU, EvidenceGroup.DEVICE_SEVERAL_GPUS)


@cache
def compared() -> tuple[tuple[MemoryRun, MemoryComparison], ...]:
    """Every measured run beside its estimate.

    Runs that leave fields to a script's defaults count only if held out, or as a reading of the card.
    """
    pairs = ((run, compare(run.measurement)) for run in memory_runs())
    return tuple((run, one) for run, one in pairs if run.complete or run.measurement.held_out or one.group in DEVICE)


def groups(rows: Iterable[tuple[MemoryRun, MemoryComparison]] | None = None) -> tuple[GroupErrors, ...]:
    """Errors by group."""
    return errors_by_group(one for _, one in (compared() if rows is None else rows))


def _print_groups(rows: Iterable[GroupErrors]) -> None:
    print(f"{'rows':24} {'':9} {'n':>4} {'median':>8} {'90 %':>8} {'worst':>8} {'in band':>8}")
    for one in rows:
        band = f"{one.in_band:8.0%}" if one.group in DEVICE else ""
        kept = "held out" if one.held_out else ""
        errors = f"{one.median:8.2%} {one.ninety_within:8.2%} {one.worst:8.2%}"
        print(f"{one.group:24} {kept:9} {one.rows:4} {errors} {band}")


def _print_sources(rows: Iterable[tuple[MemoryRun, MemoryComparison]]) -> None:
    by_tool: dict[str, list[tuple[MemoryRun, MemoryComparison]]] = {}
    for run, one in rows:
        by_tool.setdefault(run.tool, []).append((run, one))
    for tool, its_rows in by_tool.items():
        print(f"\n{tool}")
        _print_groups(groups(its_rows))


def _print_left_out_sources() -> None:
    print("\ncard readings held by the law found without their source")
    for one in without_each_source():
        values = " ".join(f"{value:.2f}" for value in astuple(one.law))
        print(f"{one.source:20} {one.held:3} of {one.readings:3}  {values}")


def main() -> int:
    """Print the table by group, by source, every row off by more than a tenth, and what is not compared."""
    rows = compared()
    _print_groups(groups(rows))
    _print_sources(rows)
    _print_left_out_sources()
    print(f"\nrows off by more than {LISTED:.0%}, and card readings outside their band")
    for run, one in rows:
        missed = not one.in_band if one.group in DEVICE else abs(one.error) > LISTED
        if missed:
            figures = f"{one.measurement.measured_gib:9.2f} {one.estimated_gib:9.2f} {one.error:+8.1%}"
            print(f"{one.measurement.id:34} {one.group:20} {run.tool:34} {figures}")
    print("\nnot compared")
    for row in left_out():
        print(f"{row.id:20} {row.tool:34} {row.reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
