"""The fit page prints the figures of the reckoning."""

from dataclasses import replace

import pytest

from calc.answer import reckon
from calc.choices import Checkpointing, Verdict
from calc.memory import fit_table, size
from calc.speed import time_job
from data.catalogue import load_edition
from data.examples import EXAMPLES, load_example
from data.resolve import resolve
from data.scenario import Scenario
from tests.ui_pages.pages import charts, frame, open_app, tables, title, visit
from ui.sections.fit_nodes import nodes_of, room_gib
from ui.texts import texts

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


def test_every_card_that_fits_has_its_hours_and_the_cheapest_stands_first():
    scenario = load_example("full-8b")
    job = reckon(resolve(scenario)).plan.jobs[0]
    gpus = list(load_edition().gpus.values())
    able = [row.gpu_id for row in fit_table(job, gpus) if row.footprint.verdict is not Verdict.DOES_NOT_FIT]
    app = visit(open_app([scenario], "en"), "fit")
    runs = [table for table in tables(app) if "Hours" in table.columns]
    assert sum(len(table) for table in runs) == len(able)
    costs = [cost for cost in runs[0].iloc[:, 3] if cost != "–"]
    numbers = [float(cost.replace(",", "")) for cost in costs]
    assert numbers == sorted(numbers)
    first = next(gpu for gpu in gpus if gpu.name in runs[0].iloc[0, 0])
    hours = time_job(replace(job, gpu=first)).hours_per_run
    assert hours is not None
    assert runs[0].iloc[0, 2] == T.formats.hours_decimal(hours.mid)


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
    before = title(several)
    several.pills(key="fit-job").set_value(1).run()
    assert not several.exception
    assert title(several) != before


@pytest.mark.parametrize("example", EXAMPLES)
def test_cards_stand_in_the_order_of_their_verdicts(example: str):
    scenario = load_example(example)
    verdicts = [node.row.footprint.verdict for node in nodes_of(scenario, reckon(resolve(scenario)), 0)]
    order = {Verdict.FITS: 0, Verdict.TIGHT: 1, Verdict.DOES_NOT_FIT: 2}
    assert [order[verdict] for verdict in verdicts] == sorted(order[verdict] for verdict in verdicts)
