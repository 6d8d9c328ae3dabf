"""What a place for saved rows must do; SQLite does it (``data.saved.sqlite``), another database may."""

import re
import secrets
from typing import Protocol

from data.saved.row import SavedRow

ID_BYTES = 18
"""144 random bits: nobody finds a row by trying [B]."""
_ID = re.compile(r"[A-Za-z0-9_-]{22,64}", re.ASCII)


class Store(Protocol):
    """A place for rows that are written once."""

    def put(self, row: SavedRow) -> str:
        """Keep a row and give its id; the same row has the same id.

        Raises
        ------
        EsepError
            ``bad_link`` at ``id``: ``too_large``, or ``unavailable`` when nothing can be written.
        """
        ...

    def get(self, row_id: str) -> SavedRow:
        """The row of an id.

        Raises
        ------
        EsepError
            ``bad_link`` at ``id``: ``missing``, ``altered``, ``too_large``, or ``unavailable``.
        """
        ...


def new_id() -> str:
    """An id nobody can guess; it neither begins nor ends with a sign a messenger may take for punctuation."""
    while True:
        row_id = secrets.token_urlsafe(ID_BYTES)
        if row_id[0].isalnum() and row_id[-1].isalnum():
            return row_id


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return _ID.fullmatch(text) is not None
