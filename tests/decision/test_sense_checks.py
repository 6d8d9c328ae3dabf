"""Each sense check fires on its own fault with its figure, and a sound plan has none."""

import pytest

from calc.choices import Branch
from calc.decision import decide
from calc.decision.decision import DecisionCode, SenseCheck
from calc.errors import EsepError
from tests.decision.cases import golden
from tests.decision.plans import moved, plan

SOUND = {
    "demand": {"gpus": 8, "utilization": 0.6},
    "buy": {"residual_kind": "points"},
    "finance": {"vat_recovery_months_capex": 3},
}
WAVES = {"kind": "waves", "gpus": 8, "weeks_on": 2, "weeks_off": 11}

FAULTS = [
    ({"demand__scale": 2}, SenseCheck.MORE_HOURS_THAN_MONTH, {"monthly_hours": 876}),
    ({"buy__lead_months": 3, "buy__gap_mode": "none"}, SenseCheck.UNEQUAL_SERVICE_IN_GAP, {"gap_months": 3}),
    ({"buy__availability": 0.5}, SenseCheck.SHORTFALL_RENTED, {"shortfall_share": 0.5}),
    ({"demand__utilization": 0}, SenseCheck.NO_USE, {}),
    ({"buy__residual_scale": 4}, SenseCheck.RESIDUAL_ABOVE_PRICE, {"residual_share": 1.2, "age_months": 36}),
    ({"buy__refresh_every_months": 12}, SenseCheck.REFRESH_WITHIN_HORIZON, {"refreshes": 2}),
    ({"finance__horizon_months": 72}, SenseCheck.KEPT_BEYOND_FIVE_YEARS, {"age_months": 72}),
    ({"finance__vat_recovery_months_capex": 0}, SenseCheck.SALE_BEFORE_FIVE_YEARS, {"age_months": 36}),
    ({"site__active_kw_per_node": 20}, SenseCheck.POWER_ABOVE_GPUS, {"node_kw": 20, "most_kw": 10.4}),
    (
        {"site__active_kw_per_node": 0.3, "site__idle_kw_per_node": 0.3},
        SenseCheck.POWER_BELOW_GPUS,
        {"node_kw": 0.3, "least_kw": 0.448},
    ),
    ({"site__idle_kw_per_node": 0}, SenseCheck.IDLE_POWER_BELOW_GPUS, {"node_kw": 0}),
    (
        {"finance__discount_rate_per_year": 1.5},
        SenseCheck.RATE_ABOVE_ONE,
        {"field": "finance.discount_rate_per_year", "rate_share": 1.5},
    ),
    (
        {"rent__mode": "committed_1y", "rent__committed_1y_rate": 3.6},
        SenseCheck.COMMITMENT_DEARER_THAN_HOURLY,
        {"committed_rate": 3.6, "hourly_rate": 3.5},
    ),
    ({"buy__purchase": "import_offset"}, SenseCheck.SALE_BEFORE_FIVE_YEARS, {"age_months": 36}),
    (
        {"rent__mode": "monthly", "rent__monthly_rate": 720 * 3.5},
        SenseCheck.MONTHLY_RATE_OF_OTHER_HOURS,
        {"monthly_hours": 720},
    ),
    (
        {"rent__mode": "monthly", "rent__monthly_rate": 744 * 3.5},
        SenseCheck.MONTHLY_RATE_OF_OTHER_HOURS,
        {"monthly_hours": 744},
    ),
    (
        {"site__cooling": "tariff", "site__cooling_tariff_kzt_per_kwh": 51.9},
        SenseCheck.COOLING_BY_TARIFF,
        {"equal_pue": 2.5},
    ),
    (
        {"finance__discount_rate_per_year": 0.0015},
        SenseCheck.RATE_BELOW_ONE_PERCENT,
        {"field": "finance.discount_rate_per_year", "rate_share": 0.0015},
    ),
    ({"finance__funding": "loan"}, SenseCheck.PAYBACK_WITH_FUNDING, {"funding": "loan"}),
]


def warnings_of(the_plan):
    return {message.code: message.parameters for message in decide(the_plan).warnings}


def test_a_sound_plan_has_no_remark():
    assert warnings_of(plan(SOUND)) == {}


@pytest.mark.parametrize(("fault", "code", "parameters"), FAULTS, ids=lambda value: str(value)[:40])
def test_a_fault_is_told_with_its_figure(fault, code, parameters):
    found = warnings_of(moved(plan(SOUND), **fault))
    assert code in found
    for name, value in parameters.items():
        assert found[code][name] == (value if isinstance(value, str) else pytest.approx(value))


