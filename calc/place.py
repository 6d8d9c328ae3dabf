"""Where GPUs stand, as the network sees it from the reader's office."""

from dataclasses import dataclass

from calc.message import Band


@dataclass(frozen=True, slots=True)
class Place:
    """A region.

    Attributes
    ----------
    id
        ``almaty``, ``astana``, ``abroad``.
    round_trip_ms
        A packet there and back [ms].
    line_mbit_s
        What one office line carries there [Mbit/s].
    assumption
        Nobody states the figures.
    """

    id: str
    round_trip_ms: Band
    line_mbit_s: Band
    assumption: bool
