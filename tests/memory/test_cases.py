"""What users ran and whether it fitted: cases of kind A (tests/memory/data/cases_a.json)."""

import pytest

from tests.memory.case_jobs import DOCUMENT, misses

# Cases whose verdict (or whose figure, where they have no verdict) is not reproduced, and why.
WRONG_VERDICT = {
    "A13": "eight fp32 copies in host memory: one shared copy of the checkpoint is assumed",
    "A15": "an old DeepSpeed flattened an unsharded fp32 copy on the card",
    "A23": "an estimator's own convention (18 bytes and four largest layers), not a run",
    "A45": "tight, not refused: what 8 GB of unified memory leave a process is not stated",
    "A49": "logits alone are asked for; the part loss holds their gradients too",
    "A51": "the model's shape is not public",
    "A55": "logits kept over an evaluation are not a training step",
    "A59": "the longest sample is not stated",
    "A61": "64k tokens with an unfused loss need more than the card by every formula",
    "A63": "offloaded checkpoints: 32k fit by formula",
    "A67": "no length is stated",
    "A81": "a hybrid model whose shape is not public",
}
WRONG_FIGURE = {
    "A17": "no batch or length is stated; 43.2 of at least 43.4 GB",
    "A19": "what the driver shows as used; the tensors take 8 GB",
    "A25": "no length is stated",
    "A33": "reported without a metric; the tensors take 5 GB",
    "A35": "41.2 GB of base weights as expected; the part also holds 3.4 GB of rank-128 fp32 adapters",
    "A69": "32k only: fp32 checkpoints of k-bit preparation are kept by default",
    "A83": "no batch, length or checkpointing is stated; the three readings are allocator settings",
    "A71": "the source trains embeddings and norms too",
}
CASES = DOCUMENT["cases"]


def found(case: str) -> list[str]:
    return [miss for job in CASES[case] for miss in misses(job)]


def wrong_verdict(case: str) -> bool:
    """A wrong verdict; for a case without one, a wrong figure; a case no job can say is wrong."""
    jobs = CASES[case]
    judged = any(job["expect"] for job in jobs)
    got = found(case)
    return not jobs or (any(miss.startswith("verdict") for miss in got) if judged else bool(got))


@pytest.mark.parametrize("case", CASES)
def test_verdict(case: str):
    assert wrong_verdict(case) == (case in WRONG_VERDICT), found(case)


@pytest.mark.parametrize("case", [case for case in CASES if case not in WRONG_VERDICT])
def test_figures(case: str):
    assert bool(found(case)) == (case in WRONG_FIGURE), found(case)


def test_at_least_thirty_verdicts_of_42_are_right():
    assert len(CASES) == 42
    assert sum(not wrong_verdict(case) for case in CASES) >= 30
