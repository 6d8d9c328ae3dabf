"""Another card: its own prices or none at all, and never more cards than a node by itself."""

import pytest

from calc.choices import Verdict
from calc.memory import size
from data.catalogue import load_edition
from data.examples import load_example
from data.price_book import NeededPrice, Origin, prices_needed, provenance
from data.resolve import resolve
from data.scenario import Scenario
from data.translations import LANGUAGES
from tests.ui.app import figures, is_sound, opened, title
from ui.link import LinkContent, decode, encode
from ui.texts import texts

EDITION = load_edition()
SERVED = {server.gpu for server in EDITION.servers.values()}


def at_example(example: str, language: str = "en"):
    return opened(s=encode(LinkContent((load_example(example),))), lang=language)


def scenario(at) -> Scenario:
    return decode(at.query_params["s"]).scenarios[0]


def with_card(example: str, gpu: str, language: str = "en"):
    at = at_example(example, language)
    at.sidebar.selectbox(key="short.gpu").set_value(gpu).run()
    assert is_sound(at)
    return at


def origins(given: Scenario) -> dict[str, Origin]:
    return {origin.field: origin for origin in provenance(given)}


@pytest.mark.parametrize("gpu", list(EDITION.gpus))
def test_every_card_takes_its_own_prices_or_none(gpu: str):
    before = load_example("full-8b")
    if gpu == before.fleet.gpu:
        return
    at = with_card("full-8b", gpu)
    now = scenario(at)
    needed = prices_needed(now)
    assert (NeededPrice.NODE in needed) == (gpu not in SERVED)
    if gpu in SERVED:
        server = EDITION.server(now.buy.node)
        assert (server.gpu, server.price_mid_usd) == (gpu, now.buy.node_price)
    else:
        power = origins(now)["site.active_kw_per_node"]
        assert (power.fact, power.assumption) == (gpu, True)
        card_kw = now.buy.gpus_per_node * EDITION.gpu(gpu).tdp_w / 1000
        assert card_kw < now.site.active_kw_per_node < 2 * card_kw
    if NeededPrice.RENT not in needed:
        offer = EDITION.offer(now.rent.offer)
        assert offer.gpu == gpu
        assert now.rent.hourly_rate == offer.price_per_gpu_hour
    if needed:
        assert not figures(at), "a price is missing, so there is no figure to show"
        for page in ("break_even", "decision"):
            at.switch_page(f"pages/{page}.py").run()
            assert is_sound(at)
            assert not at.main.get("vega_lite_chart")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_without_a_server_asks_for_the_price_of_a_node_and_answers_once_it_is_given(language: str):
    t = texts(language)
    at = with_card("full-8b", "a100-sxm-40", language)
    name = EDITION.gpu("a100-sxm-40").name
    assert title(at) == t("needed.title_node", node=f"8 × {name}", gpu=name)
    assert any(t("notice.node_needed", gpu=name) in info.value for info in at.info)
    assert at.sidebar.number_input(key="short.node_price").value is None
    assert any(t("NeededPrice.node") in one.value for one in at.sidebar.markdown)
    at.sidebar.number_input(key="short.node_price").set_value(90.0).run()
    assert not at.error
    assert figures(at)
    assert scenario(at).buy.node_price == 90_000


@pytest.mark.parametrize("example", ["full-8b", "full-70b-waves", "pretrain-b200", "inference-70b", "qlora-8b-kazakh"])
@pytest.mark.parametrize("gpu", ["a10", "l4", "rtx-4090", "h100-sxm", "a100-sxm-80", "mi300x"])
def test_a_change_of_card_keeps_the_cards_that_hold_and_takes_no_more_than_a_node(example: str, gpu: str):
    before = load_example(example)
    if gpu == before.fleet.gpu:
        return
    at = with_card(example, gpu)
    was, now = before.jobs[0].parallel.gpus, scenario(at).jobs[0].parallel.gpus
    assert now == was or now <= 8
    job = resolve(scenario(at)).jobs[0]
    footprint = size(job)
    if now != was:
        assert footprint.verdict is not Verdict.DOES_NOT_FIT
        assert any(texts("en").plural("count.gpus", now) in info.value for info in at.info)
    if footprint.verdict is Verdict.DOES_NOT_FIT:
        short = texts("en").formats.gib(footprint.device_gib.mid - footprint.usable_gib)
        assert f"{was} × {EDITION.gpu(gpu).name}: {short} short per card" in title(at)
        assert not figures(at)
        assert [button for button in at.main.button if str(button.key).startswith("remedy-")]


def test_a_larger_run_is_housed_in_a_server_of_the_chosen_card_and_said_how_many_it_holds():
    at = at_example("qlora-8b-kazakh")
    assert scenario(at).buy.gpu == "rtx-pro-6000"
    at.sidebar.selectbox(key="short.method").set_value("full").run()
    now = scenario(at)
    assert now.jobs[0].parallel.gpus == 2
    assert (now.buy.node, now.buy.gpu, now.buy.gpus_per_node) == ("dgx-a100", "", 8)
    assert any(", 8\u00a0GPUs." in info.value for info in at.info)
    at.switch_page("pages/fit.py").run()
    assert "0\u00a0GiB free" not in title(at)
    assert "no memory to spare" in title(at)


def test_the_card_of_the_full_form_takes_its_prices_too():
    at = at_example("full-8b")
    at.sidebar.button(key="all-fields.switch").click().run()
    at.session_state["all-fields.fleet"] = True
    at.run()
    at.sidebar.selectbox(key="field.fleet.gpu").set_value("h200-sxm").run()
    assert scenario(at).buy.node == "hgx-h200"
    assert "h200" in scenario(at).rent.offer
