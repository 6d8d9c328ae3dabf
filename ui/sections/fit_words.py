"""The verdict of a card in words and colours, and a run by its name."""

from calc.choices import Compute, Verdict
from calc.demand.weeks import HOURS_PER_MONTH
from calc.memory.footprint import Footprint
from calc.speed.run_table import RunRow
from ui.sections.fit_nodes import room_gib
from ui.texts import Texts
from ui.view import View

VERDICT_COLOURS = {Verdict.FITS: "mixed", Verdict.TIGHT: "ink", Verdict.DOES_NOT_FIT: "month"}
_SIGNS = {Verdict.FITS: "✓", Verdict.TIGHT: "!", Verdict.DOES_NOT_FIT: "✕"}
TEXT_COLOURS = {Verdict.FITS: "green", Verdict.TIGHT: "orange", Verdict.DOES_NOT_FIT: "orange"}


def verdict_words(t: Texts, footprint: Footprint) -> str:
    """Sign, word and room: ``✓ free 24``."""
    value = room_written(t, footprint)
    match footprint.verdict:
        case Verdict.FITS:
            return t("fit.free", value=value)
        case Verdict.TIGHT:
            return t("fit.tight", value=value)
        case Verdict.DOES_NOT_FIT:
            return t("fit.short", value=value)


def verdict_mark(t: Texts, footprint: Footprint) -> str:
    """Sign and room, for a column whose heading says what it is."""
    return f":{TEXT_COLOURS[footprint.verdict]}[{_SIGNS[footprint.verdict]}\u00a0{room_written(t, footprint)}]"


def room_written(t: Texts, footprint: Footprint) -> str:
    """GiB left or short, without a sign."""
    room = abs(room_gib(footprint))
    return t.formats.number(room, 1 if room < 1 else 0)


def run_name(view: View, row: RunRow) -> str:
    """Number of cards, the card, and FP8 where the run is in it: ``8 × H200 SXM, FP8``."""
    name = f"{row.parallel.gpus}\u00a0×\u00a0{view.edition.gpu(row.gpu_id).name}"
    return f"{name}, FP8" if row.compute is Compute.FP8 else name


def in_time(row: RunRow, by_run: bool) -> bool:  # noqa: FBT001 - a value, not a switch
    """Whether work counted by the month is done within one."""
    hours = row.throughput.hours_per_run
    return by_run or hours is None or hours.mid <= HOURS_PER_MONTH
