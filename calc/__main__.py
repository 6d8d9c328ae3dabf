"""Command line: ``python -m calc COMMAND FILE`` (docs/design.md §6). ``-`` reads standard input."""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from calc.answer import Answer, reckon
from calc.errors import ErrorCode, EsepError, of_job
from calc.memory import fit_table, size
from calc.plan import JobPlan, Plan
from calc.speed import speed_report
from data.catalogue import load_edition
from data.price_book import hour_price
from data.resolve import resolve
from data.scenario import read_scenario, scenario_schema
from ui.reports.errors import error_record
from ui.reports.records import LEDGER_COLUMNS, decide_record, ledger_rows, plain, speed_record

ANSWERED, REFUSED = 0, 2


def _size(given: object) -> Any:
    return _per_job(resolve(read_scenario(given)), lambda job: plain(size(job)))


def _speed(given: object) -> Any:
    scenario, edition = read_scenario(given), load_edition()
    gpus = tuple(edition.gpus.values())
    prices = {gpu.id: hour_price(scenario, gpu.id, edition) for gpu in gpus}
    kzt = {gpu: price.kzt_per_gpu_hour if price else None for gpu, price in prices.items()}
    places = tuple(fact.place for fact in edition.places.values())
    return _per_job(
        resolve(scenario), lambda job: speed_record(speed_report(job, gpus, fit_table(job, gpus), kzt, places))
    )


def _per_job(plan: Plan, record: Callable[[JobPlan], object]) -> Any:
    records = []
    for index, job in enumerate(plan.jobs):
        with of_job(index):
            records.append(record(job))
    return records[0] if len(records) == 1 else {"jobs": records}


def _answer(given: object) -> Answer:
    return reckon(resolve(read_scenario(given)))


def _decide(given: object) -> Any:
    return decide_record(_answer(given))


COMMANDS: dict[str, Callable[[object], Any]] = {"size": _size, "speed": _speed, "decide": _decide}


def _objects(text: str) -> tuple[list[str], bool]:
    """Texts of the scenarios, and whether they came as JSON lines."""
    try:
        json.loads(text)
    except json.JSONDecodeError:
        lines = [line for line in text.splitlines() if line.strip()]
        as_lines = len(lines) > 1 and any(_parses(line) for line in lines)
        return (lines, True) if as_lines else ([text], False)
    return [text], False


def _parses(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except json.JSONDecodeError:
        return False


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise EsepError(ErrorCode.BAD_JSON, "scenario", text.strip()[:80], "JSON") from error


def _answers(texts: list[str], command: Callable[[object], Any]) -> Iterator[tuple[Any, bool]]:
    for text in texts:
        try:
            yield command(_read(text)), True
        except EsepError as error:
            yield error_record(error), False


def _print_json(texts: list[str], *, as_lines: bool, command: Callable[[object], Any]) -> int:
    refused = False
    for record, answered in _answers(texts, command):
        refused |= not answered
        out = sys.stdout if answered or as_lines else sys.stderr
        print(json.dumps(record, ensure_ascii=False, allow_nan=False), file=out)
    return REFUSED if refused else ANSWERED


def _print_ledger(texts: list[str], *, as_lines: bool, out: TextIO) -> int:
    # A CSV of several scenarios tells them apart by a first column, the number of the input line.
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("scenario", *LEDGER_COLUMNS) if as_lines else LEDGER_COLUMNS)
    refused = False
    for number, (answer, answered) in enumerate(_answers(texts, _answer), start=1):
        if not answered:
            refused = True
            print(json.dumps(answer, ensure_ascii=False), file=sys.stderr)
            continue
        for row in ledger_rows(answer.decision):
            writer.writerow((number, *row) if as_lines else row)
    return REFUSED if refused else ANSWERED


def _text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EsepError(ErrorCode.BAD_JSON, "FILE", file, "JSON, UTF-8") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m calc", description="Rent or buy the GPUs: reckon a scenario.")
    parser.add_argument("command", choices=(*COMMANDS, "ledger", "schema"))
    parser.add_argument("file", nargs="?", default="-", help="scenario as JSON or JSON lines; - is standard input")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code: 0 all answered, 2 any refused."""
    asked = _parser().parse_args(arguments)
    if asked.command == "schema":
        print(json.dumps(scenario_schema(), ensure_ascii=False, indent=2))
        return ANSWERED
    try:
        texts, as_lines = _objects(_text(asked.file))
    except EsepError as error:
        print(json.dumps(error_record(error), ensure_ascii=False), file=sys.stderr)
        return REFUSED
    if asked.command == "ledger":
        return _print_ledger(texts, as_lines=as_lines, out=sys.stdout)
    return _print_json(texts, as_lines=as_lines, command=COMMANDS[asked.command])


if __name__ == "__main__":
    sys.exit(main())
