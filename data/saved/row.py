"""A saved row: scenarios and what was seen of them, under the version of the schema they were saved with."""

import hashlib
import json
import zlib
from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue

from calc.errors import ErrorCode, EsepError

FIELD = "id"
MAX_CONTENT_BYTES = 4 * 1024**2
"""Most of a row once it is unpacked [B]; a log of five years on a thousand GPUs takes about 1 MiB."""


class SavedFault(StrEnum):
    """Why a row cannot be read or kept."""

    MISSING = "missing"
    ALTERED = "altered"
    TOO_LARGE = "too_large"
    UNAVAILABLE = "unavailable"


def refuse(fault: SavedFault) -> EsepError:
    """The typed error of a row that cannot be read or kept; its value is the reason."""
    return EsepError(ErrorCode.BAD_LINK, FIELD, fault)


@dataclass(frozen=True, slots=True)
class SavedRow:
    """One row. The JSON values are what a link of the same version holds.

    Attributes
    ----------
    version
        Default edition the scenarios are stated against: an absent field is as in it, for ever.
    active
        Which scenario was open.
    scenarios, seen
        Differences of each scenario, and the figures its sender saw.
    """

    version: int
    active: int
    scenarios: JsonValue
    seen: JsonValue


def pack_row(row: SavedRow) -> tuple[bytes, str]:
    """Content of a row and the digest of version and content.

    Raises
    ------
    EsepError
        ``bad_link`` at ``id``: ``too_large``.
    """
    content = [row.active, row.scenarios, row.seen]
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    if len(text) > MAX_CONTENT_BYTES:
        raise refuse(SavedFault.TOO_LARGE)
    packed = zlib.compress(text, 9)
    return packed, digest_of(row.version, packed)


def unpack_row(version: int, packed: bytes, digest: str) -> SavedRow:
    """The row of a content whose digest holds.

    Raises
    ------
    EsepError
        ``bad_link`` at ``id``: ``altered``, or ``too_large`` when it unpacks beyond the bound.
    """
    if digest_of(version, packed) != digest:
        raise refuse(SavedFault.ALTERED)
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MAX_CONTENT_BYTES + 1)
    except zlib.error as error:
        raise refuse(SavedFault.ALTERED) from error
    if len(text) > MAX_CONTENT_BYTES:
        raise refuse(SavedFault.TOO_LARGE)
    try:
        active, scenarios, seen = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise refuse(SavedFault.ALTERED) from error
    return SavedRow(version, active, scenarios, seen)


def digest_of(version: int, packed: bytes) -> str:
    """SHA-256 of version and content, in hexadecimal digits."""
    return hashlib.sha256(b"%d:" % version + packed).hexdigest()
