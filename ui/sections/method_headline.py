"""How wrong the estimates are, said first."""

from ui.measured import Measured, errors_of, measured_memory, measured_speeds, on_cards
from ui.texts import Texts


def headline(t: Texts) -> str:
    """The page's title: median error of memory and of speed."""
    memory, speed = errors_of(on_cards(measured_memory())), errors_of(measured_speeds())
    return t("method.title", memory=t.formats.percent(memory.median), speed=t.formats.percent(speed.median))


def paragraph(t: Texts) -> str:
    """The worst rows, and the error on runs the memory model was not built on."""
    rows = on_cards(measured_memory())
    unseen = [row for row in rows if row.held_out]
    worst = errors_of(rows).worst, errors_of(measured_speeds()).worst
    sentences = [
        t(
            "method.worst",
            memory=_error(t, worst[0]),
            model=_name(worst[0]),
            speed=_error(t, worst[1]),
            other=_name(worst[1]),
        ),
        t("method.unseen", n=len(unseen), median=t.formats.percent(errors_of(unseen).median)),
    ]
    return " ".join(sentences)


def _error(t: Texts, row: Measured) -> str:
    return t.formats.percent(row.error, signed=True)


def _name(row: Measured) -> str:
    return row.what.split(" · ")[0]
