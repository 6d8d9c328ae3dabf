"""docs/ledger.md a second time, in plain Python: one plan, one month after another, no arrays.

It shares no code with ``calc.cost``: contracts are a list, debts accrue month by month, waves are
counted hour block by hour block, the loss queue is a queue. The engine must agree with it on any plan.
"""

import math
from collections import defaultdict
from itertools import pairwise
from typing import Any

from calc.plan import Plan
from tests.cost.plain_taxes import END, MIDDLE, START, Branch, charge_income_tax, charge_vat

LATER = {START: -1.0, MIDDLE: -0.5, END: 0.0}
TERMS = {"committed_1y": 12, "committed_3y": 36}


class PlainLedger:
    """Reckon one plan of one job; ``rent`` and ``buy`` hold the flows in the reporting currency."""

    def __init__(self, plan: Plan, funding: str = "") -> None:
        self.d, self.r, self.b = plan.jobs[0].demand, plan.rent, plan.buy
        self.s, self.f = plan.site, plan.finance
        self.funding = funding or str(plan.finance.funding)
        self.T, self.L = plan.finance.horizon_months, plan.buy.lead_months
        self._demand()
        self.rent = Branch()
        self._rent_bill(self.rent, str(self.r.mode), range(1, self.T + 1), self.r.minimum_term_months)
        self._rent_staff()
        self._close(self.rent)
        self.buy = Branch()
        self._gap()
        self._running()
        self._fleets()
        self._close(self.buy)

    # --- money
    def fx(self, month: float, timing: int = END) -> float:
        e = month + LATER[timing] if month > 0 else 0.0
        return self.f.usd_kzt * (1 + self.f.usd_kzt_drift_per_year) ** (e / 12)

    def kzt(self, amount: float, currency: Any, month: int, timing: int) -> float:
        return amount * self.fx(month, timing) if currency == "USD" else amount

    @staticmethod
    def grown(rate: float, month: float) -> float:
        return (1 + rate) ** (month / 12)

    @staticmethod
    def cost(branch: Branch, flow: tuple[str, int, int], amount: float, vat: str = "") -> None:
        """A deductible cost; vat is '' or 'opex'."""
        _, month, timing = flow
        branch.flows[flow] += amount
        branch.costs[month] += amount
        if vat:
            branch.taxed.append((vat, month, timing, amount))

    # --- §2
    def _demand(self) -> None:
        d = self.d
        self.high, self.low, self.hours, self.begun, self.on = {}, {}, {}, defaultdict(int), {}
        for t in range(1, self.T + 1):
            k = d.scale * self.grown(d.growth_per_year, t)
            self.high[t], self.low[t] = d.gpus, 0
            if d.kind == "constant":
                self.hours[t] = min(730.0, 730 * d.utilization * k)
            elif d.kind == "profile":
                listed = d.monthly_gpu_hours[(t - 1) % len(d.monthly_gpu_hours)]
                self.hours[t] = min(730.0, listed / d.gpus * k)
            else:
                self.high[t], self.low[t] = d.base_gpus + d.gpus, d.base_gpus
                o = sum(self._in_wave(hour) for hour in range(730 * (t - 1), 730 * t))
                self.hours[t] = min(730.0, o * d.hours_per_week / 168 * k)
                self.on[t] = o / 730
            self.on.setdefault(t, self.hours[t] / 730)
        if d.kind == "waves":
            j = 0
            while (start := 168 * (d.first_week + j * (d.weeks_on + d.weeks_off))) < 730 * self.T:
                self.begun[start // 730 + 1] += 1
                j += 1
                if d.weeks_off == 0:
                    break
        else:
            self.begun[1] = 1
        self.D = {t: self.high[t] * h + self.low[t] * (730 - h) for t, h in self.hours.items()}
        peak = max(self.high.values())
        self.nodes = self.b.nodes or math.ceil(round(peak / self.b.gpus_per_node, 9))
        self.Q = self.nodes * self.b.gpus_per_node
        cap = self.b.availability * self.Q
        self.own = {t: min(self.high[t], cap) * h + min(self.low[t], cap) * (730 - h) for t, h in self.hours.items()}

    def _in_wave(self, hour: int) -> bool:
        since = hour - 168 * self.d.first_week
        return since >= 0 and since % (168 * (self.d.weeks_on + self.d.weeks_off)) < 168 * self.d.weeks_on

    # --- §3
    def net(self, amount: float, month: int, timing: int) -> float:
        inside = 1 + self.f.vat_rate if self.r.vat_mode == "included" else 1.0
        return self.kzt(amount, self.r.currency, month, timing) / inside

    def price_factor(self, t: int) -> float:
        if not self.r.price_path:
            return self.grown(self.r.price_growth_per_year, t)
        left = (0, 1.0)
        for point in self.r.price_path:
            if t <= point[0]:
                return left[1] + (point[1] - left[1]) * (t - left[0]) / (point[0] - left[0])
            left = point
        return left[1]

    def hourly_factor(self) -> float:
        r = self.r
        if r.job_minutes == 0:
            return 1 / r.goodput
        steps = math.ceil(round((r.job_minutes / r.goodput + r.start_minutes) / r.billing_step_minutes, 9))
        return max(r.minimum_minutes, steps * r.billing_step_minutes) / r.job_minutes

    def billed(self, branch: Branch, line: str, month: int, timing: int, amount: float) -> None:
        vat = "" if self.r.vat_mode == "none" else "opex"
        net = self.net(amount, month, timing)
        self.cost(branch, (line, month, timing), net, vat)
        name = line if line in ("gap_rent", "shortfall_rent") else "rent_support"
        self.cost(branch, (name, month, timing), net * self.r.support_share, vat)
        tax = net * (1 + self.r.support_share) * self.r.withholding_rate / (1 - self.r.withholding_rate)
        self.cost(branch, ("rent_withholding", month, timing), tax, vat)

    def _rent_bill(self, branch: Branch, mode: str, months: range, term: int, line: str = "") -> None:
        r = self.r
        contracts: list[tuple[int, int, float]] = []  # first month, last month, GPUs
        for t in months:
            p = self.price_factor(t)
            if mode == "hourly":
                self.billed(
                    branch, line or "rent_compute", t, END, self.D[t] * self.hourly_factor() * r.hourly_rate * p
                )
            else:
                n = TERMS.get(mode, term)
                need = self.high[t] if self.hours[t] > 0 else self.low[t]
                force = sum(g for _, end, g in contracts if end >= t)
                if need > force:
                    contracts.append((t, t + n - 1, need - force))
                live = [c for c in contracts if c[1] >= t]
                bill = sum(g * self._contract_rate(mode, begun, t) for begun, _, g in live)
                self.billed(branch, line or "rent_compute", t, START, bill)
                over = max(0.0, self.D[t] / r.goodput - 730 * sum(g for _, _, g in live))
                self.billed(branch, line or "rent_compute", t, END, over * r.hourly_rate * p)
            if self.D[t] > 0:
                self.billed(branch, line or "rent_setup", t, START, self.begun[t] * r.setup_fee)
                self.billed(branch, line or "rent_egress", t, END, r.egress_gb_per_month * r.egress_rate)
            stored = 1 - self.on[t] if r.storage_billing == "idle" else 1.0
            self.billed(branch, line or "rent_storage", t, END, r.storage_gb * r.storage_rate * stored)
        if mode != "hourly" and not line:
            left = sum(
                g * max(0, end - self.T) * self._contract_rate(mode, begun, self.T) for begun, end, g in contracts
            )
            self.cost(branch, ("rent_exit", self.T, END), self.net(r.exit_share * left, self.T, END))

    def _contract_rate(self, mode: str, begun: int, t: int) -> float:
        if mode == "monthly":
            return self.r.monthly_rate * self.price_factor(t)
        rate = self.r.committed_1y_rate if mode == "committed_1y" else self.r.committed_3y_rate
        return 730 * rate * self.price_factor(begun)

    def wage(self, t: int) -> float:
        b = self.b
        return b.staff_kzt_per_fte_month * (1 + b.staff_on_cost_share) * self.grown(b.staff_growth_per_year, t)

    def _rent_staff(self) -> None:
        for t in range(1, self.T + 1):
            self.cost(self.rent, ("staff", t, END), self.r.staff_fte * self.wage(t))

    def _gap(self) -> None:
        if self.b.gap_mode != "none":
            mode = str(self.b.gap_mode)
            self._rent_bill(self.buy, mode, range(1, self.L + 1), 1, "gap_rent")
        for t in range(self.L + 1, self.T + 1):
            hours = (self.D[t] - self.own[t]) * self.hourly_factor()
            self.billed(self.buy, "shortfall_rent", t, END, hours * self.r.hourly_rate * self.price_factor(t))

    # --- §5
    def _tariff_factor(self, t: int) -> float:
        s = self.s
        if s.tariff_growth_kind == "smooth":
            return self.grown(s.tariff_growth_per_year, t)
        steps = 0 if t < s.tariff_step_month else 1 + (t - s.tariff_step_month) // 12
        return (1 + s.tariff_growth_per_year) ** steps

    def _running(self) -> None:
        s, b, gpn = self.s, self.b, self.b.gpus_per_node
        self.it_kwh = {}
        for t in range(self.L + 1, self.T + 1):
            busy = self.own[t] / gpn
            kwh = s.active_kw_per_node * busy + s.idle_kw_per_node * (self.nodes * 730 - busy)
            self.it_kwh[t] = kwh
            kw = max(s.committed_kw, self.nodes * (s.active_kw_per_node if self.own[t] > 0 else s.idle_kw_per_node))
            metered = s.kind == "own_room" or not s.power_included
            if metered:
                pue = s.pue if s.cooling == "pue" else 1.0
                energy = kwh * pue * s.tariff_kzt_per_kwh * self._tariff_factor(t)
                self.cost(self.buy, ("energy", t, END), energy, "opex")
                if s.cooling == "tariff":
                    cooling = kwh * s.cooling_tariff_kzt_per_kwh * self._tariff_factor(t)
                    self.cost(self.buy, ("cooling", t, END), cooling, "opex")
            if s.kind == "own_room":
                rent = s.room_rent_kzt_per_month * self.grown(s.fee_growth_per_year, t)
                self.cost(self.buy, ("room_rent", t, START), rent, "opex")
            else:
                self._colocation(t, kw)
            self.cost(self.buy, ("staff", t, END), b.staff_fte * self.wage(t))
            licences = self.Q * b.licence_usd_per_gpu_year / 12 * self.fx(t, START)
            self.cost(self.buy, ("licences", t, START), licences, "opex")

    def _colocation(self, t: int, kw: float) -> None:
        s = self.s
        growth = self.grown(s.fee_growth_per_year, t)

        def charge(line: str, amount: float) -> None:
            self.cost(self.buy, (line, t, START), self.kzt(amount, s.colo_currency, t, START), "opex")

        units = {
            "per_u": self.nodes * s.rack_units_per_node,
            "per_rack": math.ceil(self.nodes / s.nodes_per_rack),
            "per_kw": kw,
        }[str(s.colo_mode)]
        fee = s.colo_rate * units * growth
        power = kw * s.power_rate_per_kw_month * growth if s.colo_mode != "per_kw" else 0.0
        charge("colo_fee", fee)
        charge("colo_power", power)
        charge("colo_extra", s.colo_extra_per_month * growth)
        if t == self.L + 1:
            charge("colo_setup", s.colo_setup)
        if t == self.T:
            left = max(0, s.colo_term_months - (self.T - self.L))
            amount = (fee + power) * left * s.colo_exit_share
            self.cost(self.buy, ("colo_exit", t, END), self.kzt(amount, s.colo_currency, t, END))

    # --- §4, §6
    def quote(self, month: int, timing: int = END) -> float:
        return self.fx(month, timing) if self.b.currency == "USD" else 1.0

    def capital(self, line: str, month: int, amount: float, fleet: int, *, vat: bool) -> None:
        self.buy.flows[line, month, END] += amount
        self.buy.bases[fleet] += amount
        if vat:
            self.capital_vat(month, END, amount, fleet)

    def capital_vat(self, month: int, timing: int, amount: float, fleet: int) -> None:
        self.buy.taxed.append((f"fleet {fleet}", month, timing, amount))
        self.buy.bases[fleet] += amount * self.f.vat_rate * (1 - self.f.vat_recoverable_share)

    def _fleets(self) -> None:
        b = self.b
        deliveries = [self.L]
        while b.refresh_every_months and deliveries[-1] + b.refresh_every_months < self.T:
            deliveries.append(deliveries[-1] + b.refresh_every_months)
        self.deliveries = deliveries
        for m, end in zip(deliveries, [*deliveries[1:], self.T], strict=True):
            first = m == self.L
            price = self.nodes * b.node_price * (1 if first else self.grown(b.node_price_growth_per_year, m))
            goods = price * (1 + b.spares_share) + (b.network_price if first else 0)
            self._buy_fleet(m, goods, first=first)
            self._care(m, end, goods)
            self._sell(m, end, price)
            if b.purchase == "import_offset" and not (first and self.funding == "lease"):
                self._offset_falls_due(m, end, goods * (1 + b.freight_share) * (1 + b.duty_share) * self.quote(m))
        if self.s.kind == "own_room":
            self.buy.flows["room_capex", self.L, END] += self.s.room_capex_kzt
            self.buy.room = self.s.room_capex_kzt * (1 + self.f.vat_rate * (1 - self.f.vat_recoverable_share))
            self.buy.taxed.append(("room", self.L, END, self.s.room_capex_kzt))

    def _buy_fleet(self, m: int, goods: float, *, first: bool) -> None:
        b, fx = self.b, self.quote(m)
        domestic = b.purchase == "domestic"
        freight = goods * b.freight_share
        duty = (goods + freight) * b.duty_share
        installation = goods * b.installation_share
        contingency = (goods + freight + duty + installation) * b.contingency_share
        if first and self.funding == "lease":
            self._lease((goods + freight + duty) * fx)
        else:
            parts = [(m, 1.0)]
            if first:
                late = min(self.T, self.L + b.retention_months)
                rest = 1 - b.deposit_share - b.retention_share
                parts = [(0, b.deposit_share), (m, rest), (late, b.retention_share)]
            for month, share in parts:
                self.capital("equipment", month, goods * share * self.quote(month), m, vat=domestic)
            self.capital("freight", m, freight * fx, m, vat=domestic)
            self.capital("duty", m, duty * fx, m, vat=domestic)
            if b.purchase == "import":
                self.capital_vat(m, END, (goods + freight + duty) * fx, m)
        self.capital("installation", m, installation * fx, m, vat=True)
        self.capital("contingency", m, contingency * fx, m, vat=True)
        if first and self.funding == "loan":
            self._loan(self.f.loan_share * (goods + freight + duty + installation + contingency) * fx)

    def _care(self, m: int, end: int, goods: float) -> None:
        b = self.b
        for t in range(m + 1, end + 1):
            insurance = goods * self.quote(m) * b.insurance_share_per_year / 12
            self.cost(self.buy, ("insurance", t, START), insurance)
            if t - m > b.warranty_months:
                care = goods * b.maintenance_share_per_year / 12 * self.quote(t, START)
                self.cost(self.buy, ("maintenance", t, START), care, "opex")
                failures = self.Q * b.failures_per_gpu_year / 12
                repairs = failures * b.repair_usd_per_failure * self.fx(t, MIDDLE)
                self.cost(self.buy, ("repairs", t, MIDDLE), repairs, "opex")

    def _sell(self, delivered: int, m: int, price: float) -> None:
        b, age = self.b, m - delivered
        share = 0.0
        if b.residual_kind == "points":
            points = [(0, 1.0), *b.residual_points]
            left, right = next(((p, q) for p, q in pairwise(points) if age <= q[0]), points[-2:])
            slope = (math.log(right[1]) - math.log(left[1])) / (right[0] - left[0])
            share = math.exp(math.log(left[1]) + slope * (age - left[0]))
        elif b.residual_kind == "linear":
            share = max(0.0, 1 - age / b.residual_life_months)
        elif b.residual_kind == "exponential":
            share = (1 - b.residual_rate_per_year) ** (age / 12)
        if 0 < b.generation_month <= m and delivered < b.generation_month:
            share *= 1 - b.generation_drop_share
        sale = price * share * b.residual_scale * self.quote(m)
        self.buy.flows["sale", m, END] -= sale
        self.buy.sales[m] = sale
        self.cost(self.buy, ("selling_cost", m, END), sale * b.selling_cost_share, "opex")

    def _offset_falls_due(self, delivered: int, m: int, value: float) -> None:
        if self.buy.sales[m] > 0 and m - delivered < 60:
            self.buy.taxed.append(("opex", m, END, value))
            years = (m - delivered) / 12
            penalty = value * self.f.vat_rate * self.f.vat_offset_penalty_rate_per_year * years
            self.buy.flows["vat_penalty", m, END] += penalty

    # --- §8
    @staticmethod
    def month_rate(rate: float, kind: Any) -> float:
        return rate / 12 if kind == "nominal" else (1 + rate) ** (1 / 12) - 1

    @staticmethod
    def annuity(balance: float, last: float, i: float, n: int) -> float:
        return (balance - last) / n if i == 0 else (balance - last * (1 + i) ** -n) * i / (1 - (1 + i) ** -n)

    def _loan(self, principal: float) -> None:
        f, balance = self.f, principal
        i, n = self.month_rate(f.loan_rate_per_year, f.loan_rate_kind), f.loan_months
        self.buy.flows["loan_draw", self.L, END] -= principal
        pay = self.annuity(principal, 0.0, i, n)
        for t in range(self.L + 1, min(self.T, self.L + n) + 1):
            interest = balance * i
            part = pay - interest if f.repayment == "annuity" else principal / n
            self.cost(self.buy, ("loan_interest", t, END), interest)
            self.buy.flows["loan_principal", t, END] += part
            balance -= part
        if n > self.T - self.L:
            self.buy.flows["loan_principal", self.T, END] += balance

    def _lease(self, cost: float) -> None:
        f, advance = self.f, self.f.lease_advance_share * cost
        i, n = self.month_rate(f.lease_rate_per_year, f.lease_rate_kind), f.lease_months
        balance, last = cost - advance, f.lease_buyout_share * cost
        in_advance = f.lease_timing == "start"
        pay = self.annuity(balance, last, i, n) / (1 + i if in_advance else 1)
        equal = (balance - last) / n
        self.buy.bases[self.L] += cost

        def principal(month: int, timing: int, amount: float) -> None:
            self.buy.flows["lease_principal", month, timing] += amount
            self.capital_vat(month, timing, amount, self.L)

        principal(self.L, END, advance)
        end = min(self.T, self.L + n)
        for t in range(self.L + 1, end + 1):
            interest = 0.0 if in_advance and t == self.L + 1 else balance * i
            part = pay - interest if f.repayment == "annuity" else equal
            timing = START if in_advance else END
            self.cost(self.buy, ("lease_interest", t, timing), interest)
            principal(t, timing, part)
            balance -= part
        if in_advance:
            self.cost(self.buy, ("lease_interest", end, END), balance * i)
        principal(end, END, balance)

    # --- §7, §9
    def _close(self, branch: Branch) -> None:
        charge_vat(branch, self.f)
        charge_income_tax(branch, self.f, self.s.room_depreciation_rate_per_year, self.L)
        if self.f.currency == "USD":
            for key in branch.flows:
                branch.flows[key] /= self.fx(key[1], key[2])
