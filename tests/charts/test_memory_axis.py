"""The parts of a bar are seen: the axis ends near the need, not at the largest card."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ui.charts.memory import MemoryBar, axis_end_gib, memory_chart

BAR = MemoryBar("8 × H100", {"weights": 8.0}, 8, 9, 79, "mixed", "✓ 70", {"weights": "8"}, "79")


def _drawn(*bars: MemoryBar):
    return memory_chart(bars, language="en", part_names={"weights": "weights"}, unit="GiB", alt_text="8, 9 and 79")


def test_a_small_job_fills_most_of_the_room_up_to_the_smallest_card_that_holds_it():
    small, large = replace(BAR, name="8 × RTX 4090", usable_gib=23.5), replace(BAR, name="8 × B300", usable_gib=268)
    drawing = _drawn(large, BAR, small)
    end = drawing.parameters["end"]
    assert end == 1.5 * 23.5
    assert list(drawing.frames["beyond"]["name"]) == ["8 × B300", "8 × H100"]
    assert list(drawing.frames["usable"]["name"]) == ["8 × RTX 4090"]
    assert drawing.frames["cards"]["after"].max() == end


@given(st.lists(st.tuples(st.floats(1, 300), st.floats(1, 300)), min_size=1, max_size=12))
def test_all_that_is_needed_and_the_smallest_holding_card_are_on_the_axis(sizes: list[tuple[float, float]]):
    bars = [replace(BAR, name=str(n), high_gib=high, usable_gib=usable) for n, (high, usable) in enumerate(sizes)]
    end = axis_end_gib(bars)
    assert end >= max(bar.high_gib for bar in bars)
    holding = [bar.usable_gib for bar in bars if bar.usable_gib >= bar.high_gib]
    assert end >= min(holding, default=0)
    assert end <= max(max(bar.high_gib, bar.usable_gib) for bar in bars)
