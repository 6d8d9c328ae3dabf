"""A usage log in the panel: what is asked, what is said of every row, and the demand it becomes."""

import io

import pyarrow as pa
import pytest

from data.examples import load_example
from data.usage_log import PAGE_ROWS, SkipReason
from tests.ui.app import figures, is_sound, opened, title
from tests.usage_log.figures import DATA
from ui.forms import usage_log
from ui.link import LinkContent, encode
from ui.state import Session
from ui.texts import texts

WAVES = "full-70b-waves"
T = texts("en")
WITHOUT_GPUS = b"JobID|Start|End|AllocTRES\n1|2026-01-01T00:00:00|2026-01-01T01:00:00|cpu=4\n"


def session(at) -> Session:
    return at.session_state["esep"]


def demand(at):
    return session(at).scenario.jobs[0].demand


def at_log(name: str = "", language: str = "en", example: str = WAVES):
    at = opened(s=encode(LinkContent((load_example(example),))), lang=language)
    at.sidebar.button_group(key="short.demand").set_value("log").run()
    return upload(at, name) if name else at


def upload(at, name: str):
    at.sidebar.file_uploader[0].upload(name, (DATA / name).read_bytes(), "text/plain").run()
    assert is_sound(at)
    return at


def said(at) -> str:
    return " ".join(" ".join(markdown.value for markdown in at.sidebar.markdown).split())


def table_of(at, number: int = 0):
    return at.sidebar.table[number].value


def summary(at) -> dict[str, str]:
    # a figure column of a table holds the number of its row; its printed cell is what the reader sees
    return dict(zip(table_of(at).iloc[:, 0], printed(at, 0, 1), strict=True))


def printed(at, number: int, column: int) -> list[str]:
    styler = at.sidebar.table[number].proto.arrow_data.styler
    frame = pa.ipc.open_stream(io.BytesIO(styler.display_values)).read_pandas()
    return [str(cell) for cell in frame.iloc[:, column]]


def can_take(at) -> bool:
    return not at.sidebar.button(key=usage_log.TAKE).disabled


def take(at):
    at.sidebar.button(key=usage_log.TAKE).click().run()
    assert is_sound(at)
    assert not at.error
    return at


def test_the_log_is_offered_and_nothing_changes_before_it_is_taken():
    at = at_log()
    assert is_sound(at)
    assert not at.error
    assert demand(at) == load_example(WAVES).jobs[0].demand
    assert T("log.empty") in said(at)
    assert at.sidebar.button_group(key="short.demand").value == "log"
    before = (title(at), figures(at))
    upload(at, "sample_jobs_ru.csv")
    assert (title(at), figures(at)) == before


def test_what_the_log_leaves_open_is_asked_and_nothing_else():
    at = at_log("sample_jobs_ru.csv")
    asked = {group.key for group in at.sidebar.button_group} | {box.key for box in at.sidebar.selectbox}
    assert {usage_log.BLANKS, usage_log.ZONE} <= asked
    assert usage_log.BY not in asked
    assert usage_log.BUSY not in {number.key for number in at.sidebar.number_input}
    assert not can_take(at)
    at.sidebar.toggle(key=usage_log.LEAVE_OUT_BAD).set_value(True).run()
    assert not can_take(at)
    at.sidebar.button_group(key=usage_log.BLANKS).set_value("was_running").run()
    assert can_take(at)


def test_a_job_without_an_end_runs_to_the_moment_that_is_named():
    at = at_log("sample_jobs_ru.csv")
    at.sidebar.toggle(key=usage_log.LEAVE_OUT_BAD).set_value(True).run()
    at.sidebar.button_group(key=usage_log.BLANKS).set_value("leave_out").run()
    assert summary(at)[T("log.figure.gpu_hours")] == "205.8"
    at.sidebar.button_group(key=usage_log.BLANKS).set_value("was_running").run()
    at.sidebar.text_input(key=usage_log.REPORT_MOMENT).set_value("21.04.2026 05:00").run()
    assert summary(at)[T("log.figure.gpu_hours")] == "253.8"
    assert "21 Apr 2026 05:00" in said(at)
    at.sidebar.text_input(key=usage_log.REPORT_MOMENT).set_value("some day").run()
    assert "some day" in at.sidebar.error[0].value
    at.sidebar.text_input(key=usage_log.REPORT_MOMENT).set_value("").run()
    assert not at.error