def test_waves_that_need_more_hours_than_they_have():
    the_plan = plan(SOUND, demand={**WAVES, "scale": 1.5})
    assert warnings_of(the_plan)[SenseCheck.MORE_HOURS_THAN_WAVES]["weekly_hours"] == pytest.approx(252)
    assert SenseCheck.MORE_HOURS_THAN_WAVES not in warnings_of(plan(SOUND, demand=WAVES))


def test_a_profile_of_720_hours_is_asked_about():
    the_plan = plan(SOUND, demand={"kind": "profile", "gpus": 8, "monthly_gpu_hours": [8 * 720]})
    assert SenseCheck.MONTH_OF_720_HOURS in warnings_of(the_plan)


def test_pue_beside_a_cooling_tariff_is_refused():
    with pytest.raises(EsepError) as refused:
        decide(moved(plan(SOUND), site__cooling_tariff_kzt_per_kwh=20))
    assert refused.value.field == "site.cooling_tariff_kzt_per_kwh"


def test_a_rate_typed_as_15_is_refused_with_what_is_allowed():
    with pytest.raises(ValueError, match="less than or equal to 5"):
        plan(finance={"discount_rate_per_year": 15})


def test_a_profile_of_744_hours_is_refused():
    with pytest.raises(EsepError) as refused:
        decide(plan(SOUND, demand={"kind": "profile", "gpus": 8, "monthly_gpu_hours": [8 * 744]}))
    assert refused.value.allowed == "0..5840"


def test_no_rate_of_return_is_a_typed_answer():
    never = moved(plan(SOUND, finance={"cit_rate": 0, "vat_rate": 0}), rent__hourly_rate=0, buy__residual_kind="none")
    decision = decide(never)
    assert decision.irr_of_buying == ()
    assert SenseCheck.NO_RATE_OF_RETURN in {message.code for message in decision.warnings}


def test_verdicts():
    rent, buy = decide(moved(plan(SOUND), rent__hourly_rate=1)), decide(moved(plan(SOUND), rent__hourly_rate=9))
    assert (rent.verdict.code, rent.cheapest) == (DecisionCode.RENT_WINS, Branch.RENT)
    assert (buy.verdict.code, buy.cheapest) == (DecisionCode.BUY_WINS, Branch.BUY)
    assert buy.verdict.parameters["difference"] == pytest.approx(abs(buy.npv_of_buying))
    assert buy.verdict.parameters["years"] == 3
    nothing = moved(plan(SOUND), demand__utilization=0, buy__node_price=0, site__tariff_kzt_per_kwh=0)
    assert decide(nothing).verdict.code is DecisionCode.EQUAL


def test_no_use_has_no_cost_an_hour_and_rent_wins():
    decision = decide(moved(plan(SOUND), demand__utilization=0))
    assert decision.buy.cost_per_used_gpu_hour is None
    assert decision.rent.cost_per_used_gpu_hour is None
    assert decision.rent.present_cost == 0
    assert decision.verdict.code is DecisionCode.RENT_WINS


def test_one_month_is_a_horizon():
    decision = decide(moved(plan(SOUND), finance__horizon_months=1))
    assert len(decision.rent.monthly_total) == 2
    assert decision.break_even["horizon"].low == 1


def test_contradictions_are_refused_before_anything_is_reckoned():
    with pytest.raises(EsepError) as refused:
        decide(moved(plan(SOUND), buy__lead_months=36))
    assert refused.value.field == "buy.lead_months"


def test_delivery_time_shifts_the_purchase_once():
    # D12 of the trap list: six months later is that discounting and nothing more
    bare = {
        "demand": {"utilization": 0},
        "site": {"tariff_kzt_per_kwh": 0},
        "finance": {"vat_rate": 0, "cit_rate": 0, "discount_rate_per_year": 0.21},
    }
    now, later = decide(plan(bare)), decide(plan(bare, buy={"lead_months": 6}))
    assert later.buy.present_cost == pytest.approx(now.buy.present_cost / 1.1)


def test_golden_figures_are_finite():
    for scenario in golden().values():
        decision = decide(plan(scenario["scenario"]))
        figures = (*decision.rent.cumulative_present_cost, *decision.buy.cumulative_present_cost, decision.utilization)
        assert all(abs(figure) < 1e15 for figure in figures)
