"""One line that says how to get Chromium where it is missing."""

from tests.browser.chromium import HOW_TO_GET_IT, chromium

if not chromium():
    print(HOW_TO_GET_IT)  # noqa: T201 - this is what the module is for
