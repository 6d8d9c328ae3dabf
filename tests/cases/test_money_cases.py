"""Published money mistakes through the public entry: scenario JSON, resolve, reckon, the record of ``decide``.

``money_cases.csv`` holds the cases (what happened, what is right, how near); ``money_scenarios.json`` their
figures as scenarios, and where the answer stands in the record. Nothing is computed on the way.
"""

import csv
import json
from pathlib import Path

import pytest

from calc.answer import reckon
from calc.errors import EsepError
from data.resolve import resolve
from data.scenario import read_scenario
from tests.cases.test_money_rest import REST
from ui.reports.records import decide_record

DATA = Path(__file__).parent / "data"
SCENARIOS = json.loads((DATA / "money_scenarios.json").read_text("utf-8"))
RUNS = [pytest.param(run, id=f"{case}-{k}") for case, runs in SCENARIOS["cases"].items() for k, run in enumerate(runs)]


def case_ids():
    with (DATA / "money_cases.csv").open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def scenario_of(run):
    given = run["scenario"]
    parts = {part: {**SCENARIOS["base"][part], **given.get(part, {})} for part in ("rent", "buy", "site", "finance")}
    return {"jobs": given.get("jobs", SCENARIOS["base"]["jobs"]), **parts}


def at(record, path):
    node = record
    for step in path.split("."):
        node = node[step] if isinstance(node, dict) else node[int(step)]
    return node


def check(record, wanted):
    if "warning" in wanted:
        assert wanted["warning"] in {warning["code"] for warning in record["warnings"]}
        return
    found = at(record, wanted["figure"])
    if "has_not" in wanted:
        assert wanted["has_not"] not in found
        return
    if "over" in wanted:
        found /= at(record, wanted["over"])
    nearness = {kind: wanted[kind] for kind in ("rel", "abs") if kind in wanted}
    assert found == (pytest.approx(wanted["is"], **nearness) if nearness else wanted["is"])


@pytest.mark.parametrize("run", RUNS)
def test_a_published_case(run):
    if "error" in run:
        with pytest.raises(EsepError) as refused:
            decide_record(reckon(resolve(read_scenario(scenario_of(run)))))
        assert {"code": str(refused.value.code), "field": refused.value.field} == run["error"]
        return
    record = decide_record(reckon(resolve(read_scenario(scenario_of(run)))))
    for wanted in run["checks"]:
        check(record, wanted)


def test_every_case_passes_the_entry_or_has_the_test_of_its_warning():
    through = set(SCENARIOS["cases"])
    assert len(through) >= 30
    assert through | set(REST) == set(case_ids())
    assert not through & set(REST)
