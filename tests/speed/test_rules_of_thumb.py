"""Rows of docs/rules_of_thumb.md about speed and links, each with the outcome it states."""

import pytest

from calc.choices import Checkpointing, Compute, Method, Quantization, Sharding, States
from calc.speed import SpeedNote, time_job
from calc.speed.distance import distance
from calc.speed.gpu_link import LinkKind, link_within_node
from calc.speed.host import node_needs
from calc.speed.throughput import Throughput
from calc.workload import Inference, Training
from data.catalogue import load_edition
from tests.speed.cases import gpus, job


def _percent(answer: Throughput, code: SpeedNote) -> float:
    return next(float(note.parameters["percent"]) for note in answer.notes if note.code is code)


@pytest.mark.parametrize("method", [Method.FULL, Method.LORA])
def test_gradient_checkpointing_saves_memory_for_recomputation(method: Method):
    training = Training(method=method, micro_batch_size=4)
    kept, repeated = (
        time_job(job(training.model_copy(update={"gradient_checkpointing": one})))
        for one in (Checkpointing.NONE, Checkpointing.FULL)
    )
    assert 1.10 < repeated.hours_per_run.mid / kept.hours_per_run.mid < 1.35
    assert 10 < _percent(repeated, SpeedNote.RECOMPUTATION) < 25


def test_h100_has_the_memory_of_an_a100_and_is_faster_with_fp8():
    training = Training(micro_batch_size=4)
    slow = time_job(job(training, "a100-sxm-80")).hours_per_run
    half = time_job(job(training, "h100-sxm")).hours_per_run
    eight = time_job(job(training.model_copy(update={"compute": Compute.FP8}), "h100-sxm")).hours_per_run
    assert eight.mid < half.mid < slow.mid
    assert 1.7 < slow.mid / half.mid < 2.8
    assert 2.5 < slow.mid / eight.mid < 4.5
    # Saved hours as a range: worst against best, and best against worst.
    assert 0 < slow.low - eight.high < slow.mid - eight.mid < slow.high - eight.low


def test_nvlink_is_seven_times_pcie_rather_than_an_order():
    card = gpus()["h100-sxm"]
    assert card.link_gb_s == 900
    assert card.pcie_gb_s == 128
    assert card.link_gb_s / card.pcie_gb_s == pytest.approx(7, abs=0.1)
    assert link_within_node(card, 8).kind is LinkKind.NVSWITCH
    assert link_within_node(gpus()["h100-pcie"], 8).kind is LinkKind.PCIE
    assert link_within_node(gpus()["h100-pcie"], 2).kind is LinkKind.BRIDGE


def test_a_narrow_interconnect_turns_eight_cards_into_idle_ones():
    training = Training(model="llama-3.1-8b", sequence_length=2048)
    alone = time_job(job(training, "h100-pcie"))
    eight = time_job(job(training, "h100-pcie", gpus=8, sharding=Sharding.FSDP))
    assert _percent(eight, SpeedNote.LINK_EATS_TIME) > 60
    assert alone.hours_per_run.mid / eight.hours_per_run.mid < 4
    switched = time_job(job(training, "h100-sxm", gpus=8, sharding=Sharding.FSDP))
    assert switched.gpu_hours_per_run.mid < 0.5 * eight.gpu_hours_per_run.mid


def test_lora_is_faster_than_qlora_by_less_than_two_thirds():
    # Vertex AI (2024): 66 % faster; torchtune: 28 %; the gap closes with the tokens of a micro-batch.
    def ratio(batch: int) -> float:
        lora, qlora = (
            time_job(
                job(
                    Training(method=method, micro_batch_size=batch, quantization=kind, sequence_length=1024),
                    "a100-sxm-40",
                    "llama-2-7b",
                )
            ).tokens_per_second_per_gpu.mid
            for method, kind in ((Method.LORA, None), (Method.QLORA, Quantization.NF4))
        )
        return lora / qlora

    assert 1.2 < ratio(1) < 1.7
    assert 1.0 < ratio(16) < ratio(4) < ratio(1)


def test_checkpoints_of_large_models_weigh_tens_to_hundreds_of_gb():
    # 14 B a parameter with optimizer states.
    sizes = {}
    for model in ("llama-3.1-8b", "llama-2-13b", "llama-3.1-70b"):
        answer = time_job(job(Training(states=States.MIXED_FP32_MASTER), model=model))
        sizes[model] = answer.checkpoint.size_gb
    assert sizes["llama-3.1-8b"] == pytest.approx(14 * 8.03, rel=0.01)
    assert 10 < sizes["llama-3.1-8b"] < sizes["llama-2-13b"] < sizes["llama-3.1-70b"] < 1000


def test_eight_cores_and_the_sum_of_vram_are_a_floor():
    needs = node_needs(job(Training(), "h200-sxm", gpus=8), None, 0)
    assert needs.cpu_cores.low == 8
    assert 12 <= needs.cpu_cores.mid / 8 <= needs.cpu_cores.high / 8 <= 30
    assert needs.ram_gib >= 8 * 140.4


def test_a_data_centre_in_kazakhstan_answers_sooner_and_takes_the_data_faster():
    places = [fact.place for fact in load_edition("2026-11-30").places.values()]
    serving = time_job(job(Inference(context_length=2048))).serving
    almaty, astana, abroad = (distance(place, 100, None, serving) for place in places)
    assert [one.place.id for one in (almaty, astana, abroad)] == ["almaty", "astana", "abroad"]
    shares = [one.first_token_share.mid for one in (almaty, astana, abroad)]
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert shares[2] > 0.3
    assert almaty.upload_hours.mid <= astana.upload_hours.mid < abroad.upload_hours.mid


def test_recomputation_says_its_share_of_the_operations_beside_its_share_of_the_time():
    # A full recomputed forward is 2N of 8N operations; attention, recomputed by the fused kernel anyway, adds a little.
    answer = time_job(job(Training(micro_batch_size=4)))
    note = next(note for note in answer.notes if note.code is SpeedNote.RECOMPUTATION)
    assert float(note.parameters["work_percent"]) == pytest.approx(25, abs=0.5)
    assert note.parameters["percent"] < note.parameters["work_percent"]


def test_the_whole_step_reaches_less_of_the_peak_than_its_products():
    answer = time_job(job(Training(micro_batch_size=4)))
    note = next(note for note in answer.notes if note.code is SpeedNote.EVIDENCE)
    products = 100 * answer.achieved_fraction.mid
    assert 0.5 * products < note.parameters["model_percent"] < 0.95 * products
