"""Offers in tenge, filling a scenario from them, and where each figure comes from."""

import pytest

from calc.choices import Currency, RentMode, VatMode
from calc.errors import ErrorCode, EsepError
from data.catalogue import Tier, load_edition
from data.price_book import (
    Layer,
    active_kw,
    cheapest_offer,
    fill_from_offer,
    fill_from_server,
    has_kazakhstan_price,
    idle_kw,
    offers_for,
    price_offer,
    provenance,
    searched_providers,
)
from data.scenario import Scenario, read_scenario

EDITION = load_edition("2026-11-30")
TODAY = {"usd_kzt": 444.0, "as_of": "2026-11-30"}


def origins(scenario):
    return {origin.field: origin for origin in provenance(scenario, EDITION)}


def test_a_dollar_price_is_converted():
    priced = price_offer(EDITION.offer("runpod-h100-sxm-on-demand-2026-11-09"), **TODAY)
    assert priced.listed_kzt_per_gpu_hour == pytest.approx(3.99 * 444)
    assert priced.without_vat_kzt_per_gpu_hour == pytest.approx(3.99 * 444)
    assert (priced.age_days, priced.old, priced.inside_kazakhstan) == (21, False, False)
    assert priced.vat_mode is VatMode.ADDED


def test_a_foreign_vat_can_be_seen_but_not_reclaimed():
    priced = price_offer(EDITION.offer("yandex-h100-sxm-on-demand-2026-01-23"), **TODAY)
    assert priced.listed_kzt_per_gpu_hour == 4084.46
    assert priced.without_vat_kzt_per_gpu_hour == pytest.approx(4084.46 / 1.22)
    assert priced.cost_kzt_per_gpu_hour == 4084.46
    assert priced.vat_mode is VatMode.ADDED
    assert priced.old


def test_a_vat_that_is_not_stated_is_not_stripped():
    priced = price_offer(EDITION.offer("yandex-h100-sxm-on-demand-card-undated"), **TODAY)
    assert priced.without_vat_kzt_per_gpu_hour is None
    assert priced.age_days is None
    assert priced.old


@pytest.mark.parametrize(("as_of", "old"), [("2027-05-08", False), ("2027-05-09", True)])
def test_a_price_is_old_after_180_days(as_of, old):
    offer = EDITION.offer("runpod-h100-sxm-on-demand-2026-11-09")
    assert price_offer(offer, usd_kzt=444, as_of=as_of).old is old


def test_offers_of_a_card_come_cheapest_first_and_searched_ones_apart():
    priced = offers_for("H100 SXM", EDITION, **TODAY)
    costs = [one.cost_kzt_per_gpu_hour for one in priced]
    assert costs == sorted(costs)
    assert len(costs) > 10
    assert all(one.offer.gpu == "h100-sxm" for one in priced)
    assert len(searched_providers(EDITION)) == 12
    assert price_offer(searched_providers(EDITION)[0], **TODAY) is None


def test_the_cheapest_current_offer_is_an_on_demand_instance():
    found = cheapest_offer("h100-sxm", EDITION, **TODAY)
    assert found.offer.id == "hyperstack-h100-sxm-on-demand-2026-08-26"
    assert not any(
        one.cost_kzt_per_gpu_hour < found.cost_kzt_per_gpu_hour
        for one in offers_for("h100-sxm", EDITION, **TODAY)
        if one.offer.tier is Tier.ON_DEMAND and not one.old
    )
    assert cheapest_offer("h100-sxm", EDITION, usd_kzt=444, as_of="2030-01-01") is None
    assert cheapest_offer("mi300x", EDITION, **TODAY) is None


def test_filling_from_an_offer_writes_numbers_and_the_id():
    before = read_scenario({"rent": {"quote_from": "Somebody", "quote_date": "2026-10-01"}})
    rent = fill_from_offer(before, "runpod-h200-sxm-on-demand-2026-09-25").rent
    assert (rent.mode, rent.hourly_rate, rent.currency) == (RentMode.HOURLY, 4.59, Currency.USD)
    assert (rent.offer, rent.gpu) == ("runpod-h200-sxm-on-demand-2026-09-25", "h200-sxm")
    assert (rent.quote_from, rent.quote_date) == ("", "")


