"""Mistakes published elsewhere, each with the answer this model gives instead.

Numbers come from the source named in each test: vendor papers, public threads and issue trackers.
"""

from datetime import date

import numpy as np
import pytest

from calc.decision import decide, evaluate
from calc.decision.decision import SenseCheck
from calc.decision.irr import irr_roots, sign_changes
from calc.decision.series import internal_rates, net_present_value
from calc.demand.weeks import HOURS_PER_MONTH
from calc.errors import EsepError
from tests.decision.cases import verify
from tests.decision.plans import moved, plan
from tests.decision.straight_line import straight

FIVE_YEARS_HOURS = 60 * HOURS_PER_MONTH


def break_even_hours(price, rent_per_hour, own_per_hour):
    the_plan = straight(
        rent={"hourly_rate": rent_per_hour}, buy={"node_price": price}, site={"tariff_kzt_per_kwh": own_per_hour}
    )
    (use,) = decide(the_plan).break_even["utilization"].roots
    return use * FIVE_YEARS_HOURS


@pytest.mark.parametrize(("rent_per_hour", "hours"), [(98.32, 8556), (77.43, 10_891), (53.95, 15_708)])
def test_reference_break_even_hours(rent_per_hour, hours):
    # Lenovo Press LP2225, 8x H100 NVL
    assert break_even_hours(833_806, rent_per_hour, 0.87) == pytest.approx(hours, rel=2e-3)


def test_hours_times_gpus():
    # a public page is three times too high: 8 GPUs, 16 hours a day, 3.10 a GPU-hour
    hours = {"kind": "waves", "gpus": 8, "hours_per_week": 16 * 7, "weeks_on": 1, "weeks_off": 0}
    decision = decide(straight(demand=hours, rent={"hourly_rate": 3.10}, buy={"gpus_per_node": 8}))
    assert decision.rent.equivalent_monthly == pytest.approx(12_063, rel=0.01)


def test_cost_of_a_training_of_39_million_gpu_hours():
    # Lenovo Press LP2225: Llama 3.1 on H100 at 98.32 per 8-GPU hour
    the_plan = straight(
        demand={"kind": "profile", "gpus": 1000, "monthly_gpu_hours": [39.3e6 / 60]}, rent={"hourly_rate": 98.32 / 8}
    )
    assert decide(the_plan).rent.total == pytest.approx(483.0e6, rel=1e-3)


@pytest.mark.parametrize(("price", "months"), [(3500, 19.9), (4000, 22.8)])
def test_payback_of_a_workstation_at_eight_hours_a_day(price, months):
    # claimed 8 to 9 months (ai-manual.ru, RTX 5090 against a rented one)
    demand = {"kind": "waves", "gpus": 1, "hours_per_week": 56, "weeks_on": 1, "weeks_off": 0}
    site = {"active_kw_per_node": 0.45, "tariff_kzt_per_kwh": 0.15}
    the_plan = straight(demand=demand, rent={"hourly_rate": 0.79}, buy={"node_price": price}, site=site)
    assert decide(the_plan).payback_month == pytest.approx(months, rel=0.05)


@pytest.mark.parametrize(("tariff", "bill"), [(0.15, 630), (0.30, 1259)])
def test_electricity_of_ten_cards(tariff, bill):
    # claimed 300 to 500 a month for 10 cards of 575 W round the clock
    site = {"active_kw_per_node": 0.575, "tariff_kzt_per_kwh": tariff}
    decision = decide(straight(demand={"gpus": 10}, site=site))
    assert decision.buy.equivalent_monthly == pytest.approx(bill, rel=0.02)


def test_tokens_that_pay_for_a_device():
    # 2,000 for the device, 0.40 a million tokens, 168.3 tokens a second: 5 billion tokens, 344 days
    tokens_per_hour = 168.3 * 3600
    hours = break_even_hours(2000, 0.40 * tokens_per_hour / 1e6, 0)
    assert hours * tokens_per_hour == pytest.approx(5.0e9, rel=5e-3)
    assert hours / 24 == pytest.approx(344, rel=5e-3)


