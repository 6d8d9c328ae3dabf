"""Every figure a page shows is the figure of the command line's JSON."""

import re

import pytest

from data.examples import EXAMPLES
from tests.browser.commands import command_line, link
from tests.browser.figures import figure

pytestmark = pytest.mark.browser

AT_ONCE = ("qlora-8b-kazakh", "pretrain-b200")
EVERY = [example if example in AT_ONCE else pytest.param(example, marks=pytest.mark.slow) for example in EXAMPLES]
ONE_JOB = [
    example if example in AT_ONCE else pytest.param(example, marks=pytest.mark.slow)
    for example in EXAMPLES
    if example != "mixed-server"
]


def text(page, key):
    return page.locator(f".st-key-{key}").inner_text()


@pytest.mark.parametrize("example", EVERY)
def test_the_decision_page_shows_the_figures_of_decide(open_page, example):
    decided = command_line("decide", example)
    page = open_page(query=f"{link(example)}&lang=ru")
    for branch in ("rent", "buy"):
        shown = page.locator(f".st-key-figure-{branch} [data-testid=stMetricValue]").inner_text()
        assert figure(shown).shows(decided[branch]["present_cost"])
    rent, buy = re.findall(r"\d[\d\s]*(?=\s*₸)", text(page, "figure-per-hour"))
    assert figure(rent).shows(decided["rent"]["cost_per_used_gpu_hour"])
    assert figure(buy).shows(decided["buy"]["cost_per_used_gpu_hour"])
    saving = abs(decided["npv_of_buying"])
    title = page.locator("h1").inner_text().split(":", 1)[1].split("на ", 1)[1]
    # the title's difference is that of the two figures as shown: half a digit of each
    shown = figure(title)
    assert abs(shown.value - saving) <= 2 * shown.half_a_digit + 1e-6 * saving


@pytest.mark.parametrize("example", ONE_JOB)
def test_the_fit_page_shows_the_figures_of_size(open_page, example):
    sized = command_line("size", example)
    page = open_page("fit", query=f"{link(example)}&lang=ru")
    paragraph = page.locator("h1 >> xpath=following::p[1]").inner_text()
    low, high = re.search(r"([\d,]+)–([\d,]+)", paragraph).groups()
    assert figure(low).shows(sized["device_gib"]["low"])
    assert figure(high).shows(sized["device_gib"]["high"])
    free = figure(page.locator("h1").inner_text().rsplit("свободно", 1)[1])
    assert abs(free.value - (sized["usable_gib"] - sized["device_gib"]["high"])) <= 1.0


@pytest.mark.parametrize("example", EVERY)
def test_the_break_even_page_shows_the_thresholds_of_decide(open_page, example):
    found = command_line("decide", example)["break_even"]["hourly_rate"]
    page = open_page("break_even", query=f"{link(example)}&lang=ru")
    row = page.get_by_role("row").filter(has_text="Цена аренды за час")
    shown = row.locator("td").nth(2).inner_text()
    if found["roots"]:
        assert figure(shown).shows(found["roots"][0])
    else:
        assert not re.match(r"\d", shown)