def test_filling_from_a_commitment_sets_its_tariff():
    rent = fill_from_offer(Scenario(), "qubrid-h200-sxm-reserved-1y-x8-2026-09-20").rent
    assert (rent.mode, rent.committed_1y_rate) == (RentMode.COMMITTED_1Y, 3.0)
    assert rent.hourly_rate == Scenario().rent.hourly_rate


def test_filling_from_a_tenge_price_keeps_the_worth_of_the_other_rates():
    filled = fill_from_offer(read_scenario({"rent": {"storage_rate": 0.05}}), "yandex-h100-sxm-on-demand-2026-01-23")
    rent = filled.rent
    assert (rent.currency, rent.hourly_rate, rent.vat_mode) == (Currency.KZT, 4084.46, VatMode.ADDED)
    assert rent.monthly_rate == pytest.approx(1900 * 444)
    assert rent.storage_rate == pytest.approx(0.05 * 444)
    back = fill_from_offer(filled, "runpod-h100-sxm-on-demand-2026-11-09").rent
    assert (back.currency, back.hourly_rate, back.monthly_rate) == (Currency.USD, 3.99, 1900)


@pytest.mark.parametrize("offer", [
    "ps.kz-searched-2026-11-30", "market-h100-sxm-history-2026-09-28", "hyperstack-h100-sxm-reserved-2026-08-26",
])  # fmt: skip
def test_what_cannot_be_rented_cannot_be_filled_from(offer):
    with pytest.raises(EsepError) as refused:
        fill_from_offer(Scenario(), offer)
    assert (refused.value.code, refused.value.field) == (ErrorCode.NOT_ALLOWED, "rent.offer")


def test_every_rentable_offer_fills_a_valid_scenario():
    for offer in EDITION.offers.values():
        if offer.tier in (Tier.ON_DEMAND, Tier.SPOT, Tier.MARKETPLACE, Tier.RESERVED_1Y, Tier.RESERVED_3Y):
            filled = fill_from_offer(Scenario(), offer.id)
            assert read_scenario(filled.model_dump(mode="json")) == filled


def test_filling_from_a_server_writes_price_power_and_place():
    filled = fill_from_server(Scenario(), "hgx-b200")
    assert (filled.buy.node, filled.buy.gpu, filled.buy.gpus_per_node) == ("hgx-b200", "b200-sxm", 8)
    assert (filled.buy.node_price, filled.buy.currency) == (480_000, Currency.USD)
    assert filled.site.active_kw_per_node == pytest.approx(0.76 * 14.3, abs=0.01)
    assert filled.site.idle_kw_per_node == pytest.approx(2.0 / 10.2 * 14.3, abs=0.01)
    assert filled.site.rack_units_per_node == 10


@pytest.mark.parametrize(("server", "active", "idle"), [
    ("hgx-h100", 8.4, 2.0),  # measured while training; the parameter itself
    ("dgx-a100", 4.94, 1.4),  # 0.76 x 6.5; the Ampere parameter itself
])  # fmt: skip
def test_power_of_a_node(server, active, idle):
    fact = EDITION.server(server)
    assert active_kw(fact, EDITION) == pytest.approx(active)
    assert idle_kw(fact, EDITION) == pytest.approx(idle)


def test_every_server_fills_a_valid_scenario_with_idle_below_active_power():
    for server in EDITION.servers:
        filled = fill_from_server(Scenario(), server)
        assert read_scenario(filled.model_dump(mode="json")) == filled
        assert 0 < filled.site.idle_kw_per_node < filled.site.active_kw_per_node


def test_a_rate_from_an_offer_names_it():
    origin = origins(fill_from_offer(Scenario(), "runpod-h100-sxm-on-demand-2026-11-09"))["rent.hourly_rate"]
    assert (origin.layer, origin.fact, origin.value) == (
        Layer.EDITION,
        "runpod-h100-sxm-on-demand-2026-11-09",
        3.99,
    )
    assert (origin.age_days, origin.old, origin.assumption) == (21, False, False)
    assert "data-receipts" in origin.source


