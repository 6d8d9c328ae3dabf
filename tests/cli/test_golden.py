"""The golden scenarios through the door of the command line: a given workload with their demand."""

import json
from pathlib import Path

import pytest

from calc.__main__ import main

DATA = Path(__file__).parents[1] / "cost" / "data"
SCENARIOS = [
    scenario
    for name in ("golden_chain.json", "golden_open.json")
    for scenario in json.loads((DATA / name).read_text("utf-8"))["scenarios"]
]
BRANCH_FIGURES = ("present_cost", "total", "equivalent_monthly", "cost_per_used_gpu_hour")


def entry(scenario):
    """The scenario as the entry takes it: the demand belongs to the job, nothing else moves."""
    parts = dict(scenario)
    return {"jobs": [{"workload": {"kind": "given"}, "demand": parts.pop("demand", {})}], **parts}


@pytest.mark.parametrize("golden", SCENARIOS, ids=lambda golden: golden["id"])
def test_decide_prints_the_golden_figures(golden, tmp_path, capsys):
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(entry(golden["scenario"])), "utf-8")
    assert main(["decide", str(path)]) == 0
    printed, expected = json.loads(capsys.readouterr().out), golden["expected"]
    tolerance = 0.01 if printed["currency"] == "USD" else 0.5
    for branch in ("rent", "buy"):
        close = {"rel": 1e-9, "abs": tolerance}
        for figure in BRANCH_FIGURES:
            assert printed[branch][figure] == pytest.approx(expected[branch][figure], **close), (branch, figure)
        for line, amounts in expected[branch]["lines"].items():
            assert printed[branch]["lines"][line]["months"] == pytest.approx(amounts["months"], **close), line
            assert printed[branch]["lines"][line]["years"] == pytest.approx(amounts["years"], **close), line
        extra = {
            line: amounts
            for line, amounts in printed[branch]["lines"].items()
            if line not in expected[branch]["lines"] and any(amounts["months"])
        }
        assert not extra
    assert printed["npv_of_buying"] == pytest.approx(expected["difference"]["npv_of_buying"], rel=1e-9, abs=tolerance)
    assert printed["payback_month"] == expected["difference"]["payback_month"]
    assert printed["discounted_payback_month"] == expected["difference"]["discounted_payback_month"]
    assert printed["irr_of_buying"] == pytest.approx(expected["difference"]["irr_of_buying"], abs=1e-9)
    for quantity, answer in expected["break_even"].items():
        found = printed["break_even"][quantity]
        assert found["state"] == answer["answer"], quantity
        assert len(found["roots"]) == len(answer["roots"]), quantity
        assert found["roots"] == pytest.approx(answer["roots"], rel=1e-6), quantity
