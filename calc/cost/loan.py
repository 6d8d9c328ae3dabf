"""Bank loan on the delivered cost of the first fleet (docs/ledger.md §8)."""

import numpy as np

from calc.cost.case import Case
from calc.cost.fleet import delivered_cost_kzt
from calc.cost.repayment import monthly_rate, one_month_earlier, principal_share, repaid_share
from calc.cost.windows import at_horizon, service_months
from calc.inputs import Array


def loan_rate(case: Case) -> Array:
    """Monthly contract rate [1/month]."""
    return monthly_rate(case["finance.loan_rate_per_year"], case.choice("finance.loan_rate_kind"))


def loan_balance(case: Case) -> Array:
    """Balance after the payment of month t; the whole loan before the first [KZT]."""
    term = case["finance.loan_months"]
    made = np.clip(case.month - case.lead, 0.0, term)
    repaid = repaid_share(made, term, case.of(loan_rate), case.choice("finance.repayment"))
    return case.of(delivered_cost_kzt) * case["finance.loan_share"] * (1.0 - repaid)


def loan_interest(case: Case) -> Array:
    """Interest of each month on the balance before its payment [KZT]."""
    return one_month_earlier(case.of(loan_balance)) * case.of(loan_rate) * case.of(service_months)


def loan_principal(case: Case) -> Array:
    """Principal of each month, and at T the whole balance left (ruling 8) [KZT]."""
    shape = case.choice("finance.repayment")
    part = principal_share(case.month - case.lead, case["finance.loan_months"], case.of(loan_rate), shape)
    paid = case.of(delivered_cost_kzt) * case["finance.loan_share"] * part * case.of(service_months)
    return paid + case.of(loan_balance) * case.of(at_horizon)
