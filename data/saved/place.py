"""Where saved rows are, from the environment."""

import os
from pathlib import Path

from data.saved.row import SavedFault, refuse
from data.saved.sqlite import SqliteStore
from data.saved.store import Store

HOME, URL = "ESEP_HOME", "DATABASE_URL"
FILE = "saved.sqlite3"
_DEFAULT_HOME = Path(__file__).parents[2] / "var"
_SQLITE = "sqlite:///"


def open_store() -> Store:
    """The place for rows: the file of ``DATABASE_URL``, else one in ``ESEP_HOME``, by default ``var/``.

    Raises
    ------
    EsepError
        ``bad_link`` at ``id``: ``unavailable``, for a database of another kind than SQLite.
    """
    url = os.environ.get(URL, "")
    if url.startswith(_SQLITE):
        return SqliteStore(Path(url.removeprefix(_SQLITE)))
    if url:
        raise refuse(SavedFault.UNAVAILABLE)
    return SqliteStore(Path(os.environ.get(HOME) or _DEFAULT_HOME) / FILE)
