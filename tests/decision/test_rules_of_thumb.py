"""Rules people quote about money, and what the model must show (docs/rules_of_thumb.md)."""

from dataclasses import replace

import numpy as np
import pytest

from calc.choices import Branch, Currency, DemandKind, RentMode
from calc.cost import ledger
from calc.decision import decide
from calc.plan import Plan
from data.catalogue import load_edition
from data.examples import load_example
from data.resolve import resolve

MILLION = 1e6


def waves() -> Plan:
    return resolve(load_example("full-70b-waves"))


def test_several_cards_cost_tens_of_millions_and_a_node_130_to_250():
    edition = load_edition()
    usd_kzt = edition.base("usd_kzt")
    for server in ("hgx-h100", "hgx-h200"):
        node = edition.server(server)
        card_kzt = node.price_mid_usd / node.gpu_count * usd_kzt
        assert 10 * MILLION < 2 * card_kzt < 6 * card_kzt < 130 * MILLION
    with_vat = 1 + edition.base("vat_rate") / 100
    for server in ("hgx-h100", "hgx-h200", "hgx-b200"):
        assert 130 * MILLION < edition.server(server).price_mid_usd * usd_kzt * with_vat < 250 * MILLION


def test_idle_hardware_is_uneconomic_below_the_threshold_only():
    plan = resolve(load_example("pretrain-b200"))
    demand = plan.jobs[0].demand.model_copy(update={"kind": DemandKind.CONSTANT})
    threshold = decide(replace(plan, jobs=(replace(plan.jobs[0], demand=demand),))).break_even["utilization"].roots[0]
    for share, cheapest in ((0.9, Branch.RENT), (1.1, Branch.BUY)):
        used = demand.model_copy(update={"utilization": min(1.0, threshold * share)})
        assert decide(replace(plan, jobs=(replace(plan.jobs[0], demand=used),))).cheapest is cheapest


@pytest.mark.parametrize("mode", [RentMode.MONTHLY, RentMode.HOURLY])
def test_rent_is_one_clear_payment_on_a_monthly_tariff_and_follows_the_waves_on_an_hourly_one(mode):
    plan = waves()
    rent = plan.rent.model_copy(update={"mode": mode, "minimum_term_months": 36, "currency": Currency.KZT})
    flows = ledger(replace(plan, rent=rent), keep_lines=True).rent
    paid = flows.lines["rent_compute"].sum(axis=0)[1:37]
    assert bool(np.ptp(paid) < 1e-6 * paid.max()) is (mode is RentMode.MONTHLY)
