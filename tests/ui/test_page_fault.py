"""A fault of the program reaches the log, and the reader as a sentence in their language."""

import logging

import pytest
from streamlit.testing.v1 import AppTest

from ui.texts import texts


def broken() -> None:
    from ui.shell import run_page  # noqa: PLC0415 - the function is run as a script of its own
    from ui.texts import texts  # noqa: PLC0415 - the same

    class Page:
        title = "Fit"

        def run(self) -> None:
            raise RuntimeError("secret of the machine")

    run_page(Page(), texts("kk"))


def test_a_fault_is_a_sentence_and_the_traceback_is_in_the_log(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.ERROR):
        at = AppTest.from_function(broken).run()
    assert not at.exception
    assert [error.value for error in at.error] == [texts("kk")("error.page")]
    assert "secret of the machine" in caplog.text