@pytest.mark.parametrize(("fixed_per_useful_hour", "price", "use"), [(0.40, 2.50, 0.11), (0.70, 1.10, 0.45)])
def test_crossover_follows_from_its_own_inputs(fixed_per_useful_hour, price, use):
    # claimed 50 to 65 % (technolynx, A100 owned at 70 % use)
    room = fixed_per_useful_hour * 0.7 * HOURS_PER_MONTH
    decision = decide(straight(rent={"hourly_rate": price}, site={"room_rent_kzt_per_month": room}))
    assert decision.break_even["utilization"].roots == pytest.approx([use], abs=0.02)


@pytest.mark.parametrize(("kw", "pue", "share"), [(0.5, 1, 0.127), (1.3, 1.5, 0.36)])
def test_power_is_no_four_fifths_of_owning(kw, pue, share):
    # H100 for 30,000 at 0.10 a kWh over ten years
    site = {"active_kw_per_node": kw, "pue": pue, "tariff_kzt_per_kwh": 0.10}
    decision = decide(straight(buy={"node_price": 30_000}, site=site, finance={"horizon_months": 120}))
    assert decision.buy.present_cost_by_line["energy"] / decision.buy.total == pytest.approx(share, abs=0.01)


@pytest.mark.parametrize(("use", "months"), [(1.0, 24.5), (0.7, 34.9)])
def test_a_card_pays_back_in_hours_used(use, months):
    # B200 at 50,000 against 2.80 an hour
    decision = decide(straight(demand={"utilization": use}, rent={"hourly_rate": 2.80}, buy={"node_price": 50_000}))
    assert decision.payback_month == np.ceil(months)


def test_residual_is_worth_its_present_value():
    # 30 % of 325,000 after 36 months: 97.5 thousand then, 73.3 thousand now at 10 %
    buy = {"node_price": 325_000, "residual_kind": "points", "residual_points": [[12, 0.65], [24, 0.45], [36, 0.30]]}
    decision = decide(straight(buy=buy, finance={"horizon_months": 36, "discount_rate_per_year": 0.10}))
    assert -decision.buy.present_cost_by_line["sale"] == pytest.approx(73_300, rel=0.01)
    assert decision.buy.months_by_line["sale"][-1] == pytest.approx(-97_500)


def test_one_assumption_of_staff_decides():
    # 4x A100 for 100,000, running 18,400 a year, rent 52,600 a year, staff 35,000 a year or none
    rent = {"hourly_rate": 52_600 / 12 / HOURS_PER_MONTH / 4}
    buy = {"gpus_per_node": 4, "node_price": 100_000, "staff_kzt_per_fte_month": 35_000 / 12}
    alone = straight(demand={"gpus": 4}, rent=rent, buy=buy, site={"room_rent_kzt_per_month": 18_400 / 12})
    assert decide(alone).payback_month == 36  # the first whole month after 2.92 years
    assert decide(moved(alone, buy__staff_fte=1)).payback_month is None


def test_the_saving_is_a_share_of_the_dearer_option():
    # 4.74 against 29.09 a million tokens
    the_plan = straight(rent={"hourly_rate": 29.09}, site={"tariff_kzt_per_kwh": 4.74})
    assert decide(the_plan).verdict.parameters["share"] == pytest.approx(0.837, abs=0.002)


def test_idle_cards_draw_power():
    # 7 cards idle at 270 W
    ledger = decide(straight(demand={"utilization": 0}, site={"idle_kw_per_node": 0.27})).ledger
    assert ledger.buy.it_kwh[0] == pytest.approx(197, rel=0.02)


def test_a_dollar_rent_moves_with_the_dollar_and_a_tenge_bill_does_not():
    the_plan = plan(
        demand={"gpus": 8}, site={"room_rent_kzt_per_month": 500_000}, finance={"cit_rate": 0, "vat_rate": 0}
    )
    rates = np.array([0.8, 1.0, 1.2]) * 444
    moved_by = evaluate(the_plan, **{"finance.usd_kzt": rates})
    assert moved_by.rent_present_cost / moved_by.rent_present_cost[1] == pytest.approx([0.8, 1.0, 1.2])
    assert np.abs(moved_by.buy_present_cost / moved_by.buy_present_cost[1] - 1).max() < 0.2


