"""The books of one branch: net amounts, their VAT, their income tax, and the cash of it all."""

from collections.abc import Collection, Sequence

import numpy as np

from calc.choices import Currency
from calc.cost.case import Case
from calc.cost.depreciation import Pool, base_in_service, depreciation_and_gain, room_depreciation_and_gain
from calc.cost.fleet import delivery_month, leased_cost_kzt
from calc.cost.flows import END, Fleet, TaxYears
from calc.cost.income_tax import tax_years
from calc.cost.interpreter import TIMINGS, Amounts, Class, Rows, add_to
from calc.cost.line import LineId, Tax, Vat
from calc.cost.tax_calendar import payments, tax_calendar
from calc.cost.vat import lost_vat_factor, vat_rows
from calc.cost.windows import at_refresh, at_sale
from calc.inputs import Array, is_zero

IN_FIRST_BASE = (Tax.FIRST_FLEET, Tax.LEASED)


class Books:
    """One branch in tenge, from the amounts of its lines.

    Attributes
    ----------
    rows
        Cash after tax by timing [KZT].
    lines
        The same by line; filled when the amounts keep theirs.
    tax_years
        The way of the income tax.
    pool
        Tax bases and sales of the fleets.
    """

    def __init__(
        self,
        case: Case,
        parts: Sequence[Amounts],
        *,
        keep_lines: bool = False,
        leased: bool = False,
        without: Collection[LineId] = (),
    ) -> None:
        self.case = case
        self._without = without
        self._sums: dict[Class, Array] = {}
        self.lines: dict[LineId, Rows] = {}
        for part in parts:
            for key, amount in part.by_class.items():
                add_to(self._sums, key, amount)
            for name, rows in part.by_line.items():
                for timing, amount in rows.items():
                    add_to(self.lines.setdefault(name, {}), timing, amount)
        self.rows: Rows = {}
        for key, amount in self._sums.items():
            if not key.vat_base:
                add_to(self.rows, key.timing, amount)
        self._keeps_lines = keep_lines
        self._charge_vat()
        self.pool = self._pool(leased=leased)
        self.tax_years = self._charge_income_tax()

    def _taxed(self, kinds: tuple[Vat, ...], taxes: tuple[Tax, ...] = tuple(Tax)) -> dict[Vat, Rows]:
        taxed: dict[Vat, Rows] = {}
        for key, amount in self._sums.items():
            if key.vat in kinds and key.tax in taxes:
                add_to(taxed.setdefault(key.vat, {}), key.timing, amount)
        return taxed

    def _charge_vat(self) -> None:
        if is_zero(self.case["finance.vat_rate"]):
            return
        paid, recovered = vat_rows(self.case, self._taxed((Vat.OPERATING, Vat.CAPITAL)))
        self._enter(LineId.VAT_PAID, paid)
        if not is_zero(self.case["finance.vat_recoverable_share"]):
            self._enter(LineId.VAT_RECOVERED, recovered)

    def _enter(self, name: LineId, rows: Rows) -> None:
        if name in self._without or not rows:
            return
        self.lines[name] = rows
        for timing, amount in rows.items():
            add_to(self.rows, timing, amount)

    def _pool(self, *, leased: bool) -> Pool:
        first = self._base(IN_FIRST_BASE)
        if leased:
            first = first + self.case.of(leased_cost_kzt)
        later = np.zeros(()) if is_zero(self.case.of(at_refresh)) else self._monthly_base(Tax.REFRESH)
        sales = [-amount for key, amount in self._sums.items() if key.tax is Tax.SALE]
        return Pool(first, later, sum(sales, np.zeros(())), self.case["finance.depreciation_rate_per_year"])

    def _monthly_base(self, *taxes: Tax) -> Array:
        # What was paid, without lease payments (the leased cost stands for them), with the VAT lost on it.
        base = np.zeros(())
        lost = self.case.of(lost_vat_factor)
        for key, amount in self._sums.items():
            if key.tax in taxes:
                net = 0.0 if key.vat_base or key.tax is Tax.LEASED else 1.0
                base = base + amount * (net + (lost if key.vat is Vat.CAPITAL else 0.0))
        return base

    def _base(self, taxes: tuple[Tax, ...]) -> Array:
        monthly = self._monthly_base(*taxes)
        total: Array = monthly.sum(axis=-1, keepdims=True) if monthly.ndim else monthly
        return total

    def deductible_costs(self) -> Array:
        """Costs of each month, interest and lost VAT of running costs included [KZT]."""
        costs = np.zeros(())
        lost = self.case.of(lost_vat_factor)
        for key, amount in self._sums.items():
            if key.tax is Tax.COST:
                costs = costs + amount
            if key.vat is Vat.OPERATING and not is_zero(lost):
                costs = costs + amount * lost
        return costs

    def _charge_income_tax(self) -> TaxYears | None:
        case = self.case
        if is_zero(case["finance.cit_rate"]) and not self._keeps_lines:
            return None
        calendar = case.of(tax_calendar)
        depreciation, gain = depreciation_and_gain(case, self.pool)
        room = self._base((Tax.ROOM,))
        if not is_zero(room):
            room_depreciation, room_gain = room_depreciation_and_gain(case, room)
            depreciation, gain = depreciation + room_depreciation, gain + room_gain
        years = tax_years(case, calendar.sums(self.deductible_costs()), depreciation, gain)
        if not is_zero(case["finance.cit_rate"]):
            self._enter(LineId.INCOME_TAX, {END: payments(case, calendar, years.tax)})
        return years

    def cash(self) -> Array:
        """Cash after tax in the reporting currency, S + (3, M + 1)."""
        return self.reported(self.rows)

    def reported(self, rows: Rows) -> Array:
        """Rows in the reporting currency, S + (3, M + 1); each at the rate of its own moment."""
        case = self.case
        divide = case.choice("finance.currency") is Currency.USD
        values = {timing: row / case.fx(timing) if divide else row for timing, row in rows.items()}
        shape = np.broadcast_shapes((case.months + 1,), *(row.shape for row in values.values()))
        grid = np.zeros((*shape[:-1], len(TIMINGS), shape[-1]))
        for timing, row in values.items():
            grid[..., timing, :] = row
        return np.broadcast_to(grid, (*case.inputs.shape, *grid.shape[-2:]))

    def fleets(self) -> tuple[Fleet, ...]:
        """Every generation of nodes that is sold in any element of the batch; 0 where it is not."""
        case = self.case
        shape = (*case.inputs.shape, case.months + 1)
        sold = case.of(at_sale)
        bought, base = case.of(delivery_month), base_in_service(case, self.pool)
        columns = [
            np.broadcast_to(sold * values, shape) for values in (bought + 1.0, case.month, base, self.pool.sales)
        ]
        ever = np.broadcast_to(sold, shape).reshape(-1, case.months + 1).any(axis=0)
        return tuple(Fleet(*(column[..., month] for column in columns)) for month in np.flatnonzero(ever).tolist())
