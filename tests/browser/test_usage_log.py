"""A usage log in a real browser: uploaded, questioned, taken as the demand, sent on; and a year typed by week."""

import re

import pytest

from tests.browser.commands import link
from tests.browser.test_journey import figures, settle, shown
from tests.usage_log.figures import DATA

pytestmark = pytest.mark.browser

EDITOR_MS = 400
PANEL = "[data-testid=stSidebar]"


def choose_shape(page, words):
    page.locator(".st-key-short-demand").get_by_text(words, exact=True).click()
    settle(page)


def upload(page, name):
    page.locator(f"{PANEL} input[type=file]").set_input_files(DATA / name)
    page.locator(".st-key-log-take").wait_for()
    settle(page)


def take(page):
    page.locator(".st-key-log-take button").click()
    page.locator(".st-key-log-take").wait_for(state="detached")
    settle(page)


def test_a_log_is_taken_as_the_demand_and_survives_reload_back_and_another_language(open_page):
    page = open_page(query=f"{link('full-70b-waves')}&lang=ru")
    before = shown(page)
    choose_shape(page, "Журнал")
    upload(page, "sample_sacct.txt")
    assert shown(page) == before
    assert page.locator(".st-key-log-take button").is_disabled()
    panel = page.locator(PANEL)
    assert "учёт Slurm" in panel.inner_text()
    panel.get_by_text("Не учитывать ошибочные").click()
    settle(page)
    take(page)
    after = shown(page)
    assert after != before
    assert "Спрос взят из журнала" in panel.inner_text()
    page.reload()
    settle(page)
    assert shown(page) == after
    query = page.url.partition("?")[2]
    other = open_page(query=re.sub("lang=ru", "lang=kk", query), locale="kk-KZ")
    assert figures(other) == after[1]
    page.go_back()
    settle(page)
    assert shown(page) == before


@pytest.mark.slow
def test_every_row_that_is_not_counted_is_on_the_page_with_its_line(open_page):
    page = open_page(query=f"{link('full-70b-waves')}&lang=ru", phone=True)
    page.locator("[data-testid=stExpandSidebarButton]").click()
    choose_shape(page, "Журнал")
    upload(page, "sample_jobs_ru.csv")
    page.locator(".st-key-log-skipped summary").click()
    skipped = page.locator(".st-key-log-skipped")
    skipped.get_by_text("невозможная дата").first.wait_for()
    assert "9, 10" in skipped.inner_text()


@pytest.mark.slow
def test_every_edit_of_a_year_by_week_is_kept(open_page):
    page = open_page(query=f"{link('full-70b-waves')}&lang=en")
    choose_shape(page, "By week")
    editor = page.locator(f"{PANEL} [data-testid=stDataFrame]")
    editor.scroll_into_view_if_needed()
    box = editor.bounding_box()
    seen = [shown(page)]
    for row, gpus in ((3, "5"), (4, "6"), (5, "7")):
        page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 35 * row + 17)
        page.wait_for_timeout(EDITOR_MS)
        page.keyboard.type(gpus)
        page.wait_for_timeout(EDITOR_MS)
        page.keyboard.press("Enter")
        page.wait_for_timeout(EDITOR_MS)  # the editor sends what was typed a moment later
        settle(page)
        seen.append(shown(page))
    assert len({tuple(costs) for _, costs in seen}) == 4
    page.reload()
    settle(page)
    assert shown(page) == seen[-1]
    page.go_back()
    settle(page)
    assert shown(page) == seen[-2]
