"""Contradictions are refused with the field, the value and what is allowed (docs/ledger.md §12, edges and rulings)."""

from typing import Any

import pytest

from calc.check import check
from calc.cost import ledger
from calc.errors import ErrorCode, EsepError
from tests.decision.plans import plan

CONFLICTS = [
    ({"buy": {"lead_months": 36}}, "buy.lead_months", ErrorCode.CONFLICT),
    ({"buy": {"deposit_share": 0.7, "retention_share": 0.4}}, "buy.retention_share", ErrorCode.CONFLICT),
    (
        {"finance": {"funding": "lease", "lease_advance_share": 0.6, "lease_buyout_share": 0.5}},
        "finance.lease_buyout_share",
        ErrorCode.CONFLICT,
    ),
    ({"site": {"idle_kw_per_node": 9.0}}, "site.idle_kw_per_node", ErrorCode.CONFLICT),
    ({"site": {"cooling_tariff_kzt_per_kwh": 5.0}}, "site.cooling_tariff_kzt_per_kwh", ErrorCode.CONFLICT),
    ({"demand": {"kind": "profile"}}, "jobs.0.demand.monthly_gpu_hours", ErrorCode.MISSING),
    (
        {"demand": {"kind": "profile", "gpus": 2, "monthly_gpu_hours": [100, 1461]}},
        "jobs.0.demand.monthly_gpu_hours.1",
        ErrorCode.OUT_OF_RANGE,
    ),
    ({"demand": {"kind": "runs"}}, "jobs.0.demand.kind", ErrorCode.NOT_ALLOWED),
    ({"buy": {"residual_kind": "points", "residual_points": []}}, "buy.residual_points", ErrorCode.MISSING),
    (
        {
            "buy": {"residual_kind": "points", "residual_points": [[1, 0.01], [2, 2]]},
            "finance": {"horizon_months": 240},
        },
        "buy.residual_points",
        ErrorCode.OUT_OF_RANGE,
    ),
    ({"buy": {"residual_points": [[24, 0.5], [12, 0.4]]}}, "buy.residual_points", ErrorCode.NOT_RISING),
    ({"rent": {"price_path": [[6, 0.9], [6, 0.8]]}}, "rent.price_path", ErrorCode.NOT_RISING),
    (
        {"buy": {"refresh_every_months": 12}, "finance": {"funding": "lease", "lease_months": 24}},
        "buy.refresh_every_months",
        ErrorCode.CONFLICT,
    ),
]


@pytest.mark.parametrize(("parts", "field", "code"), CONFLICTS, ids=[field for _, field, _ in CONFLICTS])
def test_contradictions(parts: dict[str, Any], field: str, code: ErrorCode) -> None:
    for refuse in (check, ledger):
        with pytest.raises(EsepError) as caught:
            refuse(plan(**parts))
        assert (caught.value.field, caught.value.code) == (field, code)
        assert caught.value.allowed


@pytest.mark.parametrize(
    "parts",
    [
        {"buy": {"lead_months": 35}},
        {"buy": {"deposit_share": 0.9, "retention_share": 0.1}},
        {"buy": {"residual_points": []}},
        {"buy": {"refresh_every_months": 12}, "finance": {"lease_months": 24}},
        {"demand": {"monthly_gpu_hours": [1e6]}},
        {"site": {"cooling": "tariff", "cooling_tariff_kzt_per_kwh": 5.0}},
    ],
)
def test_what_is_not_in_force_is_not_refused(parts: dict[str, Any]) -> None:
    check(plan(**parts))
