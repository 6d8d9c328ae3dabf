"""Published claims: the whole model on the inputs of each study, and a reason where it disagrees."""

import pytest

from calc.decision.claims import ClaimReason, recompute
from data.claims import published_claims

CLAIMS = published_claims()
RECOMPUTED = recompute([published.claim for published in CLAIMS])
IN_PRINT = {ClaimReason.AGREES, ClaimReason.PAID_ROUND_THE_CLOCK}
"""Reasons under which the arithmetic of the study is right."""
OURS = {
    # independently: cases C and D of the money checks, from the inputs by hand
    "lenovo-2025-on-demand-months": 833_806 / (98.32 - 0.87) / 730,
    "lenovo-2026-colocation-hour": 1500 / 730,
    "lenovo-2026-d-cost-per-hour": 461_567.5 / 43_800 + 12.6,
    "lenovo-2026-token-saving": 1 - 4.74 / 29.09,
    "pan-2025-glm-vs-gpt5-as-stated": 90_000 / (1.69974 * 960 - 0.4 * 6 * 160 * 0.15),
    "skill-2026-monthly-bill": 8 * 3.10 * 16 * 730 / 24,
    "ai-manual-2026-workstation": 3750 / ((0.79 - 0.45 * 0.15) * 8 * 730 / 24),
    "dodatathings-2026-power": 5.75 * 730 * 0.15,
    "shadow-stack-2026-home-lab": 740 / (100 - 9),
    "technolynx-2026-crossover-low": 0.4 * 0.7 / 2.5,
    "technolynx-2026-crossover-high": 0.7 * 0.7 / 1.1,
    "hn-2026-power-share-card": 4380 / 34_380,
    "cloudcostchefs-2026-effective-hour": 4 / (0.85 * 0.30) * 1.25,
}


@pytest.mark.parametrize("found", RECOMPUTED, ids=lambda found: found.claim.id)
def test_a_claim_agrees_or_says_why_not(found):
    claim = found.claim
    if claim.reason in IN_PRINT:
        assert found.difference_share == pytest.approx(0, abs=2e-3)
    elif claim.reason is not ClaimReason.OWN_COST_LEFT_OUT:
        assert abs(found.difference_share) > 2e-3
    if claim.id in OURS:
        assert found.ours == pytest.approx(OURS[claim.id], rel=1e-4)


def test_every_reason_has_a_claim_and_every_claim_a_source():
    assert {published.claim.reason for published in CLAIMS} == set(ClaimReason)
    assert all(published.provenance.source and published.provenance.notes for published in CLAIMS)
    assert len({published.id for published in CLAIMS}) == len(CLAIMS) >= 25


def test_a_claim_without_a_point_has_no_figure():
    never = next(published.claim for published in CLAIMS if published.id == "lenovo-2025-on-demand-hours")
    free = never.plan.rent.model_copy(update={"hourly_rate": 0.0})
    plan = type(never.plan)(never.plan.jobs, free, never.plan.buy, never.plan.site, never.plan.finance)
    (found,) = recompute([type(never)(never.id, plan, never.figure, never.printed, never.reason)])
    assert found.ours is None
    assert found.difference_share is None
