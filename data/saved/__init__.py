"""What does not fit into a link, kept on this server: immutable rows with names nobody can guess."""

from data.saved.place import open_store
from data.saved.row import MAX_CONTENT_BYTES, SavedFault, SavedRow, refuse
from data.saved.store import Store

__all__ = ["MAX_CONTENT_BYTES", "SavedFault", "SavedRow", "Store", "open_store", "refuse"]
