"""The method page: its errors are those of its rows, its sums those of the decision."""

import csv
from io import StringIO

import pytest

from calc.answer import reckon
from calc.choices import Branch
from calc.cost import LEDGER_LINES, records_of
from calc.rules_of_thumb import Rule
from data.examples import EXAMPLES, load_example
from data.price_book import provenance
from data.resolve import resolve
from tests.ui_pages.pages import charts, frame, open_app, tables, title, visit
from ui.formulas import figure, words
from ui.measured import Measured, errors_of, measured_memory, measured_speeds, noise_floor, on_cards, within
from ui.sections.method_claims import recomputed_claims
from ui.sections.method_measured import measured_csv
from ui.texts import LANGUAGES, texts

T = texts("en")


def test_errors_are_those_of_the_rows_shown():
    app = visit(open_app([load_example("full-8b")], "en"), "method")
    drawn = {"method.measured.within_memory": on_cards(measured_memory()), "method.measured.within": measured_speeds()}
    for chart, (key, rows) in zip(charts(app), drawn.items(), strict=True):
        points = frame(chart, "points")
        assert len(points) == len(rows)
        errors = (points["y"] / points["x"] - 1).abs()
        assert T.formats.percent(errors.median()) in title(app)
        near = int((errors <= 0.1).sum())
        assert near == within(rows, 0.1)
        assert any(head.value == T(key, near=near, total=len(rows)) for head in app.header)


def test_every_row_is_in_a_group_and_held_out_ones_stand_apart():
    app = visit(open_app([load_example("full-8b")], "en"), "method")
    for shown, rows in zip(tables(app)[:2], (measured_memory(), measured_speeds()), strict=True):
        counts = [int(cell) for cell in shown[T("method.column.rows")]]
        assert sum(counts) == len(rows)
        seen = shown.get(T("method.column.sample"), [T("method.sample.built_on")] * len(counts))
        held_out = [T("method.sample.held_out") in cell for cell in seen]
        unseen = sum(count for count, held in zip(counts, held_out, strict=True) if held)
        assert unseen == sum(row.held_out for row in rows)


def test_the_worst_rows_and_the_noise_floor_are_named():
    app = visit(open_app([load_example("full-8b")], "en"), "method")
    said = " ".join(str(text.value) for text in app.markdown)
    for rows in (on_cards(measured_memory()), measured_speeds()):
        worst = max(rows, key=lambda row: abs(row.error))
        assert T.formats.percent(worst.error, signed=True) in said
    assert noise_floor() == ["20.2 GB", "22.3 GB", "24.1 GB"]
    assert all(one in said for one in noise_floor())


def test_every_row_can_be_taken_away():
    rows = measured_speeds()
    read = list(csv.DictReader(StringIO(measured_csv(rows).decode("utf-8-sig"))))
    assert len(read) == len(rows)
    assert [float(one["measured"]) for one in read] == [row.measured for row in rows]
    assert sum(bool(one["remark"]) for one in read) == sum(bool(row.remark) for row in rows)


def test_nine_of_ten_and_the_median():
    rows = [
        Measured(str(n), rows_kind, "place path", "2026", 100.0, 100.0 + n) for n, rows_kind in enumerate(["full"] * 11)
    ]
    found = errors_of(rows)
    assert found.median == pytest.approx(0.05)
    assert found.ninety_within == pytest.approx(0.09)
    assert found.worst.what == "10"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_record_of_the_ledger_has_words(language: str):
    t = texts(language)
    for line in LEDGER_LINES:
        keys = [f"driver.{quantity.__name__}" for quantity in line.quantities]
        keys += [f"window.{line.window.__name__}", f"method.vat.{line.vat.name.lower()}"]
        keys += [f"method.tax.{line.tax.name.lower()}"]
        assert [key for key in keys if not t.has(key)] == []
        assert all(t.name(price) for price in line.prices)


@pytest.mark.parametrize("example", EXAMPLES)
def test_lines_in_force_are_those_that_cost_something(example: str):
    answer = reckon(resolve(load_example(example)))
    for branch, value in ((Branch.RENT, answer.decision.rent), (Branch.BUY, answer.decision.buy)):
        stated = {str(line.id) for line in records_of(answer.plan) if line.branch is branch}
        paid = {line for line, cost in value.present_cost_by_line.items() if cost}
        assert paid - stated <= {"vat_paid", "vat_recovered", "income_tax"}


def test_lines_are_drawn_with_the_figures_of_the_decision():
    scenario = load_example("full-70b-waves")
    app = visit(open_app([scenario], "en"), "method")
    before = len(tables(app))
    app.session_state["method-lines-buy"] = True
    app.run()
    assert not app.exception
    shown = tables(app)
    assert len(shown) == before + 1
    lines = next(one for one in shown if T("method.lines.column.product") in one.columns)
    assert T.line("equipment") in set(lines[T("method.lines.column.line")])
    assert any("PUE" in cell for cell in lines[T("method.lines.column.product")])


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_origin_is_a_row_and_guesses_are_marked(example: str):
    scenario = load_example(example)
    app = visit(open_app([scenario], "en"), "method")
    shown = next(one for one in tables(app) if T("method.sources.column.mark") in one.columns)
    origins = provenance(scenario)
    assert len(shown) == len(origins)
    marks = shown[T("method.sources.column.mark")]
    for origin, mark in zip(origins, marks, strict=True):
        assert (T("method.sources.fact") == mark) <= (not origin.assumption and not origin.old)


def test_claims_show_what_the_model_gives():
    app = visit(open_app([load_example("full-8b")], "en"), "method")
    found = recomputed_claims()
    shown = [one for one in tables(app) if T("method.claims.column.why") in one.columns]
    assert sum(len(one) for one in shown) == len(found)
    agree = sum(one.difference_share is not None and abs(one.difference_share) <= 0.005 for one in found)
    assert any(head.value == T("method.claims.title", agree=agree, total=len(found)) for head in app.header)


def test_figures_in_formulas_are_safe_for_katex():
    assert figure("1\u202f200,5") == r"1\,200{,}5"
    assert figure("16\u00a0%") == r"16\,\%"
    assert words("a_b") == r"\text{a\_b}"


def test_formulas_hold_the_readers_numbers():
    scenario = load_example("full-8b")
    answer = reckon(resolve(scenario))
    app = visit(open_app([scenario], "en"), "method")
    written = " ".join(str(one.value) for one in app.latex)
    money = T.formats.money(answer.decision.buy.present_cost, answer.decision.currency)
    assert figure(money) in written
    assert figure(T.formats.number(answer.footprints[0].device_gib.mid, 1)) in written
    hours = answer.throughputs[0].hours_per_run
    assert hours is not None
    assert figure(T.formats.hours_decimal(hours.mid)) in written


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_thumb_is_a_row_with_its_figures(language: str):
    t = texts(language)
    app = visit(open_app([load_example("full-70b-waves")], language), "method")
    shown = [one for one in tables(app) if t("method.rules.column.finding") in one.columns]
    said = [cell for one in shown for cell in one[t("method.rules.column.finding")]]
    assert len(said) == len(Rule)
    assert all(any(sign.isdigit() for sign in cell) for cell in said)
    quotes = [cell for one in shown for cell in one[t("method.rules.column.rule")]]
    assert quotes == [t.word(rule) for rule in Rule]
