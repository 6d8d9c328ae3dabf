"""The dashboard as a reader's browser drives it, without the browser."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from data.translations import LANGUAGES
from ui.texts import texts

APP = str(Path(__file__).parents[2] / "app.py")
SECONDS = 60


def opened(**query: str) -> AppTest:
    """The dashboard opened at an address."""
    at = AppTest.from_file(APP, default_timeout=SECONDS)
    at.query_params.update(query)
    return at.run()


def is_sound(at: AppTest) -> bool:
    """Whether a page was drawn: no exception, one title."""
    assert not at.exception, [e.message for e in at.exception]
    broken = {texts(language)("error.page") for language in LANGUAGES}
    assert not broken & {error.value for error in at.error}
    assert len(at.title) == 1
    return True


def title(at: AppTest) -> str:
    """The answer in a sentence."""
    assert is_sound(at)
    return at.title[0].value


def figures(at: AppTest) -> list[str]:
    """The two costs as printed."""
    return [metric.value for metric in at.metric]
