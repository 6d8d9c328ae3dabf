"""The outside of a token: ``version.base64url(deflate(JSON)).check``.

The check covers the text before it, so a letter lost or changed anywhere is noticed before anything is
read. It recognises accidents of messengers; it is no signature.
"""

import base64
import binascii
import hashlib
import json
import re
import zlib
from enum import StrEnum

from pydantic import JsonValue

from calc.errors import ErrorCode, EsepError

MAX_TOKEN_CHARACTERS = 20_000
MAX_INFLATED_BYTES = 64 * 1024
_CHECK_BYTES = 5
_CHECK_CHARACTERS = 8
_RAW_DEFLATE = -15


class LinkFault(StrEnum):
    """Why a link cannot be read."""

    CUT = "cut"
    ALTERED = "altered"
    UNKNOWN_VERSION = "unknown_version"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"


def refuse(fault: LinkFault) -> EsepError:
    """The typed error of a link that cannot be read; its value is the reason."""
    return EsepError(ErrorCode.BAD_LINK, "s", str(fault))


def seal(version: int, content: JsonValue, dictionary: str) -> str:
    """Pack a JSON value into a token."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE, 9, zlib.Z_DEFAULT_STRATEGY, dictionary.encode())
    packed = packer.compress(text.encode()) + packer.flush()
    body = f"{version}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    return f"{body}.{_check(body)}"


def version_of(token: str) -> int:
    """Schema version of a token whose check holds.

    Raises
    ------
    EsepError
        ``bad_link``: cut, altered, or far too long.
    """
    if len(token) > MAX_TOKEN_CHARACTERS:
        raise refuse(LinkFault.TOO_LARGE)
    body, dot, check = token.rpartition(".")
    if not dot or "." not in body or len(check) < _CHECK_CHARACTERS:
        raise refuse(LinkFault.CUT)
    if check != _check(body):
        raise refuse(LinkFault.ALTERED)
    version = body.partition(".")[0]
    if not re.fullmatch(r"[1-9]\d{0,3}", version, re.ASCII):
        raise refuse(LinkFault.UNKNOWN_VERSION)
    return int(version)


def unseal(token: str, dictionary: str) -> JsonValue:
    """Unpack the JSON value of a token whose check holds, never more than 64 KiB of it.

    Raises
    ------
    EsepError
        ``bad_link``: not deflate, not JSON, or inflating beyond the bound.
    """
    body = token.split(".")[1]
    unpacker = zlib.decompressobj(_RAW_DEFLATE, dictionary.encode())
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        text = unpacker.decompress(packed, MAX_INFLATED_BYTES + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise refuse(LinkFault.UNREADABLE) from error
    if len(text) > MAX_INFLATED_BYTES:
        raise refuse(LinkFault.TOO_LARGE)
    if not unpacker.eof or unpacker.unused_data:
        raise refuse(LinkFault.UNREADABLE)
    try:
        content: JsonValue = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise refuse(LinkFault.UNREADABLE) from error
    return content


def _check(body: str) -> str:
    # Letters and digits only: a messenger may take a closing "-" or "_" for punctuation.
    digest = hashlib.sha256(body.encode("utf-8", "surrogatepass")).digest()[:_CHECK_BYTES]
    return base64.b32encode(digest).decode().lower()
