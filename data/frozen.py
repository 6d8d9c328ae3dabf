"""Editions are never edited: their files are known by hash.

``python -m data.frozen 2027-02-28`` checks a new edition and writes its hashes (docs/prices.md).
"""

import json
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from calc.errors import EsepError
from data.catalogue import read_edition

FOLDER = Path(__file__).parent / "editions"
HASHES = FOLDER / "hashes.json"
FAULT = 2

Hashes = dict[str, dict[str, str]]


def frozen_hashes() -> Mapping[str, Mapping[str, str]]:
    """Hashes written when the editions were added: by edition, by file [hex SHA-256]."""
    written: Hashes = json.loads(HASHES.read_text(encoding="utf-8"))
    return written


def edition_hashes(edition: str) -> dict[str, str]:
    """Hashes of the files of an edition as they are now.

    Line ends do not count, so that a checkout on Windows is the same edition.
    """
    return {
        path.name: sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
        for path in sorted((FOLDER / edition).iterdir())
    }


def freeze(edition: str) -> None:
    """Check an edition and write its hashes beside those of the others.

    Raises
    ------
    EsepError
        ``bad_fact`` at the first fault.
    FileExistsError
        When the edition is frozen already and its files differ.
    """
    read_edition(FOLDER / edition, edition)
    now = edition_hashes(edition)
    frozen = dict(frozen_hashes()) if HASHES.exists() else {}
    if edition in frozen and frozen[edition] != now:
        raise FileExistsError(edition)
    frozen[edition] = now
    HASHES.write_text(json.dumps(frozen, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Freeze the editions named; the exit status is 2 at a fault."""
    for edition in arguments:
        try:
            freeze(edition)
        except EsepError as fault:
            sys.stderr.write(f"{fault.field}: {fault.value!r}; allowed: {fault.allowed}\n")
            return FAULT
        except FileExistsError:
            sys.stderr.write(f"{edition} is frozen and its files differ: copy it to a new date instead\n")
            return FAULT
        sys.stdout.write(f"{edition}: checked and frozen\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
