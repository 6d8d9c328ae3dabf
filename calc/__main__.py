"""Command line: ``python -m calc COMMAND FILE`` (docs/design.md §6). ``-`` reads standard input."""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from calc.answer import Answer, reckon
from calc.decision.offers import weigh_offers
from calc.demand.log import LastMonth
from calc.errors import EsepError, of_job
from calc.memory import fit_table, size
from calc.plan import JobPlan, Plan
from calc.speed import speed_report
from data.catalogue import load_edition
from data.fill import read_and_fill
from data.price_book import candidates, forbidden, hour_price
from data.resolve import resolve
from data.scenario import scenario_schema
from data.scenario_json import read_json, read_text, split_lines
from data.usage_log import Blanks, LogFormat, LogOptions, PodStart, read_log
from ui.reports.errors import error_record
from ui.reports.records import LEDGER_COLUMNS, decide_record, ledger_rows, plain, speed_record
from ui.reports.usage_log import log_record

ANSWERED, REFUSED = 0, 2


def _size(given: object) -> Any:
    return _per_job(resolve(read_and_fill(given)), lambda job: plain(size(job)))


def _speed(given: object) -> Any:
    scenario, edition = read_and_fill(given), load_edition()
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
    return reckon(resolve(read_and_fill(given)))


def _decide(given: object) -> Any:
    scenario = read_and_fill(given)
    answer = reckon(resolve(scenario))
    return decide_record(answer) | {
        "offers": plain(weigh_offers(answer.plan, candidates(scenario))),
        "offer_forbidden": plain(forbidden(scenario)),
    }


DEMAND = "demand"
COMMANDS: dict[str, Callable[[object], Any]] = {"size": _size, "speed": _speed, "decide": _decide}


def _answers(texts: list[str], command: Callable[[object], Any]) -> Iterator[tuple[Any, bool]]:
    for text in texts:
        try:
            yield command(read_json(text)), True
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m calc", description="Rent or buy the GPUs: reckon a scenario.")
    parser.add_argument("command", choices=(*COMMANDS, "ledger", "schema", DEMAND))
    parser.add_argument("file", nargs="?", default="-", help="scenario as JSON or JSON lines; - is standard input")
    return parser


def _demand_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m calc demand", description="Read a usage log of any size.")
    parser.add_argument("file", metavar="LOG", help="job list, sacct, pods or DCGM samples; - is standard input")
    parser.add_argument("--format", type=LogFormat, choices=tuple(LogFormat), help="found from the file by default")
    parser.add_argument("--zone", default=LogOptions().zone, help="of times written without one")
    parser.add_argument("--by", type=PodStart, choices=tuple(PodStart), default=PodStart.CREATION)
    parser.add_argument("--report-moment", default="", help="jobs without an end ran up to it")
    parser.add_argument("--log-start", default="", help="jobs without a start ran from it")
    parser.add_argument("--blanks", type=Blanks, choices=tuple(Blanks), default=Blanks.ASK)
    parser.add_argument("--leave-out-bad", action="store_true", help="bad rows make no demand")
    parser.add_argument("--busy-percent", type=float, default=LogOptions().busy_percent)
    parser.add_argument("--last-month", type=LastMonth, choices=tuple(LastMonth), default=LastMonth.AS_IT_WAS)
    return parser


def _print_demand(arguments: list[str]) -> int:
    asked = vars(_demand_parser().parse_args(arguments))
    file, last_month = asked.pop("file"), asked.pop("last_month")
    try:
        source = sys.stdin.buffer.read() if file == "-" else Path(file)
        reading = read_log(source, LogOptions(**asked, most_rows=None, most_bytes=None))
        print(json.dumps(log_record(reading, last_month), ensure_ascii=False, allow_nan=False))
    except EsepError as error:
        print(json.dumps(error_record(error), ensure_ascii=False), file=sys.stderr)
        return REFUSED
    return ANSWERED


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code: 0 all answered, 2 any refused."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == [DEMAND]:
        return _print_demand(arguments[1:])
    asked = _parser().parse_args(arguments)
    if asked.command == "schema":
        print(json.dumps(scenario_schema(), ensure_ascii=False, indent=2))
        return ANSWERED
    try:
        texts, as_lines = split_lines(read_text(asked.file, sys.stdin))
    except EsepError as error:
        print(json.dumps(error_record(error), ensure_ascii=False), file=sys.stderr)
        return REFUSED
    if asked.command == "ledger":
        return _print_ledger(texts, as_lines=as_lines, out=sys.stdout)
    return _print_json(texts, as_lines=as_lines, command=COMMANDS[asked.command])


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, `head` for one, has seen enough
        sys.stderr.close()
        code = ANSWERED
    sys.exit(code)
