"""The command line as its user meets it: exit codes, streams, JSON lines, wrong input."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from calc.__main__ import main
from data.fill import read_and_fill
from data.scenario import read_scenario

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.json"))
GIVEN = {"jobs": [{"workload": {"kind": "given"}}]}


@pytest.fixture
def run(monkeypatch, capsys):
    def called(command, text):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        code = main([command, "-"])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return called


def test_there_are_nine_worked_scenarios():
    assert len(EXAMPLES) == 9


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
@pytest.mark.parametrize("command", ["size", "speed", "decide"])
def test_every_example_is_answered(path, command, capsys):
    assert main([command, str(path)]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)
    assert not printed.err


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_the_ledger_adds_up_to_the_decision(path, capsys):
    main(["decide", str(path)])
    decided = json.loads(capsys.readouterr().out)
    main(["ledger", str(path)])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    for branch in ("rent", "buy"):
        total = sum(float(row["amount"]) for row in rows if row["branch"] == branch)
        assert total == pytest.approx(decided[branch]["total"], rel=1e-9)
    months = {int(row["month"]) for row in rows}
    assert months == set(range(decided["horizon_months"] + 1))


def test_json_lines_are_answered_in_order_and_a_bad_line_on_its_line(run):
    lines = [json.dumps(GIVEN), '{"site": {"pue": 0.5}}', "not json", json.dumps(GIVEN)]
    code, out, err = run("decide", "\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert not err
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[1]["error"]["field"] == "site.pue"
    assert answers[2]["error"]["code"] == "bad_json"
    assert answers[0] == answers[3]


REFUSED = {
    "negative price": ({"buy": {"node_price": -1}}, "buy.node_price", "out_of_range"),
    "zero horizon": ({"finance": {"horizon_months": 0}}, "finance.horizon_months", "out_of_range"),
    "PUE below 1": ({"site": {"pue": 0.9}}, "site.pue", "out_of_range"),
    "unknown model": (
        {"jobs": [{"workload": {"kind": "training", "model": "gpt-9"}}]},
        "jobs.0.workload.model",
        "unknown_id",
    ),
    "TP that does not divide the heads": (
        {
            "jobs": [
                {
                    "workload": {"kind": "training", "model": "llama-3.1-8b"},
                    "parallel": {"gpus": 3, "tensor_parallel": 3},
                }
            ]
        },
        "jobs.0.parallel.tensor_parallel",
        "not_divisible",
    ),
    "unknown field": ({"finance": {"discount": 0.2}}, "finance.discount", "unknown_field"),
    "words for a number": ({"rent": {"hourly_rate": "3,5"}}, "rent.hourly_rate", "not_a_number"),
    "lead beyond the horizon": (
        {"buy": {"lead_months": 12}, "finance": {"horizon_months": 12}},
        "buy.lead_months",
        "conflict",
    ),
    "two coolings": ({"site": {"cooling_tariff_kzt_per_kwh": 5}}, "site.cooling_tariff_kzt_per_kwh", "conflict"),
    "deposit and retention": (
        {"buy": {"deposit_share": 0.7, "retention_share": 0.5}},
        "buy.retention_share",
        "conflict",
    ),
    "idle above active": ({"site": {"idle_kw_per_node": 9}}, "site.idle_kw_per_node", "conflict"),
    "a day that no calendar has": ({"finance": {"as_of": "2026-02-31"}}, "finance.as_of", "bad_date"),
    "unknown card": ({"fleet": {"gpu": "h900"}}, "fleet.gpu", "unknown_id"),
    "a rate typed as 15": (
        {"finance": {"discount_rate_per_year": 15}},
        "finance.discount_rate_per_year",
        "out_of_range",
    ),
}


@pytest.mark.parametrize(("given", "field", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_bad_input_is_one_typed_line_on_standard_error(run, given, field, code):
    exit_code, out, err = run("decide", json.dumps(given))
    assert exit_code == 2
    assert not out
    assert len(err.splitlines()) == 1
    error = json.loads(err)["error"]
    assert (error["field"], error["code"]) == (field, code)
    assert set(error) == {"code", "field", "value", "allowed", "message"}
    assert error["message"]
    assert error["allowed"] or code == "unknown_field"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{",
        "3",
        "NaN",
        '{"finance": {"usd_kzt": NaN}}',
        "[" * 100_000,
        '{"finance": {"horizon_months": ' + "9" * 5000 + "}}",
        '{"rent": {"hourly_rate": 1, "hourly_rate": 2}}',
        '{"buy": {"node_price": 1e300}}',
        '{"rent": {"hourly_rate": 1e308}}',
        '{"rent": {"hourly_rate": 1e999}}',
    ],
    ids=lambda text: text[:40],
)
def test_what_is_no_scenario_is_refused(run, text):
    code, out, err = run("decide", text)
    assert (code, out) == (2, "")
    assert json.loads(err)["error"]["message"]


def test_a_byte_order_mark_and_windows_line_ends_do_not_matter(tmp_path, capsys):
    path = tmp_path / "scenario.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(GIVEN, indent=1).replace("\n", "\r\n").encode())
    assert main(["size", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)


def test_schema_is_valid_and_committed(run):
    code, out, _ = run("schema", "")
    assert code == 0
    schema = json.loads(out)
    Draft202012Validator.check_schema(schema)
    assert schema == json.loads((ROOT / "docs" / "scenario.schema.json").read_text("utf-8")), "run `make schema`"


def test_every_example_follows_the_schema():
    schema = json.loads((ROOT / "docs" / "scenario.schema.json").read_text("utf-8"))
    for path in EXAMPLES:
        Draft202012Validator(schema).validate(json.loads(path.read_text("utf-8")))


def test_a_missing_file_and_a_pipe_as_a_user_types_them():
    command = [sys.executable, "-m", "calc", "size"]
    missing = subprocess.run([*command, "nothing.json"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert missing.returncode == 2
    assert json.loads(missing.stderr)["error"]["code"] == "no_file"
    assert "nothing.json" in missing.stderr
    assert "Traceback" not in missing.stderr
    piped = subprocess.run(
        [*command, "-"], cwd=ROOT, input=json.dumps(GIVEN), capture_output=True, text=True, check=False
    )
    assert piped.returncode == 0
    assert json.loads(piped.stdout)["verdict"]


NAMED = {
    "profile": ({"finance": {"profile": "bank"}}, "finance", "cit_rate"),
    "offer": ({"rent": {"offer": "nebius-h200-sxm-on-demand-2026-09-25"}}, "rent", "hourly_rate"),
    "node": ({"buy": {"node": "hgx-b200"}}, "buy", "node_price"),
}


@pytest.mark.parametrize(("given", "part", "field"), NAMED.values(), ids=NAMED.keys())
def test_a_name_fills_the_fields_it_stands_for_and_a_said_field_stays(given, part, field):
    untouched = read_scenario({}).model_dump()[part][field]
    filled = read_and_fill(given).model_dump()[part][field]
    assert filled != untouched
    said = read_and_fill({part: given[part] | {field: untouched}}).model_dump()[part][field]
    assert said == untouched


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_an_example_says_every_field_its_names_would_fill(path):
    given = json.loads(path.read_text("utf-8"))
    assert read_and_fill(given) == read_scenario(given)


def test_decide_lists_the_offers_with_the_reason_why_one_may_not_be_taken(run):
    given = GIVEN | {"rent": {"data_in_kazakhstan": "personal_data"}}
    free, kept = (json.loads(run("decide", json.dumps(asked))[1])["offers"] for asked in (GIVEN, given))
    assert free["cheapest"]
    assert kept["cheapest"] is None
    assert {offer["id"] for offer in kept["offers"]} == {offer["id"] for offer in free["offers"]}
    assert all(offer["excluded"] for offer in kept["offers"])


def test_a_reader_that_has_seen_enough_ends_it_quietly():
    command = f"{sys.executable} -m calc ledger examples/full-8b.json | head -1"
    read = subprocess.run(command, cwd=ROOT, shell=True, capture_output=True, text=True, check=False)
    assert read.stdout.startswith("branch,")
    assert not read.stderr
