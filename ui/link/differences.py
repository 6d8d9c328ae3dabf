"""A scenario as its differences from a frozen default edition, and back.

A difference is a place and a value. Places count the fields of the edition in its frozen order; a list of
differences holds the step from one place to the next, so that most steps are a single digit.

A field that was added later has no place in an older edition; there it is as in the first edition that has it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from data.default_edition import PARTS, DefaultEdition
from data.scenario import Scenario

Fields = dict[tuple[str, str], JsonValue]
Editions = Sequence[DefaultEdition]
"""The edition of a token, then every later one."""


def pack(scenario: Scenario, base: Scenario | None, editions: Editions) -> list[JsonValue]:
    """Differences of a scenario from the edition, or from another scenario of the same link.

    Returns
    -------
    list
        The differences of the shared parts, then of each job: its kind, then its differences.
    """
    given, against = _dump(scenario), None if base is None else _dump(base)
    shared = _differences(_part_fields(given), _shared_base(against, editions))
    return [shared, *(_pack_job(job, _job_base(job["workload"]["kind"], n, against, editions), editions)
                      for n, job in enumerate(given["jobs"]))]  # fmt: skip


def unpack(packed: JsonValue, base: Scenario | None, editions: Editions) -> dict[str, JsonValue]:
    """The scenario as a JSON object, every field present.

    Raises
    ------
    TypeError, ValueError, KeyError, IndexError
        When the content is not what ``pack`` writes.
    """
    if not isinstance(packed, list):
        raise TypeError
    shared, *jobs = packed
    against = None if base is None else _dump(base)
    scenario = _nested(_applied(shared, _shared_base(against, editions)))
    scenario["jobs"] = [_unpack_job(job, n, against, editions) for n, job in enumerate(jobs)]
    return scenario


def _pack_job(job: Mapping[str, Any], base: Fields, editions: Editions) -> list[JsonValue]:
    kind = job["workload"]["kind"]
    return [list(editions[0].workloads).index(kind), *_differences(_job_fields(job), base)]


def _unpack_job(packed: JsonValue, n: int, against: Mapping[str, Any] | None, editions: Editions) -> JsonValue:
    if not isinstance(packed, list):
        raise TypeError
    kind = list(editions[0].workloads)[_place(packed[0])]
    job = _nested(_applied(packed[1:], _job_base(kind, n, against, editions)))
    job["workload"] = {"kind": kind, **job.get("workload", {})}
    return job


def _differences(given: Fields, base: Fields) -> list[JsonValue]:
    unknown = given.keys() - base.keys()
    if unknown:
        raise KeyError(f"no default edition holds {sorted(unknown)}")
    out: list[JsonValue] = []
    last = -1
    for place, (path, default) in enumerate(base.items()):
        if path in given and _short(given[path]) != _short(default):
            out += [place - last, _short(given[path])]
            last = place
    return out


def _applied(packed: JsonValue, base: Fields) -> Fields:
    if not isinstance(packed, list) or len(packed) % 2:
        raise TypeError
    fields, paths, place = dict(base), list(base), -1
    for step, value in zip(packed[::2], packed[1::2], strict=True):
        place += _place(step, at_least=1)
        fields[paths[place]] = value
    return fields


def _place(step: JsonValue, at_least: int = 0) -> int:
    if isinstance(step, bool) or not isinstance(step, int) or step < at_least:
        raise TypeError
    return step


def _short(value: JsonValue) -> JsonValue:
    # 300000.0 and 300000 are one number; the shorter form is written, the type of the field restores it.
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return [_short(item) for item in value] if isinstance(value, list) else value


def _dump(scenario: Scenario) -> dict[str, Any]:
    return scenario.model_dump(mode="json")


def _part_fields(dump: Mapping[str, Any]) -> Fields:
    return {(part, name): value for part in PARTS for name, value in dump[part].items()}


def _job_fields(job: Mapping[str, Any]) -> Fields:
    return {
        (part, name): value
        for part in ("workload", "parallel", "demand")
        for name, value in job[part].items()
        if (part, name) != ("workload", "kind")
    }


def _shared_base(against: Mapping[str, Any] | None, editions: Editions) -> Fields:
    fields: Fields = {}
    for edition in editions:
        for part in PARTS:
            _complete(fields, part, edition.parts[part])
    return fields if against is None else fields | _part_fields(against)


def _job_base(kind: str, n: int, against: Mapping[str, Any] | None, editions: Editions) -> Fields:
    fields: Fields = {}
    for edition in editions:
        _complete(fields, "workload", edition.workloads.get(kind, {}))
        _complete(fields, "parallel", edition.parallel)
        _complete(fields, "demand", edition.demand)
    same = against is not None and n < len(against["jobs"]) and against["jobs"][n]["workload"]["kind"] == kind
    return fields | _job_fields(against["jobs"][n]) if against is not None and same else fields


def _complete(fields: Fields, part: str, defaults: Mapping[str, JsonValue]) -> None:
    # what is there stays, what is new goes to the end: the places of an edition never move
    for name, value in defaults.items():
        fields.setdefault((part, name), value)


def _nested(fields: Fields) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for (part, name), value in fields.items():
        nested.setdefault(part, {})[name] = value
    return nested
