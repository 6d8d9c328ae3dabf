"""Published and derived cases (tests/cost/data/verify_open.json) and golden scenarios, read once."""

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "cost" / "data"


@cache
def verify_cases() -> dict[str, dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((DATA / "verify_open.json").read_text(encoding="utf-8"))
    return {case["id"]: case for case in cases}


def verify(case_id: str) -> Any:
    return verify_cases()[case_id]


@cache
def golden() -> dict[str, dict[str, Any]]:
    files = ("golden_chain.json", "golden_open.json")
    scenarios = [s for f in files for s in json.loads((DATA / f).read_text(encoding="utf-8"))["scenarios"]]
    return {f"{i:02d}_{scenario['id']}": scenario for i, scenario in enumerate(scenarios)}
