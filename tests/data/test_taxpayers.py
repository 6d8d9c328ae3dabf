"""Who pays: every profile states every field with a source, and filling writes plain numbers."""

import pytest

from calc.answer import reckon
from calc.choices import Purchase, Taxpayer, VatMode
from data.catalogue import Confidence
from data.price_book import Layer, fill_from_offer, provenance
from data.resolve import resolve
from data.scenario import read_scenario
from data.taxpayers import fill_from_profile, profile_facts
from data.taxpayers.profiles import FIELDS

STATED = [profile for profile in Taxpayer if profile is not Taxpayer.UNSTATED]
BARE = {"jobs": [{"demand": {"gpus": 8, "utilization": 0.6}}], "buy": {"residual_kind": "points"}}


def filled(profile, **parts):
    return fill_from_profile(read_scenario({**BARE, **parts}), profile)


def present_costs(scenario):
    decision = reckon(resolve(scenario)).decision
    return decision.rent.present_cost, decision.buy.present_cost


@pytest.mark.parametrize("profile", STATED)
def test_a_profile_states_every_field_with_date_and_source(profile):
    facts = profile_facts(profile)
    assert {fact.field for fact in facts} == set(FIELDS)
    for fact in facts:
        assert fact.provenance.date is not None
        assert fact.provenance.source
        # what nobody confirmed is an assumption
        if fact.provenance.confidence in (Confidence.LOW, Confidence.MEDIUM_LOW):
            assert fact.provenance.assumption


@pytest.mark.parametrize("profile", STATED)
def test_filling_writes_the_fields_out(profile):
    scenario = filled(profile)
    assert scenario.finance.profile is profile
    for fact in profile_facts(profile):
        part, name = fact.field.split(".")
        assert getattr(getattr(scenario, part), name) == fact.value
    # what was filled reads back as it is: explicit numbers, valid in a file
    assert read_scenario(scenario.model_dump(mode="json")) == scenario


def test_the_id_alone_changes_no_figure():
    plain = read_scenario(BARE)
    named = read_scenario({**BARE, "finance": {"profile": "bank"}})
    assert present_costs(named) == present_costs(plain)
    assert fill_from_profile(plain, Taxpayer.UNSTATED) == plain


def test_the_company_is_the_default_reckoning():
    assert present_costs(filled(Taxpayer.COMPANY)) == present_costs(read_scenario(BARE))


def test_vat_that_is_not_recovered_burdens_node_rent_power_and_colocation_alike():
    site = {"kind": "colocation", "colo_rate": 80000}
    bank = filled(Taxpayer.BANK, site=site, finance={"vat_recovery_months_opex": 0}).model_dump(mode="json")
    taxed = reckon(resolve(read_scenario(bank))).decision
    free = reckon(resolve(read_scenario({**bank, "finance": {**bank["finance"], "vat_rate": 0}}))).decision
    for branch in ("rent", "buy"):
        lines, bare = getattr(taxed, branch).months_by_line, getattr(free, branch).months_by_line
        carrying = ("rent_compute", "equipment", "energy", "colo_fee")
        base = sum(sum(bare[line]) for line in carrying if line in bare)
        assert sum(lines["vat_paid"]) == pytest.approx(0.16 * base)
        assert "vat_recovered" not in lines or sum(lines["vat_recovered"]) == 0


def test_only_vat_payers_owe_the_reverse_charge_and_a_vat_inside_a_price_stays():
    assert filled(Taxpayer.BANK).rent.vat_mode is VatMode.ADDED
    assert filled(Taxpayer.NOT_VAT_PAYER).rent.vat_mode is VatMode.NONE
    assert filled(Taxpayer.NOT_VAT_PAYER, rent={"currency": "KZT"}).rent.vat_mode is VatMode.ADDED
    assert filled(Taxpayer.NOT_VAT_PAYER, rent={"vat_mode": "included"}).rent.vat_mode is VatMode.INCLUDED
    back = fill_from_profile(filled(Taxpayer.NOT_VAT_PAYER), Taxpayer.COMPANY)
    assert back.rent.vat_mode is VatMode.ADDED


def test_an_offer_from_abroad_follows_who_pays():
    offer = "runpod-h100-sxm-on-demand-2026-11-09"
    for profile in STATED:
        mode = {fact.field: fact.value for fact in profile_facts(profile)}["rent.vat_mode"]
        assert fill_from_offer(filled(profile), offer).rent.vat_mode is mode
    assert fill_from_offer(read_scenario(BARE), offer).rent.vat_mode is VatMode.ADDED


def test_each_field_stays_editable_and_says_where_it_is_from():
    scenario = filled(Taxpayer.BANK)
    origins = {origin.field: origin for origin in provenance(scenario)}
    assert origins["finance.cit_rate"].layer is Layer.EDITION
    assert origins["finance.cit_rate"].fact == "bank.cit_rate"
    assert not origins["finance.cit_rate"].assumption
    assert origins["finance.vat_recoverable_share"].assumption
    edited = scenario.model_copy(update={"finance": scenario.finance.model_copy(update={"cit_rate": 0.22})})
    origins = {origin.field: origin for origin in provenance(edited)}
    assert origins["finance.cit_rate"].layer is Layer.TYPED
    assert [origin.field for origin in provenance(edited)].count("finance.cit_rate") == 1


def test_a_budget_body_buys_at_home_and_pays_no_income_tax():
    scenario = filled(Taxpayer.BUDGET_BODY)
    assert scenario.buy.purchase is Purchase.DOMESTIC
    decision = reckon(resolve(scenario)).decision
    assert "income_tax" not in decision.buy.months_by_line
