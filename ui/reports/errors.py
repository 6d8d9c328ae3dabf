"""An error as a record: code, field, value, what is allowed, and the sentence in English."""

import math
from typing import Any

from calc.errors import EsepError
from ui.texts import texts


def error_record(error: EsepError) -> dict[str, dict[str, Any]]:
    """Return the ``error`` record of docs/design.md §6."""
    return {
        "error": {
            "code": str(error.code),
            "field": error.field,
            "value": _printable(error.value),
            "allowed": error.allowed,
            "message": texts("en").error(error),
        }
    }


def _printable(value: object) -> bool | float | str | None:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, bool | int | float | str | None) else repr(value)
