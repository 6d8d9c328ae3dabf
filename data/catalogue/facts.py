"""What every fact of the catalogue carries: where it comes from, when, and how far to trust it."""

from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - the name "date" is a field here
from enum import StrEnum

OLD_AFTER_DAYS = 180
"""A price older than this at ``finance.as_of`` is marked old (docs/design.md §3.5) [day]."""


class Confidence(StrEnum):
    """How far a fact is to be trusted; ``none`` marks a figure that was looked for and not found."""

    EXACT = "exact"
    HIGH = "high"
    MEDIUM_HIGH = "medium_high"
    MEDIUM = "medium"
    MEDIUM_LOW = "medium_low"
    LOW = "low"
    NONE = "none"


class DatePrecision(StrEnum):
    """How exactly the date of a fact is known."""

    DAY = "day"
    MONTH = "month"
    PERIOD = "period"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Date and source of one row.

    Attributes
    ----------
    date
        Earliest day the fact can be from, so that an age is never understated (the last day of evidence where
        the source gives a span); ``None`` where the source has no date at all.
    date_precision, date_text
        How exactly it is known, and the date in the words of the source.
    source, confidence
        Where it was read, and how far to trust it.
    assumption
        Nobody states the figure: it is a guess of the edition's authors.
    notes
        Remarks of the edition's authors.
    """

    date: Date | None
    date_precision: DatePrecision
    date_text: str
    source: str
    confidence: Confidence
    assumption: bool
    notes: str

    def age_days(self, as_of: str) -> int | None:
        """Age at ``as_of`` [day]; negative for a later fact, ``None`` without a date."""
        return None if self.date is None else (Date.fromisoformat(as_of) - self.date).days

    def is_old(self, as_of: str) -> bool:
        """Whether the fact is, or may be, older than 180 days at ``as_of``."""
        age = self.age_days(as_of)
        return age is None or age > OLD_AFTER_DAYS
