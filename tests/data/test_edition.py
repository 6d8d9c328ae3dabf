"""Every fact row loads, bad rows are named, ids and printed names are found."""

import csv
import io

import pytest

from calc.errors import ErrorCode, EsepError
from calc.memory.parameters import count_parameters
from data.catalogue import (
    LATEST,
    Confidence,
    DatePrecision,
    OfferVat,
    Tier,
    VatPayer,
    editions,
    find_offer,
    find_server,
    load_edition,
    read_edition,
)
from data.catalogue.edition import fold

EDITION = load_edition("2026-11-30")
ALL = {
    "gpus": EDITION.gpus,
    "servers": EDITION.servers,
    "models": EDITION.models,
    "rental": EDITION.offers,
    "throughput": EDITION.throughput,
    "params": EDITION.parameters,
}


@pytest.mark.parametrize(("table", "rows"), [
    ("gpus", 25), ("servers", 10), ("models", 61), ("rental", 171), ("throughput", 56), ("params", 43),
])  # fmt: skip
def test_every_row_of_every_table_is_a_record(table, rows):
    assert len(ALL[table]) == rows


@pytest.mark.parametrize("table", ALL)
def test_every_record_has_a_date_a_source_and_a_confidence(table):
    for record in ALL[table].values():
        origin = record.provenance
        assert origin.source
        assert origin.date_text
        assert (origin.date is None) == (origin.date_precision is DatePrecision.UNKNOWN)


def test_only_undated_offers_have_no_date():
    undated = [record for table in ALL.values() for record in table.values() if record.provenance.date is None]
    assert len(undated) == 5
    assert all(record.provider.startswith("Yandex") for record in undated)
    assert all("undated" in record.provenance.date_text for record in undated)


def test_records_are_frozen():
    with pytest.raises(AttributeError):
        EDITION.gpu("l4").usable_gib = 99.0
    with pytest.raises(TypeError):
        EDITION.gpus["l4"] = EDITION.gpu("l40s")


@pytest.mark.parametrize(("gpu", "usable_gib", "assumed"), [
    ("a100-sxm-80", 79.2, False),
    ("h200-sxm", 139.8, False),
    ("b300-sxm", 267.69, False),
    ("h100-nvl", 93.18, True),  # nvidia-smi 93.58 less 0.4
    ("mi325x", 255.6, True),
])  # fmt: skip
def test_usable_memory_is_what_a_framework_sees(gpu, usable_gib, assumed):
    assert EDITION.gpu(gpu).usable_gib == usable_gib
    assert EDITION.gpu(gpu).usable_assumed is assumed


def test_links_join_gpus():
    assert EDITION.gpu("h100-sxm").switched
    assert EDITION.gpu("mi300x").switched
    assert not EDITION.gpu("h100-pcie").switched
    assert EDITION.gpu("gh200-96").link_gb_s == 0  # NVLink-C2C leads to the CPU


def test_derived_parameter_counts_match_the_published_ones():
    shapes = [model for model in EDITION.models.values() if model.shape is not None]
    assert len(shapes) == 60
    for model in shapes:
        count = count_parameters(model.shape)
        assert count.total == pytest.approx(model.n_params, rel=0.005), model.id
        assert count.active == pytest.approx(model.active_params, rel=0.005), model.id


def test_kv_cache_column_follows_from_the_shape():
    for model in EDITION.models.values():
        shape = model.shape
        if shape is None:
            continue
        per_layer = (
            shape.kv_lora_rank + shape.qk_rope_head_dim if shape.kv_lora_rank else 2 * shape.kv_heads * shape.head_dim
        )
        assert model.kv_cache_bytes_per_token == 2 * shape.layers * per_layer, model.id


def test_window_patterns():
    assert (
        EDITION.model("gemma-3-27b").shape.sliding_window,
        EDITION.model("gemma-3-27b").shape.full_attention_every,
    ) == (1024, 6)
    assert EDITION.model("mistral-7b-v0.1").shape.full_attention_every == 0
    assert EDITION.model("llama-3.1-8b").shape.sliding_window == 0


