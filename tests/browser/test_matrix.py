"""Every page in every language, light and dark, wide and narrow."""

import pytest

from data.examples import EXAMPLES
from tests.browser.commands import link

PAGES = ("", "fit", "break_even", "scenarios")
LANGUAGES = ("ru", "kk", "en")

pytestmark = pytest.mark.browser


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def main_overflow(page):
    return page.evaluate("(m => m.scrollWidth - m.clientWidth)(document.querySelector('[data-testid=stMain]'))")


def test_on_a_phone_the_answer_comes_first_and_nothing_scrolls_sideways(open_page):
    page = open_page(query="lang=ru", phone=True)
    title, first = page.locator("h1").bounding_box(), page.locator("[data-testid=stMetricValue]").first.bounding_box()
    assert title["y"] < 400
    assert first["y"] < 844
    assert page.locator("[data-testid=stSidebar]").get_attribute("data-collapsed") == "true"
    assert sideways(page) <= 0
    assert main_overflow(page) <= 0


SCROLLING_TABLES = """
    [...document.querySelectorAll("[data-testid=stMain] table")]
      .filter(one => one.parentElement.clientWidth && one.scrollWidth > one.parentElement.clientWidth)
      .map(one => one.getAttribute("aria-label"))
"""


@pytest.mark.parametrize("path", ["", "fit", "break_even"])
def test_on_a_phone_a_table_shows_all_its_columns(open_page, path):
    page = open_page(path, query=f"lang=kk&{link('inference-70b')}", phone=True)
    page.wait_for_selector("[data-testid=stMain] table", state="attached")
    page.wait_for_timeout(1000)
    assert page.evaluate(SCROLLING_TABLES) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_stands(open_page, language, path, phone, dark):
    page = open_page(path, query=f"lang={language}&{link('full-70b-waves')}", phone=phone, dark=dark)
    errors = page.locator("[data-testid=stException]")
    page.wait_for_timeout(500)
    assert errors.count() == 0
    assert page.locator("h1").count() == 1
    assert sideways(page) <= 0
    assert main_overflow(page) <= 0


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_stands_on_every_page(open_page, example, path):
    page = open_page(path, query=f"{link(example)}&lang=ru")
    assert page.locator("[data-testid=stException]").count() == 0
    assert page.locator("h1").inner_text()
