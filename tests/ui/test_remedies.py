"""A remedy does what its words promise: the memory the suggestion names is the memory after the press."""

import pytest

from calc.choices import Verdict
from calc.memory.footprint import Suggestion
from data.scenario import Scenario, read_scenario
from ui.answer import answer_of
from ui.draft import draft_of, edited
from ui.remedies import EDITS, remedy_values


def scenario(workload: dict, gpu: str, **parallel) -> Scenario:
    job = {"workload": workload, "parallel": {"gpus": 1, **parallel}, "demand": {"kind": "constant", "gpus": 1}}
    return read_scenario({"jobs": [job], "fleet": {"gpu": gpu}})


TRAINING = {"kind": "training", "model": "llama-3.1-8b", "micro_batch_size": 4, "sequence_length": 8192}
UNFIT = {
    "full training": scenario({**TRAINING, "method": "full", "sequence_length": 2048}, "a100-sxm-80"),
    "long adapters": scenario({**TRAINING, "method": "lora", "sequence_length": 16384}, "a100-sxm-40"),
    "serving": scenario(
        {"kind": "inference", "model": "llama-3.1-70b", "context_length": 32768, "concurrent_requests": 16}, "h200-sxm"
    ),
    "rendering": scenario({"kind": "rendering", "textures": 2000, "texture_pixels": 8192}, "l4"),
}


@pytest.mark.parametrize("case", UNFIT)
def test_every_suggestion_is_an_edit_that_gives_the_memory_it_names(case):
    unfit = UNFIT[case]
    answer = answer_of(unfit)
    footprint = answer.footprints[0]
    assert footprint.verdict is Verdict.DOES_NOT_FIT
    assert footprint.suggestions
    for suggestion in footprint.suggestions:
        values = remedy_values(suggestion, answer.plan.jobs[0], 0)
        after = answer_of(read_scenario(edited(draft_of(unfit), values))).footprints[0]
        assert after.device_gib.mid == pytest.approx(suggestion.parameters["gib"]), suggestion.code
        assert after.verdict is not Verdict.DOES_NOT_FIT


def test_every_suggestion_the_memory_model_makes_has_an_edit():
    assert set(EDITS) == set(Suggestion) - {Suggestion.LARGER_GPU}
