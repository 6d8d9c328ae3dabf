"""The layers of the demand: each GPU decides for itself whether it is owned, rented by the month or by the hour."""

from collections.abc import Iterator

import streamlit as st

from calc.answer import Answer
from calc.decision.mixed.plan_layers import plan_layers
from calc.demand.layer_rows import LayerRow, LayerUse, PlanLayers
from calc.demand.weeks import HOURS_PER_MONTH, HOURS_PER_WEEK
from data.scenario import Scenario
from ui.charts.canvas import chart_formats, draw
from ui.charts.layers import LayerWords, Stretch, layers_chart
from ui.formats.formats import ZERO
from ui.link import LinkContent, encode
from ui.tables import Column, table_behind
from ui.texts import Texts
from ui.view import View, job_name

_KEPT = 128
_MONTHS_NAMED = (0, 3, 6, 9)
_MONTHS_A_YEAR, _JANUARY = 12, 1
_SHOWN = (LayerUse.OWN, LayerUse.IDLE, LayerUse.MONTH, LayerUse.HOUR)
_BUSY = (LayerUse.OWN, LayerUse.MONTH, LayerUse.HOUR)
_LEAST_SHARE = 0.002
"""Shares of a week too thin to be drawn."""
_NEAR_TICK_HOURS = 110.0


def layers_of(scenario: Scenario, answer: Answer) -> PlanLayers:
    """The layers of a year of the plan, reckoned once per scenario."""
    return _layers(encode(LinkContent((scenario,))), answer)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _layers(token: str, _answer: Answer) -> PlanLayers:  # noqa: ARG001 - the token is the key of the cache
    plan = _answer.plan
    lead, horizon = plan.buy.lead_months, plan.finance.horizon_months
    # The year after the delivery, where the horizon holds one.
    first = lead + 1 if horizon - lead >= _MONTHS_A_YEAR else 1
    return plan_layers(plan, _answer.mixed, first)


def layers(view: View) -> None:
    """Draw the rows over the year beside their hours a month."""
    t = view.t
    found = layers_of(view.scenario, view.answer)
    single = all(row.gpus == 1 for row in found.rows)
    owned = max(found.own_gpus_by_week)
    st.header(t("layers.title" if single else "layers.title_nodes"), anchor=False)
    st.markdown(f":small[:gray[{t('layers.note')}]]")
    year, month = list(_year(t, found)), list(_month(t, found))
    drawing = layers_chart(
        year,
        month,
        _words(view, found, {one.state for one in (*year, *month)}),
        rows=len(found.rows),
        owned_rows=_line(found),
        threshold_hours=view.answer.mixed.thresholds.own_above_hours,
        language=t.language,
        alt_text=t("layers.alt", rows=len(found.rows), own=owned, threshold=_threshold(view)),
    )
    draw(drawing)
    st.markdown(" ".join(_sentences(view, owned)))
    _behind(view, found)


def _line(found: PlanLayers) -> float:
    """Rows below the heavy line: what is owned or rented by the month, where anything is owned."""
    kept = (own + prepaid for own, prepaid in zip(found.own_gpus_by_week, found.prepaid_gpus_by_week, strict=True))
    return max(kept) / found.rows[0].gpus if max(found.own_gpus_by_week) else 0.0


def _year(t: Texts, found: PlanLayers) -> Iterator[Stretch]:
    for number, row in enumerate(found.rows):
        for week, (hours, use) in enumerate(zip(row.hours_by_week, row.use_by_week, strict=True)):
            share = min(hours / HOURS_PER_WEEK, 1.0)
            text = t("layers.cell", row=number + 1, week=week + 1, share=t.formats.percent(share))
            if use in _BUSY and share > _LEAST_SHARE:
                yield Stretch(number, week, week + share, use, text)
            if use in (LayerUse.OWN, LayerUse.IDLE) and share < 1 - _LEAST_SHARE:
                yield Stretch(number, week + share, week + 1, LayerUse.IDLE, text)


def _month(t: Texts, found: PlanLayers) -> Iterator[Stretch]:
    for number, row in enumerate(found.rows):
        start = 0.0
        text = t("layers.bar", row=number + 1, hours=t.formats.hours(row.hours_a_month))
        for use, share in _split(row).items():
            if share:
                yield Stretch(number, start, start + row.hours_a_month * share, use, text)
                start += row.hours_a_month * share