def test_every_skipped_row_has_its_reason_and_its_line():
    at = at_log("sample_jobs_ru.csv")
    reasons = list(table_of(at, 1).iloc[:, 0])
    lines = dict(zip(reasons, table_of(at, 1).iloc[:, 2], strict=True))
    assert lines[T.word(SkipReason.BAD_DATE)] == "9, 10"
    assert sum(map(int, printed(at, 1, 1))) == 9
    assert printed(at, 2, 0) == ["9", "10", "13", "14", "15"]


def test_a_log_becomes_the_demand_and_its_file_is_let_go():
    at = at_log("openb_300.csv")
    before = figures(at)
    assert summary(at)[T("log.figure.jobs")] == "262"
    assert can_take(at)
    take(at)
    taken = demand(at)
    assert taken.kind == "log"
    assert len(taken.log_levels) == 5
    assert figures(at) != before
    assert at.sidebar.file_uploader[0].value is None
    assert at.sidebar.number_input(key="short.gpus").disabled
    assert "5 months" in said(at)
    assert session(at).log_for is None


def test_another_shape_lets_the_log_go():
    at = take(at_log("openb_300.csv"))
    at.sidebar.button_group(key="short.demand").set_value("constant").run()
    assert not at.error
    assert demand(at).log_levels == ()
    assert demand(at).kind == "constant"


def test_pods_are_counted_from_creation_or_from_scheduling():
    at = at_log("sample_pods.csv")
    by_creation = summary(at)
    at.sidebar.button_group(key=usage_log.BY).set_value("scheduled").run()
    assert summary(at) != by_creation


def test_samples_count_from_the_threshold_that_is_named():
    at = at_log("sample_dcgm.json")
    assert summary(at)[T("log.figure.gpu_hours")] == "19"
    at.sidebar.number_input(key=usage_log.BUSY).set_value(20.0).run()
    assert summary(at)[T("log.figure.gpu_hours")] == "15"
    at.sidebar.number_input(key=usage_log.BUSY).set_value(0.0).run()
    assert len(at.sidebar.error) == 1
    at.sidebar.number_input(key=usage_log.BUSY).set_value(1.0).run()
    assert not at.error
    take(at)


def test_the_zone_of_a_log_counts_and_a_wrong_one_is_refused_in_words():
    at = at_log("sample_sacct.txt")
    almaty = summary(at)
    at.sidebar.selectbox(key=usage_log.ZONE).set_value("UTC").run()
    assert summary(at) != almaty
    assert T("log.ask.zone") in [box.label for box in at.sidebar.selectbox]


def test_answers_about_one_file_are_not_said_of_the_next():
    at = at_log("sample_jobs_ru.csv")
    at.sidebar.toggle(key=usage_log.LEAVE_OUT_BAD).set_value(True).run()
    at.sidebar.file_uploader[0].set_value(("pods.csv", (DATA / "sample_pods.csv").read_bytes(), "text/csv")).run()
    assert not at.sidebar.toggle(key=usage_log.LEAVE_OUT_BAD).value
    assert not can_take(at)


@pytest.mark.parametrize("language", ["ru", "kk", "en"])
@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"{}", WITHOUT_GPUS])
def test_what_is_no_log_is_refused_in_words(language, content):
    at = at_log(language=language)
    at.sidebar.file_uploader[0].upload("odd.csv", content, "text/csv").run()
    assert is_sound(at)
    assert len(at.sidebar.error) == 1
    assert usage_log.TAKE not in [button.key for button in at.sidebar.button]


def test_more_than_two_million_rows_are_refused_with_the_command_that_takes_them():
    at = at_log()
    content = b"start,end,gpus\n" + b"0,3600,1\n" * (PAGE_ROWS + 1)
    at.sidebar.file_uploader[0].upload("long.csv", content, "text/csv").run()
    refused = at.sidebar.error[0].value.replace("\\", "")
    assert "python -m calc demand LOG" in refused
    assert T.formats.number(PAGE_ROWS + 1) in refused
    assert usage_log.TAKE not in [button.key for button in at.sidebar.button]


@pytest.mark.parametrize("example", ["inference-70b", "rendering", "mixed-server"])
def test_any_kind_of_work_may_take_a_log(example):
    at = at_log("openb_300.csv", example=example)
    take(at)
    assert demand(at).kind == "log"