def test_searched_providers_have_no_price_and_stand_in_kazakhstan():
    searched = [offer for offer in EDITION.offers.values() if offer.tier is Tier.SEARCHED]
    assert len(searched) == 12
    assert all(offer.price_per_gpu_hour is None and offer.inside_kazakhstan for offer in searched)
    assert all(offer.provenance.confidence is Confidence.NONE for offer in searched)
    assert not any(offer.inside_kazakhstan for offer in EDITION.offers.values() if offer not in searched)


def test_vat_of_offers_is_typed():
    yandex = EDITION.offer("yandex-h100-sxm-on-demand-2026-01-23")
    assert (yandex.vat, yandex.vat_rate, yandex.vat_payer) == (OfferVat.INCLUDED, 0.22, VatPayer.SELLER)
    abroad = EDITION.offer("runpod-h100-sxm-on-demand-2026-11-09")
    assert (abroad.vat, abroad.vat_rate, abroad.vat_payer) == (OfferVat.NOT_INCLUDED, 0.0, VatPayer.BUYER)


@pytest.mark.parametrize(("name", "found"), [
    ("H100 SXM", "h100-sxm"), ("h100-sxm", "h100-sxm"), ("A100 80GB SXM", "a100-sxm-80"), ("RTX 4090", "rtx-4090"),
])  # fmt: skip
def test_printed_names_of_cards_are_aliases(name, found):
    assert EDITION.gpu(name).id == found


def test_printed_names_of_models_and_servers_are_aliases():
    assert EDITION.model("Llama-3.1-8B").id == "llama-3.1-8b"
    assert EDITION.model("ISSAI-LLama-3.1-KazLLM-1.0-8B").id == "issai-llama-3.1-kazllm-1.0-8b"
    assert EDITION.server("DGX H100").id == "dgx-h100"


def test_no_two_names_fold_into_one():
    named = [*EDITION.gpus.values(), *EDITION.servers.values(), *EDITION.models.values()]
    for record in named:
        assert EDITION.aliases[fold(record.name)] == record.id
        assert EDITION.aliases[fold(record.id)] == record.id


@pytest.mark.parametrize(("kind", "name", "near"), [
    ("gpu", "h100-smx", "h100-sxm"), ("gpu", "A100", "a100-sxm-80"), ("model", "llama-3.1-8", "llama-3.1-8b"),
    ("server", "hgx-h10", "hgx-h100"), ("offer", "runpod-h100-sxm", "runpod-h100-sxm-on-demand-2026-11-09"),
])  # fmt: skip
def test_an_unknown_id_is_refused_with_close_ones(kind, name, near):
    with pytest.raises(EsepError) as refused:
        getattr(EDITION, kind)(name, "the.field")
    assert (refused.value.code, refused.value.field, refused.value.value) == (ErrorCode.UNKNOWN_ID, "the.field", name)
    assert near in refused.value.allowed.split(" | ")


def test_editions_are_found_by_date():
    assert load_edition() is load_edition(LATEST)
    assert "2026-11-30" in editions()
    with pytest.raises(EsepError) as refused:
        load_edition("2020-01-01")
    assert refused.value.code is ErrorCode.UNKNOWN_ID


def test_offers_and_servers_of_any_edition_are_found():
    assert find_offer("lambda-b200-sxm-on-demand-x8-2026-09-20").price_per_gpu_hour == 6.69
    assert find_server("hgx-h200").price_mid_usd == 350_000
    with pytest.raises(EsepError) as refused:
        find_offer("nobody")
    assert refused.value.field == "rent.offer"
    with pytest.raises(EsepError) as refused:
        find_server("nothing")
    assert refused.value.field == "buy.node"


def test_a_parameter_without_a_number_is_refused_as_a_base():
    assert EDITION.base("vat_rate") == 16
    assert not EDITION.parameter("electricity_astana_legal").found
    with pytest.raises(EsepError):
        EDITION.base("electricity_astana_legal")


