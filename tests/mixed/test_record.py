"""The command line's record: mixed beside rent and buy, with the plan by month."""

from itertools import groupby

import pytest

from calc.answer import reckon
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from ui.reports.records import decide_record, ledger_rows


@pytest.mark.parametrize("example", EXAMPLES)
def test_decide_returns_mixed_with_the_plan_by_month(example):
    answer = reckon(resolve(load_example(example)))
    record = decide_record(answer)
    mixed, months = record["mixed"], answer.decision.horizon_months
    ends = [record["rent"]["present_cost"], record["buy"]["present_cost"]]
    assert mixed["present_cost"] <= min(ends) * (1 + 1e-9)
    plan = mixed["plan"]
    by_month = ("nodes_in_service", "month_gpus", "committed_gpus", "own_gpu_hours", "hourly_gpu_hours")
    assert [len(plan[name]) for name in (*by_month, "demanded_gpu_hours", "orders_by_month")] == [months] * 7
    done = [own + rented for own, rented in zip(plan["own_gpu_hours"], plan["rented_gpu_hours"], strict=True)]
    assert done == pytest.approx(plan["demanded_gpu_hours"])
    assert set(plan["thresholds"]) == {"own_above_hours", "own_above_utilization", "month_above_hours"}
    assert all(note["words"] for note in plan["notes"])
    assert sum(mixed["years"]) == pytest.approx(mixed["total"])


def test_the_ledger_lists_the_lines_of_all_three():
    answer = reckon(resolve(load_example("mixed-server")))
    totals = {
        branch: sum(row[-1] for row in rows)
        for branch, rows in groupby(ledger_rows(answer.decision), key=lambda row: row[0])
    }
    assert list(totals) == ["rent", "buy", "mixed"]
    assert totals["mixed"] == pytest.approx(answer.decision.mixed.total)
