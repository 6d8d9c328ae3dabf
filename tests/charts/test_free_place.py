"""No line runs through a word of the unit-cost chart or of the heat map."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.examples import EXAMPLES, load_example
from tests.ui_pages.pages import charts, frame, open_app, visit
from ui.charts.free_place import LINE_PX, Line, Plot, word_width

WIDTH, HEIGHT = 300.0, 280.0
X = np.linspace(3, WIDTH, 100)


def _meets(line: Line, left: float, right: float, bottom: float, top: float) -> bool:
    inside = (line.x >= left) & (line.x <= right) & ~np.isnan(line.y)
    return any(max(one, two) > bottom and min(one, two) < top for one, two in pairwise(line.y[inside]))


@settings(deadline=None, max_examples=40)
@given(st.floats(5, 60), st.floats(20, 250), st.floats(10, 80))
def test_names_stand_off_all_lines_and_off_each_other(own: float, hourly: float, monthly: float):
    def falling(level: float) -> Line:
        heights = level * WIDTH / X
        return Line(X, np.where(heights <= HEIGHT, heights, np.nan))

    lines = [falling(own), Line(X, np.full_like(X, hourly)), falling(monthly + own)]
    plot = Plot(lines, WIDTH, HEIGHT)
    boxes = [plot.beside_line(number, word) for number, word in enumerate(("own card", "by the hour", "monthly"))]
    for number, box in enumerate(boxes):
        assert not any(_meets(line, box.left, box.right, box.bottom, box.top) for line in lines)
        assert not any(box.meets(other) for other in boxes[number + 1 :])


@pytest.mark.parametrize("language", ["ru", "kk"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_no_line_runs_through_a_word_of_an_example(example: str, language: str):
    app = visit(open_app([load_example(example)], language), "break_even")
    chart = next(chart for chart in charts(app) if any(d.name == "ring_labels" for d in chart.datasets))
    points, labels = frame(chart, "curves"), frame(chart, "labels")
    top = 280 / points["y"].max()
    for label in labels.itertuples():
        wide = word_width(label.label)
        left = label.x * WIDTH - (wide if label.align == "right" else 0)
        for _, curve in points.groupby("curve"):
            line = Line(curve["x"].to_numpy() * WIDTH, curve["y"].to_numpy() * top)
            middle = label.y * top
            assert not _meets(line, left, left + wide, middle - LINE_PX / 2 + 2, middle + LINE_PX / 2 - 2), label.label


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_zero_line_does_not_run_through_the_words_of_the_reader_s_case(example: str):
    app = visit(open_app([load_example(example)], "ru"), "break_even")
    chart = next(chart for chart in charts(app) if any(d.name == "zero" for d in chart.datasets))
    zero, you, cells = frame(chart, "zero"), frame(chart, "you").iloc[0], frame(chart, "cells")
    x0, wide = cells["x"].min(), cells["x2"].max() - cells["x"].min()
    y0, high = cells["y"].min(), cells["y2"].max() - cells["y"].min()
    left = (you["x"] - x0) / wide * WIDTH + you["dx"]
    left -= word_width(you["label"]) * {"left": 0, "center": 0.5, "right": 1}[you["align"]]
    middle = (you["y"] - y0) / high * 285 - you["dy"]
    xs, ys = (zero["x"] - x0) / wide * WIDTH, (zero["y"] - y0) / high * 285
    inside = (xs > left) & (xs < left + word_width(you["label"])) & ((ys - middle).abs() < LINE_PX / 2)
    assert not inside.any()
    assert -1 <= left <= WIDTH - word_width(you["label"]) + 1
