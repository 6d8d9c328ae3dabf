"""A link restores every input, stays short, and is refused when it is not whole."""

import base64
import hashlib
import json
import string
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calc.errors import ErrorCode, EsepError
from data.default_edition import CURRENT_EDITION, PARTS, current_defaults, load_defaults
from data.scenario import Scenario, read_scenario
from tests.link.strategies import scenarios
from ui.link import Change, LinkContent, LinkFault, Seen, changes, decode, encode
from ui.link.envelope import MAX_INFLATED_BYTES, seal

SEEN = Seen("0.1.0", "buy_wins", 512_340_000, 423_110_000, 0.5213, 61.42)
ALPHABET = string.ascii_letters + string.digits + "-_.%+ /=é\ud800"
PLAIN = read_scenario(
    {
        "jobs": [{"workload": {"kind": "training", "method": "qlora"}, "demand": {"kind": "waves", "gpus": 24}}],
        "rent": {"hourly_rate": 2.49},
    }
)


def fault_of(token: str) -> LinkFault:
    with pytest.raises(EsepError) as caught:
        decode(token)
    assert caught.value.code is ErrorCode.BAD_LINK
    assert caught.value.field == "s"
    return LinkFault(caught.value.value)


def sealed_text(text: bytes, version: str = str(CURRENT_EDITION)) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, 0, load_defaults().dictionary.encode())
    packed = packer.compress(text) + packer.flush()
    body = f"{version}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    return f"{body}.{base64.b32encode(hashlib.sha256(body.encode()).digest()[:5]).decode().lower()}"


@settings(max_examples=60)
@given(scenarios())
def test_one_scenario_round_trips(scenario):
    content = LinkContent((scenario,), 0, (SEEN,))
    assert decode(encode(content)) == content


@settings(max_examples=25)
@given(st.lists(scenarios(most=5, jobs=2), min_size=2, max_size=4), st.data())
def test_several_scenarios_round_trip(several, data):
    active = data.draw(st.integers(0, len(several) - 1))
    content = LinkContent(tuple(several), active, data.draw(st.sampled_from([(), (SEEN,) * len(several)])))
    assert decode(encode(content)) == content


@settings(max_examples=60)
@given(scenarios(most=10, jobs=1))
def test_a_single_scenario_is_at_most_900_characters(scenario):
    assert len(encode(LinkContent((scenario,), 0, (SEEN,)))) <= 900


@settings(max_examples=25)
@given(scenarios(most=6, jobs=1), st.lists(scenarios(most=4, jobs=1), min_size=3, max_size=3))
def test_four_scenarios_are_at_most_1900_characters(first, others):
    assert len(encode(LinkContent((first, *others), 3, (SEEN,) * 4))) <= 1900


def test_every_change_of_a_single_character_is_refused():
    token = encode(LinkContent((PLAIN,), 0, (SEEN,)))
    for place in range(len(token)):
        for other in ALPHABET:
            if other != token[place]:
                fault_of(token[:place] + other + token[place + 1 :])


def test_every_cut_is_refused_and_called_a_cut():
    token = encode(LinkContent((PLAIN,), 0, (SEEN,)))
    assert {fault_of(token[:end]) for end in range(len(token))} == {LinkFault.CUT}
    for start in range(1, len(token)):
        fault_of(token[start:])
    for end in range(1, 40):
        fault_of(token[: end * 2] + token[end * 2 + 3 :])


def test_an_inflating_token_is_refused_without_being_inflated():
    assert fault_of(sealed_text(b"[" + b" " * (50 * 1024 * 1024) + b"]")) is LinkFault.TOO_LARGE
    assert fault_of(sealed_text(b" " * (MAX_INFLATED_BYTES + 1))) is LinkFault.TOO_LARGE
    assert fault_of("1." + "A" * 1_000_000 + ".aaaaaaaa") is LinkFault.TOO_LARGE


@pytest.mark.parametrize("version", ["99", "999", "0", "01", "-1", "x", "", "١"])
def test_an_unknown_version_is_refused(version):
    assert fault_of(sealed_text(b"[0,[[[]]],[]]", version)) is LinkFault.UNKNOWN_VERSION


@pytest.mark.parametrize(
    "content",
    [
        [],
        {},
        None,
        [0, [], []],
        [0, [[[]]] * 5, []],
        [1, [[[], [0]]], []],
        [0, [[[], [0]]], [1]],
        [0, [[[], [0]]], [["0", "v", True, 1, 1, 1]]],
        [0, [[[0, 1], [0]]], []],
        [0, [[[9999, 1], [0]]], []],
        [0, [[[1], [0]]], []],
        [0, [[[1, 5], [0]]], []],
        [0, [[["1", 5], [0]]], []],
        [0, [[[], [-1]]], []],
        [0, [[[], [99]]], []],
        [0, [[[], []]], []],
        [0, [[[]]], []],
        [0, [[[], 0]], []],
    ],
)
def test_content_that_no_encoder_wrote_is_refused(content):
    assert fault_of(seal(CURRENT_EDITION, content, load_defaults().dictionary)) is LinkFault.UNREADABLE


@pytest.mark.parametrize("text", [b"\xff\xfe", b"[[[[", b"[" * 60_000, b"[NaN]", b""])
def test_text_that_is_not_json_is_refused(text):
    assert fault_of(sealed_text(text)) is LinkFault.UNREADABLE


def test_the_edition_in_force_holds_every_default_of_the_scenario():
    edition = load_defaults()
    now = current_defaults()
    assert json.loads(json.dumps(now)) == {
        "parts": edition.parts,
        "workloads": edition.workloads,
        "parallel": edition.parallel,
        "demand": edition.demand,
    }
    assert decode(encode(LinkContent((Scenario(),)))).scenarios == (Scenario(),)


@pytest.mark.parametrize("version", range(1, CURRENT_EDITION + 1))
def test_an_absent_field_is_as_in_the_edition_of_the_link_or_the_first_that_has_it(version):
    kinds = list(load_defaults(version).workloads)
    for kind in kinds:
        token = seal(version, [0, [[[], [kinds.index(kind)]]], []], load_defaults(version).dictionary)
        scenario = decode(token).scenarios[0].model_dump(mode="json")
        job = scenario["jobs"][0]
        shown = {part: scenario[part] for part in PARTS} | {
            part: job[part] for part in ("workload", "parallel", "demand")
        }
        expected: dict[str, dict] = {part: {} for part in shown}
        for edition in map(load_defaults, range(version, CURRENT_EDITION + 1)):
            parts = {**edition.parts, "parallel": edition.parallel, "demand": edition.demand}
            for part, defaults in (parts | {"workload": {"kind": kind, **edition.workloads.get(kind, {})}}).items():
                expected[part] = {**defaults, **expected[part]}
        assert shown == expected


def test_what_changed_is_named_and_a_new_engine_alone_is_no_change():
    assert changes(SEEN, Seen("0.2.0", *list_of(SEEN)[1:])) == ()
    assert changes(SEEN, Seen("0.2.0", "rent_wins", *list_of(SEEN)[2:])) == (
        Change("verdict", "buy_wins", "rent_wins"),
    )


def list_of(seen: Seen) -> list:
    return [seen.engine, seen.verdict, seen.rent, seen.buy, seen.break_even, seen.memory_gib]


@pytest.mark.parametrize("content", [LinkContent(()), LinkContent((PLAIN,) * 5), LinkContent((PLAIN,), 1)])
def test_a_wrong_content_is_a_fault_of_the_program(content):
    with pytest.raises(ValueError):  # noqa: PT011 - no message on purpose
        encode(content)
