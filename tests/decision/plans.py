"""Plans built by hand, as in a notebook: a golden scenario, or a few fields over the defaults."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from calc.gpu import Gpu
from calc.parallel import Parallel
from calc.plan import JobPlan, Plan
from calc.terms import Buy, Demand, Finance, Rent, Site
from calc.workload import Given

H100 = Gpu(
    id="h100-sxm",
    memory_gb=80,
    usable_gib=79.2,
    bandwidth_tb_s=3.35,
    bf16_dense_tflops=989,
    fp8_dense_tflops=1979,
    fp32_tflops=67,
    tdp_w=700,
    compute_capability="9.0",
    link_gb_s=900,
    switched=True,
    pcie_gb_s=128,
)
PARTS = {"rent": Rent, "buy": Buy, "site": Site, "finance": Finance}


def job(**demand: Any) -> JobPlan:
    return JobPlan(Given(), Parallel(), Demand.model_validate(demand), None, H100)


def plan(scenario: Mapping[str, Mapping[str, Any]] | None = None, **parts: Mapping[str, Any]) -> Plan:
    """A plan of one job; parts ``demand``, ``rent``, ``buy``, ``site``, ``finance`` give fields over defaults."""
    given = {**(scenario or {}), **parts}
    terms = {part: cls.model_validate(given.get(part, {})) for part, cls in PARTS.items()}
    return Plan((job(**given.get("demand", {})),), **terms)


def moved(base: Plan, **fields: Any) -> Plan:
    """The plan with dotted fields changed; the dot is written as two underscores."""
    for name, value in fields.items():
        part, field = name.split("__")
        if part == "demand":
            jobs = tuple(replace(j, demand=changed(j.demand, field, value)) for j in base.jobs)
            base = replace(base, jobs=jobs)
        else:
            base = replace(base, **{part: changed(getattr(base, part), field, value)})
    return base


def changed(terms: Any, field: str, value: Any) -> Any:
    return type(terms).model_validate({**terms.model_dump(), field: value})
