"""What distance costs: uploading the data, sending a checkpoint home, waiting for the first token."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from calc.message import Band, Message
from calc.place import Place
from calc.speed.checkpoint import GB, SECONDS_PER_HOUR, CheckpointNeeds
from calc.speed.serving import Serving
from calc.speed.tokens import MEGABYTE, TokenCount
from calc.workload import Training

BITS_PER_BYTE = 8
MILLISECONDS = 1000
SECONDS_PER_MINUTE = 60
LINE_USED = 0.8
"""Assumption: share of a line's rate one long transfer reaches."""
BYTES_PER_TOKEN = 4.0
"""Assumption, where only tokens are known: four Latin letters, or two to three Cyrillic ones."""


class DistanceNote(StrEnum):
    """What a place means for the job; parameters carry the figures."""

    UPLOAD = "upload_takes"
    """The data set of ``data_gb`` is up within ``upload_hours``."""
    CHECKPOINT_HOME = "checkpoint_home_takes"
    """A checkpoint of ``size_gb`` is home within ``transfer_hours``, the ``result_gb`` left within ``result_hours``."""
    FIRST_TOKEN = "first_token_waits"  # noqa: S105 - a code, no password
    """The way there and back, ``round_trip_ms``, is ``percent`` of the wait for the first token."""


@dataclass(frozen=True, slots=True)
class Distance:
    """One job at one place.

    Attributes
    ----------
    place
        The place.
    upload_hours
        The data set over the line [h]; ``None`` where the job has none.
    checkpoint_home_seconds, result_home_seconds
        A checkpoint to resume from, and the weights or adapters left at the end, over the line [s]; ``None``
        where the job writes none.
    first_token_share
        Round trip over the whole wait for the first token [-]; ``None`` where nothing is served.
    notes
        The same as coded lines.
    """

    place: Place
    upload_hours: Band | None
    checkpoint_home_seconds: Band | None
    result_home_seconds: Band | None
    first_token_share: Band | None
    notes: tuple[Message, ...]


def dataset_gb(training: Training, count: TokenCount | None) -> float:
    """Text of one epoch [GB]; from the tokens of the run where the text is not known."""
    if count is not None:
        return count.text_mb * MEGABYTE / GB
    return training.train_tokens * BYTES_PER_TOKEN / GB


def distance(
    place: Place, data_gb: float | None, checkpoint: CheckpointNeeds | None, serving: Serving | None
) -> Distance:
    """What one place means for one job."""
    upload = None if data_gb is None else _transfer_seconds(place, data_gb)
    home = None if checkpoint is None else _transfer_seconds(place, checkpoint.size_gb)
    result = None if checkpoint is None else _transfer_seconds(place, checkpoint.weights_gb)
    first = None if serving is None else _first_token_share(place, serving)
    hours = upload and Band(*(one / SECONDS_PER_HOUR for one in (upload.low, upload.mid, upload.high)))
    notes = (*_upload_note(upload, data_gb), *_home_note(home, result, checkpoint), *_first_token_note(place, first))
    return Distance(place, hours, home, result, first, notes)


def _transfer_seconds(place: Place, size_gb: float) -> Band:
    bits = size_gb * GB * BITS_PER_BYTE
    line = place.line_mbit_s
    return Band(*(bits / (one * 1e6 * LINE_USED) for one in (line.high, line.mid, line.low)))


def _first_token_share(place: Place, serving: Serving) -> Band:
    trips = (place.round_trip_ms.low, place.round_trip_ms.mid, place.round_trip_ms.high)
    return Band(*(trip / (trip + MILLISECONDS * serving.prefill_seconds) for trip in trips))


def _upload_note(upload: Band | None, data_gb: float | None) -> Iterator[Message]:
    if upload is not None and data_gb is not None:
        yield Message(DistanceNote.UPLOAD, {"data_gb": data_gb, "upload_hours": _hours_to_say(upload.mid)})


def _home_note(home: Band | None, result: Band | None, checkpoint: CheckpointNeeds | None) -> Iterator[Message]:
    if home is not None and result is not None and checkpoint is not None:
        yield Message(
            DistanceNote.CHECKPOINT_HOME,
            {
                "size_gb": checkpoint.size_gb,
                "transfer_hours": _hours_to_say(home.mid),
                "result_gb": checkpoint.weights_gb,
                "result_hours": _hours_to_say(result.mid),
            },
        )


def _hours_to_say(seconds: float) -> float:
    # Durations are said in minutes; anything shorter is "within a minute".
    return max(seconds, SECONDS_PER_MINUTE) / SECONDS_PER_HOUR


def _first_token_note(place: Place, share: Band | None) -> Iterator[Message]:
    if share is not None:
        parameters = {"round_trip_ms": place.round_trip_ms.mid, "percent": 100 * share.mid}
        yield Message(DistanceNote.FIRST_TOKEN, parameters)
