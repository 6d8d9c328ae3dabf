"""What a user typed, made safe for Streamlit's markdown."""

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+!|<>~:$-])")


def as_typed(text: str) -> str:
    """Text a user typed (whose quote, a name, a refused value), shown sign by sign.

    A link may carry it to another reader, so it must not turn into a link, a picture or an icon.
    """
    return _SIGNS.sub(r"\\\1", text)
