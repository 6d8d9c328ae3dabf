"""What users ran, whether it fitted, and the figures they gave: cases of kinds A and B."""

import pytest

from tests.memory.case_jobs import DOCUMENT, misses

# Cases whose verdict or figure is not reproduced, and why. Nothing is dropped.
WRONG = {
    "A19": "27 GB as the driver shows, the same at batch 1 and 64; tensors, context and buffers come to 14 GB",
    "A23": "an estimator's own convention: the step's 18 bytes and four bytes of the largest layer at once",
    "A59": "the longest sample that broke eager attention is not stated; 2048 tokens fit",
    "A61": "64k tokens with an unfused loss over 152k words need more than the card by every formula",
    "A63": "32k fit by formula; why they did not is not stated",
    "A67": "no length is stated",
    "A81": "a hybrid model on more GPUs than it has KV heads",
    "A83": "no batch, length or checkpointing is stated; three readings of one job by allocator settings",
    "B18": "a hybrid model's config is refused as unknown; its cache is checked by shape (test_kv_cache)",
    "B20": "global layers with heads of their own: config refused as unknown; checked by shape (test_kv_cache)",
    "B24": "13.6 of at most 13.5 GB: embedding and head stay 16 bit, where llama.cpp quantizes them",
    "B36": "the model's shape is not public",
}
CASES = DOCUMENT["cases"]


def found(case: str) -> list[str]:
    return [miss for job in CASES[case] for miss in misses(job)]


@pytest.mark.parametrize("case", CASES)
def test_verdict_and_figures(case: str):
    right = bool(CASES[case]) and not found(case)
    assert right == (case not in WRONG), found(case)


def test_at_least_49_of_61_are_right():
    assert len(CASES) == 61
    assert len(CASES) - len(WRONG) >= 49
