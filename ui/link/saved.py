"""Scenarios as a saved row: a link of two dozen characters, whatever they hold."""

from data.saved import SavedRow, open_store
from ui.link.codec import LinkContent, pack_content, unpack_content

MAX_LINK_CHARACTERS = 2000
"""Longer tokens are cut by messengers and refused by proxies; a row takes their place."""


def save(content: LinkContent) -> str:
    """Keep scenarios on this server; the id of the row.

    Raises
    ------
    EsepError
        ``bad_link`` at ``id`` with the reason, a ``SavedFault``, as its value.
    """
    version, (active, scenarios, seen) = pack_content(content)
    return open_store().put(SavedRow(version, active, scenarios, seen))


def open_saved(row_id: str) -> LinkContent:
    """The scenarios of a row.

    Raises
    ------
    EsepError
        ``bad_link`` at ``id`` with a ``SavedFault`` as its value, or at ``s`` with a ``LinkFault``.
    """
    row = open_store().get(row_id)
    return unpack_content(row.version, [row.active, row.scenarios, row.seen])
