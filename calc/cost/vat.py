"""VAT paid with the cost and recovered later, or lost (docs/ledger.md §7)."""

from collections.abc import Mapping

import numpy as np

from calc.cost.case import Case
from calc.cost.flows import END
from calc.cost.interpreter import Rows, add_to
from calc.cost.line import Vat
from calc.cost.windows import at_horizon
from calc.inputs import Array

DELAY = {
    Vat.OPERATING: "finance.vat_recovery_months_opex",
    Vat.CAPITAL: "finance.vat_recovery_months_capex",
}


def vat_rows(case: Case, taxed: Mapping[Vat, Rows]) -> tuple[Rows, Rows]:
    """VAT paid and VAT recovered by timing.

    Parameters
    ----------
    case
        The plan or batch.
    taxed
        Net amounts that carry VAT, by kind and timing [KZT].

    Returns
    -------
    paid, recovered
        Cost and receipt (negative) [KZT]. A claim of month t comes in month t + k at the same moment
        of the month; one that would come after T comes at the end of T.
    """
    paid: Rows = {}
    recovered: Rows = {}
    rate, share = case["finance.vat_rate"], case["finance.vat_recoverable_share"]
    for kind, rows in taxed.items():
        delay = case[DELAY[kind]]
        for timing, amount in rows.items():
            vat = amount * rate
            add_to(paid, timing, vat)
            claim = vat * -share
            late = case.month + delay > case.horizon
            in_time = np.where(late, 0.0, claim)
            add_to(recovered, timing, _delayed(in_time, delay, case.month))
            left = np.where(late, claim, 0.0).sum(axis=-1, keepdims=True)
            add_to(recovered, END, left * case.of(at_horizon))
    return paid, recovered


def lost_vat_factor(case: Case) -> Array:
    """VAT lost for one unit of a net amount [-]."""
    return case["finance.vat_rate"] * (1.0 - case["finance.vat_recoverable_share"])


def _delayed(amount: Array, delay: Array, month: Array) -> Array:
    if delay.ndim == 0:
        months = int(delay)
        if months == 0:
            return amount
        shifted = np.zeros(amount.shape)
        shifted[..., months:] = amount[..., :-months]
        return shifted
    source = (month - delay).astype(np.int64)
    amount, source = np.broadcast_arrays(amount, source)
    return np.where(source >= 0, np.take_along_axis(amount, np.maximum(source, 0), axis=-1), 0.0)