def test_several_rates_of_return_are_all_told():
    # numpy-financial issue 44: a last clean-up cost of 1 makes a second rate
    flows = [-1678.87, 771.96, 1814.05, 3520.30, 3552.95, 3584.99, 4789.91, -1]
    assert internal_rates(flows) == pytest.approx([-0.99979, 1.00427], abs=1e-4)
    assert sign_changes(np.array(flows)) == 2


def test_spreadsheet_and_library_differ_by_one_period():
    flows = [-1000, 500, 300, 800]
    assert net_present_value(0.08, flows) == pytest.approx(355.23, abs=0.01)
    assert net_present_value(0.08, flows, first_period=1) == pytest.approx(328.92, abs=0.01)


def test_negative_rates_are_allowed_and_a_total_loss_is_not():
    assert net_present_value(-0.05, [-100, 60, 60]) == pytest.approx(29.64, abs=0.01)
    with pytest.raises(ValueError, match="discount_rate_per_year"):
        plan(finance={"discount_rate_per_year": -1})


def test_dated_flows_have_their_rate():
    # pyxirr issue 6, dates read day first
    days = [date(2016, 1, 1), date(2016, 2, 1), date(2016, 6, 1), date(2016, 9, 1)]
    years = np.array([(day - days[0]).days / 365 for day in days])
    assert irr_roots(np.array([-100.0, 150, -100, 200]), years) == pytest.approx([63.484], rel=1e-3)


def test_payback_of_borrowed_money_says_so():
    the_plan = plan(demand={"gpus": 8}, finance={"funding": "loan"})
    decision = decide(the_plan)
    assert SenseCheck.PAYBACK_WITH_FUNDING in {message.code for message in decision.warnings}
    cash = decide(moved(the_plan, finance__funding="cash"))
    assert decision.present_cost_unlevered == pytest.approx(cash.buy.present_cost)


@pytest.mark.parametrize(
    ("rate", "kind", "months", "principal", "payment"),
    [
        (0.0, "nominal", 36, 36_000, 1000.0),
        (0.075, "nominal", 180, 200_000, 1854.02),
        (0.075, "effective", 180, 200_000, 1826.17),
    ],
)
def test_loan_payments(rate, kind, months, principal, payment):
    # numpy-financial 34 and its documentation; exonio 41
    lines = loan_lines(principal, rate, months, kind)
    assert np.add(*lines)[1:] == pytest.approx([payment] * months, abs=0.006)
    assert sum(lines[0]) == pytest.approx(principal)


@pytest.mark.parametrize("case_id", ["B01", "B02", "B03", "B04"])
def test_published_annuities(case_id):
    case = verify(case_id)
    i = case["inputs"]
    lines = loan_lines(i["pv"], 12 * i["rate"], i["n"])
    payments = np.add(*lines)[1:]
    assert payments == pytest.approx([-case["expected"]] * i["n"], rel=0, abs=case["tolerance"])


def loan_lines(principal, rate, months, kind="nominal"):
    """Principal and interest by month of a purchase that is all borrowed."""
    finance = {
        "funding": "loan",
        "loan_share": 1,
        "loan_rate_per_year": rate,
        "loan_rate_kind": kind,
        "loan_months": months,
        "horizon_months": months,
    }
    lines = decide(straight(buy={"node_price": principal}, finance=finance)).buy.months_by_line
    return lines["loan_principal"], lines.get("loan_interest", (0.0,) * (months + 1))


def test_lease_principal_with_its_buyout_is_the_amount_financed():
    finance = {
        "funding": "lease",
        "lease_buyout_share": 0.15,
        "lease_months": 24,
        "horizon_months": 36,
    }
    lines = decide(straight(buy={"node_price": 100_000}, finance=finance)).buy.months_by_line
    assert sum(lines["lease_principal"]) == pytest.approx(100_000, abs=0.01)


@pytest.mark.parametrize("fault", [{"usd_kzt": 0}, {"discount_rate_per_year": 77.77}, {"discount_rate_per_year": 15}])
def test_impossible_rates_are_refused(fault):
    with pytest.raises(ValueError, match=next(iter(fault))):
        plan(finance=fault)


def test_an_unknown_override_is_refused():
    with pytest.raises(EsepError):
        evaluate(plan(), **{"finance.price_of_gold": np.ones(2)})
