"""How wrong the estimates are, said first."""

from ui.measured import Errors, errors_of, measured_speeds
from ui.texts import Texts


def headline(t: Texts) -> str:
    """The page's title."""
    return t("method.title.speed", median=t.formats.percent(errors_of(measured_speeds()).median))


def paragraph(t: Texts) -> str:
    """The worst row."""
    return _worst(t, errors_of(measured_speeds()))


def _worst(t: Texts, found: Errors) -> str:
    error = t.formats.percent(abs(found.worst.error))
    key = "method.worst_over" if found.worst.error > 0 else "method.worst_under"
    return t(key, error=error, what=found.worst.what)
