"""What distance costs, and the report that gathers all of it."""

import pytest

from calc.choices import Method, Sharding, States
from calc.memory import fit_table
from calc.message import Band
from calc.place import Place
from calc.speed import SpeedReport, speed_report, time_job
from calc.speed.distance import DistanceNote, dataset_gb, distance
from calc.speed.gpu_link import LinkKind
from calc.speed.host import NodeReason
from calc.workload import Given, Inference, Rendering, Training
from tests.speed.cases import gpus, job

NEAR = Place("near", Band(1, 2, 4), Band(100, 1000, 2000), assumption=True)
FAR = Place("far", Band(60, 90, 230), Band(50, 100, 200), assumption=True)


def _report(workload: object, gpu: str = "h100-sxm", **parallel: object) -> SpeedReport:
    plan = job(workload, gpu, reference="rtx-4090", **parallel)
    cards = [gpus()["h100-sxm"], gpus()["a100-sxm-80"]]
    return speed_report(plan, cards, fit_table(plan, cards), {"h100-sxm": 3.0}, (NEAR, FAR))


def test_hours_to_upload_follow_size_and_line():
    near, far = (distance(place, 360, None, None) for place in (NEAR, FAR))
    # 360 GB are 2,880 Gbit; at 0.8 Gbit/s an hour.
    assert near.upload_hours.mid == pytest.approx(1)
    assert far.upload_hours.mid == pytest.approx(10)
    assert near.upload_hours.low < near.upload_hours.mid < near.upload_hours.high
    assert near.checkpoint_home_seconds is None
    assert [note.code for note in near.notes] == [DistanceNote.UPLOAD]


def test_adapters_are_home_sooner_than_a_whole_model():
    seconds = {}
    for method in (Method.LORA, Method.FULL):
        report = _report(Training(method=method, states=States.MIXED_FP32_MASTER), gpus=8, sharding=Sharding.FSDP)
        seconds[method] = report.distances[0].checkpoint_home_seconds.mid
        checkpoint = report.throughput.checkpoint
        assert seconds[method] == pytest.approx(checkpoint.size_gb * 8 / 0.8)
        assert report.distances[0].result_home_seconds.mid == pytest.approx(checkpoint.weights_gb * 8 / 0.8)
    assert seconds[Method.LORA] < 60 < seconds[Method.FULL]


def test_a_data_centre_nearby_shortens_the_wait_for_the_first_token():
    serving = time_job(job(Inference(context_length=2048))).serving
    near, far = (distance(place, None, None, serving).first_token_share for place in (NEAR, FAR))
    assert near.mid < 0.1 < far.mid < 1
    assert far.mid == pytest.approx(90 / (90 + 1000 * serving.prefill_seconds))
    long = time_job(job(Inference(context_length=32_768))).serving
    assert distance(FAR, None, None, long).first_token_share.mid < far.mid


def test_a_data_set_known_by_its_tokens_alone_is_four_bytes_a_token():
    assert dataset_gb(Training(train_tokens=1e9), None) == 4


def test_every_figure_of_the_node_has_its_reason():
    reasons = [one.code for one in _report(Training(), gpus=8, sharding=Sharding.FSDP).host.reasons]
    assert reasons == [
        NodeReason.CORES_FEED_GPUS,
        NodeReason.RAM_HOLDS_GPU_MEMORY,
        NodeReason.DISK_HOLDS_CHECKPOINTS,
        NodeReason.DISK_WRITES_IN_A_MINUTE,
        NodeReason.CHECKPOINT_STOPS_TRAINING,
        NodeReason.CHECKPOINT_INTERVAL,
    ]
    assert NodeReason.DISK_HOLDS_SYSTEM in [one.code for one in _report(Rendering()).host.reasons]


def test_offloaded_states_need_more_host_memory_than_the_gpus_hold():
    kept, moved = (_report(Training(model="llama-3.1-8b"), "l40s", offload=one).host for one in ("none", "optimizer"))
    assert moved.ram_gib > kept.ram_gib == gpus()["l40s"].memory_gb
    assert NodeReason.RAM_HOLDS_STATES in [one.code for one in moved.reasons]


def test_doubling_gpus_over_pcie_gains_less_than_over_nvswitch():
    report = _report(Training(sequence_length=2048), gpus=8, sharding=Sharding.FSDP)
    own, slotted = report.scaling
    assert (own.link, slotted.link) == (LinkKind.NVSWITCH, LinkKind.PCIE)
    for fast, slow in zip(own.points[1:], slotted.points[1:], strict=True):
        assert slow.tokens_per_second < fast.tokens_per_second
    assert slotted.points[1].waiting_share > 0.2


def test_a_card_without_a_link_has_one_curve():
    assert [curve.link for curve in _report(Training(method=Method.LORA), "l40s").scaling] == [LinkKind.PCIE]
    assert _report(Inference()).scaling == ()


def test_the_report_answers_for_every_kind_of_work():
    for workload in (Training(), Inference(), Rendering(), Given()):
        report = _report(workload)
        assert report.throughput == time_job(job(workload, reference="rtx-4090"))
        assert len(report.distances) == 2
        assert report.tokens is None
