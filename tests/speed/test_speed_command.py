"""``python -m calc speed`` says of every example what the Fit page says."""

import json
from pathlib import Path

import pytest

from calc.__main__ import ANSWERED, main

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.json"))


def _jobs(path: Path, capsys: pytest.CaptureFixture[str]) -> list[dict]:
    assert main(["speed", str(path)]) == ANSWERED
    answer = json.loads(capsys.readouterr().out)
    return answer.get("jobs", [answer])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_hours_cost_node_and_place_of_every_example(path: Path, capsys: pytest.CaptureFixture[str]):
    kinds = [job["workload"]["kind"] for job in json.loads(path.read_text("utf-8"))["jobs"]]
    for kind, record in zip(kinds, _jobs(path, capsys), strict=True):
        hours = record["hours_per_run"]
        assert 0 < hours["low"] <= hours["mid"] <= hours["high"]
        assert record["currency"] == "KZT"
        priced = [row for row in record["runs"]["rows"] if row["cost_per_run"]]
        assert priced
        assert all(row["verdict"] in ("fits", "tight") for row in record["runs"]["rows"])
        assert record["host"]["ram_gib"] > 0
        assert all(reason["words"] for reason in record["host"]["reasons"])
        assert [one["place"]["id"] for one in record["distances"]] == ["almaty", "astana", "abroad"]
        assert bool(record["scaling"]) == (kind == "training")
        assert bool(record["serving"]) == (kind == "inference")


def test_the_kazakh_example_costs_twice_what_a_kazakh_tokenizer_would(capsys: pytest.CaptureFixture[str]):
    path = next(path for path in EXAMPLES if path.stem == "qlora-8b-kazakh")
    (record,) = _jobs(path, capsys)
    assert record["tokens"]["thriftiest"]["tokenizer"] == "sherkala"
    assert 2 < record["tokens"]["times_as_many"] < 2.5
    assert record["tokens"]["tokens"] == pytest.approx(6e7, rel=0.01)
