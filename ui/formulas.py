"""Figures inside formulas set by KaTeX: numbers of the app's language, and words as text."""

import re

_SIGNS = re.compile(r"([%$&#_{}])")
_SPACES = re.compile("[\N{NARROW NO-BREAK SPACE}\N{NO-BREAK SPACE} ]")


def figure(text: str) -> str:
    """A printed number: thin spaces between thousands, a decimal comma that is no separator of a list."""
    spaced = _SPACES.sub(r"\\,", _SIGNS.sub(r"\\\1", text).replace(",", "{,}"))
    return spaced.replace("−", "-").replace("₸", r"\text{₸}")


def words(text: str) -> str:
    """Upright words beside a symbol."""
    escaped = _SIGNS.sub(r"\\\1", text)
    return rf"\text{{{escaped}}}"
