"""Demand in the panel: a year by week, months, seasons, plans of runs and several jobs, none of them dead."""

import pytest

from calc.choices import DemandKind
from data.examples import load_example
from tests.ui.app import figures, is_sound, opened
from ui.forms.list_editor import with_edits
from ui.link import LinkContent, encode
from ui.texts import texts

WAVES, QLORA = "full-70b-waves", "qlora-8b-kazakh"


def at_example(example: str):
    return opened(s=encode(LinkContent((load_example(example),))), lang="en")


def scenario(at):
    return at.session_state["esep"].scenario


def demand(at, job: int = 0):
    return scenario(at).jobs[job].demand


def shape(at, name: str):
    at.sidebar.button_group(key="short.demand").set_value(name).run()
    assert is_sound(at)
    assert not at.error
    return at


def open_popover(at, key: str):
    at.session_state[key] = True
    return at.run()


def chart(at):
    (found,) = at.sidebar.get("vega_lite_chart")
    return found


def test_a_year_by_week_starts_as_the_demand_before_was():
    at = shape(at_example(WAVES), "weekly")
    now, before = demand(at), load_example(WAVES).jobs[0].demand
    assert now.kind is DemandKind.WEEKLY
    on = [week % (before.weeks_on + before.weeks_off) < before.weeks_on for week in range(52)]
    assert now.weekly_gpus == tuple(pytest.approx(before.gpus if busy else 0) for busy in on)
    assert now.weekly_hours == ()  # as many as a week has


def test_a_year_by_week_keeps_the_peak_and_the_hours_of_shorter_waves():
    at = at_example(WAVES)
    at.sidebar.number_input(key="short.jobs.0.demand.hours_per_week").set_value(84.0).run()
    now = demand(shape(at, "weekly"))
    assert set(now.weekly_gpus) == {0, load_example(WAVES).jobs[0].demand.gpus}
    assert {hours for gpus, hours in zip(now.weekly_gpus, now.weekly_hours, strict=True) if gpus} == {84}


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ({}, {"a": [1, 2, 3], "b": [168, 84, 1]}),
        ({1: {"a": 7}, 2: {"b": 9}}, {"a": [1, 7, 3], "b": [168, 84, 9]}),
        ({0: {"a": None}, 1: {"b": None}}, {"a": [0, 2, 3], "b": [168, 168, 1]}),
        ({2: {}}, {"a": [1, 2, 3], "b": [168, 84, 1]}),
    ],
)
def test_edits_are_put_over_the_base(edits, expected):
    assert with_edits({"a": [1.0, 2.0, 3.0], "b": [168.0, 84.0, 1.0]}, edits, {"a": 0, "b": 168}) == expected


@pytest.mark.parametrize(("name", "key"), [("weekly", "weekly_gpus"), ("profile", "monthly_gpu_hours")])
def test_a_list_has_an_editor_with_a_row_for_each_week_or_month(name, key):
    at = shape(at_example(WAVES), name)
    rows = len(getattr(demand(at), key))
    (editor,) = at.sidebar.data_editor
    assert len(editor.value) == rows
    assert list(editor.value.iloc[:, 1]) == list(getattr(demand(at), key))


def test_a_year_is_drawn_and_follows_the_demand():
    at = at_example(WAVES)
    first = chart(at).proto.SerializeToString()
    at.sidebar.number_input(key="short.gpus").set_value(16).run()
    second = chart(at).proto.SerializeToString()
    assert first != second
    shape(at, "constant")
    assert chart(at).proto.SerializeToString() not in (first, second)


def test_seasons_change_the_answer_and_can_be_taken_back():
    at = open_popover(at_example(WAVES), "seasons")
    at.sidebar.toggle(key="short.seasons").set_value(True)
    open_popover(at, "seasons")
    assert demand(at).seasonality == (1,) * 12
    assert len(at.sidebar.data_editor) == 1
    at.sidebar.toggle(key="short.seasons").set_value(False)
    open_popover(at, "seasons")
    assert demand(at).seasonality == ()


def test_growth_is_not_dead():
    at = open_popover(at_example(WAVES), "seasons")
    before = figures(at)
    at.sidebar.number_input(key="short.jobs.0.demand.growth_per_year").set_value(30.0).run()
    assert demand(at).growth_per_year == 0.3
    assert figures(at) != before


def test_a_plan_of_runs_starts_with_the_runs_of_a_month():
    at = at_example(QLORA)
    assert demand(at).kind is DemandKind.RUNS
    before = figures(at)
    at.sidebar.toggle(key="short.planned").set_value(True).run()
    assert demand(at).runs_by_month == (load_example(QLORA).jobs[0].demand.runs_per_month,) * 12
    assert figures(at) == before
    assert len(at.sidebar.data_editor) == 1
    at.sidebar.toggle(key="short.planned").set_value(False).run()
    assert demand(at).runs_by_month == ()


def test_work_is_added_edited_and_taken_away():
    at = at_example(WAVES)
    alone = figures(at)
    at.sidebar.button(key="job.add").click().run()
    assert is_sound(at)
    assert len(scenario(at).jobs) == 2
    assert at.sidebar.button_group(key="job").value == 1
    assert figures(at) != alone
    together = figures(at)
    at.sidebar.number_input(key="short.jobs.1.demand.first_week").set_value(4).run()
    assert demand(at, 1).first_week == 4
    assert demand(at, 0).first_week == load_example(WAVES).jobs[0].demand.first_week
    assert figures(at) != together
    assert texts("en")("form.year_others") in " ".join(markdown.value for markdown in at.sidebar.markdown)
    at.sidebar.button(key="job.remove").click().run()
    assert scenario(at).jobs == load_example(WAVES).jobs
    assert figures(at) == alone


def test_at_most_six_jobs():
    at = at_example(WAVES)
    for _ in range(5):
        at.sidebar.button(key="job.add").click().run()
    assert is_sound(at)
    assert len(scenario(at).jobs) == 6
    assert "job.add" not in [button.key for button in at.sidebar.button]


@pytest.mark.parametrize("language", ["ru", "kk", "en"])
@pytest.mark.parametrize("name", ["waves", "working_hours", "constant", "profile", "weekly", "runs", "log"])
def test_every_shape_is_drawn_in_every_language(language, name):
    at = opened(s=encode(LinkContent((load_example(WAVES),))), lang=language)
    shape(at, name)
    assert len(at.sidebar.get("vega_lite_chart")) == 1


@pytest.mark.parametrize("name", ["working_hours", "constant", "profile", "runs"])
def test_a_year_by_week_starts_with_the_cost_of_any_shape(name):
    at = shape(at_example(WAVES), name)
    before = figures(at)
    shape(at, "weekly")
    assert [metric.split()[0] for metric in figures(at)] == [metric.split()[0] for metric in before]
