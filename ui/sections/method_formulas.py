"""The formulas behind the figures, each with the reader's numbers put in."""

from collections.abc import Sequence
from dataclasses import fields

import streamlit as st

from calc.choices import Cooling, Phase
from calc.cost import LineId
from calc.memory.footprint import Breakdown, Footprint
from calc.plan import JobPlan
from calc.speed.throughput import Throughput
from calc.speed.training_step import StepTime, step_time
from calc.workload import Training
from ui.formulas import figure, words
from ui.sections.fit_nodes import is_stated
from ui.texts import Texts
from ui.view import View

_DECIMALS = 1


def formulas(view: View, job: int) -> None:
    """Expanders, money first; the first one stands open."""
    t, answer = view.t, view.answer
    st.header(t("method.formulas.title"), anchor=False)
    st.markdown(f":small[:gray[{t('method.formulas.note')}]]")
    _present_cost(view)
    _per_hour(view)
    _energy(view)
    footprint, plan, throughput = answer.footprints[job], answer.plan.jobs[job], answer.throughputs[job]
    if is_stated(footprint):
        _memory(t, footprint)
        _phases(t, footprint)
    if isinstance(plan.workload, Training) and plan.shape is not None:
        _flops(t, plan, step_time(plan, plan.workload, plan.shape), throughput)
        _run(t, plan.workload, throughput)


def _formula(title: str, latex: str, note: str, *, expanded: bool = False) -> None:
    with st.expander(title, expanded=expanded):
        st.latex(latex)
        st.markdown(f":small[:gray[{note}]]")


def _present_cost(view: View) -> None:
    t, decision = view.t, view.answer.decision
    sums = [
        rf"{words(name)} &= {figure(t.formats.money(cost.present_cost, view.currency))}"
        for name, cost in ((t("chart.rent"), decision.rent), (t("chart.buy"), decision.buy))
    ]
    rate = view.scenario.finance.discount_rate_per_year
    rows = r" \\ ".join((r"PV &= \sum_{t=0}^{T} \frac{c_t}{(1+R)^{e_t/12}}", *sums))
    note = t(
        "method.formula.present_cost_note",
        rate=t.formats.percent_short(rate),
        months=t.years(decision.horizon_months),
    )
    _formula(t("method.formula.present_cost"), rf"\begin{{aligned}} {rows} \end{{aligned}}", note, expanded=True)


def _per_hour(view: View) -> None:
    t, buy = view.t, view.answer.decision.buy
    if buy.cost_per_used_gpu_hour is None:
        return
    hours = buy.present_cost / buy.cost_per_used_gpu_hour
    latex = (
        rf"\frac{{PV}}{{\sum h_t\,(1+R)^{{-t/12}}}} = "
        rf"\frac{{{figure(t.formats.money(buy.present_cost, view.currency))}}}{{{figure(t.formats.number(hours))}}} = "
        rf"{figure(t.formats.rate(buy.cost_per_used_gpu_hour, view.currency))}"
    )
    _formula(t("method.formula.per_hour"), latex, t("method.formula.per_hour_note"))


def _energy(view: View) -> None:
    """The first month of service, where power is bought by the kWh and cooled by PUE."""
    t, site, answer = view.t, view.scenario.site, view.answer
    if LineId.ENERGY not in answer.decision.buy.months_by_line or site.cooling is not Cooling.PUE:
        return
    kwh = float(answer.decision.ledger.buy.it_kwh[view.scenario.buy.lead_months])
    cost = kwh * site.pue * site.tariff_kzt_per_kwh
    parts = (t.formats.number(kwh), t.formats.significant(site.pue), t.formats.significant(site.tariff_kzt_per_kwh))
    latex = rf"E \cdot PUE \cdot c = {_product(parts)} = {figure(t.formats.money(cost))}"
    _formula(t("method.formula.energy"), latex, t("method.formula.energy_note"))


