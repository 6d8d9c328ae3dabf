"""VAT and income tax of docs/ledger.md §7 and §9 a second time, in plain Python."""

from collections import defaultdict
from dataclasses import dataclass, field

from calc.terms import Finance

START, MIDDLE, END = 0, 1, 2
Years = list[tuple[int, int]]


@dataclass
class Branch:
    """Flows in tenge: (line, month, timing) -> amount, with what the taxes need to know."""

    flows: dict[tuple[str, int, int], float] = field(default_factory=lambda: defaultdict(float))
    costs: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    taxed: list[tuple[str, int, int, float]] = field(default_factory=list)
    bases: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    room: float = 0.0
    sales: dict[int, float] = field(default_factory=dict)


def charge_vat(branch: Branch, f: Finance) -> None:
    """VAT with each taxed amount, its recovery later, and the part that is lost."""
    for kind, month, timing, amount in branch.taxed:
        vat = amount * f.vat_rate
        branch.flows["vat_paid", month, timing] += vat
        opex = kind == "opex"
        later = month + (f.vat_recovery_months_opex if opex else f.vat_recovery_months_capex)
        moment = (later, timing) if later <= f.horizon_months else (f.horizon_months, END)
        branch.flows[("vat_recovered", *moment)] -= vat * f.vat_recoverable_share
        if opex:
            branch.costs[month] += vat * (1 - f.vat_recoverable_share)


def charge_income_tax(branch: Branch, f: Finance, room_rate: float, lead: int) -> None:
    """Result of each tax year, its losses, and the tax paid."""
    years = _years(f)
    written, gain = [0.0] * len(years), [0.0] * len(years)
    for bases, sales, rate in (
        (branch.bases, branch.sales, f.depreciation_rate_per_year),
        ({lead: branch.room}, {}, room_rate),
    ):
        method = _declining if f.depreciation == "declining" else _straight_line
        for y, (part, income) in enumerate(method(bases, sales, rate, years)):
            written[y] += part
            gain[y] += income
    queue: list[tuple[int, float]] = []
    for y, (a, z) in enumerate(years):
        result = gain[y] - written[y] - sum(branch.costs[t] for t in range(a if y else 0, z + 1))
        tax = f.cit_rate * result
        if f.tax_position == "limited":
            tax = _limited(f, queue, y, result, f.income_kzt_per_year * (z - a + 1) / 12)
        months = range(a, z + 1) if f.tax_payment == "monthly" else [z]
        for t in months:
            branch.flows["income_tax", t, END] += tax / len(months)


def _years(f: Finance) -> Years:
    years = [(1, min(f.first_tax_year_months, f.horizon_months))]
    while years[-1][1] < f.horizon_months:
        start = years[-1][1] + 1
        years.append((start, min(start + 11, f.horizon_months)))
    return years


def _limited(f: Finance, queue: list[tuple[int, float]], y: int, result: float, other: float) -> float:
    profit = other + result
    queue[:] = [(born, loss) for born, loss in queue if y - born <= f.loss_carry_years]
    while profit > 0 and queue:
        born, loss = queue.pop(0)
        use = min(loss, profit)
        profit -= use
        if loss > use:
            queue.insert(0, (born, loss - use))
    if profit < 0:
        queue.append((y, -profit))
    return f.cit_rate * max(profit, 0.0) - f.cit_rate * other


def _declining(
    bases: dict[int, float], sales: dict[int, float], rate: float, years: Years
) -> list[tuple[float, float]]:
    found, balance = [], 0.0
    for a, z in years:
        balance += sum(base for m, base in bases.items() if a <= max(m, 1) <= z)
        balance -= sum(sale for m, sale in sales.items() if a <= m <= z)
        income = max(0.0, -balance)
        balance = max(0.0, balance)
        last = z == years[-1][1]
        part = 0.0 if last else rate * balance
        found.append((part, income - balance if last else income))
        balance -= part
    return found


def _straight_line(
    bases: dict[int, float], sales: dict[int, float], rate: float, years: Years
) -> list[tuple[float, float]]:
    written, gain = [0.0] * len(years), [0.0] * len(years)
    ends = sorted(sales) or [years[-1][1]]
    for (m, base), end in zip(sorted(bases.items()), ends[: len(bases)], strict=True):
        rest = base
        for t in range(m + 1, end + 1):
            part = min(rest, base * rate / 12)
            rest -= part
            written[_year_of(t, years)] += part
        gain[_year_of(end, years)] += sales.get(end, 0.0) - rest
    return list(zip(written, gain, strict=True))


def _year_of(month: int, years: Years) -> int:
    return next(y for y, (a, z) in enumerate(years) if a <= month <= z)
