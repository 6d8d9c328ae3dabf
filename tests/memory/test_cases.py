"""What users ran, whether it fitted, and the figures they gave: cases of kinds A and B."""

import pytest

from tests.memory.case_jobs import DOCUMENT, misses

# Cases whose verdict or figure is not reproduced, and why. Nothing is dropped.
WRONG = {
    "A19": "27 GB, the same at batch 1 and 64, which no part that follows the batch allows; 14.7 GB at batch 1",
    "A59": "the longest sample that broke eager attention is not stated; 2048 tokens fit",
    "A61": "64k tokens with an unfused loss over 152k words need more than the card by every formula",
    "A63": "24k fits, and 32k too by formula (68 of 79 GiB at the middle of the band); what ran out is not stated",
    "A67": "no length is stated; the states, 10.3 GiB, agree with 6 bytes a parameter on 8 GPUs",
    "A81": "loss not stated: 46.9 and 87.3 GiB in place, 21.6 and 36.8 fused, around the 28.4 and 49.5 measured",
    "A83": "no batch, length or checkpointing is stated; three readings of one job by allocator settings",
}
CASES = DOCUMENT["cases"]


def found(case: str) -> list[str]:
    return [miss for job in CASES[case] for miss in misses(job)]


@pytest.mark.parametrize("case", CASES)
def test_verdict_and_figures(case: str):
    right = bool(CASES[case]) and not found(case)
    assert right == (case not in WRONG), found(case)


def test_at_least_54_of_61_are_right():
    assert len(CASES) == 61
    assert len(CASES) - len(WRONG) >= 54