def _memory(t: Texts, footprint: Footprint) -> None:
    parts = [(t.part(part.name), float(getattr(footprint.breakdown_gib, part.name))) for part in fields(Breakdown)]
    summed = " + ".join(
        rf"\underset{{{words(name)}}}{{{figure(_gib(t, value))}}}" for name, value in parts if value >= _LEAST_GIB
    )
    note = t(
        "method.formula.memory_note",
        parameters=t.formats.tokens(footprint.parameters),
        trainable=t.formats.tokens(footprint.trainable_parameters),
        low=_gib(t, footprint.device_gib.low),
        high=_gib(t, footprint.device_gib.high),
    )
    latex = rf"{summed} = {figure(_gib(t, footprint.device_gib.mid))}\;{words(t('fit.unit'))}"
    _formula(t("method.formula.memory"), latex, note)


_LEAST_GIB = 0.05
"""Parts that would be printed as 0.0 are left out."""


def _phases(t: Texts, footprint: Footprint) -> None:
    peaks: Sequence[tuple[str, float]] = [
        (t.word(phase), footprint.phases_gib[phase]) for phase in Phase if phase in footprint.phases_gib
    ]
    listed = r",\; ".join(rf"\underset{{{words(name)}}}{{{figure(_gib(t, value))}}}" for name, value in peaks)
    latex = rf"\max\left({listed}\right) = {figure(_gib(t, footprint.allocated_gib))}\;{words(t('fit.unit'))}"
    _formula(t("method.formula.phases"), latex, t("method.formula.phases_note", phase=t.word(footprint.ruling_phase)))


def _flops(t: Texts, job: JobPlan, step: StepTime, throughput: Throughput) -> None:
    if throughput.tokens_per_second_per_gpu is None or throughput.achieved_fraction is None:
        return
    seconds = (step.work.total * step.micro_steps, step.waiting, step.update, step.offload, step.bubble)
    summed = " + ".join(figure(t.formats.significant(one)) for one in seconds if one > 0)
    tokens, gpus = t.formats.number(step.tokens), t.formats.number(job.parallel.gpus)
    speed = t.formats.significant(throughput.tokens_per_second_per_gpu.mid)
    latex = (
        rf"\begin{{aligned}} F &= {figure(t.formats.significant(step.flops_per_token / _GIGA))} \cdot 10^9 \\"
        rf" v &= \frac{{D}}{{G \cdot t}} = \frac{{{figure(tokens)}}}{{{figure(gpus)} \cdot ({summed})}}"
        rf" = {figure(speed)}\;{words('1/' + t('method.unit.s'))} \end{{aligned}}"
    )
    share = t.formats.percent(throughput.achieved_fraction.mid)
    _formula(t("method.formula.flops"), latex, t("method.formula.flops_note", share=share))


_GIGA = 1e9


def _run(t: Texts, training: Training, throughput: Throughput) -> None:
    speed, hours = throughput.tokens_per_second_per_gpu, throughput.hours_per_run
    if speed is None or hours is None or not hours.mid:
        return
    parts = (t.formats.significant(speed.mid), t.formats.number(throughput.gpus), t.formats.number(_SECONDS_PER_HOUR))
    tokens = t.formats.number(training.train_tokens)
    latex = (
        rf"\frac{{N}}{{v \cdot G \cdot 3600}} = \frac{{{figure(tokens)}}}{{{_product(parts)}}}"
        rf" = {figure(t.formats.hours_decimal(hours.mid))}\;{words(t('method.unit.h'))}"
    )
    band = {"low": t.formats.significant(speed.low), "high": t.formats.significant(speed.high)}
    _formula(t("method.formula.run"), latex, t("method.formula.run_note", **band))


_SECONDS_PER_HOUR = 3600


def _product(parts: Sequence[str]) -> str:
    return r" \cdot ".join(figure(part) for part in parts)


def _gib(t: Texts, value: float) -> str:
    return t.formats.number(value, _DECIMALS)
