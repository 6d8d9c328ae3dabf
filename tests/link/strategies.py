"""Random scenarios, drawn from the metadata of the fields themselves."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from calc.errors import EsepError
from data.default_edition import PARTS, load_defaults
from data.scenario import Scenario, field_schema, read_scenario

QUOTES = {"quote_from", "quote_date"}
LISTS = {
    "rent.price_path": st.just([[1, 1], [13, 0.85], [25, 0.7]]),
    "buy.residual_points": st.just([[12, 0.7], [24, 0.5], [36, 0.31]]),
    "demand.monthly_gpu_hours": st.just([100, 200.5, 0, 50]),
    "demand.log_levels": st.just([[[400, 8], [12.5, 3.25]], [], [[730, 1]]]),
    "workload.lora_targets": st.sampled_from(["qv", "attention", ["q_proj", "o_proj"]]),
    "workload.model": st.sampled_from(["qwen3-8b", "llama-3.1-70b", {"hidden_size": 4096, "model_type": "llama"}]),
    "workload.reference_gpu": st.just("rtx-5090"),
    "fleet.gpu": st.sampled_from(["h200-sxm", "b200-sxm"]),
    "rent.gpu": st.just("a100-sxm-80"),
    "buy.gpu": st.just("h200-sxm"),
    "rent.offer": st.just("nebius-h200-on-demand"),
    "buy.node": st.just("hgx-h200"),
    "finance.start": st.sampled_from(["", "2027-03"]),
    "finance.as_of": st.just("2026-12-15"),
}


@cache
def definitions() -> dict[str, Any]:
    return Scenario.model_json_schema()["$defs"]


def leaf(schema: dict[str, Any]) -> dict[str, Any]:
    for option in (schema, *schema.get("anyOf", ())):
        if "$ref" in option:
            return definitions()[option["$ref"].rsplit("/", 1)[-1]]
        if option.get("type") not in (None, "null"):
            return option
    return schema


def value_of(path: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if path in LISTS:
        return LISTS[path]
    option = leaf(schema)
    if "enum" in option:
        return st.sampled_from(option["enum"])
    if option["type"] == "boolean":
        return st.booleans()
    low = option.get("minimum", option.get("exclusiveMinimum", 0))
    high = min(option.get("maximum", option.get("exclusiveMaximum", 1e6)), 1e6)
    if option["type"] == "integer":
        return st.integers(int(low), int(high))
    step = (high - low) / 1000
    return st.integers(1, 999).map(lambda n: round(low + n * step, 6))


def field_names(part: str, kind: str) -> list[str]:
    edition = load_defaults()
    values = {"parallel": edition.parallel, "demand": edition.demand, "workload": edition.workloads[kind]}
    return [name for name in values.get(part, edition.parts.get(part, {})) if name not in QUOTES]


@st.composite
def raw_job(draw: st.DrawFn, most: int) -> dict[str, Any]:
    kind = draw(st.sampled_from(list(load_defaults().workloads)))
    job: dict[str, Any] = {"workload": {"kind": kind}}
    for part in ("workload", "parallel", "demand"):
        for name in draw(st.lists(st.sampled_from(field_names(part, kind)), max_size=most, unique=True)):
            path = f"jobs.0.{part}.{name}"
            job.setdefault(part, {})[name] = draw(value_of(f"{part}.{name}", dict(field_schema(path))))
    return job


@st.composite
def scenarios(draw: st.DrawFn, most: int = 12, jobs: int = 3) -> Scenario:
    raw: dict[str, Any] = {"jobs": draw(st.lists(raw_job(most), min_size=1, max_size=jobs))}
    for part in PARTS:
        names = [name for name in field_names(part, "given") if (part, name) != ("finance", "first_tax_year_months")]
        for name in draw(st.lists(st.sampled_from(names), max_size=most, unique=True)):
            raw.setdefault(part, {})[name] = draw(value_of(f"{part}.{name}", dict(field_schema(f"{part}.{name}"))))
    return read_or_shrink(raw)


def read_or_shrink(raw: dict[str, Any]) -> Scenario:
    """The scenario; a field the others contradict goes back to its default."""
    while True:
        try:
            return read_scenario(raw)
        except EsepError as error:
            *parents, name = error.field.split(".")
            node: Any = raw
            for part in parents:
                node = node[int(part)] if part.isdigit() else node[part]
            node.pop(name)
