"""The main job in a real browser: change the work, read the verdict, send the link."""

import re

import pytest

from tests.browser.commands import link
from tests.browser.conftest import digits, ready

pytestmark = pytest.mark.browser

CHARTS = "[data-testid=stVegaLiteChart]"


def choose(page, key, option):
    box = page.locator(f".st-key-{key}")
    box.locator("input").click()
    page.keyboard.press("Control+A")
    page.keyboard.type(option)
    page.get_by_role("option", name=option, exact=True).first.click()
    settle(page)


def settle(page):
    page.wait_for_timeout(300)  # the edit is on its way to the server
    ready(page)


def figures(page):
    if page.locator(".st-key-figures").count():  # the part that draws a metric is fetched when first needed
        page.locator("[data-testid=stMetricValue]").nth(1).wait_for()
    return [digits(text) for text in page.locator("[data-testid=stMetricValue]").all_inner_texts()]


def shown(page):
    return page.locator("h1").inner_text(), figures(page)


def chart(page):
    page.wait_for_selector(f"{CHARTS} svg.marks, {CHARTS} canvas")
    return page.locator(CHARTS).first.screenshot()


def shared_link(page):
    page.locator(".st-key-share button").first.click()
    code = page.locator("[data-testid=stCode]").first
    code.wait_for()
    return re.search(r"[?&]s=([^&\s]+)", code.inner_text())[1]


def test_change_the_work_and_send_the_link(open_page):
    page = open_page(query=f"{link('qlora-8b-kazakh')}&lang=ru")
    before, drawn = shown(page), chart(page)
    choose(page, "short-model", "Llama 3.1 70B")
    choose(page, "short-method", "Полное дообучение")
    after = shown(page)
    assert after[0] != before[0]
    assert after[1] != before[1]
    if page.locator(CHARTS).count():
        assert chart(page) != drawn
    token = shared_link(page)
    for language, locale in (("kk", "kk-KZ"), ("en", "en-US")):
        other = open_page(query=f"s={token}&lang={language}", locale=locale)
        assert figures(other) == after[1]
        assert other.locator("h1").inner_text() != after[0]


def test_reload_and_back_keep_the_scenario(open_page):
    page = open_page(query=f"{link('full-8b')}&lang=ru")
    first = shown(page)
    page.reload()
    ready(page)
    assert shown(page) == first
    choose(page, "short-model", "Qwen2.5 7B")
    second = shown(page)
    assert second != first
    page.reload()
    ready(page)
    assert shown(page) == second
    page.go_back()
    settle(page)
    assert shown(page) == first


@pytest.mark.parametrize("harm", ["cut", "altered"])
def test_a_harmed_link_is_refused_with_a_sentence(open_page, harm):
    query = link("full-8b")
    harmed = query[:-9] if harm == "cut" else query[:20] + ("A" if query[20] != "A" else "B") + query[21:]
    page = open_page(query=f"{harmed}&lang=ru")
    assert page.locator("[data-testid=stMetricValue]").count() == 0
    assert "ссылк" in page.locator("[data-testid=stMain]").inner_text().lower()


def test_bad_input_gets_a_sentence_and_loses_nothing(open_page):
    page = open_page(query=f"{link('full-8b')}&lang=ru")
    before = shown(page)
    price = page.locator(".st-key-short-node_price input")
    price.fill("-5")
    price.press("Enter")
    settle(page)
    assert shown(page) == before
    assert "Traceback" not in page.content()


def test_nothing_is_asked_of_another_host(open_page, served):
    page = open_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    settle(page)
    assert asked
    assert not [url for url in asked if not url.startswith((served, served.replace("http", "ws"), "data:", "blob:"))]
