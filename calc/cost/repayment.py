"""Balances of a debt that is repaid in equal payments or equal parts of principal (docs/ledger.md §8)."""

import numpy as np

from calc.choices import RateKind, Repayment
from calc.inputs import Array


def monthly_rate(rate_per_year: Array, kind: RateKind) -> Array:
    """Contract rate of a month: r/12 as banks quote it, or (1 + r)^(1/12) - 1 [1/month]."""
    if kind is RateKind.NOMINAL:
        return rate_per_year / 12.0
    rate: Array = np.expm1(np.log1p(rate_per_year) / 12.0)
    return rate


def repaid_share(payments: Array, term: Array, rate: Array, shape: Repayment) -> Array:
    """Share of the principal repaid after a number of payments in arrears [-].

    Parameters
    ----------
    payments
        Payments made, j = 0..n.
    term
        Payments in all, n.
    rate
        Monthly contract rate i [1/month].
    shape
        Annuity, or equal parts of principal.

    Returns
    -------
    Array
        ((1 + i)^j - 1) / ((1 + i)^n - 1); a straight line j / n at i = 0 and for equal parts. A buyout
        is what the principal leaves out, so the same share serves a lease.
    """
    repaid = payments / term
    if shape is Repayment.ANNUITY:
        log_growth = np.log1p(rate)
        positive = rate > 0
        whole = np.expm1(np.where(positive, log_growth, 1.0) * term)
        repaid = np.where(positive, np.expm1(log_growth * payments) / whole, repaid)
    return repaid


def principal_share(payment: Array, term: Array, rate: Array, shape: Repayment) -> Array:
    """Share of the principal in one payment in arrears [-].

    Parameters
    ----------
    payment
        Number of the payment, j = 1..n; any other number has no share.
    term, rate, shape
        As in :func:`repaid_share`.

    Returns
    -------
    Array
        i (1 + i)^(j - 1) / ((1 + i)^n - 1), or 1 / n: written out, since the difference of two balances
        would lose the last digits (15,000 over 60 months is 250 to the bit).
    """
    share = 1.0 / term
    if shape is Repayment.ANNUITY:
        log_growth = np.log1p(rate)
        positive = rate > 0
        whole = np.expm1(np.where(positive, log_growth, 1.0) * term)
        share = np.where(positive, rate * np.exp(log_growth * (payment - 1.0)) / whole, share)
    within: Array = np.where((payment >= 1) & (payment <= term), share, 0.0)
    return within


def one_month_earlier(values: Array) -> Array:
    """Values of the month before; month 0 keeps its own."""
    return np.concatenate([values[..., :1], values[..., :-1]], axis=-1)
