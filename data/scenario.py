"""What the user said: a frozen scenario with language-neutral ids, and how bad input is refused.

The fields of the money parts come from ``calc.terms``; here they gain the names behind the numbers
(which card, which offer, whose quote), which the reckoning itself does not need.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, Any, Self, TypeVar, get_args

from pydantic import Field, JsonValue, ValidationError, model_validator
from pydantic_core import ErrorDetails

from calc.choices import DataPlace, Taxpayer
from calc.errors import ErrorCode, EsepError
from calc.parallel import Parallel
from calc.quantity import Flag, Terms, Whole, quantity
from calc.terms import Buy, Demand, Finance, Rent, Site
from calc.workload import Given, Rendering, Workload
from data.catalogue import load_edition

DESIGN = "docs/design.md"
MONTHS_A_YEAR = 12
MAX_JOBS = 6

Name = Annotated[str, Field(pattern=r"^.+$", max_length=80)]
OptionalName = Annotated[str, Field(pattern=r"^.*$", max_length=80)]
OptionalId = Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9._-]*)?$", max_length=80)]
Words = Annotated[str, Field(max_length=80)]
Part = TypeVar("Part", bound=Terms)
OptionalDate = Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]


class Job(Terms):
    """One workload, how it is spread over GPUs, and when it runs."""

    workload: Workload = Given()
    parallel: Parallel = Parallel()
    demand: Demand = Demand()


class Fleet(Terms):
    """The card the work runs on."""

    gpu: Name = quantity("h100-sxm", "-", source=DESIGN)
    gpus_per_node: Whole = quantity(0, "GPU", ge=0, le=1024, source=DESIGN)
    """0: as ``buy.gpus_per_node``."""


class RentChoice(Rent):
    """Rent terms and the offer or quote they were filled from."""

    gpu: OptionalName = quantity("", "-", source=DESIGN)
    """Empty: as ``fleet.gpu``."""
    offer: OptionalId = quantity("", "-", source=DESIGN)
    """Price-book offer the rate was filled from; empty: typed."""
    quote_from: Words = quantity("", "-", source=DESIGN)
    """Whose quote the rate is; empty: no quote."""
    quote_date: OptionalDate = quantity("", "YYYY-MM-DD", source=DESIGN)
    data_in_kazakhstan: DataPlace = quantity(DataPlace.ANYWHERE, "-", source=DESIGN)
    """Which offers are allowed; no effect on the numbers."""
    tenge_only: Flag = quantity(False, "-", source=DESIGN)
    """Only offers priced in tenge; no effect on the numbers."""


class BuyChoice(Buy):
    """Purchase terms and the server or quote they were filled from."""

    gpu: OptionalName = quantity("", "-", source=DESIGN)
    """Empty: as ``fleet.gpu``."""
    node: OptionalName = quantity("", "-", source=DESIGN)
    """Catalogue server the price and power were filled from; empty: typed."""
    quote_from: Words = quantity("", "-", source=DESIGN)
    quote_date: OptionalDate = quantity("", "YYYY-MM-DD", source=DESIGN)


class FinanceChoice(Finance):
    """Horizon, currency, tax and funding, and the taxpayer profile they were filled from."""

    profile: Taxpayer = quantity(Taxpayer.UNSTATED, "-", source=DESIGN)
    """No effect on the numbers: filling writes them out (``data.taxpayers``)."""


class Scenario(Terms):
    """Everything the user said. Absent fields are those of the frozen default edition."""

    jobs: Annotated[tuple[Job, ...], Field(min_length=1, max_length=MAX_JOBS)] = (Job(),)
    fleet: Fleet = Fleet()
    rent: RentChoice = RentChoice()
    buy: BuyChoice = BuyChoice()
    site: Site = Site()
    finance: FinanceChoice = FinanceChoice()

    @model_validator(mode="after")
    def _start_fills_the_first_tax_year(self) -> Self:
        start = self.finance.start
        if not start:
            return self
        months = MONTHS_A_YEAR + 1 - int(start[5:7])
        stated = "first_tax_year_months" in self.finance.model_fields_set
        if stated and self.finance.first_tax_year_months != months:
            raise EsepError(
                ErrorCode.CONFLICT,
                "finance.first_tax_year_months",
                self.finance.first_tax_year_months,
                f"finance.start = {start}: {months}",
            )
        finance = self.finance.model_copy(update={"first_tax_year_months": months})
        object.__setattr__(self, "finance", finance)  # frozen: the only place a field is completed
        return self


def read_scenario(given: object) -> Scenario:
    """Validate a JSON object into a scenario, with printed names of cards, models and servers turned into ids.

    Raises
    ------
    EsepError
        The first field at fault, with its value and what is allowed.
    """
    if not isinstance(given, Mapping):
        raise EsepError(ErrorCode.WRONG_TYPE, "scenario", given, "object")
    try:
        scenario = Scenario.model_validate(given)
    except ValidationError as error:
        raise _typed(error.errors(include_url=False)[0]) from error
    _check_days(scenario)
    return _with_ids(scenario)


def _check_days(scenario: Scenario) -> None:
    days = {
        "finance.as_of": scenario.finance.as_of,
        "rent.quote_date": scenario.rent.quote_date,
        "buy.quote_date": scenario.buy.quote_date,
    }
    for field, day in days.items():
        try:
            date.fromisoformat(day or "2026-01-01")
        except ValueError as error:
            raise EsepError(ErrorCode.BAD_DATE, field, day, "YYYY-MM-DD") from error


def _with_ids(scenario: Scenario) -> Scenario:
    """The same scenario with ids for printed names; a name nobody knows stays, ``resolve`` refuses it."""
    to_id = load_edition().to_id
    jobs = tuple(_copy(job, workload=_copy(job.workload, **_named(job.workload, to_id))) for job in scenario.jobs)
    return _copy(
        scenario,
        jobs=jobs,
        fleet=_copy(scenario.fleet, gpu=to_id(scenario.fleet.gpu)),
        rent=_copy(scenario.rent, gpu=to_id(scenario.rent.gpu)),
        buy=_copy(scenario.buy, gpu=to_id(scenario.buy.gpu), node=to_id(scenario.buy.node)),
    )


def _named(workload: Workload, to_id: Callable[[str], str]) -> dict[str, str]:
    if isinstance(workload, Rendering):
        return {"reference_gpu": to_id(workload.reference_gpu)}
    model = getattr(workload, "model", None)
    return {"model": to_id(model)} if isinstance(model, str) else {}


def _copy(terms: Part, **changes: object) -> Part:
    changed = {name: value for name, value in changes.items() if getattr(terms, name) != value}
    return terms.model_copy(update=changed) if changed else terms


_CODES = {
    "float_type": ErrorCode.NOT_A_NUMBER,
    "float_parsing": ErrorCode.NOT_A_NUMBER,
    "finite_number": ErrorCode.NOT_A_NUMBER,
    "int_type": ErrorCode.NOT_WHOLE,
    "int_from_float": ErrorCode.NOT_WHOLE,
    "enum": ErrorCode.NOT_ALLOWED,
    "literal_error": ErrorCode.NOT_ALLOWED,
    "union_tag_invalid": ErrorCode.NOT_ALLOWED,
    "union_tag_not_found": ErrorCode.MISSING,
    "missing": ErrorCode.MISSING,
    "extra_forbidden": ErrorCode.UNKNOWN_FIELD,
    "string_pattern_mismatch": ErrorCode.NOT_ALLOWED,
    "string_too_long": ErrorCode.OUT_OF_RANGE,
    "tuple_type": ErrorCode.NOT_A_LIST,
    "too_short": ErrorCode.OUT_OF_RANGE,
    "too_long": ErrorCode.OUT_OF_RANGE,
}
_NUMBERS = (ErrorCode.NOT_A_NUMBER, ErrorCode.NOT_WHOLE)
_BOUNDS = ("greater_than", "greater_than_equal", "less_than", "less_than_equal")


def _typed(detail: ErrorDetails) -> EsepError:
    kind = detail["type"]
    field = ".".join(str(part) for part in _path(detail["loc"])) or "scenario"
    if kind in _BOUNDS:
        return EsepError(ErrorCode.OUT_OF_RANGE, field, detail["input"], allowed_values(field))
    code = _CODES.get(kind, ErrorCode.WRONG_TYPE)
    if code is ErrorCode.UNKNOWN_FIELD:
        return EsepError(code, field, detail["input"], " | ".join(_work_with(field)))
    if code in _NUMBERS and detail["input"] is None:
        code = ErrorCode.MISSING
    value = "" if code is ErrorCode.MISSING else detail["input"]
    return EsepError(code, field, value, allowed_values(field))


def _work_with(field: str) -> list[str]:
    """Kinds of workload that have a field; none for a field no workload has."""
    *parents, name = field.split(".")
    if parents[-1:] != ["workload"]:
        return []
    return [
        str(cls.model_fields["kind"].default) for cls in get_args(get_args(Workload)[0]) if name in cls.model_fields
    ]


def _path(loc: tuple[int | str, ...]) -> list[int | str]:
    # pydantic puts the tag of a union into the path (jobs.0.workload.training.method) and union
    # members such as "tuple[...]" at its end; neither is part of a field's name.
    path: list[int | str] = []
    for part in loc:
        after_workload = bool(path) and path[-1] == "workload" and part in _workload_kinds()
        if not after_workload and not (isinstance(part, str) and ("[" in part or part in _TYPE_NAMES)):
            path.append(part)
    return path


_TYPE_NAMES = frozenset({"str", "LoraTargets", "dict"})


def _workload_kinds() -> set[str]:
    return {str(cls.model_fields["kind"].default) for cls in get_args(get_args(Workload)[0])}


def field_schema(field: str) -> Mapping[str, Any]:
    """JSON schema of one field by its dotted path; empty for an unknown one.

    A workload field is looked for in every kind of workload.
    """
    definitions = _SCHEMA["$defs"]
    nodes: list[Mapping[str, Any]] = [_SCHEMA]
    for part in field.split("."):
        nodes = [found for node in nodes for found in _step(node, part, definitions)]
    return nodes[0] if nodes else {}


def _step(node: Mapping[str, Any], part: str, definitions: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = []
    for option in _options(node, definitions):
        if part.isdigit() and ("items" in option or "prefixItems" in option):
            items = option.get("prefixItems", [option.get("items", {})])
            found.append(items[min(int(part), len(items) - 1)])
        elif part in option.get("properties", {}):
            found.append(option["properties"][part])
    return found


def _options(node: Mapping[str, Any], definitions: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if "$ref" in node:
        return _options(definitions[node["$ref"].rsplit("/", 1)[-1]], definitions)
    nested = node.get("oneOf", node.get("anyOf"))
    return [leaf for option in nested for leaf in _options(option, definitions)] if nested else [node]


def allowed_values(field: str) -> str:
    """What a field allows, in signs: ``1..5``, ``(0..1]``, ``full | lora``; empty for free text."""
    said = [_said(option) for option in _options(field_schema(field), _SCHEMA["$defs"])]
    return " | ".join(dict.fromkeys(text for text in said if text))


def _said(option: Mapping[str, Any]) -> str:
    if "enum" in option:
        return " | ".join(str(value) for value in option["enum"])
    if "const" in option:
        return str(option["const"])
    kind = option.get("type")
    if kind in ("number", "integer"):
        left = "(" if "exclusiveMinimum" in option else ""
        right = ")" if "exclusiveMaximum" in option else "]" if left else ""
        low = option.get("exclusiveMinimum", option.get("minimum", ""))
        high = option.get("exclusiveMaximum", option.get("maximum", ""))
        return f"{left}{_plain(low)}..{_plain(high)}{right}" if low != "" or high != "" else str(kind)
    if kind == "boolean":
        return "true | false"
    if kind == "string":
        return str(option.get("pattern", "text"))
    return ""


def _plain(bound: float | str) -> str:
    return f"{bound:.12g}" if isinstance(bound, int | float) else bound


def scenario_schema() -> dict[str, JsonValue]:
    """JSON Schema of a scenario, with unit and source of every field."""
    return Scenario.model_json_schema()


_SCHEMA: Mapping[str, Any] = Scenario.model_json_schema()
