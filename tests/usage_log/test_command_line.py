"""``python -m calc demand LOG``: the curve, what was left out, and a demand to paste."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from calc.__main__ import main
from data.translations import read_catalogue
from tests.usage_log.figures import DATA

ROOT = Path(__file__).parents[2]
EXPECTED = json.loads((DATA / "samples_expected.json").read_text("utf-8"))


@pytest.fixture
def demand(capsys):
    def called(*arguments):
        code = main(["demand", *map(str, arguments)])
        printed = capsys.readouterr()
        return code, json.loads(printed.out or "null"), json.loads(printed.err or "null")

    return called


@pytest.mark.parametrize("name", ["sample_sacct.txt", "sample_jobs_ru.csv"])
def test_a_log_is_printed_under_the_names_of_the_expected_figures(demand, name):
    code, record, _ = demand(DATA / name)
    expected = EXPECTED[name]
    assert code == 0
    for figure in ("data_rows", "usable_jobs", "window_start_s", "window_start_utc", "window_end_utc"):
        assert record[figure] == expected[figure]
    assert record["gpu_hours"] == pytest.approx(expected["gpu_hours"])
    assert record["skipped"] == {reason: count for reason, count in expected["skipped"].items() if count}
    assert [row["level_gpus"] for row in record["load_duration"]] == [
        row["level_gpus"] for row in expected["load_duration"]
    ]
    assert all(row["words"] for row in record["bad_rows"])
    assert record["highest_hour_starts_utc"] == expected["highest_hour_utc"]


def test_nothing_is_left_out_before_the_user_says_so(demand):
    _, asked, _ = demand(DATA / "sample_jobs_ru.csv")
    assert asked["demand"] is None
    assert [one["code"] for one in asked["undecided"]] == ["bad_rows", "no_end"]
    _, bad_out, _ = demand(DATA / "sample_jobs_ru.csv", "--leave-out-bad")
    assert [one["code"] for one in bad_out["undecided"]] == ["no_end"]
    _, said, _ = demand(DATA / "sample_jobs_ru.csv", "--leave-out-bad", "--report-moment", "21.04.2026 05:00")
    assert said["undecided"] == []
    assert said["still_running_jobs"] == 1
    assert said["report_moment_utc"] == "2026-04-21T00:00:00Z"
    assert said["gpu_hours"] == pytest.approx(205.75 + 2 * 24)
    _, left, _ = demand(DATA / "sample_jobs_ru.csv", "--leave-out-bad", "--blanks", "leave_out")
    assert left["gpu_hours"] == pytest.approx(205.75)
    assert left["demand"]["kind"] == "log"


def test_the_demand_can_be_pasted(demand, monkeypatch, capsys):
    _, record, _ = demand(DATA / "openb_300.csv")
    assert "window_start_utc" not in record
    assert [month["hours"] for month in record["months_of_730_h"]] == [730, 730, 730, 730, 665]
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps({"jobs": [{"demand": record["demand"]}]})))
    assert main(["decide", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["buy"]["nodes"] == 2


def test_pods_by_scheduling_and_the_rest_idle(demand):
    options = ("--by", "scheduled", "--report-moment", "2026-03-03T06:00:00Z", "--leave-out-bad")
    _, as_it_was, _ = demand(DATA / "sample_pods.csv", *options)
    _, idle, _ = demand(DATA / "sample_pods.csv", *options, "--last-month", "idle")

    def gpu_hours(record):
        return sum(hours * gpus for month in record["demand"]["log_levels"] for hours, gpus in month)

    assert gpu_hours(idle) == pytest.approx(82.876158, abs=1e-4)
    assert gpu_hours(as_it_was) == pytest.approx(82.876158 / 24 * 730, abs=1e-2)


def test_standard_input_and_a_zone(demand, monkeypatch):
    class Bytes:
        buffer = io.BytesIO((DATA / "sample_sacct.txt").read_bytes())

    monkeypatch.setattr(sys, "stdin", Bytes())
    _, record, _ = demand("-", "--zone", "UTC", "--format", "slurm")
    assert record["window_start_utc"] == "2024-02-29T08:00:00Z"


def test_samples_of_dcgm_and_a_threshold(demand):
    _, record, _ = demand(DATA / "sample_dcgm.json", "--busy-percent", "20")
    assert (record["gpu_hours"], record["samples"]["missing_samples"]) == (15.0, 3)
    assert record["demand"]["gpus"] == 6


def test_a_log_without_use_makes_no_demand(demand, tmp_path):
    log = tmp_path / "log.csv"
    log.write_text("start,end,gpus\n2026-04-03,2026-04-03,1\n", "utf-8")
    code, record, _ = demand(log)
    assert (code, record["usable_jobs"], record["demand"]) == (0, 0, None)


def test_an_idle_cluster_has_figures(demand, tmp_path):
    log = tmp_path / "samples.json"
    series = {"metric": {"UUID": "GPU-1"}, "values": [[0, "0"], [60, "0"]]}
    log.write_text(json.dumps({"resultType": "matrix", "result": [series]}), "utf-8")
    _, record, _ = demand(log)
    assert (record["hours_idle"], record["load_duration"], record["demand"]) == (2 / 60, [], None)


def test_a_fault_is_one_line_and_code_2(demand, tmp_path):
    code, nothing, error = demand(tmp_path / "none.csv")
    assert (code, nothing, error["error"]["code"]) == (2, None, "bad_log")
    code, _, error = demand(DATA / "sample_pods.csv", "--busy-percent", "0")
    assert (code, error["error"]["field"]) == (2, "log.busy_percent")


def test_words_stand_for_the_fields_the_readers_name():
    folders = (ROOT / "data" / "usage_log", ROOT / "calc" / "demand" / "log")
    source = "".join(path.read_text("utf-8") for folder in folders for path in folder.glob("*.py"))
    named = {f"field.{name}" for name in re.findall(r'"(log\.[a-z_]+)"', source)}
    words = {key for message in read_catalogue("en") if isinstance(key := message.id, str)}
    assert {key for key in words if key.startswith("field.log.")} == named
