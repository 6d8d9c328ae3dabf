"""Jobs of the A and B cases: a scenario as a user would send it, resolved; nothing is computed here."""

import json
from dataclasses import fields, replace
from pathlib import Path

from calc.choices import Verdict
from calc.errors import EsepError
from calc.gpu import Gpu
from calc.memory import Footprint, size
from calc.memory.footprint import Breakdown
from calc.plan import JobPlan
from data.resolve import resolve
from data.scenario import read_scenario

DATA = Path(__file__).parent / "data"
DOCUMENT = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))
GB_PER_GIB = 2**30 / 1e9
PARTS = tuple(part.name for part in fields(Breakdown))


def gpu(usable_gib: float) -> Gpu:
    return Gpu("card", 80, usable_gib, 2.0, 312, 0, 19.5, 400, "8.0", 600, switched=True, pcie_gb_s=64)


def plan(given: dict) -> JobPlan:
    """The case as a scenario; a card the catalogue does not have is stated by what a process sees of it."""
    workload = {"kind": "training", **given["workload"], "model": DOCUMENT["models"][given["model"]]}
    scenario = {
        "jobs": [{"workload": workload, "parallel": given["parallel"]}],
        "fleet": {"gpu": "h100-sxm", "gpus_per_node": given["gpus_per_node"]},
    }
    job = resolve(read_scenario(scenario)).jobs[0]
    return replace(job, gpu=gpu(given["usable_gib"]))


def figure_gib(footprint: Footprint, name: str) -> float:
    """A figure by its name, or a sum of parts (``weights+optimizer``)."""
    parts = ["weights", "gradients", "optimizer"] if name == "static" else name.split("+")
    if all(part in PARTS for part in parts):
        return sum(getattr(footprint.breakdown_gib, part) for part in parts)
    value = getattr(footprint, name)
    return value.mid if name == "device_gib" else value


def misses(given: dict) -> list[str]:
    """What a job gets wrong: its verdict, or a figure outside its bounds."""
    try:
        footprint = size(plan(given))
    except EsepError as error:
        return [] if error.allowed == given.get("refused") else [f"verdict refused: {error}"]
    found = ["verdict: not refused"] if "refused" in given else []
    fits = footprint.verdict is not Verdict.DOES_NOT_FIT
    if given["expect"] and fits != (given["expect"] == "fits"):
        found.append(f"verdict {footprint.verdict}: {footprint.device_gib.mid:.1f} GiB")
    for name, bounds in given["figures"].items():
        got = figure_gib(footprint, name) * (GB_PER_GIB if bounds["unit"] == "GB" else 1)
        if not bounds["low"] <= got <= bounds["high"]:
            found.append(f"{name} {got:.1f} {bounds['unit']} outside {bounds['low']:.1f}..{bounds['high']:.1f}")
    return found
