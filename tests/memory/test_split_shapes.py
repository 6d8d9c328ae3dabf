"""Shapes of tensor, pipeline, context and expert parallelism against figures derived by hand."""

import json

import pytest

from calc.memory.estimate import estimate
from calc.memory.inference import serving_rank
from calc.memory.rank import TrainingRank, training_ranks
from calc.parallel import Parallel
from calc.workload import Inference, Training
from tests.memory.case_jobs import DATA
from tests.memory.jobs import LLAMA_7B, LLAMA_8B, LLAMA_70B, MIXTRAL, serving, training

ROWS = json.loads((DATA / "splits.json").read_text(encoding="utf-8"))["rows"]
SHAPES = {"llama-7b": LLAMA_7B, "llama-8b": LLAMA_8B, "llama-70b": LLAMA_70B, "mixtral": MIXTRAL}


def trained(row: dict) -> dict[str, float]:
    workload = Training.model_validate({"model": row["model"], **row["workload"]})
    ranks = training_ranks(SHAPES[row["model"]], workload, Parallel.model_validate(row["parallel"]))
    rank: TrainingRank = ranks[-1] if row["stage"] == "last" else ranks[0]
    return {
        "weights": rank.weights,
        "optimizer": rank.optimizer,
        "gradients": rank.all_gradients,
        "kept": rank.kept,
        "loss": rank.loss.backward,
    }


def served(row: dict) -> dict[str, float]:
    workload = Inference.model_validate({"model": row["model"], **row["workload"]})
    rank = serving_rank(SHAPES[row["model"]], workload, Parallel.model_validate(row["parallel"]))
    return {"weights": rank.weights, "kv_cache": rank.kv_cache}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_split(row: dict):
    got = served(row) if row["workload"].get("kind") == "inference" else trained(row)
    for name, expected in row["expected"].items():
        # the last norm is spread over the stages of a pipeline: some kilobytes
        assert got[name] == pytest.approx(expected["bytes"], rel=1e-5), expected["derivation"]


def test_at_least_twelve_shapes_and_three_of_each_way():
    ways = ("tensor_parallel", "pipeline_parallel", "context_parallel", "expert_parallel")
    assert len(ROWS) >= 12
    assert all(sum(row["parallel"].get(way, 1) > 1 for row in ROWS) >= 3 for way in ways)


def test_the_heaviest_stage_is_the_estimate():
    split = {"gpus": 4, "pipeline_parallel": 4}
    given = {"method": "full", "states": "pure_bf16", "gradient_accumulation_steps": 8, "sequence_length": 32_768}
    sized = estimate(training(LLAMA_70B, parallel=split, **given))
    first, last = training_ranks(LLAMA_70B, Training(model="m", **given), Parallel.model_validate(split))
    assert sized.allocated_gib * 2**30 > max(first.weights + first.kept, last.weights + last.loss.backward)
    assert estimate(serving(LLAMA_70B, parallel={"gpus": 2, "pipeline_parallel": 2})).breakdown_gib.weights > 0
