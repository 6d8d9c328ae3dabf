"""Results as plain JSON values under the names of docs/design.md §6."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from calc.answer import Answer
from calc.choices import Branch, Currency
from calc.cost.flows import Flows
from calc.decision.decision import BranchValue, BreakEven, Decision
from calc.decision.exposure import exposures
from calc.decision.mixed.mixed_plan import MixedPlan
from calc.message import Message
from calc.quantity import Terms
from calc.speed import SpeedReport
from ui.texts import texts
from ui.verdict import verdict_words

MONTHS_A_YEAR = 12

Json = Any


def plain(value: object) -> Json:
    """A frozen result as JSON values: enums as ids, messages with their English words, no NaN.

    Raises
    ------
    TypeError
        When the value is none of the kinds a result is made of.
    """
    if isinstance(value, Message):
        return {"code": str(value.code), **plain(value.parameters), "words": texts("en").message(value)}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping | Terms):
        items = value.items() if isinstance(value, Mapping) else value.model_dump().items()
        return {str(key): plain(item) for key, item in items}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return _scalar(value)


def _scalar(value: object) -> Json:
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, np.generic):
        return _scalar(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        msg = f"a result is {value}"
        raise TypeError(msg)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    msg = f"no JSON for {type(value)}"
    raise TypeError(msg)


def speed_record(report: SpeedReport) -> Json:
    """Time of one job (docs/design.md §6, ``speed``): its speed at the top level, the rest beside it. Costs in KZT."""
    parts = {f.name: plain(getattr(report, f.name)) for f in fields(SpeedReport) if f.name != "throughput"}
    return plain(report.throughput) | parts | {"currency": str(Currency.KZT)}


def decide_record(answer: Answer) -> Json:
    """Rent, buy and the mixed plan (docs/design.md §6, ``decide``)."""
    decision = answer.decision
    figures = {
        field.name: plain(getattr(decision, field.name))
        for field in fields(Decision)
        if field.name not in {"rent", "buy", "mixed", "ledger", "break_even"}
    }
    figures["verdict"] |= {"words": verdict_words(texts("en"), answer)}
    return {
        **figures,
        "rent": _branch(decision.rent, decision.ledger.rent),
        "buy": _branch(decision.buy, decision.ledger.buy)
        | {"present_cost_unlevered": decision.present_cost_unlevered, "nodes": decision.nodes},
        "mixed": _mixed(answer.mixed),
        "exposure": {str(branch): plain(found) for branch, found in exposures(answer.plan).items()},
        "break_even": {name: _break_even(found) for name, found in decision.break_even.items()},
    }


def _mixed(mixed: MixedPlan) -> Json:
    plan = {f.name: plain(getattr(mixed, f.name)) for f in fields(MixedPlan) if f.name not in {"value", "flows"}}
    return _branch(mixed.value, mixed.flows) | {"plan": plan}


def _break_even(found: BreakEven) -> Json:
    return asdict(found) | {"state": str(found.state)}


def _branch(value: BranchValue, flows: Flows) -> Json:
    figures = {f.name: plain(getattr(value, f.name)) for f in fields(BranchValue) if f.name != "months_by_line"}
    lines = {line: {"years": years(months), "months": list(months)} for line, months in value.months_by_line.items()}
    horizon = len(value.used_gpu_hours)
    return figures | {
        "lines": lines,
        "years": years(value.monthly_total),
        "own_gpu_hours": plain(flows.own_gpu_hours[:horizon]),
        "it_kwh": plain(flows.it_kwh[:horizon]),
        "tax_years": _tax_years(flows),
        "fleets": plain(flows.fleets),
    }


def _tax_years(flows: Flows) -> Json:
    if flows.tax_years is None:
        return []
    columns = plain(flows.tax_years)
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return [row for row in rows if row["last_month"] >= row["first_month"] > 0]


def years(months: tuple[float, ...]) -> list[float]:
    """Month 0, then sums of blocks of twelve months."""
    blocks = range(1, len(months), MONTHS_A_YEAR)
    return [months[0], *(math.fsum(months[first : first + MONTHS_A_YEAR]) for first in blocks)]


def ledger_rows(decision: Decision) -> Iterator[tuple[str, str, int, str, float]]:
    """Every line of every month: branch, line, month index, currency, amount."""
    branches = ((Branch.RENT, decision.rent), (Branch.BUY, decision.buy), (Branch.MIXED, decision.mixed))
    for branch, value in branches:
        if value is None:
            continue
        for line, months in value.months_by_line.items():
            for month, amount in enumerate(months):
                yield str(branch), line, month, str(decision.currency), amount


LEDGER_COLUMNS = ("branch", "line", "month", "currency", "amount")
