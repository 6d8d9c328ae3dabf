"""A served dashboard and a browser that looks at it."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.chromium import HOW_TO_GET_IT, QUIET, chromium

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
READY_MS = 30_000
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a dashboard started as a user starts it; what it saves goes into a folder of the tests."""
    port = _free_port()
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        "app.py",
        "--server.port",
        str(port),
        "--server.headless",
        "true",
    ]
    environment = os.environ | {"PYTHONWARNINGS": "default", "ESEP_HOME": str(tmp_path_factory.mktemp("home"))}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address)
        yield address
    finally:
        process.terminate()
        process.wait(10)


def _wait(address: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health") as answer:
                if answer.read() == b"ok":
                    return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the dashboard did not start within {START_SECONDS} s")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip(HOW_TO_GET_IT)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield opened
        opened.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(served: str, browser: Browser) -> Iterator[Open]:
    """Open a page in a context of its own; ``open_page("fit", query="lang=kk", phone=True, dark=True)``."""
    contexts: list[BrowserContext] = []

    def opened(
        path: str = "", *, query: str = "", phone: bool = False, dark: bool = False, locale: str = "ru-RU"
    ) -> Page:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP, color_scheme="dark" if dark else "light", locale=locale
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(READY_MS)
        page.goto(f"{served}/{path}" + (f"?{query}" if query else ""))
        ready(page)
        return page

    yield opened
    for context in contexts:
        context.close()


def ready(page: Page) -> None:
    """Wait until the script has run to the end of the page and the page has stopped changing."""
    page.wait_for_selector("h1")
    page.wait_for_selector(".st-key-facts-line, .st-key-start-from-case")
    page.wait_for_function(
        """async () => {
            const main = () => document.querySelector("[data-testid=stMain]").innerHTML;
            const still = "[data-testid=stApp][data-test-script-state=notRunning]";
            const before = main();
            await new Promise(done => setTimeout(done, 300));
            return document.querySelector(still) !== null && before === main();
        }"""
    )


def digits(text: str) -> str:
    """The figures of a text, without spaces and separators of the language."""
    return re.sub(r"[^\d]", "", text)
