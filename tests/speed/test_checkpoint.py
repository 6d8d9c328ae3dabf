"""Checkpoints, the host beside the GPUs, and the scaling curve."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.choices import Framework, Method, Optimizer, Sharding, States
from calc.errors import ErrorCode, EsepError
from calc.speed.checkpoint import CheckpointNeeds, checkpoint_needs, daly_interval
from calc.speed.gpu_link import LinkKind
from calc.speed.host import node_needs
from calc.speed.scaling import scaling_curve
from calc.workload import Training
from tests.speed.cases import gpus, job, models


def _needs(model: str = "llama-3.1-8b", sharding: Sharding = Sharding.NONE, count: int = 8, **workload: object):
    training = Training.model_validate(workload)
    return checkpoint_needs(job(training, model=model, gpus=count, sharding=sharding), training, models()[model])


@pytest.mark.parametrize(
    ("states", "optimizer", "bytes_per_parameter"),
    [
        (States.MIXED_FP32_MASTER, Optimizer.ADAMW_FUSED, 14),
        (States.PURE_BF16, Optimizer.ADAMW_FUSED, 6),
        (States.AUTOCAST_FP32, Optimizer.ADAMW_FUSED, 12),
        (States.PURE_BF16, Optimizer.SGD, 2),
    ],
)
def test_size_is_the_states_that_resume_a_run(states: States, optimizer: Optimizer, bytes_per_parameter: int):
    needs = _needs(states=states, optimizer=optimizer)
    parameters = models()["llama-3.1-8b"].n_params
    assert needs.size_gb == pytest.approx(parameters * bytes_per_parameter / 1e9, rel=1e-6)
    assert needs.weights_gb == pytest.approx(parameters * 2 / 1e9, rel=1e-6)


def test_adapters_make_small_checkpoints():
    assert _needs(method=Method.LORA).size_gb < 1 < _needs(method=Method.FULL).size_gb


@given(st.floats(1e-3, 1), st.floats(10, 1e5))
def test_daly_loses_no_more_than_its_neighbours(write: float, between: float):
    def lost(interval: float) -> float:
        # Daly's total time without restarts, per unit of work.
        return between * (math.exp((interval + write) / between) - 1) / interval

    best = daly_interval(write, between)
    assert best == pytest.approx(math.sqrt(2 * write * between), rel=0.35)
    assert lost(best) <= min(lost(0.8 * best), lost(1.25 * best))


def test_more_gpus_fail_more_often_and_save_more_often():
    few, many = (_needs(sharding=Sharding.FSDP, count=count) for count in (8, 64))
    assert many.hours_between_failures == pytest.approx(few.hours_between_failures / 8)
    assert many.interval_hours < few.interval_hours
    assert many.write_seconds == pytest.approx(few.write_seconds / 8)
    assert 0 < few.lost_share < 0.05


def test_unsharded_states_are_written_by_one_node():
    assert _needs(count=64, sharding=Sharding.DDP).write_seconds == _needs(count=8, sharding=Sharding.DDP).write_seconds


def _node(checkpoint: CheckpointNeeds | None, ram: float = 100.0):
    return node_needs(job(Training(), "h100-sxm", gpus=8), checkpoint, ram)


def test_a_node_has_at_least_the_memory_of_its_gpus():
    assert _node(None).ram_gib == 640
    assert _node(None, ram=2000).ram_gib == 2000


def test_cores_start_at_eight_and_follow_the_gpus():
    one = node_needs(job(Training()), None, 0)
    assert one.cpu_cores.low == 8
    eight = _node(None).cpu_cores
    assert (eight.low, eight.mid, eight.high) == (8, 112, 240)


def test_disk_follows_the_checkpoint():
    small, large = _node(_needs(method=Method.LORA)), _node(_needs("llama-3.1-70b", states=States.MIXED_FP32_MASTER))
    assert small.nvme_tb == pytest.approx(2, abs=0.05)
    assert large.nvme_tb == pytest.approx(2 + 3 * 0.014 * 70.55, rel=0.01)
    assert large.nvme_write_gb_s == pytest.approx(14 * 70.55 / 60, rel=0.01)


def test_scaling_curve_falls_at_slow_links():
    training = Training(sequence_length=4096, framework=Framework.TORCHTITAN)
    plan = job(training, "h100-sxm", sharding=Sharding.FSDP)
    switched = scaling_curve(plan, training, plan.shape)
    slotted = scaling_curve(replace(plan, gpu=gpus()["h100-pcie"]), training, plan.shape)
    assert [point.gpus for point in switched] == [1, 8, 64]
    assert switched[0].efficiency == slotted[0].efficiency == 1
    assert switched[0].link is None
    assert switched[1].efficiency > 0.95
    assert slotted[1].efficiency < 0.75 * switched[1].efficiency
    assert slotted[2].efficiency < slotted[1].efficiency
    assert (switched[1].link, slotted[1].link, slotted[2].link) == (
        LinkKind.NVSWITCH,
        LinkKind.PCIE,
        LinkKind.NETWORK,
    )
    assert slotted[1].waiting_share > 0.2


def test_scaling_needs_whole_copies_of_the_model():
    training = Training()
    plan = job(training, gpus=4, tensor_parallel=4)
    with pytest.raises(EsepError) as refused:
        scaling_curve(plan, training, plan.shape, (4, 6))
    assert refused.value.code is ErrorCode.NOT_DIVISIBLE
