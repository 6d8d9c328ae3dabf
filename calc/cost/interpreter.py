"""The one interpreter of ledger lines: records and a case in, amounts in tenge out."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from calc.choices import Currency, Purchase, VatMode
from calc.cost.case import Case
from calc.cost.flows import END, MIDDLE, START
from calc.cost.line import Line, LineId, Money, Quantity, Tax, Vat
from calc.inputs import Array, is_zero

TIMINGS = (START, MIDDLE, END)

Rows = dict[int, Array]
"""Amounts by timing, each with months as the last axis; a timing without flows is missing."""


class Class(NamedTuple):
    """What is alike for every line summed together."""

    timing: int
    vat: Vat
    tax: Tax
    vat_base: bool


@dataclass
class Amounts:
    """Amounts of a set of lines in tenge, before VAT.

    Attributes
    ----------
    by_class
        Sums by timing, VAT and tax class [KZT].
    by_line
        Each line by timing, when lines are kept [KZT].
    """

    by_class: dict[Class, Array] = field(default_factory=dict)
    by_line: dict[LineId, Rows] = field(default_factory=dict)


def add_to(rows: dict[Any, Array], key: Any, amount: Array) -> None:
    """Add an amount under a key."""
    rows[key] = rows[key] + amount if key in rows else amount


def evaluate(
    lines: Iterable[Line],
    case: Case,
    choice: Callable[[str], Any],
    *,
    keep_lines: bool = False,
    without: Collection[LineId] = (),
) -> Amounts:
    """Evaluate lines.

    Parameters
    ----------
    lines
        Records of one branch.
    case
        The plan or batch.
    choice
        The choices the records ask for; the plan's, but for the funding of an unlevered ledger.
    keep_lines
        Also keep every line by itself.
    without
        Lines that are switched off.
    """
    amounts = Amounts()
    sums: dict[tuple[Class, Quantity], Array] = {}
    for line in lines:
        if line.id in without or not in_force(line, choice):
            continue
        amount = _amount(line, case)
        if amount is None:
            continue
        key = Class(line.timing, _vat(line.vat, choice), line.tax, line.vat_base)
        add_to(sums, (key, line.window), amount)
        if keep_lines and not line.vat_base:
            add_to(amounts.by_line.setdefault(line.id, {}), line.timing, amount * case.of(line.window))
    # The months are cut once for all lines that share them: the sums are where a batch is widest.
    for (key, window), amount in sums.items():
        add_to(amounts.by_class, key, amount * case.of(window))
    return amounts


def in_force(line: Line, choice: Callable[[str], Any]) -> bool:
    """Whether a record belongs to the ledger under the choices of a plan."""
    return all(choice(name) in allowed for name, allowed in line.when)


def _amount(line: Line, case: Case) -> Array | None:
    prices = [case[price] for price in line.prices]
    if any(map(is_zero, prices)):
        return None
    coefficient = np.full((), (-1.0 if line.receipt else 1.0) / (12.0 if line.per_year else 1.0))
    for price in prices:
        coefficient = coefficient * price
    coefficient = coefficient * _rate(line.money, line.timing, case)
    # Small factors first: a driver is the widest array of a batch.
    for quantity in reversed(line.quantities):
        value = case.of(quantity)
        if is_zero(value):
            return None
        coefficient = coefficient * value
    return coefficient


def _rate(money: Money, timing: int, case: Case) -> Array:
    if money is Money.RENT:
        rate = case.rate_to_kzt(case.choice("rent.currency"), timing)
        included = case.choice("rent.vat_mode") is VatMode.INCLUDED
        return rate / (1.0 + case["finance.vat_rate"]) if included else rate
    return case.rate_to_kzt(_currency(money, case), timing)


def _currency(money: Money, case: Case) -> Currency:
    if money is Money.COLOCATION:
        return Currency(case.choice("site.colo_currency"))
    if money is Money.QUOTE:
        return Currency(case.choice("buy.currency"))
    return Currency.USD if money is Money.USD else Currency.KZT


def _vat(vat: Vat, choice: Callable[[str], Any]) -> Vat:
    if vat is Vat.RENTAL:
        return Vat.NONE if choice("rent.vat_mode") is VatMode.NONE else Vat.OPERATING
    if vat is Vat.PURCHASE:
        return Vat.CAPITAL if choice("buy.purchase") is Purchase.DOMESTIC else Vat.NONE
    return vat
