"""The fit page prints the figures of the reckoning."""

import pytest

from calc.answer import reckon
from calc.choices import Checkpointing, Compute, Verdict
from calc.memory import size
from calc.speed import SpeedReport
from data.catalogue import load_edition
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from data.scenario import Scenario
from tests.ui_pages.pages import charts, frame, open_app, tables, title, visit
from ui.measured import errors_of, measured_memory, on_cards
from ui.sections.fit_nodes import nodes_of, room_gib
from ui.sections.fit_report import report_of
from ui.texts import LANGUAGES, texts

T = texts("en")


def with_workload(scenario: Scenario, **update: object) -> Scenario:
    job = scenario.jobs[0]
    changed = job.model_copy(update={"workload": job.workload.model_copy(update=update)})
    return scenario.model_copy(update={"jobs": (changed, *scenario.jobs[1:])})


def test_title_and_paragraph_are_those_of_the_footprint():
    scenario = load_example("full-8b")
    answer = reckon(resolve(scenario))
    footprint = answer.footprints[0]
    app = visit(open_app([scenario], "en"), "fit")
    free = footprint.usable_gib - footprint.device_gib.high
    assert T.formats.gib(free) in title(app)
    assert "8 × H100 SXM" in title(app)
    hours = answer.throughputs[0].hours_per_run
    assert hours is not None
    assert any(T.formats.hours(hours.mid) in str(text.value) for text in app.markdown)


def test_parts_of_a_bar_add_up_to_the_middle_of_the_band():
    scenario = load_example("full-8b")
    footprint = reckon(resolve(scenario)).footprints[0]
    app = visit(open_app([scenario], "en"), "fit")
    parts = frame(charts(app)[0], "parts")
    own = parts[parts["name"] == "8 × H100 SXM"]
    assert own["end"].max() == pytest.approx(footprint.device_gib.mid, rel=1e-6)
    assert (own["end"] >= own["start"]).all()


def report_on(scenario: Scenario, job: int = 0) -> SpeedReport:
    answer = reckon(resolve(scenario))
    return report_of(scenario, answer, job)


def test_every_run_has_its_hours_and_the_cheapest_stands_first():
    scenario = load_example("full-8b")
    rows = report_on(scenario).runs.rows
    app = visit(open_app([scenario], "en"), "fit")
    runs = [table for table in tables(app) if "Hours" in table.columns]
    assert sum(len(table) for table in runs) == len(rows)
    costs = [cost for cost in runs[0].iloc[:, 3] if cost != "–"]
    numbers = [float(cost.replace(",", "")) for cost in costs]
    assert numbers == sorted(numbers)
    assert load_edition().gpu(rows[0].gpu_id).name in runs[0].iloc[0, 0]
    hours = rows[0].throughput.hours_per_run
    assert hours is not None
    assert runs[0].iloc[0, 2] == T.formats.hours_decimal(hours.mid)
    in_fp8 = sum(row.compute is Compute.FP8 for row in rows)
    assert sum(", FP8" in cell for table in runs for cell in table.iloc[:, 0]) == in_fp8 > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_text_costs_less_with_a_kazakh_tokenizer(language: str):
    scenario, t = load_example("qlora-8b-kazakh"), texts(language)
    count = report_on(scenario).tokens
    assert count is not None
    assert count.times_as_many > 2
    app = visit(open_app([scenario], language), "fit")
    times = t.formats.significant(count.times_as_many, 2)
    assert any(head.value == t("fit.tokens.title", times=times) for head in app.header)
    shown = next(table for table in tables(app) if t("fit.tokens.column.per_word") in table.columns)
    assert list(shown[t("fit.tokens.column.tokens")]) == [
        t.formats.tokens(count.tokens),
        t.formats.tokens(count.thriftiest_tokens),
    ]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_node_is_listed_with_a_reason_for_every_figure(example: str):
    scenario = load_example(example)
    report = report_on(scenario)
    app = visit(open_app([scenario], "en"), "fit")
    said = " ".join(str(text.value) for text in app.markdown)
    assert all(T.message(reason) in said for reason in report.host.reasons)
    assert T.formats.percent(errors_of(on_cards(measured_memory())).median) in said


