"""Which fields matter in a draft: one that changes nothing is not shown."""

from collections.abc import Mapping
from typing import Any

from calc.choices import (
    ColoMode,
    Cooling,
    DemandKind,
    Funding,
    Method,
    Purchase,
    ResidualKind,
    SiteKind,
    TariffGrowth,
    TaxPosition,
    TextUnit,
)
from ui.draft import full_path, read

Condition = tuple[str, frozenset[str]]


def _when(path: str, *ids: str) -> Condition:
    return path, frozenset(ids)


_ADAPTER = _when("workload.method", Method.LORA, Method.QLORA)
_QUANTIZED = _when("workload.method", Method.QLORA)
_WAVES = _when("demand.kind", DemandKind.WAVES)
_COLOCATION = _when("site.kind", SiteKind.COLOCATION)
_OWN_ROOM = _when("site.kind", SiteKind.OWN_ROOM)
_LOAN = _when("finance.funding", Funding.LOAN)
_LEASE = _when("finance.funding", Funding.LEASE)
_TEXT = _when("workload.text_unit", TextUnit.EXAMPLES, TextUnit.WORDS, TextUnit.PAGES, TextUnit.MEGABYTES)
_EXAMPLES = _when("workload.text_unit", TextUnit.EXAMPLES)
_LIMITED = _when("finance.tax_position", TaxPosition.LIMITED)

CONDITIONS: Mapping[str, Condition] = {
    "workload.lora_rank": _ADAPTER,
    "workload.lora_dropout": _ADAPTER,
    "workload.lora_targets": _ADAPTER,
    "workload.lora_dtype": _ADAPTER,
    "workload.quantization": _QUANTIZED,
    "workload.kbit_preparation": _QUANTIZED,
    "workload.shard_quantized_base": _QUANTIZED,
    "workload.train_embeddings": _ADAPTER,
    "workload.optimizer_in_backward": _when("workload.method", Method.FULL, Method.PRETRAIN),
    "workload.train_tokens": _when("workload.text_unit", TextUnit.TOKENS),
    "workload.text_amount": _TEXT,
    "workload.text_language": _TEXT,
    "workload.epochs": _TEXT,
    "workload.words_per_example": _EXAMPLES,
    "workload.packed": _EXAMPLES,
    "demand.utilization": _when("demand.kind", DemandKind.CONSTANT),
    "demand.hours_per_week": _WAVES,
    "demand.weeks_on": _WAVES,
    "demand.weeks_off": _WAVES,
    "demand.first_week": _WAVES,
    "demand.base_gpus": _WAVES,
    "demand.monthly_gpu_hours": _when("demand.kind", DemandKind.PROFILE),
    "demand.runs_per_month": _when("demand.kind", DemandKind.RUNS),
    "demand.runs_by_month": _when("demand.kind", DemandKind.RUNS),
    "demand.weekly_gpus": _when("demand.kind", DemandKind.WEEKLY),
    "demand.weekly_hours": _when("demand.kind", DemandKind.WEEKLY),
    "demand.log_levels": _when("demand.kind"),  # never typed: it comes from a log
    "buy.residual_points": _when("buy.residual_kind", ResidualKind.POINTS),
    "buy.residual_life_months": _when("buy.residual_kind", ResidualKind.LINEAR),
    "buy.residual_rate_per_year": _when("buy.residual_kind", ResidualKind.EXPONENTIAL),
    "site.pue": _when("site.cooling", Cooling.PUE),
    "site.cooling_tariff_kzt_per_kwh": _when("site.cooling", Cooling.TARIFF),
    "site.tariff_step_month": _when("site.tariff_growth_kind", TariffGrowth.STEP),
    "site.room_capex_kzt": _OWN_ROOM,
    "site.room_depreciation_rate_per_year": _OWN_ROOM,
    "site.room_rent_kzt_per_month": _OWN_ROOM,
    "site.colo_mode": _COLOCATION,
    "site.colo_currency": _COLOCATION,
    "site.colo_rate": _COLOCATION,
    "site.rack_units_per_node": _when("site.colo_mode", ColoMode.PER_U),
    "site.nodes_per_rack": _when("site.colo_mode", ColoMode.PER_RACK),
    "site.committed_kw": _COLOCATION,
    "site.power_rate_per_kw_month": _COLOCATION,
    "site.power_included": _COLOCATION,
    "site.colo_setup": _COLOCATION,
    "site.colo_extra_per_month": _COLOCATION,
    "site.colo_term_months": _COLOCATION,
    "site.colo_exit_share": _COLOCATION,
    "finance.profile": _when("finance.profile"),  # drawn in the panel, where it fills the other fields
    "finance.vat_offset_penalty_rate_per_year": _when("buy.purchase", Purchase.IMPORT_OFFSET),
    "finance.income_kzt_per_year": _LIMITED,
    "finance.loss_carry_years": _LIMITED,
    "finance.loan_share": _LOAN,
    "finance.loan_rate_per_year": _LOAN,
    "finance.loan_rate_kind": _LOAN,
    "finance.loan_months": _LOAN,
    "finance.repayment": _when("finance.funding", Funding.LOAN, Funding.LEASE),
    "finance.lease_advance_share": _LEASE,
    "finance.lease_rate_per_year": _LEASE,
    "finance.lease_rate_kind": _LEASE,
    "finance.lease_months": _LEASE,
    "finance.lease_timing": _LEASE,
    "finance.lease_buyout_share": _LEASE,
}
"""Field, the field that decides about it, and the choices under which it counts."""


def matters(field: str, draft: Mapping[str, Any], job: int) -> bool:
    """Whether a field changes anything in this draft."""
    condition = CONDITIONS.get(field)
    if condition is None:
        return True
    decider, ids = condition
    return read(draft, full_path(decider, job)) in ids and matters(decider, draft, job)
