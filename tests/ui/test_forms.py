"""Forms hold every field of a scenario, read what is typed, and know what matters."""

import pytest

from calc.choices import Currency
from data.default_edition import load_defaults
from data.examples import EXAMPLES, load_example
from data.scenario import Scenario, read_scenario
from ui.draft import draft_of, edited, full_path, read
from ui.forms.demand_shapes import DemandShape, shape_of, shapes_for, values_of
from ui.forms.fields import GROUPS, FieldKind, field_at, fields_of, group_fields
from ui.forms.relevance import CONDITIONS, matters
from ui.forms.widgets import table_of, table_text
from ui.quotes import Quote, Quoted, has_quotes, with_quote, without_quotes

KINDS = ("training", "inference", "rendering", "given")


@pytest.mark.parametrize("kind", KINDS)
def test_the_panel_holds_every_field_of_the_scenario_once(kind):
    edition = load_defaults()
    parts = {
        **edition.parts,
        "workload": edition.workloads[kind],
        "parallel": edition.parallel,
        "demand": edition.demand,
    }
    expected = {f"{part}.{name}" for part, names in parts.items() for name in names} | {"workload.kind"}
    shown = [field.path for group in GROUPS for field in group_fields(group, kind)]
    assert len(shown) == len(set(shown))
    assert set(shown) == expected


def test_fields_know_their_kinds_and_units():
    assert field_at("rent.hourly_rate").kind is FieldKind.NUMBER
    assert field_at("finance.vat_rate").factor == 100
    assert field_at("buy.failures_per_gpu_year").factor == 1
    assert field_at("rent.price_path").width == 2
    assert field_at("demand.monthly_gpu_hours").width == 1
    assert None in field_at("workload.states", "training").choices
    assert field_at("workload.model", "inference").kind is FieldKind.CATALOGUE
    with pytest.raises(KeyError):
        field_at("rent.nothing")


def test_conditions_name_real_fields_and_real_choices():
    known = {
        field.path: field for part in GROUPS.values() for one in part if one != "workload" for field in fields_of(one)
    }
    known |= {field.path: field for field in fields_of("workload", "training")}
    for path, (decider, ids) in CONDITIONS.items():
        assert path in known
        assert ids <= {str(choice) for choice in known[decider].choices}, path


def test_a_field_matters_only_where_it_changes_something():
    draft = draft_of(load_example("full-70b-waves"))
    assert matters("demand.weeks_on", draft, 0)
    assert not matters("demand.runs_per_month", draft, 0)
    assert not matters("finance.loan_months", draft, 0)
    assert matters("finance.loan_months", edited(draft, {"finance.funding": "loan"}), 0)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_edited_draft_reads_back_and_leaves_the_original_alone(example):
    scenario = load_example(example)
    draft = draft_of(scenario)
    assert read_scenario(draft) == scenario
    changed = edited(draft, {"rent.hourly_rate": 9.5, full_path("demand.scale", 0): 2})
    assert read(draft, "rent.hourly_rate") == scenario.rent.hourly_rate
    assert read(changed, "rent.hourly_rate") == 9.5
    assert read(changed, "jobs.0.demand.scale") == 2


def test_a_new_kind_of_work_starts_from_its_defaults():
    draft = edited(draft_of(load_example("qlora-8b-kazakh")), {"jobs.0.workload.kind": "rendering"})
    assert read_scenario(draft).jobs[0].workload.frames_per_month == 3000


def test_the_month_of_the_start_decides_the_first_tax_year():
    scenario = read_scenario(edited(draft_of(load_example("full-70b-waves")), {"finance.start": "2027-04"}))
    assert scenario.finance.first_tax_year_months == 9


@pytest.mark.parametrize(
    ("text", "width", "rows"),
    [
        ("12: 0.65; 24: 0,45", 2, [[12.0, 0.65], [24.0, 0.45]]),
        ("100; 200.5;0", 1, [100.0, 200.5, 0.0]),
        ("", 2, []),
        ("twelve: 1", 2, "twelve: 1"),
    ],
)
def test_tables_are_read_as_typed(text, width, rows):
    assert table_of(text, width) == rows


@pytest.mark.parametrize("rows", [[[12, 0.65], [24, 0.45]], [100, 200.5], []])
def test_tables_are_printed_as_they_are_read(rows):
    assert table_of(table_text(rows), 2 if rows and isinstance(rows[0], list) else 1) == rows


@pytest.mark.parametrize("shape", DemandShape)
def test_a_shape_of_demand_is_recognised_from_its_own_values(shape):
    demand = Scenario().model_dump(mode="json")["jobs"][0]["demand"] | values_of(shape, 8)
    assert shape_of(demand) is shape


def test_only_work_that_ends_is_counted_in_runs():
    assert DemandShape.RUNS in shapes_for("training")
    assert DemandShape.RUNS not in shapes_for("inference")


@pytest.mark.parametrize("what", Quoted)
def test_a_scenario_without_its_quotes_says_nothing_of_them(what):
    scenario = load_example("full-70b-waves")
    quoted = with_quote(scenario, Quote(what, 4321.0, Currency.KZT, True, "2026-11-20", "Cloud"))
    assert has_quotes(quoted)
    clean = without_quotes(quoted)
    assert not has_quotes(clean)
    dump = clean.model_dump_json()
    assert "Cloud" not in dump
    assert "4321" not in dump
    assert read_scenario(clean.model_dump(mode="json")) == clean
