"""Where Chromium is, and how it is started without asking the network for anything."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HOW_TO_GET_IT = "Browser tests are skipped: no Chromium. Debian and Ubuntu: apt-get install chromium"


def chromium() -> str | None:
    """Path of the installed Chromium, if any."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
