"""Numbers, money, dates and quantities in the language of the app (UX §5), never of the browser."""

from ui.formats.formats import Formats, formats
from ui.formats.money import Scale, scale_of
from ui.formats.rounding import parts_of, rounded

__all__ = ["Formats", "Scale", "formats", "parts_of", "rounded", "scale_of"]
