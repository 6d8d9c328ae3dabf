"""An error as a record: code, field, value, what is allowed, and the sentence in English."""

from typing import Any

from calc.errors import EsepError
from ui.texts import texts


def error_record(error: EsepError) -> dict[str, dict[str, Any]]:
    """Return the ``error`` record of docs/design.md §6."""
    value = error.value if isinstance(error.value, bool | int | float | str | None) else repr(error.value)
    return {
        "error": {
            "code": str(error.code),
            "field": error.field,
            "value": value,
            "allowed": error.allowed,
            "message": texts("en").error(error),
        }
    }