def _split(row: LayerRow) -> dict[LayerUse, float]:
    """Share of a row's busy hours by what it is when they are done."""
    total = sum(row.hours_by_week) or 1.0
    split = dict.fromkeys(_BUSY, 0.0)
    for hours, use in zip(row.hours_by_week, row.use_by_week, strict=True):
        if use in split:
            split[use] += hours / total
    return split


def _words(view: View, found: PlanLayers, states: set[str]) -> LayerWords:
    t, write = view.t, chart_formats(view.t.language)
    rows, line = len(found.rows), round(_line(found))
    named = sorted({1, line, rows} - {0})
    threshold = view.answer.mixed.thresholds.own_above_hours
    ends = [(0.0, "0"), (HOURS_PER_MONTH, t("layers.tick_hours", hours=write.number(HOURS_PER_MONTH)))]
    apart = threshold is not None and _NEAR_TICK_HOURS < threshold < HOURS_PER_MONTH - 2 * _NEAR_TICK_HOURS
    middle = [(threshold, write.number(threshold))] if threshold is not None and apart else []
    prepaid = any(found.prepaid_gpus_by_week)
    return LayerWords(
        weeks=t("layers.weeks", n=found.weeks),
        hours=t("layers.hours"),
        above=t("layers.above_hours" if prepaid else "layers.above"),
        below=t("layers.below_prepaid" if prepaid else "layers.below"),
        threshold=t("layers.threshold", hours=write.number(threshold or 0.0)),
        states=tuple((str(use), t.word(use)) for use in _SHOWN if use in states),
        months=tuple(_months(view, found)),
        rows=tuple((row - 0.5, write.number(row * found.rows[0].gpus)) for row in named),
        hour_ticks=(ends[0], *middle, ends[1]),
    )


def _months(view: View, found: PlanLayers) -> Iterator[tuple[float, str]]:
    start = view.scenario.finance.start
    first = int(start[5:7]) if start else _JANUARY
    for month in _MONTHS_NAMED:
        week = month * HOURS_PER_MONTH / HOURS_PER_WEEK
        if week >= found.weeks:
            continue
        name = (first - 1 + found.first_month - 1 + month) % _MONTHS_A_YEAR + 1
        number = found.first_month + month
        yield week, view.formats.month_name(name) if start else view.t("layers.nth_month", n=number)


def _threshold(view: View) -> str:
    hours = view.answer.mixed.thresholds.own_above_hours
    return ZERO if hours is None else view.formats.hours(hours)


def _sentences(view: View, owned: int) -> Iterator[str]:
    t, mixed, decision = view.t, view.answer.mixed, view.answer.decision
    if owned:
        capacity = sum(mixed.nodes_in_service) * view.answer.plan.buy.gpus_per_node * HOURS_PER_MONTH
        share = view.formats.percent(sum(mixed.own_gpu_hours) / capacity) if capacity else ZERO
        yield t("layers.owned", gpus=t.plural("count.gpus", owned), share=share)
    else:
        yield t("layers.none_owned")
    if decision.peak_gpus > owned > 0:
        yield t("layers.rest_rented")
    if mixed.thresholds.month_above_hours is not None:
        yield t("layers.month_above", hours=view.formats.hours(mixed.thresholds.month_above_hours))


def _behind(view: View, found: PlanLayers) -> None:
    """Hours and owners of every row; of every job where there are several."""
    t, rows = view.t, found.rows
    splits = [_split(row) for row in rows]
    columns = [
        Column(t("layers.column.row"), [t.formats.number(number + 1) for number in range(len(rows))]),
        Column(t("layers.hours"), [t.formats.number(row.hours_a_month) for row in rows]),
        *(
            Column(t.word(use), [t.formats.percent(split[use]) if split[use] else ZERO for split in splits])
            for use in _BUSY
        ),
    ]
    jobs = len(view.scenario.jobs)
    if jobs > 1:
        columns += [Column(_job(view, job), [_share_of(t, row, job) for row in rows]) for job in range(jobs)]
    table_behind(t("decision.chart.table"), columns, alt=t("layers.table_alt", rows=len(rows)))


def _job(view: View, job: int) -> str:
    return job_name(view.t, job, view.scenario.jobs[job].workload.kind)


def _share_of(t: Texts, row: LayerRow, job: int) -> str:
    total = sum(row.hours_by_week)
    return t.formats.percent(sum(row.hours_by_job_and_week[job]) / total) if total else ZERO
