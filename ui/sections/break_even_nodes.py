"""Cost of the plan against owned nodes, and what waiting in a queue would save."""

import streamlit as st

from calc.answer import Answer
from calc.decision.mixed.queue_curve import QueueCurve, queue_curve
from data.scenario import Scenario
from ui.charts.canvas import chart_formats, draw
from ui.charts.node_curve import NodePoint, last_tick, node_curve_chart
from ui.formats import scale_of
from ui.formats.formats import ZERO
from ui.link import LinkContent, encode
from ui.tables import Column, table, table_behind
from ui.texts import Texts
from ui.view import View

_KEPT = 64


def nodes(view: View) -> None:
    """Draw the curve; a demand no node can serve has none."""
    t, f, curve = view.t, view.formats, view.answer.mixed.cost_by_nodes
    if len(curve.nodes) < 2:  # noqa: PLR2004 - a curve has two points
        return
    scale = scale_of(*curve.present_cost)
    unit = f.money_unit(scale, view.currency)
    shown = [scale.shown(cost) for cost in curve.present_cost]
    cost = f.money(curve.present_cost[curve.best], view.currency, scale=scale)
    owned = curve.nodes[curve.best]
    title = (
        t("nodes.title", nodes=t.plural("count.nodes", owned), cost=cost) if owned else t("nodes.title_none", cost=cost)
    )
    st.header(title, anchor=False)
    st.markdown(f":small[:gray[{t('nodes.note', unit=unit)}]]")
    write = chart_formats(t.language)
    points = [
        NodePoint(count, float(amount), write.bare(amount, scale))
        for count, amount in zip(curve.nodes, shown, strict=True)
    ]
    ends = (f.money(curve.present_cost[end], view.currency, scale=scale) for end in (0, -1))
    alt = t("nodes.alt", finding=title, **dict(zip(("none", "most"), ends, strict=True)))
    axis = t.plural("nodes.axis", last_tick(points))
    draw(node_curve_chart(points, curve.best, unit=axis, language=t.language, alt_text=alt))
    columns = [
        Column(t("nodes.column.nodes"), [f.number(count) for count in curve.nodes]),
        Column(t("nodes.column.cost", unit=unit), [f.bare(amount, scale) for amount in shown]),
    ]
    table_behind(t("decision.chart.table"), columns, alt=alt)


def queue_of(scenario: Scenario, answer: Answer) -> QueueCurve:
    """Cost against the hours work may wait, reckoned once per scenario."""
    return _queue(encode(LinkContent((scenario,))), answer)


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _queue(token: str, _answer: Answer) -> QueueCurve:  # noqa: ARG001 - the token is the key of the cache
    return queue_curve(_answer.plan)


def queue(view: View) -> None:
    """What waiting would save, reckoned when it is asked for."""
    t = view.t
    opened = st.expander(t("queue.title"), icon=":material/hourglass:", key="queue", on_change="rerun")
    if not opened.open:
        return
    with opened:
        found = queue_of(view.scenario, view.answer)
        scale = scale_of(*found.present_cost)
        saved = [scale.shown(found.present_cost[0]) - scale.shown(cost) for cost in found.present_cost]
        st.markdown(f":small[:gray[{t('queue.note')}]]")
        if not any(saved):
            st.markdown(t("queue.nothing"))
        unit = view.formats.money_unit(scale, view.currency)
        columns = [
            Column(t("queue.column.wait"), [_wait(t, hours) for hours in found.queue_hours]),
            Column(t("queue.column.nodes"), [view.formats.number(count) or ZERO for count in found.most_nodes]),
            Column(
                t("queue.column.cost", unit=unit),
                [view.formats.bare(scale.shown(cost), scale) for cost in found.present_cost],
            ),
            Column(t("queue.column.saving"), [view.formats.bare(one, scale) for one in saved]),
        ]
        table(columns, alt=t("queue.title"))


def _wait(t: Texts, hours: int) -> str:
    return t.formats.hours(hours) if hours else ZERO


def covers(view: View) -> None:
    """What the optimum covers and what it does not."""
    with st.expander(view.t("plan.covers"), icon=":material/rule:"):
        st.markdown("\n".join(f"- {view.t.message(note, view.currency)}" for note in view.answer.mixed.notes))
