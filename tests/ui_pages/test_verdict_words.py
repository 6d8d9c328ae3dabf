"""The page and the command line say the verdict in the same words, with the same figure."""

import pytest

from calc.answer import reckon
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from tests.ui_pages.pages import open_app, title
from ui.reports.records import decide_record


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_record_says_what_the_decision_page_says(example: str):
    scenario = load_example(example)
    words = decide_record(reckon(resolve(scenario)))["verdict"]["words"]
    assert words == title(open_app([scenario], "en"))
