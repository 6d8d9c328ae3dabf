"""Every chart × language: a valid specification, one colour scale, no colour of its own, its data in place."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ui.charts.canvas
from tests.charts.samples import drawings
from ui.charts.canvas import COLOUR_IDS, Drawing, filled

LANGUAGES = ("ru", "kk", "en")
SOURCES = sorted(Path(ui.charts.canvas.__file__).parent.glob("*.py"))
ALL = [drawing for language in LANGUAGES for drawing in drawings(language)]
CASES = [
    pytest.param(drawing, language, id=f"{drawing.key}-{language}")
    for language in LANGUAGES
    for drawing in drawings(language)
]


def nodes(tree: Any) -> list[dict[str, Any]]:
    """Every object inside a specification."""
    if isinstance(tree, dict):
        return [tree, *(node for value in tree.values() for node in nodes(value))]
    return [node for value in tree for node in nodes(value)] if isinstance(tree, list) else []


@pytest.mark.parametrize(("drawing", "language"), CASES)
def test_specification_is_json_in_the_languages_numbers(drawing: Drawing, language: str):
    spec = json.loads(json.dumps(dict(drawing.spec)))
    number = spec["config"]["locale"]["number"]
    assert number["decimal"] == ("." if language == "en" else ",")
    assert number["thousands"] == ("," if language == "en" else "\u00a0")


@pytest.mark.parametrize("drawing", ALL, ids=lambda drawing: drawing.key)
def test_nominal_colours_share_the_whole_domain(drawing: Drawing):
    scales = [
        node["color"]["scale"]
        for node in nodes(drawing.spec)
        if isinstance(node.get("color"), dict) and "scale" in node["color"]
    ]
    assert scales, "a chart without the full domain would give its ids the wrong colours"
    assert all(scale == {"domain": list(COLOUR_IDS)} for scale in scales)
    data = {node["datum"] for node in nodes(drawing.spec) if isinstance(node.get("datum"), str)}
    assert data <= set(COLOUR_IDS)


@pytest.mark.parametrize("drawing", ALL, ids=lambda drawing: drawing.key)
def test_frames_carry_every_field_the_layers_read(drawing: Drawing):
    for layer in drawing.spec["layer"]:
        frame = drawing.frames[layer["data"]["name"]]
        read = {node["field"] for node in nodes(layer["encoding"]) if "field" in node}
        assert read <= set(frame.columns)
        assert not frame.isna().any().any()
    assert any(len(frame) for frame in drawing.frames.values())
    assert drawing.alt
    assert drawing.height_px > 0


def test_same_language_shares_one_specification():
    for first, second in zip(drawings("ru"), drawings("ru"), strict=True):
        assert first.spec is second.spec


def test_filling_leaves_the_shared_specification_alone():
    drawing = next(d for d in drawings("ru") if d.parameters)
    before = json.dumps(dict(drawing.spec))
    full = filled(drawing)
    assert json.dumps(dict(drawing.spec)) == before
    assert {p["name"]: p["value"] for p in full["params"] if "value" in p} == drawing.parameters


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_no_colour_is_written_in_a_chart(source: Path):
    text = source.read_text(encoding="utf-8")
    assert not re.search(r"#[0-9A-Fa-f]{3,8}\b|rgba?\(|hsla?\(", text)


def _page() -> None:
    # AppTest runs the source of this function alone, so it imports for itself.
    from tests.charts.samples import drawings  # noqa: PLC0415
    from ui.charts.canvas import draw  # noqa: PLC0415

    for drawing in drawings("kk"):
        draw(drawing)


def test_streamlit_takes_every_drawing_with_data_and_alternative():
    app = AppTest.from_function(_page).run(timeout=20)
    assert not app.exception
    charts = app.get("vega_lite_chart")
    expected = drawings("kk")
    assert len(charts) == len(expected)
    for chart, drawing in zip(charts, expected, strict=True):
        assert {dataset.name for dataset in chart.proto.datasets} == set(drawing.frames)
        assert chart.proto.alt == drawing.alt
