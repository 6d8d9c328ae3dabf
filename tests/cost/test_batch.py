"""One engine for any shape: a batch equals its points, and points of any leading shape fit."""

from typing import Any

import numpy as np
import pytest

from calc.cost import ledger
from calc.errors import ErrorCode, EsepError
from tests.cost.golden import with_jobs
from tests.cost.random_plans import CHOICES, CONSTANT, NUMBERS, PROFILE, WAVES, WHOLE, build, draw_numbers, legal
from tests.decision.plans import plan

POINTS = 50


def same(found: Any, expected: Any) -> None:
    scale = np.abs(expected).max() + 1.0
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10 * scale)


def compare(batch: Any, position: Any, alone: Any) -> None:
    for branch in ("rent", "buy"):
        together, single = getattr(batch, branch), getattr(alone, branch)
        months = single.cash.shape[-1]
        same(together.cash[position][:, :months], single.cash)
        assert not together.cash[position][:, months:].any()
        same(together.used_gpu_hours[position][: months - 1], single.used_gpu_hours)
        same(together.own_gpu_hours[position][: months - 1], single.own_gpu_hours)
        same(together.it_kwh[position][: months - 1], single.it_kwh)
        same(together.nodes[position], single.nodes)
    same(batch.buy_unlevered[position][:, : alone.buy_unlevered.shape[-1]], alone.buy_unlevered)
    assert batch.horizon_months[position] == alone.horizon_months
    assert batch.discount_rate_per_year[position] == alone.discount_rate_per_year
    assert batch.peak_gpus[position] == alone.peak_gpus


@pytest.mark.parametrize("demand", [CONSTANT, WAVES, PROFILE], ids=["constant", "waves", "profile"])
@pytest.mark.parametrize("seed", range(6))
def test_fifty_random_points_one_by_one_and_as_a_batch(demand: dict[str, Any], seed: int) -> None:
    random = np.random.default_rng(seed)
    choices = {name: random.choice(list(choice)) for name, choice in CHOICES.items()}
    choices = {name: CHOICES[name](value) for name, value in choices.items()}
    points = [legal({**choices, **draw_numbers(random)}) for _ in range(POINTS)]
    numeric = [*NUMBERS, *WHOLE]
    if demand is PROFILE:
        numeric.remove("demand.gpus")  # the hours listed are those of its own GPUs
    overrides = {name: np.array([point[name] for point in points]) for name in numeric}
    batch = ledger(build({**points[0], "demand.gpus": 9}, demand), **overrides)
    for position, point in enumerate(points):
        kept = {**point, "demand.gpus": 9} if demand is PROFILE else point
        compare(batch, position, ledger(build(kept, demand)))


def test_wave_geometry_is_batched() -> None:
    base = plan(demand=WAVES)
    geometry = {"weeks_on": [1, 3, 9, 2], "weeks_off": [0, 4, 0, 7], "first_week": [0, 5, 11, 300]}
    batch = ledger(base, **{f"demand.{name}": np.array(values) for name, values in geometry.items()})
    for position in range(4):
        changed = {name: values[position] for name, values in geometry.items()}
        compare(batch, position, ledger(plan(demand={**WAVES, **changed})))


def test_several_jobs_are_batched() -> None:
    jobs = (WAVES, {**CONSTANT, "first_hour": 6}, {**PROFILE, "first_hour": 12})
    base = with_jobs(plan(rent={"storage_billing": "idle", "storage_gb": 10, "storage_rate": 1}), *jobs)
    scales, horizons = np.array([0.0, 0.4, 1.0, 1.9]), np.array([12.0, 61.0, 40.0, 5.0])
    batch = ledger(base, **{"demand.scale": scales, "finance.horizon_months": horizons})
    for position, (scale, horizon) in enumerate(zip(scales, horizons, strict=True)):
        alone = plan(rent=base.rent.model_dump(), finance={"horizon_months": int(horizon)})
        compare(batch, position, ledger(with_jobs(alone, *({**job, "scale": scale} for job in jobs))))


def test_one_job_of_several_is_overridden() -> None:
    jobs = (WAVES, CONSTANT)
    batch = ledger(with_jobs(plan(), *jobs), **{"jobs.1.demand.utilization": np.array([0.1, 0.9])})
    for position, use in enumerate((0.1, 0.9)):
        compare(batch, position, ledger(with_jobs(plan(), WAVES, {**CONSTANT, "utilization": use})))


def test_a_map_from_broadcast_axes_equals_the_full_grid() -> None:
    use, horizon = np.linspace(0, 1, 4), np.arange(10.0, 70.0, 20.0)
    grid = dict(zip(("demand.utilization", "finance.horizon_months"), np.meshgrid(use, horizon), strict=True))
    wide = ledger(plan(), **grid)
    thin = ledger(plan(), **{"demand.utilization": use[None], "finance.horizon_months": horizon[:, None]})
    assert wide.buy.cash.shape == thin.buy.cash.shape == (3, 4, 3, 61)
    same(thin.buy.cash, wide.buy.cash)
    same(thin.rent.cash, wide.rent.cash)


def test_lines_tax_years_and_fleets_of_a_batch() -> None:
    base = plan(buy={"refresh_every_months": 20, "residual_kind": "points"})
    every = np.array([0, 12, 20])
    batch = ledger(base, keep_lines=True, **{"buy.refresh_every_months": every})
    for position, months in enumerate(every):
        alone = ledger(plan(buy={"refresh_every_months": int(months), "residual_kind": "points"}), keep_lines=True)
        for name, line in alone.buy.lines.items():
            same(batch.buy.lines[name][position], line)
        same(batch.buy.tax_years.tax[position], alone.buy.tax_years.tax)
        sold = [fleet for fleet in batch.buy.fleets if fleet.to_month[position]]
        assert [fleet.to_month[position] for fleet in sold] == [fleet.to_month for fleet in alone.buy.fleets]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("rent.hourly_price", 1.0, ErrorCode.UNKNOWN_FIELD),
        ("hourly_rate", 1.0, ErrorCode.UNKNOWN_FIELD),
        ("jobs.3.demand.gpus", 1.0, ErrorCode.UNKNOWN_FIELD),
        ("rent.mode", 1.0, ErrorCode.NOT_ALLOWED),
        ("site.power_included", 1.0, ErrorCode.NOT_ALLOWED),
        ("buy.residual_points", [[1.0, 1.0]], ErrorCode.NOT_ALLOWED),
        ("rent.hourly_rate", [1.0, np.nan], ErrorCode.NOT_A_NUMBER),
        ("rent.hourly_rate", "much", ErrorCode.NOT_A_NUMBER),
        ("rent.hourly_rate", [1.0, -1.0], ErrorCode.OUT_OF_RANGE),
        ("rent.goodput", 0.0, ErrorCode.OUT_OF_RANGE),
        ("buy.lead_months", [3.0, 36.0], ErrorCode.CONFLICT),
    ],
)
def test_bad_overrides_are_refused(field: str, value: Any, code: ErrorCode) -> None:
    with pytest.raises(EsepError) as caught:
        ledger(plan(), **{field: value})
    assert (caught.value.code, caught.value.field) == (code, field)
