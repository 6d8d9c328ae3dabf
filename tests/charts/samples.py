"""One small drawing of every chart, with made-up figures."""

import numpy as np

from ui.charts.canvas import Drawing
from ui.charts.cumulative import Crossing, Curve, cumulative_chart
from ui.charts.heat_map import HeatWords, Place, heat_map_chart
from ui.charts.layers import LayerWords, Stretch, layers_chart
from ui.charts.measured import MeasuredPoint, MeasuredWords, measured_chart
from ui.charts.memory import MemoryBar, memory_chart
from ui.charts.node_curve import NodePoint, node_curve_chart
from ui.charts.phases import PhaseBar, phases_chart
from ui.charts.scenario_bars import OptionBar, scenario_bars
from ui.charts.unit_cost import CostCurve, Ring, unit_cost_chart

MONTHS = np.arange(1.0, 25.0)
SHARES = np.linspace(0.05, 1, 20)
SAVING = SHARES[:, None] * 3 * MONTHS[None, :] - 30
PARTS = {"weights": 16.5, "activ": 17.5, "loss": 8.0, "context": 1.5}
ALT = "the finding, 1, 2 and 3"


def drawings(language: str) -> list[Drawing]:
    """Every chart once."""
    rent = Curve("month", [0, 10, 20, 30], 30, "rent", "rent 30", ["0", "10", "20", "30"])
    own = Curve("own", [20, 22, 24, 26], 18, "buy", "buy 18", ["20", "22", "24", "26"])
    bars = [
        MemoryBar("8 × H200", PARTS, 40, 46, 139.8, "mixed", "✓ 94", {"weights": "16.5 GiB"}, "140"),
        MemoryBar("8 × L40S", PARTS, 40, 46, 44, "month", "✕ 2", {"weights": "16.5 GiB"}, "44"),
    ]
    words = HeatWords("↑ buy", "↓ rent", "you", "months", "utilization", "gain")
    return [
        cumulative_chart(
            [rent, own], Crossing(2.4, 24, "m"), language=language, month_unit="mo", month_name="month", alt_text=ALT
        ),
        memory_chart(bars, language=language, part_names={part: part for part in PARTS}, unit="GiB", alt_text=ALT),
        phases_chart([PhaseBar("a", 3, "3", False), PhaseBar("b", 4, "4", True)], language=language, alt_text=ALT),
        unit_cost_chart(
            [
                CostCurve("own", False, SHARES, 500 / SHARES, "own", ["x"] * len(SHARES)),
                CostCurve("month", True, [0, 1], [1000, 1000], "hour", ["x", "x"]),
            ],
            [Ring(0.5, 1000, "50 %")],
            clip_at=2000,
            language=language,
            alt_text=ALT,
        ),
        heat_map_chart(
            MONTHS,
            SHARES,
            SAVING,
            Place(12, 0.4),
            words,
            language=language,
            ticks=[(12, "1"), (24, "2")],
            gain_per_unit=1e6,
            alt_text=ALT,
        ),
        _layers(language),
        node_curve_chart(
            [NodePoint(0, 9, "9"), NodePoint(1, 7, "7"), NodePoint(2, 8, "8")],
            1,
            unit="nodes",
            language=language,
            alt_text=ALT,
        ),
        *(_measured(language, logarithmic=logarithmic) for logarithmic in (False, True)),
        scenario_bars(
            [OptionBar("month", "rent", 5, "5"), OptionBar("own", "buy", 6, "6")],
            top=9,
            language=language,
            alt_text=ALT,
            key="bars_a",
        ),
    ]


def _measured(language: str, *, logarithmic: bool) -> Drawing:
    points = [
        MeasuredPoint("7B", "activ", 20.2, 21.0, ("20.2", "21.0", "+4 %")),
        MeasuredPoint("8B", "weights", 60.0, 50.0, ("60", "50", "−17 %")),
    ]
    words = MeasuredWords("measured", "estimated", "what", "measured", "estimated", "error")
    return measured_chart(
        points,
        points[1],
        "8B, −17 %",
        words,
        kinds=[("activ", "full"), ("weights", "LoRA")],
        language=language,
        logarithmic=logarithmic,
        alt_text=ALT,
        key=f"measured-{logarithmic}",
    )


def _layers(language: str) -> Drawing:
    words = LayerWords(
        weeks="52 weeks",
        hours="hours",
        above="rent",
        below="own",
        threshold="266 h",
        states=(("own", "own"), ("hour", "by the hour")),
        months=((0.0, "Jan"), (13.0, "Apr")),
        rows=((0.5, "1"), (1.5, "2")),
        hour_ticks=((0.0, "0"), (266.0, "266"), (730.0, "730")),
    )
    year = [Stretch(0, 0, 52, "own", "busy"), Stretch(1, 10, 20, "hour", "busy")]
    month = [Stretch(0, 0, 730, "own", "730"), Stretch(1, 0, 140, "hour", "140")]
    return layers_chart(year, month, words, rows=2, owned_rows=1, threshold_hours=266, language=language, alt_text=ALT)
