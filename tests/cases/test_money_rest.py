"""Money cases that are no scenario: each with the warning or the refusal it asks for."""

from datetime import date

import numpy as np
import pytest

from calc.choices import Funding
from calc.decision import decide
from calc.decision.decision import SenseCheck
from calc.decision.irr import irr_roots
from calc.decision.offers import Exclusion
from calc.decision.series import internal_rates
from calc.errors import ErrorCode, EsepError
from data.catalogue import Tier, load_edition
from data.catalogue.offers import FILE, HEADING, read_offers
from data.price_book import candidates
from data.scenario import read_scenario
from tests.decision.straight_line import straight

REST = {
    "C35": "a price list, not a scenario",
    "C37": "a price list, not a scenario",
    "D02": "yearly flows of a project; one rate lies below the -99 % a decision searches",
    "D06": "480 months, a horizon ends at 240",
    "D16": "a payment of zero: a loan here states its term, not its payment",
    "D24": "dated flows whose dates the case does not state",
    "D26": "flows dated by the day",
    "D28": "a stream the case does not state",
}


def test_c35_a_spot_price_no_lower_than_on_demand_is_flagged(monkeypatch):
    edition = load_edition()
    spot = next(offer for offer in edition.offers.values() if offer.tier is Tier.SPOT)
    replaced = type(spot)
    values = {name: getattr(spot, name) for name in spot.__slots__}
    listed = replaced(**values | {"id": "listed", "tier": Tier.ON_DEMAND, "price_per_gpu_hour": 0.44})
    dear = replaced(**values | {"id": "dear", "price_per_gpu_hour": 0.49})
    own = type(edition)(**{n: getattr(edition, n) for n in edition.__slots__} | {"offers": {"a": listed, "b": dear}})
    monkeypatch.setattr("data.price_book.fill.find_offer", {"listed": listed, "dear": dear}.__getitem__)
    found = {one.id: one for one in candidates(read_scenario({"fleet": {"gpu": spot.gpu}}), own)}
    assert Exclusion.SPOT_NOT_CHEAPER in found["dear"].excluded


@pytest.mark.parametrize("price", ["nan", "", "NaN", "0"])
def test_c37_a_missing_price_never_becomes_zero(tmp_path, price):
    # and a price of 117.98 for an instance of eight cards is typed per card: 14.75
    row = (
        f"azure-nd96,Azure,global,false,,ND96 H100,on_demand,on demand,{price},USD/GPU-h,USD,not_included,0,buyer,no,8"
    )
    text = f"{HEADING}\n{row},instance,2023-12-01,month,2023-12,skypilot-catalog PR 50,medium,\n"
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(EsepError) as refused:
        read_offers(tmp_path, {})
    assert (refused.value.code, refused.value.field) == (ErrorCode.BAD_FACT, f"{FILE}:2:price_per_gpu_hour")


def test_d02_several_rates_are_all_told_with_a_warning():
    flows = [-1678.87, 771.96, 1814.05, 3520.30, 3552.95, 3584.99, 4789.91, -1]
    assert internal_rates(flows) == pytest.approx([-0.99979, 1.00427], abs=1e-4)
    # the same pattern as a purchase: 1,000 now, 2,300 of rent avoided after a year, 1,320 for the next fleet
    hours = [0.0] * 11 + [2300.0] + [0.0] * 13
    twice = straight(
        demand={"kind": "profile", "gpus": 8, "monthly_gpu_hours": hours},
        rent={"hourly_rate": 1},
        buy={
            "gpus_per_node": 8,
            "node_price": 1000,
            "refresh_every_months": 24,
            "node_price_growth_per_year": 1.32**0.5 - 1,
        },
        finance={"horizon_months": 25},
    )
    decision = decide(twice)
    assert decision.irr_of_buying == pytest.approx([0.1, 0.2], abs=1e-9)
    warned = {message.code: message.parameters for message in decision.warnings}
    assert warned[SenseCheck.SEVERAL_RATES_OF_RETURN] == {"roots": 2, "sign_changes": 2}


def test_d06_a_long_series_has_its_monthly_and_its_yearly_rate():
    (monthly,) = internal_rates([-172_545.85, *[787.735] * 480])
    assert monthly == pytest.approx(0.0038401, abs=1e-5)
    assert 12 * monthly == pytest.approx(0.04608, abs=1e-5)
    assert (1 + monthly) ** 12 - 1 == pytest.approx(0.04707, abs=1e-5)


def test_d16_a_loan_without_payments_is_refused():
    with pytest.raises(EsepError) as refused:
        read_scenario({"finance": {"funding": str(Funding.LOAN), "loan_months": 0}})
    assert (refused.value.code, refused.value.field) == (ErrorCode.OUT_OF_RANGE, "finance.loan_months")


def test_d24_a_near_total_loss_has_its_rate():
    # by whole months; by the days of the report it is -96.609 %
    (monthly,) = internal_rates([-9000, *[305.38] * 7, 133.04])
    assert (1 + monthly) ** 12 - 1 == pytest.approx(-0.96609, abs=5e-4)


def test_d26_dates_are_iso_and_read_one_way():
    days = [date(2016, 1, 1), date(2016, 2, 1), date(2016, 6, 1), date(2016, 9, 1)]
    years = np.array([(day - days[0]).days / 365 for day in days])
    assert irr_roots(np.array([-100.0, 150, -100, 200]), years) == pytest.approx([63.484], rel=1e-3)
    for written in ("01-02-2016", "2016/02/01", "1 Feb 2016"):
        with pytest.raises(EsepError) as refused:
            read_scenario({"finance": {"as_of": written}})
        assert refused.value.field == "finance.as_of"


def test_d28_a_deep_loss_is_a_rate_and_not_zero():
    assert internal_rates([-100, 40.75]) == pytest.approx([-0.5925], abs=1e-9)
