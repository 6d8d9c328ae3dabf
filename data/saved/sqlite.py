"""Saved rows in an SQLite file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from data.saved.row import SavedFault, SavedRow, pack_row, refuse, unpack_row
from data.saved.store import is_id, new_id

MAX_FILE_BYTES = 2 * 1024**3
"""Nothing more is saved once the file is as large as this [B]."""
_PAGE_BYTES = 4096
_WAIT_SECONDS = 5
_SCHEMA = """
CREATE TABLE IF NOT EXISTS saved (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    content BLOB NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    saved_at TEXT NOT NULL DEFAULT (datetime('now'))
);
CREATE TRIGGER IF NOT EXISTS saved_is_immutable BEFORE UPDATE ON saved
BEGIN SELECT RAISE(ABORT, 'a saved row is immutable'); END;
"""


class SqliteStore:
    """Rows in one file; a connection a call, so that any thread or process may use it.

    Parameters
    ----------
    path
        The file; it and its folder are made when the first row is kept.
    max_file_bytes
        Largest size of the file [B].
    """

    def __init__(self, path: Path, max_file_bytes: int = MAX_FILE_BYTES) -> None:
        self._path = path
        self._most_pages = max_file_bytes // _PAGE_BYTES

    def put(self, row: SavedRow) -> str:
        """Keep a row and give its id (:meth:`data.saved.store.Store.put`)."""
        content, digest = pack_row(row)
        with self._connection() as database, database:
            database.execute(
                "INSERT INTO saved (id, version, content, digest) VALUES (?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING",
                (new_id(), row.version, content, digest),
            )
            (row_id,) = database.execute("SELECT id FROM saved WHERE digest = ?", (digest,)).fetchone()
        return str(row_id)

    def get(self, row_id: str) -> SavedRow:
        """The row of an id (:meth:`data.saved.store.Store.get`)."""
        if not is_id(row_id) or not self._path.exists():
            raise refuse(SavedFault.MISSING)
        with self._connection() as database:
            found = database.execute("SELECT version, content, digest FROM saved WHERE id = ?", (row_id,)).fetchone()
        if found is None:
            raise refuse(SavedFault.MISSING)
        version, content, digest = found
        if not (isinstance(version, int) and isinstance(content, bytes) and isinstance(digest, str)):
            raise refuse(SavedFault.ALTERED)
        return unpack_row(version, content, digest)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=_WAIT_SECONDS)) as database:
                database.execute(f"PRAGMA max_page_count = {self._most_pages}")
                database.executescript(_SCHEMA)
                yield database
        except (sqlite3.Error, OSError) as error:
            raise refuse(SavedFault.UNAVAILABLE) from error
