"""The ledger of a plan: both branches, month by month, one engine for any shape (docs/ledger.md)."""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from calc.check import check_inputs
from calc.choices import Funding, GapMode
from calc.cost.billing import demanded_gpu_hours, hours_done_by_buyer
from calc.cost.books import Books
from calc.cost.case import Case
from calc.cost.energy import it_kwh
from calc.cost.fleet import nodes, own_gpu_hours, own_work_gpu_hours, peak_gpus
from calc.cost.flows import Flows, Ledger
from calc.cost.interpreter import evaluate, in_force
from calc.cost.line import Line, LineId
from calc.cost.lines_capital import CAPITAL_LINES, FUNDING_LINES, OFFSET_LINES, SALE_LINES
from calc.cost.lines_rent import BRIDGING_LINES, RENT_LINES
from calc.cost.lines_site import SITE_LINES
from calc.cost.windows import horizon_months, service_months
from calc.inputs import Array, Inputs
from calc.plan import Plan

OPERATING_LINES = (*BRIDGING_LINES, *SITE_LINES, *SALE_LINES)
PURCHASE_LINES = (*CAPITAL_LINES, *OFFSET_LINES, *FUNDING_LINES)

LEDGER_LINES = (*RENT_LINES, *OPERATING_LINES, *PURCHASE_LINES)
"""Every record of the ledger; VAT and income tax follow from them (docs/ledger.md §7, §9)."""


def records_of(plan: Plan) -> tuple[Line, ...]:
    """The records in force in a plan: its choices hold, and none of their prices is zero."""
    inputs = Inputs(plan)
    return tuple(
        line
        for line in LEDGER_LINES
        if in_force(line, inputs.choice) and all(float(inputs[price]) for price in line.prices)
    )


def ledger(
    plan: Plan,
    *,
    keep_lines: bool = False,
    unlevered: bool = True,
    without: Collection[LineId] = (),
    **overrides: Any,
) -> Ledger:
    """Reckon both branches of a plan, or of a batch of plans.

    Parameters
    ----------
    plan
        The plan, its demand of runs settled.
    keep_lines
        Also give every line, the tax years and the fleets.
    unlevered
        Also reckon the purchase with funding = cash; else ``buy_unlevered`` is the purchase as it is.
    without
        Lines to leave out, as if they cost nothing.
    **overrides
        Arrays of leading shape S by dotted field name (``calc.inputs``); ``demand.x`` means every job.

    Returns
    -------
    Ledger
        Arrays of shape S + ...; months padded to max(60, longest horizon).

    Raises
    ------
    EsepError
        When fields contradict each other, or an override names no numeric field.
    """
    inputs = Inputs(plan, overrides)
    check_inputs(inputs)
    case = Case(inputs)
    options: dict[str, Any] = {"keep_lines": keep_lines, "without": without}
    rent = Books(case, [evaluate(RENT_LINES, case, case.choice, **options)], **options)
    running = evaluate(OPERATING_LINES, case, case.choice, **options)
    funding = case.choice("finance.funding")
    paid = evaluate(PURCHASE_LINES, case, case.choice, **options)
    buy = Books(case, [running, paid], leased=funding is Funding.LEASE, **options)
    for_cash = buy
    if unlevered and funding is not Funding.CASH:
        paid = evaluate(PURCHASE_LINES, case, _for_cash(case), without=without)
        for_cash = Books(case, [running, paid], without=without)
    return Ledger(
        rent=_rent_flows(case, rent, keep_lines=keep_lines),
        buy=_buy_flows(case, buy, keep_lines=keep_lines),
        buy_unlevered=for_cash.cash(),
        horizon_months=_plain(case, case.horizon),
        discount_rate_per_year=_plain(case, case["finance.discount_rate_per_year"]),
        peak_gpus=_plain(case, case.of(peak_gpus)),
    )


def _for_cash(case: Case) -> Callable[[str], Any]:
    return lambda name: Funding.CASH if name == "finance.funding" else case.choice(name)


def _rent_flows(case: Case, books: Books, *, keep_lines: bool) -> Flows:
    nothing = np.zeros(())
    return Flows(
        cash=books.cash(),
        used_gpu_hours=_by_month(case, case.of(demanded_gpu_hours) * case.of(horizon_months)),
        own_gpu_hours=_by_month(case, nothing),
        own_work_gpu_hours=_by_month(case, nothing),
        it_kwh=_by_month(case, nothing),
        nodes=_plain(case, nothing),
        lines={name: books.reported(rows) for name, rows in books.lines.items()} if keep_lines else {},
        tax_years=books.tax_years if keep_lines else None,
    )


def _buy_flows(case: Case, books: Books, *, keep_lines: bool) -> Flows:
    lost = case.choice("buy.gap_mode") is GapMode.NONE
    done = case.of(hours_done_by_buyer if lost else demanded_gpu_hours)
    return Flows(
        cash=books.cash(),
        used_gpu_hours=_by_month(case, done * case.of(horizon_months)),
        own_gpu_hours=_by_month(case, case.of(own_gpu_hours) * case.of(service_months)),
        own_work_gpu_hours=_by_month(case, case.of(own_work_gpu_hours) * case.of(service_months)),
        it_kwh=_by_month(case, case.of(it_kwh) * case.of(service_months)),
        nodes=_plain(case, case.of(nodes)),
        lines={name: books.reported(rows) for name, rows in books.lines.items()} if keep_lines else {},
        tax_years=books.tax_years if keep_lines else None,
        fleets=books.fleets() if keep_lines else (),
    )


def _by_month(case: Case, values: Array) -> Array:
    # Months 1..M of a quantity on the grid, in the full leading shape.
    return np.broadcast_to(values, (*case.inputs.shape, case.months + 1))[..., 1:]


def _plain(case: Case, column: Array) -> Array:
    # A quantity that does not depend on the month, in the leading shape.
    return np.broadcast_to(column, (*case.inputs.shape, 1))[..., 0]
