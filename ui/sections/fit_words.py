"""The verdict of a card in words and colours."""

from calc.choices import Verdict
from calc.memory.footprint import Footprint
from ui.sections.fit_nodes import room_gib
from ui.texts import Texts

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