CORRUPTIONS = [
    ("rental.csv", "price_per_gpu_hour", "-3.99"),
    ("rental.csv", "price_per_gpu_hour", "3,99"),
    ("rental.csv", "price_per_gpu_hour", "nan"),
    ("rental.csv", "price_per_gpu_hour", ""),
    ("rental.csv", "currency", "EUR"),
    ("rental.csv", "tier", "on-demand"),
    ("rental.csv", "vat", "yes"),
    ("rental.csv", "vat_rate", "22"),
    ("rental.csv", "vat_payer", "state"),
    ("rental.csv", "inside_kazakhstan", "maybe"),
    ("rental.csv", "gpu", "h999"),
    ("rental.csv", "date", "2026-13-01"),
    ("rental.csv", "date_precision", "roughly"),
    ("rental.csv", "source", ""),
    ("rental.csv", "confidence", "sure"),
    ("rental.csv", "min_gpus", "0"),
    ("rental.csv", "id", "Лямбда"),
    ("gpus.csv", "framework_gib", "a lot"),
    ("gpus.csv", "bf16_dense_tflops", "inf"),
    ("gpus.csv", "link_kind", "wire"),
    ("gpus.csv", "tdp_w", "0"),
    ("servers.csv", "gpu", "h999"),
    ("servers.csv", "price_mid_usd", "1"),
    ("servers.csv", "price_high_usd", "1"),
    ("servers.csv", "measured_train_kw", "99"),
    ("servers.csv", "assumption", "yes"),
    ("models.csv", "kv_heads", "7"),
    ("models.csv", "layers", "2.5"),
    ("models.csv", "tie_embeddings", "no"),
    ("models.csv", "n_params", "0"),
    ("params.csv", "base", "900"),
    ("params.csv", "unit", ""),
    ("params.csv", "confidence", "none"),
    ("throughput.csv", "method", "SFT"),
    ("throughput.csv", "model", "mpt-7b"),
    ("throughput.csv", "mfu_pct", "-1"),
    ("throughput.csv", "compute", "tf32"),
]
BROKEN_RECORD = 3
"""Place of the spoiled record; with the heading it stands on line 4."""


@pytest.mark.parametrize(("file", "column", "value"), CORRUPTIONS)
def test_a_bad_cell_is_named_by_file_line_and_column(edition_copy, file, column, value):
    rows = list(csv.reader(io.StringIO((edition_copy / file).read_text("utf-8"))))
    rows[BROKEN_RECORD][rows[0].index(column)] = value
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    (edition_copy / file).write_text(written.getvalue(), "utf-8")
    with pytest.raises(EsepError) as refused:
        read_edition(edition_copy, "spoiled")
    assert refused.value.code is ErrorCode.BAD_FACT
    assert refused.value.field == f"{file}:{BROKEN_RECORD + 1}:{column}"
    assert refused.value.value == value
    assert refused.value.allowed


def test_an_id_given_twice_is_refused(edition_copy):
    path = edition_copy / "params.csv"
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines, lines[1]]), "utf-8")
    with pytest.raises(EsepError) as refused:
        read_edition(edition_copy, "spoiled")
    assert refused.value.field == f"params.csv:{len(lines) + 1}:id"


def test_a_short_line_and_another_heading_are_refused(edition_copy):
    path = edition_copy / "params.csv"
    text = path.read_text("utf-8")
    path.write_text(text + "one,two\n", "utf-8")
    with pytest.raises(EsepError) as refused:
        read_edition(edition_copy, "spoiled")
    assert refused.value.field == f"params.csv:{len(text.splitlines()) + 1}"
    path.write_text(text.replace(",", ";"), "utf-8")
    with pytest.raises(EsepError) as refused:
        read_edition(edition_copy, "spoiled")
    assert refused.value.field == "params.csv:1"


def test_a_price_on_a_searched_provider_is_refused(edition_copy):
    path = edition_copy / "rental.csv"
    path.write_text(path.read_text("utf-8").replace("any,searched,any,,", "any,searched,any,5,", 1), "utf-8")
    with pytest.raises(EsepError) as refused:
        read_edition(edition_copy, "spoiled")
    assert refused.value.field.endswith(":price_per_gpu_hour")


def test_a_file_saved_by_a_spreadsheet_is_read(edition_copy):
    path = edition_copy / "params.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_text("utf-8").replace("\n", "\r\n").encode() + b"\r\n")
    assert read_edition(edition_copy, "windows").parameters == EDITION.parameters


def test_the_name_of_a_card_is_a_name_and_not_a_note_of_the_catalogue():
    assert EDITION.gpu("gb200").name == "GB200 NVL72"
    assert not [gpu.name for gpu in EDITION.gpus.values() if "per GPU" in gpu.name]
