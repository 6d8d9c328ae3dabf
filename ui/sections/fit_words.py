"""Words the blocks of the page share: the verdict of a card, and whether the work is counted by run or by month."""

from calc.choices import Verdict
from calc.memory.footprint import Footprint
from calc.workload import Given, Training, Workload
from ui.sections.fit_nodes import room_gib
from ui.texts import Texts

VERDICT_COLOURS = {Verdict.FITS: "mixed", Verdict.TIGHT: "ink", Verdict.DOES_NOT_FIT: "month"}
TEXT_COLOURS = {Verdict.FITS: "green", Verdict.TIGHT: "orange", Verdict.DOES_NOT_FIT: "orange"}


def verdict_words(t: Texts, footprint: Footprint) -> str:
    """Sign, word and room: ``✓ free 24``."""
    value = t.formats.number(abs(room_gib(footprint)), 1 if abs(room_gib(footprint)) < 1 else 0)
    match footprint.verdict:
        case Verdict.FITS:
            return t("fit.free", value=value)
        case Verdict.TIGHT:
            return t("fit.tight", value=value)
        case Verdict.DOES_NOT_FIT:
            return t("fit.short", value=value)


def by_run(workload: Workload) -> bool:
    """Whether hours are those of a run; otherwise they are those of a month."""
    return isinstance(workload, Training | Given)