def test_a_job_that_does_not_fit_says_by_how_much_and_what_would_help():
    scenario = with_workload(load_example("full-8b"), micro_batch_size=64, gradient_checkpointing=Checkpointing.NONE)
    footprint = size(resolve(scenario).jobs[0])
    assert footprint.verdict is Verdict.DOES_NOT_FIT
    app = visit(open_app([scenario], "en"), "fit")
    assert "Does not fit" in title(app) or "does not fit" in title(app)
    assert T.formats.gib(-room_gib(footprint)) in title(app)
    shown = [str(text.value) for text in app.markdown]
    for suggestion in footprint.suggestions[:5]:
        assert any(T.message(suggestion) in text for text in shown)


def test_work_without_stated_memory_has_no_memory_chart():
    scenario = Scenario()
    app = visit(open_app([scenario], "en"), "fit")
    assert title(app) == T("fit.title.not_stated")
    assert not charts(app)


def test_a_job_is_chosen_only_where_there_are_several():
    one = visit(open_app([load_example("full-8b")], "ru"), "fit")
    assert not [pills for pills in one.pills if pills.key == "fit-job"]
    several = visit(open_app([load_example("mixed-server")], "ru"), "fit")
    assert "8 × H100 SXM" in title(several).replace("\u00a0", " ")
    chosen, need = several.pills(key="fit-job"), [str(text.value) for text in several.markdown if "ГиБ**" in text.value]
    panel = next(pills for pills in several.sidebar.pills if pills.key == "job")
    assert chosen.options == panel.options, "one name of a job on every page"
    before = title(several)
    chosen.set_value(1).run()
    assert not several.exception
    assert title(several) == before, "the title is about all jobs"
    assert [str(text.value) for text in several.markdown if "ГиБ**" in text.value] != need


@pytest.mark.parametrize("example", EXAMPLES)
def test_cards_stand_in_the_order_of_their_verdicts(example: str):
    scenario = load_example(example)
    verdicts = [node.row.footprint.verdict for node in nodes_of(scenario, reckon(resolve(scenario)), 0)]
    order = {Verdict.FITS: 0, Verdict.TIGHT: 1, Verdict.DOES_NOT_FIT: 2}
    assert [order[verdict] for verdict in verdicts] == sorted(order[verdict] for verdict in verdicts)


@pytest.mark.parametrize("example", ["mixed-server", "inference-70b", "full-8b"])
def test_cards_without_a_price_stand_last_and_the_page_says_so(example: str):
    app = visit(open_app([load_example(example)], "en"), "fit")
    runs = [table for table in tables(app) if "Hours" in table.columns and len(table.columns) > 5]
    costs = [cost for table in runs for cost in table.iloc[:, 3]]
    assert "–" in costs
    assert sorted(costs, key=lambda cost: cost == "–") == costs
    assert any(T("fit.runs.unpriced") in str(text.value) for text in app.markdown)


def test_a_job_that_does_not_fit_among_several_is_the_one_in_the_title():
    scenario = load_example("mixed-server")
    tuned = scenario.jobs[1]
    large = tuned.model_copy(update={"workload": tuned.workload.model_copy(update={"micro_batch_size": 512})})
    app = visit(open_app([scenario.model_copy(update={"jobs": (scenario.jobs[0], large)})], "en"), "fit")
    assert title(app).startswith(T("fit.work.training"))
    assert "does not fit" in title(app).lower()


def test_hours_booked_for_eight_runs_are_said_beside_the_hours_of_one():
    waves = load_example("full-70b-waves")
    assert not visit(open_app([waves], "en"), "fit").warning
    app = visit(open_app([with_workload(waves, train_tokens=1e9)], "en"), "fit")
    assert "2,688" in app.warning[0].value.replace("\u202f", ",")
    assert "8 runs" in app.warning[0].value
