"""The language files and how they are read.

``<language>/LC_MESSAGES/*.po`` are the source; they are compiled in memory, once a process. The
message id is a stable key (``decision.costs.title``), English has its own file like any other
language, so a change of the English words breaks nothing. A key stands in one file only:

- ``esep.po``: patterns of figures, counted things, what a field allows;
- ``shell.po``: frame, panel, quote, link; ``pages.po``: the pages;
- ``fields.po``: names (``field.``) and help (``help.``) of the scenario's fields, units (``unit.``);
- ``money.po``: who pays, offers, exposure, published claims, and the fields and codes of these;
- ``speed.po``: text to tokens, runs, the node and its place, and the fields and codes of these;
- ``mixed.po``: the mixed plan, shapes of demand, and the fields and codes of these;
- ``usage.po``: usage logs, and the fields and codes of these;
- ``method.po``: the method page: measured against estimated, formulas, assumptions, rules of thumb, sources;
- ``codes.po``: words of every code (``Method.qlora``), ledger line, memory part and quantity.
"""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("ru", "kk", "en")
"""Languages in the order of the switch; the first is the default."""

FOLDER = Path(__file__).parent


@cache
def catalogue(language: str) -> GNUTranslations:
    """All words of a language, compiled.

    Raises
    ------
    ValueError
        If there is no such language, or a key stands in two files.
    """
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not one of {LANGUAGES}")
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def read_catalogue(language: str) -> Catalog:
    """All ``.po`` files of a language as one catalogue; message ids are the keys."""
    parts = [_read(path, language) for path in sorted((FOLDER / language / "LC_MESSAGES").glob("*.po"))]
    whole = parts[0]
    for part in parts[1:]:
        for message in part:
            if not message.id:
                continue
            if whole.get(message.id) is not None:
                raise ValueError(f"{message.id!r} stands twice in the words of {language!r}")
            whole[message.id] = message
    return whole


def _read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)