def test_a_rate_changed_after_filling_is_typed():
    filled = fill_from_offer(Scenario(), "runpod-h100-sxm-on-demand-2026-11-09").model_dump(mode="json")
    filled["rent"]["hourly_rate"] = 4.2
    origin = origins(read_scenario(filled))["rent.hourly_rate"]
    assert (origin.layer, origin.fact, origin.assumption) == (Layer.TYPED, "", True)


def test_an_own_quote_wins_and_ages():
    quote = {"quote_from": "Provider in Almaty", "quote_date": "2026-04-01", "hourly_rate": 1500, "currency": "KZT"}
    scenario = read_scenario({"rent": quote, "buy": {"quote_from": "Reseller", "node_price": 310_000}})
    found = origins(scenario)
    rent, price = found["rent.hourly_rate"], found["buy.node_price"]
    assert (rent.layer, rent.source, rent.age_days, rent.old) == (Layer.QUOTE, "Provider in Almaty", 243, True)
    assert (price.layer, price.source, price.age_days, price.old) == (Layer.QUOTE, "Reseller", None, True)
    assert has_kazakhstan_price(scenario)
    assert not has_kazakhstan_price(fill_from_offer(Scenario(), "runpod-h100-sxm-on-demand-2026-11-09"))


def test_the_rate_in_force_is_the_one_named():
    assert "rent.monthly_rate" in origins(read_scenario({"rent": {"mode": "monthly"}}))


def test_a_server_price_and_its_power_are_named():
    found = origins(fill_from_server(Scenario(), "hgx-h100"))
    assert (found["buy.node_price"].fact, found["buy.node_price"].assumption) == ("hgx-h100", False)
    assert not found["site.active_kw_per_node"].assumption  # measured while training
    assert found["site.idle_kw_per_node"].assumption
    guessed = origins(fill_from_server(Scenario(), "workstation"))
    assert guessed["buy.node_price"].assumption
    assert guessed["site.active_kw_per_node"].assumption


def test_parameters_are_recognised_by_their_value():
    found = origins(Scenario())
    assert found["finance.usd_kzt"].fact == "usd_kzt"
    assert found["finance.vat_rate"].fact == "vat_rate"
    assert found["finance.discount_rate_per_year"].assumption
    tariff = found["site.tariff_kzt_per_kwh"]
    assert (tariff.fact, tariff.old) == ("electricity_almaty_legal", True)
    assert not found["finance.cit_rate"].old  # a tax rate holds until it is changed
    assert origins(read_scenario({"finance": {"usd_kzt": 500}}))["finance.usd_kzt"].layer is Layer.TYPED


def test_a_default_that_is_no_fact_says_so():
    origin = origins(Scenario())["rent.hourly_rate"]
    assert (origin.layer, origin.assumption) == (Layer.DEFAULT, True)
    assert origin.source == "docs/ledger.md §14"


def test_figures_out_of_the_reckoning_are_left_out():
    own_room = origins(Scenario())
    assert "site.colo_rate" not in own_room
    assert "finance.loan_rate_per_year" not in own_room
    assert "buy.staff_fte" not in own_room
    assert "buy.residual_points.0.1" not in own_room
    all_in = {
        "site": {"kind": "colocation", "colo_rate": 82000, "power_included": True},
        "finance": {"funding": "loan"},
        "buy": {"residual_kind": "points", "residual_points": [[12, 0.65], [30, 0.5]], "staff_fte": 1},
    }
    found = origins(read_scenario(all_in))
    assert found["site.colo_rate"].fact == "colo_kzt_per_kw_month"
    assert found["finance.loan_rate_per_year"].fact == "business_loan_rate"
    assert "site.tariff_kzt_per_kwh" not in found
    assert found["buy.residual_points.0.1"].fact == "gpu_residual_y1"
    assert found["buy.residual_points.1.1"].layer is Layer.TYPED
    assert found["buy.staff_fte"].layer is Layer.TYPED


def test_cards_and_models_are_named():
    scenario = read_scenario(
        {"jobs": [{"workload": {"kind": "training", "model": "qwen3-8b"}}], "fleet": {"gpu": "mi325x"}}
    )
    found = origins(scenario)
    assert (found["fleet.gpu"].value, found["fleet.gpu"].assumption) == (255.6, True)
    assert found["jobs.0.workload.model"].fact == "qwen3-8b"
