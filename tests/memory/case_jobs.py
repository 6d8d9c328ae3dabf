"""Jobs of the A cases: fields renamed into a plan, nothing computed."""

import json
from dataclasses import fields
from pathlib import Path

from calc.choices import Verdict
from calc.gpu import Gpu
from calc.memory import Footprint, size
from calc.memory.footprint import Breakdown
from calc.model_shape import ModelShape
from calc.parallel import Parallel
from calc.plan import JobPlan
from calc.terms import Demand
from calc.workload import Training

DATA = Path(__file__).parent / "data"
DOCUMENT = json.loads((DATA / "cases_a.json").read_text(encoding="utf-8"))
GB_PER_GIB = 2**30 / 1e9
PARTS = tuple(part.name for part in fields(Breakdown))


def gpu(usable_gib: float) -> Gpu:
    return Gpu("card", 80, usable_gib, 2.0, 312, 0, 19.5, 400, "8.0", 600, switched=True, pcie_gb_s=64)


def shape(name: str) -> ModelShape:
    return ModelShape(id=name, **DOCUMENT["models"][name])


def plan(given: dict) -> JobPlan:
    workload = Training.model_validate({"model": given["model"], **given["workload"]})
    parallel = Parallel.model_validate(given["parallel"])
    return JobPlan(
        workload, parallel, Demand(), shape(given["model"]), gpu(given["usable_gib"]), given["gpus_per_node"]
    )


def figure_gib(footprint: Footprint, name: str) -> float:
    """A figure by its name, or a sum of parts (``weights+optimizer``)."""
    parts = ["weights", "gradients", "optimizer"] if name == "static" else name.split("+")
    if all(part in PARTS for part in parts):
        return sum(getattr(footprint.breakdown_gib, part) for part in parts)
    value = getattr(footprint, name)
    return value.mid if name == "device_gib" else value


def misses(given: dict) -> list[str]:
    """What a job gets wrong: its verdict, or a figure outside its bounds."""
    footprint = size(plan(given))
    found = []
    fits = footprint.verdict is not Verdict.DOES_NOT_FIT
    if given["expect"] and fits != (given["expect"] == "fits"):
        found.append(f"verdict {footprint.verdict}: {footprint.device_gib.mid:.1f} GiB")
    for name, bounds in given["figures"].items():
        got = figure_gib(footprint, name) * (GB_PER_GIB if bounds["unit"] == "GB" else 1)
        if not bounds["low"] <= got <= bounds["high"]:
            found.append(f"{name} {got:.1f} {bounds['unit']} outside {bounds['low']:.1f}..{bounds['high']:.1f}")
    return found
