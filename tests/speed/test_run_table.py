"""Hours and cost of a run on every card that holds it."""

import pytest

from calc.choices import Compute, Method, Verdict
from calc.memory import fit_table
from calc.speed.run_table import RunFinding, RunRow, RunTable, run_table
from calc.workload import Given, Inference, Rendering, Training
from tests.speed.cases import gpus, job

CARDS = ("a100-sxm-80", "h100-sxm", "h200-sxm", "l40s", "rtx-4090")
PRICES = {"a100-sxm-80": 1.8, "h100-sxm": 3.2, "h200-sxm": 4.0, "l40s": 1.1}


def _table(workload: object, model: str = "llama-3.1-8b", **parallel: object) -> RunTable:
    plan = job(workload, "a100-sxm-80", model, reference="rtx-4090", **parallel)
    cards = [gpus()[card] for card in CARDS]
    return run_table(plan, cards, fit_table(plan, cards), PRICES)


def _row(table: RunTable, gpu: str, compute: Compute | None = Compute.BF16) -> RunRow:
    return next(row for row in table.rows if row.gpu_id == gpu and row.compute is compute)


def test_cost_of_a_run_is_gpu_hours_times_price():
    table = _table(Training(method=Method.LORA))
    for row in table.rows:
        if row.price_per_gpu_hour is None:
            assert row.cost_per_run is None
            continue
        assert row.cost_per_run.mid == pytest.approx(row.throughput.gpu_hours_per_run.mid * PRICES[row.gpu_id])
        assert row.cost_per_run.low < row.cost_per_run.mid < row.cost_per_run.high


def test_the_cheapest_run_comes_first_and_unpriced_cards_last():
    rows = _table(Training(method=Method.LORA)).rows
    costs = [row.cost_per_run.mid for row in rows if row.cost_per_run]
    assert costs == sorted(costs)
    assert [row.gpu_id for row in rows if row.cost_per_run is None] == [row.gpu_id for row in rows[len(costs) :]]


def test_h100_in_fp8_is_cheaper_by_the_run_than_a_cheaper_hour_of_a100():
    table = _table(Training(method=Method.FULL, micro_batch_size=4), gpus=8, sharding="fsdp")
    eight, ampere = _row(table, "h100-sxm", Compute.FP8), _row(table, "a100-sxm-80")
    assert ampere.price_per_gpu_hour < eight.price_per_gpu_hour
    assert eight.cost_per_run.mid < ampere.cost_per_run.mid
    assert not [row for row in table.rows if row.gpu_id == "a100-sxm-80" and row.compute is Compute.FP8]


def test_a_dearer_hour_that_is_the_cheaper_run_is_said_with_its_figures():
    table = _table(Training(method=Method.FULL, micro_batch_size=4), gpus=8, sharding="fsdp")
    found = next(one for one in table.findings if one.code is RunFinding.DEARER_HOUR_CHEAPER_FP8_RUN).parameters
    best = table.rows[0]
    other = next(row for row in table.rows if row.gpu_id == found["other_gpu"])
    assert found["gpu"] == best.gpu_id
    assert found["saving_percent"] == pytest.approx(100 * (1 - best.cost_per_run.mid / other.cost_per_run.mid))
    assert other.price_per_gpu_hour == min(PRICES.values())


def test_h200_avoids_a_second_card():
    table = _table(Training(method=Method.LORA, sequence_length=8192, micro_batch_size=3), "mpt-30b")
    assert _row(table, "h200-sxm").parallel.gpus < _row(table, "h100-sxm").parallel.gpus
    pairs = {(one.parameters["gpu"], one.parameters["other_gpu"]) for one in table.findings}
    assert ("h200-sxm", "h100-sxm") in pairs


def test_a_card_too_small_as_planned_is_shown_on_the_fewest_that_hold_the_job():
    table = _table(Training(method=Method.FULL))
    row = _row(table, "h100-sxm")
    assert row.parallel.gpus > 1
    assert row.verdict is not Verdict.DOES_NOT_FIT
    assert row.throughput.gpus == row.parallel.gpus


def test_a_quantized_base_gets_no_row_in_fp8():
    table = _table(Training(method=Method.QLORA))
    assert {row.compute for row in table.rows} == {Compute.BF16}


def test_serving_is_priced_by_a_million_tokens():
    table = _table(Inference(tokens_per_month=2e9, concurrent_requests=32))
    row = _row(table, "h100-sxm", None)
    assert row.cost_per_million_tokens.mid == pytest.approx(row.cost_per_run.mid / 2e3)
    hours = row.throughput.serving.gpu_hours_per_million_tokens
    assert row.cost_per_million_tokens.mid == pytest.approx(hours * PRICES["h100-sxm"])


def test_rendering_and_stated_work():
    scene = Rendering(frames_per_month=600)
    assert _row(_table(scene), "l40s", None).cost_per_run is not None
    assert all(row.cost_per_run is None for row in _table(Given()).rows)
