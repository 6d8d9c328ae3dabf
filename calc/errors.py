"""The one family of errors the reckoning raises. They carry codes and values, never prose."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum


class ErrorCode(StrEnum):
    """What is wrong with an input; each code has words in every language file."""

    NOT_A_NUMBER = "not_a_number"
    NOT_WHOLE = "not_whole"
    OUT_OF_RANGE = "out_of_range"
    NOT_ALLOWED = "not_allowed"
    NOT_A_LIST = "not_a_list"
    WRONG_TYPE = "wrong_type"
    MISSING = "missing"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_ID = "unknown_id"
    UNKNOWN_ARCHITECTURE = "unknown_architecture"
    NOT_DIVISIBLE = "not_divisible"
    CONFLICT = "conflict"
    NOT_RISING = "not_rising"
    BAD_JSON = "bad_json"
    SAID_TWICE = "said_twice"
    NO_FILE = "no_file"
    BAD_DATE = "bad_date"
    BAD_LINK = "bad_link"
    BAD_FACT = "bad_fact"
    BAD_LOG = "bad_log"
    NO_GPUS_RECORDED = "no_gpus_recorded"
    TOO_LARGE = "too_large"


MORE = "…"
"""End of a list that names only some of what is allowed."""


class EsepError(Exception):
    """An input that cannot be reckoned with.

    Attributes
    ----------
    code
        What kind of fault it is.
    field
        Dotted path of the field, e.g. ``site.pue`` or ``jobs.0.parallel.tensor_parallel``.
    value
        The value as given.
    allowed
        What is allowed, in signs rather than words: ``"1..5"``, ``"full | lora"``, ``"1, 2, 4"``; a list that
        ends with ``…`` names only some. Of an unknown field: the kinds of workload that have it.
    """

    def __init__(self, code: ErrorCode, field: str, value: object, allowed: str = "") -> None:
        super().__init__(f"{code}: {field} = {value!r}; allowed: {allowed}")
        self.code = code
        self.field = field
        self.value = value
        self.allowed = allowed


@contextmanager
def of_job(index: int) -> Iterator[None]:
    """Put ``jobs.<index>.`` before the field of an error that was raised for one job."""
    try:
        yield
    except EsepError as error:
        raise EsepError(error.code, f"jobs.{index}.{error.field}", error.value, error.allowed) from error
