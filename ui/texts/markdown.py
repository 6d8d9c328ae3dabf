"""Words made safe for Streamlit's markdown."""

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+!|<>~:$-])")


def keep_dollars(words: str) -> str:
    r"""Words of the language files with their figures, where two dollar signs would start a formula.

    Bold and colour marks of the words stay; ``$`` becomes ``\$``.
    """
    return words.replace("$", r"\$")


def as_typed(text: str) -> str:
    """Text a user typed (whose quote, a name, a refused value), shown sign by sign.

    A link may carry it to another reader, so it must not turn into a link, a picture or an icon.
    """
    return _SIGNS.sub(r"\\\1", text)
