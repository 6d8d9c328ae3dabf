"""Budget years add up to the plan and agree with the golden years."""

import pytest

from calc.decision import decide
from calc.decision.budget_year import BudgetYear
from calc.decision.calendar import by_year, difference
from tests.decision.cases import golden
from tests.decision.plans import moved, plan

PARTS = ("capital", "operating", "funding", "vat", "income_tax")


@pytest.mark.parametrize("name", sorted(golden()))
def test_years_reconcile(name):
    scenario = golden()[name]
    the_plan, expected = plan(scenario["scenario"]), scenario["expected"]
    decision = decide(the_plan)
    tables = {}
    for branch in ("rent", "buy"):
        value, flows = getattr(decision, branch), getattr(decision.ledger, branch)
        years = tables[branch] = by_year(the_plan, value, flows)
        assert [year.year for year in years] == list(range(1, len(years) + 1))
        assert years[0].first_month == 1
        assert years[-1].last_month == the_plan.finance.horizon_months
        assert sum(year.cash_out for year in years) == pytest.approx(value.total, rel=1e-9, abs=1e-3)
        for year in years:
            assert sum(getattr(year, part) for part in PARTS) == pytest.approx(year.cash_out, rel=1e-9, abs=1e-3)
        for year, wanted in zip(years, expected[branch]["tax_years"], strict=True):
            assert (year.first_month, year.last_month) == (wanted["first_month"], wanted["last_month"])
            assert year.depreciation_kzt == pytest.approx(wanted["depreciation"], abs=0.5)
            assert year.result_kzt == pytest.approx(wanted["result"], abs=0.5)
        if the_plan.finance.first_tax_year_months == 12:
            for line, amounts in expected[branch]["lines"].items():
                total = sum(amounts["years"])
                assert sum(value.months_by_line[line]) == pytest.approx(total, rel=1e-9, abs=0.5)
    saved = difference(tables["rent"], tables["buy"])
    assert sum(year.cash_out for year in saved) == pytest.approx(sum(decision.saving_monthly), rel=1e-9, abs=1e-3)


def test_years_take_the_names_of_the_calendar():
    the_plan = moved(plan(golden()["05_kz_8xh100_full"]["scenario"]), finance__start="2027-04")
    the_plan = moved(the_plan, finance__first_tax_year_months=9)
    decision = decide(the_plan)
    years = by_year(the_plan, decision.buy, decision.ledger.buy)
    assert [(year.year, year.first_month, year.last_month) for year in years] == [
        (2027, 1, 9),
        (2028, 10, 21),
        (2029, 22, 33),
        (2030, 34, 45),
        (2031, 46, 48),
    ]
    # the deposit of month 0 is in the first year, the resale in the last
    assert years[0].capital > 0 > years[-1].capital
    assert isinstance(years[0], BudgetYear)


def test_the_decision_carries_its_budget_years():
    decision = decide(plan(golden()["05_kz_8xh100_full"]["scenario"]))
    years = decision.by_calendar_year
    assert set(years) == {"rent", "buy", "difference"}
    for branch in ("rent", "buy"):
        table = getattr(decision.ledger, branch).tax_years
        for k, year in enumerate(years[branch]):
            assert year.profit_after_tax_kzt == pytest.approx(float(table.result[k] - table.tax[k]))
    for rent, buy, saved in zip(*years.values(), strict=True):
        assert saved.cash_out == pytest.approx(rent.cash_out - buy.cash_out)


def test_a_branch_without_any_cost_has_its_years_too():
    free = plan(rent={"hourly_rate": 0}, finance={"cit_rate": 0, "vat_rate": 0})
    years = decide(free).by_calendar_year["rent"]
    assert [year.cash_out for year in years] == [0, 0, 0]
