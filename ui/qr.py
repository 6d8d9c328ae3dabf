"""A link as a QR code."""

from dataclasses import dataclass

import segno

MAX_QR_CHARACTERS = 1000
"""A longer link makes modules too small for a phone to read off a screen."""
LEAST_PX = 132
_MODULE_PX = 3
_QUIET_MODULES = 4


@dataclass(frozen=True, slots=True)
class QrCode:
    """Black on white in both modes, for a camera knows no dark mode.

    Attributes
    ----------
    svg
        The picture, with its quiet zone.
    side_px
        Side at which a module has three pixels, at least ``LEAST_PX`` [px].
    """

    svg: str
    side_px: int


def qr_code(link: str) -> QrCode:
    """The code of a link of at most ``MAX_QR_CHARACTERS``."""
    code = segno.make(link, error="l", micro=False)
    modules, _ = code.symbol_size(border=_QUIET_MODULES)
    svg = code.svg_inline(border=_QUIET_MODULES, dark="#000", light="#fff", omitsize=True)
    return QrCode(svg, max(LEAST_PX, int(modules) * _MODULE_PX))
