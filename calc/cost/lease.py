"""Finance lease of the first fleet: advance, instalments, buyout (docs/ledger.md §8, ruling 3)."""

import numpy as np

from calc.choices import LeaseTiming, Repayment
from calc.cost.case import Case
from calc.cost.fleet import leased_cost_kzt
from calc.cost.repayment import monthly_rate, one_month_earlier, repaid_share
from calc.cost.windows import service_months
from calc.inputs import Array


def lease_rate(case: Case) -> Array:
    """Monthly contract rate [1/month]."""
    return monthly_rate(case["finance.lease_rate_per_year"], case.choice("finance.lease_rate_kind"))


def lease_payments(case: Case) -> Array:
    """Instalments paid up to and in month t [-]."""
    return np.clip(case.month - case.lead, 0.0, case["finance.lease_months"])


def lease_balance(case: Case) -> Array:
    """Balance after the instalments of month t [KZT].

    In arrears it falls to the buyout b C. In advance, by annuity, every payment comes a month earlier
    and the balance after it is that of arrears / (1 + i); by equal parts it is the same.
    """
    cost = case.of(leased_cost_kzt)
    shape = case.choice("finance.repayment")
    made = case.of(lease_payments)
    first = cost * (1.0 - case["finance.lease_advance_share"])
    last = cost * case["finance.lease_buyout_share"]
    balance = first - (first - last) * repaid_share(made, case["finance.lease_months"], case.of(lease_rate), shape)
    if _in_advance(case) and shape is Repayment.ANNUITY:
        return np.where(made > 0, balance / (1.0 + case.of(lease_rate)), balance)
    return balance


def lease_instalment_principal(case: Case) -> Array:
    """Principal part of the instalment of month t [KZT]."""
    balance = case.of(lease_balance)
    return (one_month_earlier(balance) - balance) * case.of(service_months)


def lease_instalment_interest(case: Case) -> Array:
    """Interest part of the instalment of month t; in advance the first one has none [KZT]."""
    made = case.of(lease_payments)
    due = made > one_month_earlier(made)
    if _in_advance(case):
        due = due & (made > 1)
    return np.where(due, one_month_earlier(case.of(lease_balance)) * case.of(lease_rate), 0.0) * case.of(service_months)


def lease_closing_principal(case: Case) -> Array:
    """Balance paid at the end of month min(T, L + n): the buyout, or all that is left [KZT]."""
    return case.of(lease_balance) * case.of(lease_end)


def lease_closing_interest(case: Case) -> Array:
    """Interest of the last month of a lease paid in advance [KZT]."""
    if not _in_advance(case):
        return np.zeros(())
    return case.of(lease_balance) * case.of(lease_rate) * case.of(lease_end)


def lease_end(case: Case) -> Array:
    """1 in month min(T, L + n), in which the lease closes."""
    end = np.minimum(case.horizon, case.lead + case["finance.lease_months"])
    closing: Array = (case.month == end).astype(np.float64)
    return closing


def _in_advance(case: Case) -> bool:
    return bool(case.choice("finance.lease_timing") is LeaseTiming.START)
