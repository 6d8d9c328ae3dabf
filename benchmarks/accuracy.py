"""Estimated against measured memory, by method and source: ``python -m benchmarks.accuracy``.

Noise floor: one recipe measured on three machines gave 20.2, 22.3 and 24.1 GB (torchtune PR 961).
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from benchmarks.measured import Measured, published, tracker

LISTED = 0.10


@dataclass(frozen=True, slots=True)
class GroupError:
    """Absolute errors of one group of rows."""

    group: str
    rows: int
    median: float
    ninety_within: float
    worst: float


def by_group(rows: Iterable[Measured]) -> list[GroupError]:
    """Median, 90th percentile and worst absolute error of each group, in order of first appearance."""
    groups: dict[str, list[float]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(abs(row.error))
    return [
        GroupError(group, len(errors), median(errors), sorted(errors)[int(0.9 * (len(errors) - 1))], max(errors))
        for group, errors in groups.items()
    ]


def main() -> int:
    """Print the table and every row that misses by more than a tenth."""
    rows = [*tracker(), *published()]
    print(f"{'rows':34} {'n':>4} {'median':>8} {'90 %':>8} {'worst':>8}")
    for one in by_group(rows):
        print(f"{one.group:34} {one.rows:4} {one.median:8.2%} {one.ninety_within:8.2%} {one.worst:8.2%}")
    print(f"\nrows off by more than {LISTED:.0%}")
    for row in rows:
        if abs(row.error) > LISTED:
            print(f"{row.id:34} {row.source:34} {row.measured_gib:9.2f} {row.estimated_gib:9.2f} {row.error:+8.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
